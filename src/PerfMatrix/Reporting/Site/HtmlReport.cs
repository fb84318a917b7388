namespace PerfMatrix.Reporting.Site;

/// <summary>The report of one run as a single HTML file: opens from disk, from an artifact or a mail, without a network.</summary>
internal static class HtmlReport
{
    /// <summary>The page of a run whose document is on disk, with what is beside it, but one timeline a variant: all would make it huge.</summary>
    public static string Format(string document, RunDocument run, GatePolicy policy)
    {
        var (folder, timelines) = (Path.GetDirectoryName(document)!, TimelineFiles.Read(document, run));
        return SitePage.SelfContained(PageData.Format(new
        {
            Mode = "report",
            Metrics = Metric.All.Select(
                metric => new { metric.Name, metric.Title, metric.Unit, metric.Direction, metric.Decimals, metric.Description }),
            Same = PageData.Same(policy),
            PageData.Upgrade,
            PageData.Docs,
            DocumentSha256 = Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(document))),
            Run = run,
            Timelines = timelines.Timelines.DistinctBy(timeline => timeline.Variant)
                .Select(timeline => JsonSerializer.SerializeToElement(timeline, ContractJson.Default.GcTimeline)),
            TimelineProblems = timelines.Problems,
            Why = WhyDocument.File.Beside(folder),
            Gc = GcDocument.File.Beside(folder),
        }));
    }

    public static void Write(string path, string document, RunDocument run, GatePolicy policy) =>
        AtomicFile.Write(path, Encoding.UTF8.GetBytes(Format(document, run, policy)));
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
        DecisionLooks.InForce.SameConfidencePercent,
        Metrics = policy.Metrics.Where(metric => metric.DetectPercent is not null)
            .ToDictionary(metric => metric.Metric, metric => metric.DetectPercent),
        policy.Scenarios,
    };

    /// <summary>The documentation as the commit of this tool has it: a page that is kept keeps its anchors.</summary>
    public static string Docs => $"{ThisTool.Repository}/blob/{ThisTool.Info.Commit ?? "main"}/docs/";

    /// <summary>What the upgrade view compares, and how: as <c>report upgrade</c> does.</summary>
    public static object Upgrade { get; } = new
    {
        UpgradeComparison.CountedPercent,
        Metrics = UpgradeMetrics.All.Select(shown => new { shown.Metric.Name, shown.CountedAmount }),
    };
}
