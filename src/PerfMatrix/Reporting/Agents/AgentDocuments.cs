namespace PerfMatrix.Reporting.Agents;

/// <summary>The documents that agents may ask about, read anew for each question and never written.</summary>
/// <param name="history">The folder of a history, e.g. a checkout of gh-pages; null without one.</param>
internal sealed class AgentDocuments(string runs, string? history)
{
    /// <summary>The verdict of a run, or the newest: of the newest run here that has one, or the history's, if published after it ended.</summary>
    public (string From, DateTimeOffset When, VerdictDocument Verdict, WhyDocument? Why, string? Generated) Verdict(string? run)
    {
        if (Published(run) is { } named) return named;
        var documents = run is null && !RunFolder.HasDocument(runs) ? [] : Documents(run);
        var judged = documents.FirstOrDefault(path => File.Exists(VerdictDocument.File.In(FolderOf(path))));
        var ended = judged is null ? DateTimeOffset.MinValue : RunDocument.File.Read(judged).FinishedAt;
        if (run is null && history is not null && History.Index.Verdict is { } last && last.PublishedAt > ended
            && Published(last.Path) is { } newest) return newest;
        if (judged is null) throw new UsageException($"{run ?? runs}: found no verdict.json there; `perfmatrix compare` writes one");
        var folder = FolderOf(judged);
        return (folder, ended, VerdictDocument.File.Read(VerdictDocument.File.In(folder)), WhyDocument.File.Beside(folder), null);
    }

    private static string FolderOf(string document) => Path.GetDirectoryName(Path.GetFullPath(document))!;

    /// <summary>A run by its id, its folder or its document, else by its id in the history.</summary>
    public CompactRun Run(string run)
    {
        if (Path.Exists(run) || Path.Exists(Path.Combine(runs, run))) return CompactRun.Of(RunDocument.File.Read(Documents(run)[0]));
        if (history is not null && HistoryPaths.IsId(run) && new FolderFiles(history) is var files && files.Read(HistoryPaths.Run(run)) is not null)
            return Rebuilding.Read(files, HistoryPaths.Run(run), []);
        throw new UsageException($"{run}: no such run, file or folder. Give a folder of one, or an id; the newest: {string.Join(", ", Newest())}");
    }

    public static string? Generated(bool isGenerated) => isGenerated ? "every number was made up for a demonstration" : null;

    public HistoryStore History => history is null
        ? throw new UsageException("no history was given; start the server with --history and a checkout of the branch gh-pages")
        : new(new FolderFiles(history));

    public SeriesStore Series => new(new FolderFiles(history!));

    private IReadOnlyList<string> Documents(string? run) => RunFolder.FindDocuments(
        run is null ? runs : Directory.Exists(Path.Combine(runs, run)) ? Path.Combine(runs, run) : run);

    // Ids sort by time.
    private IEnumerable<string> Newest()
    {
        const int Most = 5;
        var (here, store) = (RunFolder.HasDocument(runs) ? Documents(null) : [], history is null ? null : History);
        return here.Select(document => Path.GetFileName(Path.GetDirectoryName(document)!))
            .Concat(Enumerable.Range(1, Most).Select(back => store?.RunAt(store.NextSequence - back)?.Id).OfType<string>())
            .Distinct().OrderDescending(StringComparer.Ordinal).Take(Most).DefaultIfEmpty("none");
    }

    /// <summary>A verdict of the history, by the path that its answers name.</summary>
    private (string From, DateTimeOffset When, VerdictDocument Verdict, WhyDocument? Why, string? Generated)? Published(string? path)
    {
        if (history is null || path?.StartsWith($"{Shelf.Verdicts}/", StringComparison.Ordinal) != true) return null;
        var files = new FolderFiles(history);
        if (files.Read(path) is not { } content) return null;
        var envelope = HistoryJson.Read<Envelope>(path, content);
        var verdict = VerdictDocument.File.Parse(envelope.Document.GetRawText(), path);
        return (path, envelope.PublishedAt, verdict, TracedShelf.WhyOf(files, envelope.Id), Generated(History.Index.Generated));
    }
}
