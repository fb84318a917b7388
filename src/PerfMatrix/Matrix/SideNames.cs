namespace PerfMatrix.Matrix;

/// <summary>The words for sides.</summary>
public static class SideNames
{
    /// <summary>The word in ids, file names and lists of programs, different for every side: head, base, reference, older-reference.</summary>
    public static string Name(this Side side) => side switch
    {
        Side.Head => "head",
        Side.Base => "base",
        Side.Reference => "reference",
        Side.OlderReference => "older-reference",
        _ => throw new ArgumentOutOfRangeException(nameof(side), side, null),
    };

    /// <summary>The word in run documents, where the newest of several references is the last of its block: head, base, reference.</summary>
    public static string NameInDocuments(this Side side) => side.IsReference() ? Side.Reference.Name() : side.Name();

    /// <summary>Whether it is a pinned reference, which no table lists as a cell.</summary>
    public static bool IsReference(this Side side) => side is Side.Reference or Side.OlderReference;

    /// <summary>The sides of so many references in the order they have in a block: the newest pin last.</summary>
    /// <param name="count">0 to 2.</param>
    public static IReadOnlyList<Side> References(int count) => count switch
    {
        0 => [],
        1 => [Side.Reference],
        2 => [Side.OlderReference, Side.Reference],
        _ => throw new ArgumentOutOfRangeException(nameof(count), count, "a block holds two references at most"),
    };
}
