namespace PerfMatrix.Measurement;

/// <summary>Where the code of a side comes from: the working tree as it is, or a commit.</summary>
/// <param name="Revision">A branch, tag or commit as git writes them, e.g. <c>main</c>, <c>HEAD~1</c>; null for the working tree.</param>
public sealed record SideSource(string? Revision)
{
    /// <summary>The files as they are, changes that are not committed included.</summary>
    public static SideSource WorkingTree { get; } = new((string?)null);

    /// <summary>The source that a command line names; the working tree when it names none.</summary>
    public static SideSource Of(string? revision) => new(revision);

    /// <inheritdoc />
    public override string ToString() => Revision ?? "the working tree";
}
