using PerfMatrix.History;

namespace PerfMatrix.Reporting.Agents;

/// <summary>The documents that agents may ask about, read anew for each question and never written.</summary>
/// <param name="runs">A folder of runs.</param>
/// <param name="history">The folder of a history, e.g. a checkout of gh-pages; null without one.</param>
internal sealed class AgentDocuments(string runs, string? history)
{
    /// <summary>The verdict of a run, or the newest: that of the newest run that has one, else that of the history.</summary>
    public (string From, VerdictDocument Verdict, WhyDocument? Why) Verdict(string? run)
    {
        var documents = run is null && !RunFolder.HasDocument(runs) ? [] : Documents(run);
        var folders = documents.Select(path => Path.GetDirectoryName(Path.GetFullPath(path))!);
        if (folders.FirstOrDefault(folder => File.Exists(VerdictDocument.File.In(folder))) is { } folder)
            return (folder, VerdictDocument.File.Read(VerdictDocument.File.In(folder)), WhyDocument.File.Beside(folder));
        return run is null && history is not null && Published() is { } verdict ? (verdict.From, verdict.Document, null)
            : throw new UsageException($"{run ?? runs}: found no verdict.json there; `perfmatrix compare` writes one");
    }

    /// <summary>A run by its id, its folder or its document.</summary>
    public RunDocument Run(string run) => RunDocument.File.Read(Documents(run)[0]);

    public HistoryStore History => history is null
        ? throw new UsageException("no history was given; start the server with --history and a checkout of the branch gh-pages")
        : new(new FolderFiles(history));

    public SeriesStore Series => new(new FolderFiles(history!));

    private IReadOnlyList<string> Documents(string? run) => RunFolder.FindDocuments(
        run is null ? runs : Directory.Exists(Path.Combine(runs, run)) ? Path.Combine(runs, run) : run);

    private (string From, VerdictDocument Document)? Published()
    {
        var files = new FolderFiles(history!);
        if (History.Index.Verdict is not { } newest || files.Read(newest.Path) is not { } content) return null;
        var envelope = HistoryJson.Read<Envelope>(newest.Path, content);
        return (newest.Path, VerdictDocument.File.Parse(envelope.Document.GetRawText(), newest.Path));
    }
}
