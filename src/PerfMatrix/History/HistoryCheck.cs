namespace PerfMatrix.History;

/// <param name="Stale">Derived files that are not what the runs say.</param>
/// <param name="Noted">Size that its entry point says; null without one.</param>
internal sealed record HistoryCheck(int Runs, IReadOnlyList<HistoryProblem> Problems, IReadOnlyList<string> Stale, Bytes Size, Bytes? Noted)
{
    public bool IsWhole => Problems.Count == 0 && Stale.Count == 0;

    public static HistoryCheck Of(IHistoryFiles files)
    {
        var (runs, problems) = Rebuilding.ReadAll(files);
        var none = new FileChanges();
        return new(runs.Count, problems, [.. Rebuilding.Rebuild(files).Files.Keys], HistorySize.Of(files, none), HistorySize.Noted(files, none));
    }

    public string ToText()
    {
        var text = new StringBuilder().AppendLine(
            IsWhole ? $"The history is complete: {Runs} runs, {Size.Count / 1e6:0.0} MB."
                : $"{Runs} runs can be read, {Problems.Count} cannot, {Stale.Count} derived files do not match the runs.");
        foreach (var problem in Problems) text.AppendLine($"{problem.Path}: {problem.Problem}");
        foreach (var path in Stale.Take(20)) text.AppendLine($"{path}: does not match the runs; `perfmatrix history rebuild` fixes it");
        if (Stale.Count > 20) text.AppendLine($"and {Stale.Count - 20} more");
        if (Noted != Size) text.AppendLine(
            $"{HistoryPaths.Index}: says that the files have {(Noted is { } noted ? $"{noted.Count} bytes" : "no recorded size")}, they "
                + $"have {Size.Count} bytes");
        return text.ToString();
    }

    public string ToJson() => DocumentJson.Text(new { Whole = IsWhole, Runs, HistoryBytes = Size.Count, Problems, Stale });
}

/// <summary>The size of a history. Its entry point holds it, and every change adds what it adds, because nobody can ask a branch for its size without
/// bringing every file: a partial fetch has no sizes.</summary>
internal static class HistorySize
{
    /// <summary>The size of a history as it will be after changes; looks at every file.</summary>
    public static Bytes Of(IHistoryFiles files, FileChanges changes)
    {
        var counted = files.Paths.Union(changes.Files.Keys).Where(HistoryPaths.IsCounted).ToList();
        files.Prepare(counted);
        return new(counted.Sum(path => changes.Files.TryGetValue(path, out var content) ? content?.LongLength ?? 0 : files.SizeOf(path)));
    }

    /// <summary>Bytes that changes add; below 0 when they take some away.</summary>
    public static long Added(IHistoryFiles before, FileChanges changes) =>
        changes.Files.Where(file => HistoryPaths.IsCounted(file.Key)).Sum(file => (file.Value?.LongLength ?? 0) - before.SizeOf(file.Key));

    /// <summary>The size that the entry point has after changes; null when it has none (an older program wrote it) or cannot be read.</summary>
    public static Bytes? Noted(IHistoryFiles files, FileChanges changes) => HistoryJson.Find<IndexDocument>(files, HistoryPaths.Index, changes)?.Size;

    /// <summary>Counts anew, and notes the size in the entry point.</summary>
    /// <exception cref="HistoryException">The entry point cannot be read.</exception>
    public static FileChanges Note(IHistoryFiles files, FileChanges changes) => Note(files, changes, Of(files, changes));

    /// <summary>Notes in the entry point what changes add; counts when nobody has yet.</summary>
    public static FileChanges NoteAdded(IHistoryFiles files, FileChanges changes) =>
        files.Read(HistoryPaths.Index) is { } content && HistoryJson.Read<IndexDocument>(HistoryPaths.Index, content).Size is { } before
        ? Note(files, changes, new Bytes(before.Count + Added(files, changes))) : Note(files, changes);

    private static FileChanges Note(IHistoryFiles files, FileChanges changes, Bytes size)
    {
        changes.SetIndex(files, index => index with { Size = size });
        return changes;
    }
}

/// <summary>What GitHub takes of a history, and the warnings before it takes no more; pure.</summary>
internal static class HistoryLimits
{
    /// <summary>Shares of the limits at which a warning begins: with a run a day there are months left to do something.</summary>
    private const double Near = 0.8;

    /// <summary>"GitHub blocks files larger than 100 MiB" (docs.github.com, About large files on GitHub).</summary>
    public static Bytes LargestFile { get; } = new(100L << 20);

    /// <summary>"Published GitHub Pages sites may be no larger than 1 GB" (docs.github.com, GitHub Pages limits).</summary>
    public static Bytes LargestSite { get; } = new(1_000_000_000);

    /// <summary>Warnings of limits that come near, one line each.</summary>
    public static IReadOnlyList<string> Warnings(IEnumerable<(string Path, Bytes Size)> written, Bytes? history) =>
    [
        .. written.Where(file => file.Size.Count > Near * LargestFile.Count).Select(file =>
            $"{file.Path} has {file.Size.Megabytes:0} MiB, GitHub accepts {LargestFile.Megabytes:0} MiB for a file. Measure fewer cells or rounds "
                + $"per run, or run `perfmatrix history prune`."),
        .. history is { } size && size.Count > Near * LargestSite.Count ? [Site(size)] : Array.Empty<string>(),
    ];

    private static string Site(Bytes size) =>
        $"the history has {size.Count / 1e6:0} MB, GitHub Pages serves {LargestSite.Count / 1e6:0} MB. Run `perfmatrix history prune --days 30`, "
            + $"which keeps every summary, or begin a new branch.";
}
