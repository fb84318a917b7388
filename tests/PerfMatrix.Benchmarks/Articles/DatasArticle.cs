namespace PerfMatrix.Benchmarks.Articles;

internal static class DatasArticle
{
    public const string Dispatch = "gh workflow run perf-dispatch.yml -f subset=articles -f scenario=datas-live";

    // CPUs from which on a machine shows more than the choice between one heap and two.
    private const int EnoughCpus = 4;

    private static readonly FigureColumn s_peak = new("Peak RSS MB", Metric.PeakRss, Bytes.PerMegabyte, 1);

    public static Article Article { get; } = new()
    {
        Number = "000",
        Subject = "DATAS",
        Source = "Kenny Pflug, \"Optimize ASP.NET Core memory with DATAS\", thinktecture.com, 2023.",
        Finding = "Under 300 requests/s for seven minutes DATAS needed about an eighth of the memory of server GC. Left open: the number of heaps "
            + "always read 1; do heaps shrink without requests; how do collections relate to heaps?",
        Figures = new(
            "Largest memory of the process in the article.",
            ["GC mode", "Peak MB"],
            [["server (.NET 7)", "390"], ["workstation (.NET 7)", "36"], ["DATAS (.NET 8 RC 1)", "48"]]),
        Setup = new(
            "AMD Ryzen 9 5950X, 32 logical CPUs, 64 GB", "Windows 11 Pro 22621", ".NET 7 and .NET 8 RC 1", "server, workstation, DATAS",
                "NBomber, open loop, one machine", "JetBrains dotMemory 2023.2.1, PerfView 3.1.5"),
        Scenarios = "datas-",
        Legend = $"{FigureColumn.Legend} Latency under a rate that was not sustained is left out.",
        Claims = DatasClaims.All,
        Ours = Ours,
        Further = run => [.. SmallContainer.Of(run), .. Collections(run)],
    };

    private static IEnumerable<ReportPart> Ours(ArticleRun run) =>
    [
        .. run.Spread(s_peak),
        run.Bars("000-peak-rss", "Peak resident memory, MB; the article's is dotMemory's total.", s_peak,
            [("server, 32 CPUs", 390), ("workstation", 36), ("DATAS", 48)]),
        new Paragraph("Resident memory on Linux holds the mapped pages of the runtime's files (some 60 MB here), which dotMemory on Windows "
            + "does not count; server GC has one heap a CPU, so its memory grows with their number."),
        .. Pauses(run),
        .. run.Run.Machine.Cores < EnoughCpus ? [MoreHeaps(run.Run.Machine.Cores)] : Array.Empty<ReportPart>(),
    ];

    private static IEnumerable<ReportPart> Pauses(ArticleRun run)
    {
        var rows = (from variant in run.Measured
                    let rounds = run.Timelines.Where(facts => facts.Cell.Id == variant.Id).ToList()
                    where rounds.Count > 0
                    select (IReadOnlyList<CellText>)[variant.Id, Latency(variant, Metric.LatencyP99), Latency(variant, Metric.LatencyP999),
                        InRounds.Spread([.. rounds.Select(facts => facts.LongestPause.TotalMilliseconds)], 1)]).ToList();
        if (rows.Count == 0) yield break;
        yield return new Paragraph("A closed loop sends nothing while a collection stops the application, so it hides pauses: read its p99 beside "
            + "the longest pause. The scenarios whose names end in -open send at a fixed rate and count from the time a request was due.");
        yield return new DataTable(
            "Latency beside the longest pause: median over the rounds, with the smallest and the largest.",
            ["Cell", "p99 ms", "p99.9 ms", "longest pause ms"], rows);

        string Latency(VariantRecord variant, Metric metric) => run.Values(variant, metric) is { Count: > 0 } values
            ? InRounds.Spread([.. values.Select(value => value / 1000)], 1) : "-";
    }

    // The answers follow what was recorded; without a timeline there are none.
    private static List<ReportSection> Collections(ArticleRun run)
    {
        var (sections, timelines) = (GcReport.Sections(run.Run, run.Files).ToList(), run.Timelines);
        return timelines.Count == 0 ? sections : [sections[0], .. DatasAnswers.Of(timelines), .. FallingLoad.Of(timelines), .. sections.Skip(1)];
    }

    private static Paragraph MoreHeaps(int cores) => new(
        $"A process has no more heaps than CPUs, here {cores}. On two CPUs DOTNET_GCHeapCount=8, DOTNET_PROCESSOR_COUNT=8 and "
            + "DOTNET_GCNoAffinitize=1 were tried in all combinations with .NET 10 and gave two heaps each time (docs/articles.md). More heaps need "
            + $"more CPUs: {Dispatch} measures on a hosted runner with four, and then gh run download and scripts/benchmark articles report 000 "
            + "FOLDER, with the folder of its run, make this report; on machines of your own it is scripts/perfmatrix run --subset articles "
            + "--scenario datas-live --driver crank --profile lab.");
}

/// <summary>DATAS's stated purpose: less memory in a small container than under server GC, at what cost.</summary>
internal static class SmallContainer
{
    private static readonly (Metric Metric, string Name)[] s_metrics = [(Metric.PeakRss, "peak memory"), (Metric.EndRss, "memory at the end"),
        (Metric.LatencyP99, "p99"), (Metric.CpuPerRequest, "CPU for each request")];

    public static IEnumerable<ReportSection> Of(ArticleRun run)
    {
        var limited = run.Measured.Where(variant => variant.Cell.Limits.Any).ToList();
        if (limited.Count == 0) yield break;
        yield return new ReportSection("In a small container",
        [
            new Paragraph("The article says what DATAS is for: server GC where several CPUs have little memory, as in a container. Everything below "
                + "was measured within the limits that the cells name, while the load fell."),
            .. Bullets.Of(Sentences(run, limited)),
            run.Table("Medians over the good rounds.", FigureColumn.OfLoad, limited),
        ]);
    }

    private static IReadOnlyList<string> Sentences(ArticleRun run, IReadOnlyList<VariantRecord> limited) =>
    [
        .. from datas in limited
           where datas.Cell.Gc == DatasClaims.Datas
           from other in limited
           where other != datas && other.Cell.With(Axis.Gc, DatasClaims.Datas).Id == datas.Cell.Id
           select $"{datas.Cell.Scenario}, {datas.Cell.Runtime}, {other.Cell.GcWithLimits} to {DatasClaims.Datas}: "
               + string.Join(", ", s_metrics.Select(one => $"{one.Name} {ChangeWords.InSentence(run.Compare(one.Metric, other, datas))}"))
               + $"; {run.Rounds(other)} and {run.Rounds(datas)} good rounds.",
    ];
}
