using System.Text.Encodings.Web;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Reporting.Upgrade;

namespace PerfMatrix.Reporting.Site;

/// <summary>The report of one run as a single HTML file: opens from disk, from an artifact or a mail, without a network.</summary>
internal static class HtmlReport
{
    /// <param name="timelines">Its timelines; one a variant goes into the page, because every round of a long one would make it huge.</param>
    public static string Format(RunDocument run, TimelineFiles timelines, GatePolicy policy) =>
        SitePage.SelfContained(Payload(run, timelines, policy, folder: null, documentSha256: null));

    /// <summary>The page of a run whose document is on disk, with what other commands have left beside it.</summary>
    public static string Format(string document, RunDocument run, GatePolicy policy) =>
        SitePage.SelfContained(Payload(run, TimelineFiles.Read(document, run), policy, Path.GetDirectoryName(document)!,
            Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(document)))));

    /// <summary>Writes the page of a run whose document is on disk; a reader sees the old or the new version, never a part.</summary>
    public static void Write(string path, string document, RunDocument run, GatePolicy policy) =>
        AtomicFile.Write(path, Encoding.UTF8.GetBytes(Format(document, run, policy)));

    private static string Payload(
        RunDocument run, TimelineFiles timelines, GatePolicy policy, string? folder, string? documentSha256) => PageData.Format(new
        {
            Mode = "report",
            Metrics = Metric.All.Select(
                metric => new { metric.Name, metric.Title, metric.Unit, metric.Direction, metric.Decimals, metric.Description }),
            Same = PageData.Same(policy),
            PageData.Upgrade,
            PageData.Docs,
            DocumentSha256 = documentSha256,
            Run = run,
            Timelines = timelines.Timelines.DistinctBy(timeline => timeline.Variant)
                .Select(timeline => JsonSerializer.SerializeToElement(timeline, ContractJson.Default.GcTimeline)),
            TimelineProblems = timelines.Problems,
            Why = folder is null ? null : WhyDocument.File.Beside(folder),
            Gc = folder is null ? null : GcDocument.File.Beside(folder),
        });
}

internal static class PageData
{
    /// <summary>The default encoder escapes everything that means something in HTML, also in names and messages from elsewhere.</summary>
    private static readonly JsonSerializerOptions s_json = new(DocumentJson.Compact) { Encoder = JavaScriptEncoder.Default };

    public static string Format<T>(T data) => JsonSerializer.Serialize(data, s_json);

    /// <summary>What the gate calls the same: the site says "same" by the very numbers of <c>crank/gate.yml</c>.</summary>
    public static object Same(GatePolicy policy) => new
    {
        policy.DetectPercent,
        policy.Looks.SameConfidencePercent,
        Metrics = policy.Metrics.Where(metric => metric.DetectPercent is not null)
            .ToDictionary(metric => metric.Metric, metric => metric.DetectPercent),
        policy.Scenarios,
    };

    public static string Docs => $"{ThisTool.Repository}/blob/main/docs/";

    /// <summary>What the upgrade view compares, and how: as <c>report upgrade</c> does.</summary>
    public static object Upgrade { get; } = new
    {
        UpgradeComparison.TightPercent,
        Metrics = UpgradeMetrics.All.Select(shown => new { shown.Metric.Name, shown.TightAmount }),
    };
}
