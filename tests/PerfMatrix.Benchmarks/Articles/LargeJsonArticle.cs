namespace PerfMatrix.Benchmarks.Articles;

internal static class LargeJsonArticle
{
    private const string Streamed = "-streamed";
    private const double Gigabyte = 1e9;
    private const double Kilobyte = 1000;
    private const string Warm = "-warm";

    /// <summary>Why ours is slower. Another machine alone would be so for every endpoint.</summary>
    private const string Cold = "a new process answers on another machine" + Claim.Rest;

    /// <summary>Why ours is faster.</summary>
    private const string Profiled =
        "the machine is another one, and a profiler that records allocations was attached to the article's application";

    /// <summary>Characters or bytes of a value (workloads/LargeJson/LargeValues.cs); a smaller share in large objects tells of reuse.</summary>
    private const double SmallShare = 0.1 * 1_000_000;

    // Requests/s are the bytes that bombardier read, over the time of its requests, divided by the size of an answer (1.3, 1.0 and 4.3 MB); a mean
    // latency over 50 connections allows at most 883, 1,630 and 271.
    private static readonly EndpointFigures[] s_figures =
    [
        new("binary", 862, 41.95, 88.42, 206.17, 1.15),
        new("string", 1600, 22.20, 61.26, 143.50, 1.60),
        new("escaped-string", 268, 168.10, 270.62, 429.57, 1.16),
    ];

    private static readonly string[] s_runtimes = ["net8.0", "net9.0", "net10.0"];
    private static readonly FigureColumn s_rate = new("GB/s", Metric.ResponseRate, Gigabyte, 2);
    private static readonly FigureColumn s_large = new("LOH kB/req", Metric.LargeAllocatedPerRequest, Kilobyte, 1);

    private static readonly FigureColumn[] s_columns =
    [
        new("req/s", Metric.Throughput),
        s_rate,
        new("p50 ms", Metric.LatencyP50, 1000, 2),
        new("p99 ms", Metric.LatencyP99, 1000, 2),
        s_large,
        new("allocated kB/req", Metric.AllocatedPerRequest, Kilobyte, 1),
        new("gen2/1k", Metric.Gen2PerThousand, 1, 2),
        new("pause ms", Metric.GcPauseTotal, 1, 1),
        new("peak RSS MB", Metric.PeakRss, Bytes.PerMegabyte, 1),
    ];

    public static Article Article { get; } = new()
    {
        Number = "002",
        Subject = "Large values as JSON",
        Source = "\"Serializing large values with System.Text.Json lead to large memory allocations in LOH\", experiment on GitHub, 2024.",
        Finding = "The JSON writer keeps a whole value in memory before it goes out, so answers with a value of a million characters "
            + "allocate on the large object heap.",
        Figures = new(
            "The article's figures: 1,000 requests over 50 connections. What bombardier prints as requests/s is the mean of samples of 20 ms "
                + "each, and its progress bar counts the time up to its next redraw, at most 200 ms behind the last answer. Its bytes are "
                + "counted over the time of the requests, in units of 2^30; the last two columns follow from them and from the size of an answer.",
            ["Endpoint", "mean of samples", "by the bar", "2^30 bytes/s", "p50 ms", "p99 ms", "requests/s", "GB/s"],
            [["/binary", "895", "807", "1.07", "41.95", "206.17", "862", "1.15"],
                ["/string", "2,067", "1,380", "1.49", "22.20", "143.50", "1,600", "1.60"],
                ["/escaped-string", "275", "253", "1.08", "168.10", "429.57", "268", "1.16"]]),
        Setup = new(
            "not said", "Windows", "not said", "not said: server by default", "bombardier, 50 connections",
            "Visual Studio, .NET Object Allocation Tracking")
        {
            Application = "Development, under Visual Studio's profiler; values of 'a', and of a slash and an emoji",
            OurApplication = "Production; values as long, with as many bytes to escape",
        },
        Scenarios = "large-json",
        Claims =
        [
            .. from endpoint in s_figures from claim in OfEndpoint(endpoint) select claim,
            StatementClaim.Cannot("mean, p75, p95 and the largest latency",
                "56.62, 61.32, 182.32 and 209.70 ms of /binary; 30.68, 25.28, 89.86 and 202.43 of /string; 184.30, 207.65, 368.58 and 466.25 of "
                    + "/escaped-string", "the metrics of latency are p50, p90, p99 and p99.9"),
            .. from kind in new[] { "", Warm }
               from figure in s_figures
               where figure.Name != "string"
               select AgainstString(figure.Name, kind, figure.Requests / 1600),
            .. from endpoint in s_figures from runtime in s_runtimes select OnTheHeap(endpoint.Name, runtime),
            .. from runtime in s_runtimes
               select new StatementClaim(
                   $"the writer holds a whole value before it goes out, {Named(runtime)}", "it does", run => InParts(run, runtime)),
        ],
        Legend = "Medians over the good rounds. LOH is what a request allocates in objects of 85,000 bytes and more, allocated is all it allocates; "
            + "kB are 1,000 bytes. GB/s are 10^9 bytes of answers in a second, gen2/1k collections of generation 2 in 1,000 requests, "
            + "pause all pauses of a round together, RSS resident memory in 2^20 bytes.",
        Columns = s_columns,
        Ours = Ours,
        Further = SideBySide,
    };

    private static ClaimedCell Cell(string endpoint, string runtime = "net10.0") => new($"large-json-{endpoint}", runtime, "default");

    private static string Named(string runtime) => $".NET {runtime[3..^2]}";

    private static IEnumerable<Claim> OfEndpoint(EndpointFigures endpoint)
    {
        return
        [
            Of("requests/s of", "", endpoint.Requests, Metric.Throughput, 1, 0),
            Of("p50 of", ", ms", endpoint.P50, Metric.LatencyP50, 1000, 2),
            Of("p90 of", ", ms", endpoint.P90, Metric.LatencyP90, 1000, 2),
            Of("p99 of", ", ms", endpoint.P99, Metric.LatencyP99, 1000, 2),
            Of("GB/s of", "", endpoint.Rate, Metric.ResponseRate, Gigabyte, 2),
            StatementClaim.WithoutFault($"every answer of /{endpoint.Name} is a good one", "1,000 of 1,000", Cell(endpoint.Name)),
        ];

        FigureClaim Of(string what, string unit, double figure, Metric metric, double scale, int decimals) =>
            new($"{what} the first /{endpoint.Name} answers{unit}", figure, Cell(endpoint.Name).Value(metric, scale))
            {
                Decimals = decimals,
                Because = Cold,
                IfMore = metric.Direction == Direction.HigherIsBetter ? Profiled : null,
                IfLess = metric.Direction == Direction.LowerIsBetter ? Profiled : null,
            };
    }

    // What a start costs weighs more where answers are fast, so the first ones lie closer together than those behind a warm-up.
    private static FigureClaim AgainstString(string endpoint, string kind, double figure) => new(
        $"requests/s, /{endpoint} against /string, {(kind == Warm ? "behind a warm-up" : "first answers")}", figure,
        Cell(endpoint + kind).Over(Cell("string" + kind), Metric.Throughput))
    {
        Decimals = 2,
        IfMore = kind == Warm ? null
            : "a new process answers, whose start weighs more where answers are fast: see the line behind a warm-up" + Claim.Rest,
    };

    private static StatementClaim OnTheHeap(string endpoint, string runtime) => new(
        $"/{endpoint} allocates on the large object heap, {Named(runtime)}", "it does", run =>
        Cell(endpoint, runtime).Value(Metric.LargeAllocatedPerRequest)(run) is not { } large ? null : new(
            $"{Text.Number(large.Value / Kilobyte, 1)} kB for each of the first requests",
            large.Interval is { } interval && interval.Low < SmallShare && interval.High >= SmallShare ? Claim.Open
            : large.Value >= SmallShare ? "reproduced"
            : "differs because most answers find a buffer in the pool, which counts in resident memory", large.Rounds));

    private static Statement? InParts(ArticleRun run, string runtime)
    {
        var whole = Cell("string", runtime).Of(run, Metric.LargeAllocatedPerRequest);
        var parts = Cell("string" + Streamed, runtime).Of(run, Metric.LargeAllocatedPerRequest);
        if (whole.Count == 0 || parts.Count == 0) return null;
        return new($"{Shown(whole)} kB on the large object heap for each request, {Shown(parts)} written in parts", Claim.Smaller(parts, whole),
            $"{whole.Count} and {parts.Count}");

        static string Shown(IReadOnlyList<double> bytes) => Text.Number(OrderStatistics.Median([.. bytes]) / Kilobyte, 1);
    }

    private static IEnumerable<ReportPart> Ours(ArticleRun run) =>
    [
        .. WarmUps.Of(run),
        .. TrimmedPool.Of(run),
        run.Bars("002-throughput", "Requests/s.", new FigureColumn("requests/s", Metric.Throughput),
            [.. s_figures.Select(figure => ($"/{figure.Name}", figure.Requests))]),
        run.Bars("002-rate", "Bytes of answers, GB/s.", s_rate, [.. s_figures.Select(figure => ($"/{figure.Name}", figure.Rate))]),
        run.Bars("002-loh", "Allocated on the large object heap, kB per request; the article gives no figure.", s_large, []),
    ];

    private static IEnumerable<ReportSection> SideBySide(ArticleRun run)
    {
        var pairs = (from streamed in run.Measured
                     where streamed.Cell.Scenario.EndsWith(Streamed, StringComparison.Ordinal)
                     from serialized in run.Measured
                     where serialized.Cell.Scenario + Streamed == streamed.Cell.Scenario && PlaceOf(serialized) == PlaceOf(streamed)
                     select (Serialized: serialized, Streamed: streamed)).ToList();
        if (pairs.Count == 0) yield break;
        FigureColumn[] columns = [.. s_columns.Where(column =>
            new[] { Metric.Throughput, Metric.LargeAllocatedPerRequest, Metric.AllocatedPerRequest, Metric.PeakRss }.Contains(column.Metric))];
        yield return new ReportSection("Serialised beside streamed",
        [
            new DataTable(
                "The same answers to the byte: written by the serializer as one value, and in parts of at most 4 KiB, flushed every 16 KiB. On "
                    + ".NET 10 and newer the segment methods of Utf8JsonWriter write them. Changes are those of streamed against serialised, with "
                    + "the 95 % interval. Each was measured in a block of its own, so it compares all rounds of one with all of the other.",
                ["Cell", "requests/s %", "allocated %", "peak RSS %", .. columns.SelectMany(column => new[] { column.Heading, "streamed" })],
                [.. pairs.Select(pair => (IReadOnlyList<CellText>)[pair.Serialized.Id,
                    .. new[] { Metric.Throughput, Metric.AllocatedPerRequest, Metric.PeakRss }.Select(
                        metric => ChangeWords.InTable(run.Compare(metric, pair.Serialized, pair.Streamed))),
                    .. from column in columns
                       from variant in new[] { pair.Serialized, pair.Streamed }
                       select column.Shown(run.Median(variant, column.Metric))])]),
        ]);

        static (string, string, int) PlaceOf(VariantRecord variant) => (variant.Cell.Runtime, variant.Cell.Gc, variant.Cell.Cores);
    }

    /// <summary>What the article says of an endpoint: latencies in ms, the rate in GB/s.</summary>
    private sealed record EndpointFigures(string Name, double Requests, double P50, double P90, double P99, double Rate);
}
