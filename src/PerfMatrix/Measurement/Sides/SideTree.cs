using System.Text.RegularExpressions;
using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>The files of one side: what its applications are built from.</summary>
/// <param name="Root">Root of the project in them, absolute: the twin of the checkout's own root.</param>
/// <param name="Name">What the user called the side, e.g. <c>main</c> or <c>the working tree</c>.</param>
/// <param name="Source">Commit and branch; a dirty working tree differs from its commit.</param>
/// <param name="Worktree">The temporary folder to remove afterwards; null for the working tree.</param>
public sealed partial record SideTree(string Root, string Name, SourceInfo Source, Worktree? Worktree) : IAsyncDisposable
{
    /// <summary>
    /// The name with the commit: <c>main (1a2b3c4d)</c>, <c>the working tree (1a2b3c4d and changes)</c>; of a side named by its commit only that. Whole ids in a name are
    /// cut: <c>5e6f7a8b^1 (1a2b3c4d)</c>.
    /// </summary>
    public string Title => Source.Sha is not { } sha ? Name
        : sha.StartsWith(Name, StringComparison.Ordinal) ? sha[..8]
        : $"{WholeId().Replace(Name, id => id.Value[..8])} ({sha[..8]}{(Source.Dirty ? " and changes" : "")})";

    /// <summary>Where a file of the checkout lies among these.</summary>
    /// <param name="checkout">Root of the checkout.</param>
    public Func<string, string> Locate(string checkout) => path => Path.Combine(Root, Path.GetRelativePath(checkout, path));

    /// <summary>A text with relative paths instead of those into the tree.</summary>
    public string Relative(string text) => text.Replace(Root + Path.DirectorySeparatorChar, "", StringComparison.Ordinal);

    [GeneratedRegex("[0-9a-f]{40}", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex WholeId();

    /// <inheritdoc />
    public ValueTask DisposeAsync() => Worktree?.DisposeAsync() ?? ValueTask.CompletedTask;
}
