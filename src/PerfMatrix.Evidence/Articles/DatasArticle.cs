using PerfMatrix.Reporting.Gc;

namespace PerfMatrix.Evidence.Articles;

internal static class DatasArticle
{
    private const string Newest = "net10.0";
    private const string Datas = "datas";

    private const string Mapped =
        "resident memory on Linux holds the mapped pages of the runtime's files, some 60 MB, which dotMemory does not count";

    private const string Heaps = "server GC has one heap a CPU: 32 there, as many as there are CPUs here";

    public static Article Article { get; } = new()
    {
        Number = "000",
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
        Claims =
        [
            new("peak memory of server, MB", 390, Call("server").Value(Metric.PeakRss, FigureColumn.Megabyte)) { Because = Heaps },
            new("peak memory of workstation, MB", 36, Call("workstation").Value(Metric.PeakRss, FigureColumn.Megabyte)) { Because = Mapped },
            new("peak memory of DATAS, MB", 48, Call(Datas).Value(Metric.PeakRss, FigureColumn.Megabyte)) { Because = Mapped },
            new("peak memory, DATAS against server", 48.0 / 390, Call(Datas).Over(Call("server"), Metric.PeakRss))
            {
                Decimals = 2,
                Because = Heaps,
            },
            new("largest number of heaps under DATAS", 1, new ClaimedCell("datas-live", Newest, Datas).Value(Metric.HeapCountMax))
            {
                Because = "PerfView's summary takes the number at the first collection, and with 200 MB alive collections cost enough for another",
            },
        ],
        Ours = Ours,
        Further = run => GcReport.Sections(run.Run, run.Files),
    };

    // CPUs from which on a machine shows more than the choice between one heap and two.
    private const int EnoughCpus = 4;

    private static readonly FigureColumn s_peak = new("Peak RSS MB", Metric.PeakRss, FigureColumn.Megabyte, 1);

    private static ClaimedCell Call(string gc) => new("datas-call", Newest, gc);

    private static IEnumerable<ReportPart> Ours(ArticleRun run) =>
    [
        .. run.Spread(s_peak),
        run.Bars("000-peak-rss", "Peak resident memory, MB; the article's is dotMemory's total.", s_peak,
            [("server, 32 CPUs", 390), ("workstation", 36), ("DATAS", 48)]),
        new Paragraph("Resident memory on Linux holds the mapped pages of the runtime's files (some 60 MB here), which dotMemory on Windows "
            + "does not count; server GC has one heap a CPU, so its memory grows with their number."),
        new Paragraph("A closed loop sends nothing while a collection stops the application, so it hides pauses: read its p99 beside the longest "
            + "pause. The scenarios whose names end in -open send at a fixed rate and count from the time a request was due."),
        .. run.Run.Machine.Cores < EnoughCpus ? [MoreHeaps(run.Run.Machine.Cores)] : Array.Empty<ReportPart>(),
    ];

    private static Paragraph MoreHeaps(int cores) => new(
        $"A process has no more heaps than CPUs, here {cores}. On two CPUs DOTNET_GCHeapCount=8, DOTNET_PROCESSOR_COUNT=8 and "
            + "DOTNET_GCNoAffinitize=1 were tried in all combinations with .NET 10 and gave two heaps each time. More heaps need more CPUs: "
            + "gh workflow run perf-dispatch.yml -f subset=articles -f scenario=datas-live measures on a hosted runner with four; on machines of "
            + "your own it is scripts/perfmatrix run --subset articles --scenario datas-live --driver crank --profile lab.");
}
