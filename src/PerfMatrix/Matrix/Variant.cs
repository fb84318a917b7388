namespace PerfMatrix.Matrix;

internal enum Side
{
    /// <summary>The code as it is; the only side of a plain run.</summary>
    Head,
    Base,
    Reference,

    /// <summary>The reference pinned before, measured with the new one while a pin changes, so that the trend chains over the change.</summary>
    OlderReference,
}

/// <summary>One process under test inside a block: a cell at a side.</summary>
/// <param name="Twin">0, or the number of an identical copy of the same variant (in a comparison, a noise measurement).</param>
internal sealed record Variant(Cell Cell, Side Side = Side.Head, int Twin = 0)
{
    /// <summary>The id without the number of the copy: copies run one program.</summary>
    public string Program => Cell.Id + SideSuffix("@");
    public string Id => Program + TwinSuffix("#");
    public string Slug => Cell.Slug + SideSuffix("--") + TwinSuffix("--");

    private string SideSuffix(string separator) => Side == Side.Head ? "" : separator + Side.Name();

    private string TwinSuffix(string separator) => Twin == 0 ? "" : separator + Twin;
}

/// <summary>Variants measured together, interleaved, by one load generator. The others are compared with the first, the anchor.</summary>
/// <param name="Id">Name, unique in a run and usable as a file name.</param>
/// <param name="Variants">At most ten; the anchor first.</param>
internal sealed record Block(string Id, string Scenario, int Cores, IReadOnlyList<Variant> Variants)
{
    public Variant Anchor => Variants[0];

    /// <summary>In a comparison, the id of the base of each variant's pair, by the variant's own id; empty where nothing is compared.</summary>
    public IReadOnlyDictionary<string, string> Bases { get; init; } = new Dictionary<string, string>();

    /// <summary>Ids of the variants whose capacity sets the rate of paced slices: its base with the copies, which say more than one alone.</summary>
    public IReadOnlyList<string> PacedBy(Variant variant) => Bases.TryGetValue(variant.Id, out var old)
        ? [.. Variants.Where(one => one.Program == old).Select(one => one.Id)]
        : [];
}

internal static class SideNames
{
    /// <summary>The word in ids, file names and lists of programs, different for every side: head, base, reference, older-reference.</summary>
    public static string Name(this Side side) => JsonNamingPolicy.KebabCaseLower.ConvertName(side.ToString());

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
