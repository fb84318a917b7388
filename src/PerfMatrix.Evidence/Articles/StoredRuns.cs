using PerfMatrix.Explain;
using PerfMatrix.Reporting.Gc;

namespace PerfMatrix.Evidence.Articles;

/// <summary>Reports of runs that are stored, and the runs that were committed: when a rule changes, their reports are made anew and nothing is
/// measured.</summary>
internal static class StoredRuns
{
    /// <summary>A folder a day, in it one a report, named as that: the number of the article, and what a report of a part is about.</summary>
    public const string Folder = "reports/runs";

    public static ReportDocument Report(Article article, IReadOnlyList<string> documents)
    {
        var (run, timelines) = JoinedRuns.Read(documents, ofOneCommit: false);
        List<GcDocument> traced = article == DatasArticle.Article ? Traced(documents) : [];
        var report = article.Build(run, timelines, traced);
        return report with { Sections = [.. report.Sections, .. DatasDecisions.Of(traced)] };
    }

    /// <summary>The reports of committed runs, and where they belong, without extension: <c>reports/articles/2026-11-28/003-minute</c>.</summary>
    public static IEnumerable<(string Path, ReportDocument Report)> Reports(string root) =>
        from day in FoldersIn(Path.Combine(root, Folder))
        from runs in FoldersIn(day)
        let name = Path.GetFileName(runs)
        let article = Article.All.FirstOrDefault(article => name.StartsWith(article.Number, StringComparison.Ordinal))
            ?? throw new UsageException($"{Folder}/{Path.GetFileName(day)}/{name}: expected a name that begins with the number of an article")
        select ($"{ClaimTable.Reports}/{Path.GetFileName(day)}/{name}", Report(article, RunFolder.FindDocuments(runs)));

    private static IEnumerable<string> FoldersIn(string folder) =>
        Directory.Exists(folder) ? Directory.GetDirectories(folder).Order(StringComparer.Ordinal) : [];

    private static List<GcDocument> Traced(IEnumerable<string> documents) =>
    [
        .. documents.Select(document => Path.GetDirectoryName(Path.GetFullPath(document))!).Distinct()
            .Select(folder => GcDocument.File.Find(GcDocument.File.In(folder))).OfType<GcDocument>(),
    ];
}
