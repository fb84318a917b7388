namespace PerfMatrix.Evidence.Articles;

internal static class VersionsArticle
{
    private const string Hardware = "the machine is another one: a laptop's Core i9 with 24 threads there";

    private static readonly ClaimedCell s_minimal = new("hello-minimal", "net8.0", "default");
    private static readonly ClaimedCell s_controllers = s_minimal with { Scenario = "hello-controllers" };
    private static readonly ClaimedCell s_secure = On9(s_minimal) with { Scenario = "hello-minimal-https" };

    public static Article Article { get; } = new()
    {
        Number = "003",
        Source = "Rick Strahl, \"Comparing Raw ASP.NET Request Throughput across Versions: 8.0 to 9.0 Edition\", weblog.west-wind.com, 2025.",
        Finding = ".NET 9 answered 2.4 to 5.6 % fewer requests than .NET 8 and needed far less memory. HTTPS cost 10 to 15 %. The client's surface "
            + "moved the same server by 10 to 14 %.",
        Figures = new(
            "The article's figures, requests/s.",
            ["Application (client)", ".NET 7", ".NET 8", ".NET 9"],
            [
                ["minimal API (window)", "160,250", "168,250", "164,250"], ["controllers (window)", "150,500", "160,750", "151,750"],
                ["minimal API (command line)", "161,200", "189,000", "180,000"], ["controllers (command line)", "150,500", "183,250", "173,500"],
            ]),
        Setup = new("Intel Core i9, 13th generation (MSI GE68HX), 32 GB", "Windows", ".NET 7, 8 and 9",
            "not said, so what ships: server, with DATAS on .NET 9", "West Wind WebSurge, on the same machine", "task manager"),
        Scenarios = "hello-",
        Claims =
        [
            new("requests/s of the minimal API, .NET 8", 189_000, s_minimal.Value(Metric.Throughput)) { Because = Hardware },
            new("requests/s of controllers, .NET 8", 183_250, s_controllers.Value(Metric.Throughput)) { Because = Hardware },
            new("requests/s of the minimal API, .NET 9 against .NET 8", 180_000.0 / 189_000, On9(s_minimal).Over(s_minimal, Metric.Throughput))
            {
                Decimals = 3,
            },
            new("requests/s of controllers, .NET 9 against .NET 8", 173_500.0 / 183_250, On9(s_controllers).Over(s_controllers, Metric.Throughput))
            {
                Decimals = 3,
            },
            new("requests/s of the minimal API, HTTPS against HTTP", 0.87, s_secure.Over(On9(s_minimal), Metric.Throughput))
            {
                Decimals = 2,
                Because = "client and server share few CPUs here, and our client spends little on a request, so TLS is a larger part of it",
            },
            new("memory of the minimal API, .NET 9 against .NET 8", 0.1, On9(s_minimal).Over(s_minimal, Metric.PeakRss))
            {
                Decimals = 2,
                Because = "server GC has one heap a CPU, so DATAS saves little where CPUs are few, and resident memory holds the runtime's files too",
            },
        ],
        Ours = Ours,
        Further = run => [.. DefaultGc.Of(run), .. HttpsCost.Of(run)],
    };

    private static ClaimedCell On9(ClaimedCell cell) => cell with { Runtime = "net9.0" };

    private static IEnumerable<ReportPart> Ours(ArticleRun run) =>
    [
        .. AfterLoad.Of(run),
        new Bullets([.. ReportBuilder.Build(run.Run).Tables.Select(table => $"{table.Title}: {table.Headline}")]),
        run.Bars(
            "003-throughput", "Requests/s; the article's by command line.", new FigureColumn("requests/s", Metric.Throughput),
            [("minimal API, .NET 8", 189_000), ("minimal API, .NET 9", 180_000), ("controllers, .NET 8", 183_250), ("controllers, .NET 9", 173_500)]),
        run.Bars(
            "003-memory", "Peak resident memory, MB; the article has pictures of task manager only, more than ten times less on .NET 9.",
            new FigureColumn("MB", Metric.PeakRss, FigureColumn.Megabyte, 1), []),
    ];
}

/// <summary>Says what became of memory after the load, because columns that are equal look like a mistake.</summary>
internal static class AfterLoad
{
    /// <summary>A process that holds at least this share of its peak has given nothing back that matters.</summary>
    private const double Kept = 0.995;

    /// <summary>A paragraph; nothing where memory is not known.</summary>
    public static IEnumerable<ReportPart> Of(ArticleRun run)
    {
        var known = run.Measured
            .Select(variant => (Variant: variant, Peak: run.Median(variant, Metric.PeakRss), End: run.Median(variant, Metric.EndRss)))
            .Where(memory => memory is { Peak: > 0, End: not null })
            .ToList();
        var less = known.Where(memory => memory.End < Kept * memory.Peak).ToList();
        if (known.Count > 0)
            yield return new Paragraph(Sentence(When(run), known.Count, [.. less.Select(
                memory => $"{memory.Variant.Id} ({Text.Number(100 * (1 - (memory.End!.Value / memory.Peak!.Value)))} % below its peak)")]));
    }

    private static string Sentence(string when, int known, IReadOnlyList<string> less) =>
        less.Count == 0
            ? $"Peak and end are equal because {(known == 1 ? "the process" : "every process")} still held its peak {when} (within 0.5 %): "
            + $"resident memory only grew, and nothing of it was given back."
            : $"{(less.Count == known ? "Every process" : $"{less.Count} of {known} cells")} held less than the "
            + $"peak {when}: {string.Join(", ", less)}."
            + (less.Count == known ? "" : " Where peak and end are equal, nothing had been given back by then.");

    /// <summary>When the end was read, as far as the run says it.</summary>
    private static string When(ArticleRun run)
    {
        List<double?> settles = [.. run.Measured.Select(variant => run.Run.Settings.Of(variant.Cell.Scenario).SettleMs).Distinct()];
        return settles is [{ } milliseconds]
            ? milliseconds > 0 ? $"{Text.Number(milliseconds / 1000, milliseconds % 1000 == 0 ? 0 : 1)} s after the load"
            : "right after the load, where it was read"
            : "just before the stop";
    }
}
