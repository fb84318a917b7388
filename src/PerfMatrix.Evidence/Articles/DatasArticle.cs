using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;

namespace PerfMatrix.Evidence.Articles;

/// <summary>000: memory under DATAS.</summary>
internal static class DatasArticle
{
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
            "AMD Ryzen 9 5950X, 32 logical CPUs, 64 GB", "Windows 11 Pro 22621", ".NET 7 and .NET 8 RC 1", "NBomber, open loop, one machine",
                "JetBrains dotMemory 2023.2.1, PerfView 3.1.5"),
        Scenarios = "datas-",
        Legend = $"{FigureColumn.Legend} Latency under a rate that was not sustained is left out.",
        Ours = Ours,
        Further = run => GcReport.Sections(run.Run, run.Files),
    };

    private static IEnumerable<ReportPart> Ours(ArticleRun run) =>
    [
        run.Bars("000-peak-rss", "Peak resident memory, MB; the article's is dotMemory's total.",
            new FigureColumn("MB", Metric.PeakRss, FigureColumn.Megabyte, 1), [("server, 32 CPUs", 390), ("workstation", 36), ("DATAS", 48)]),
        new Paragraph("Resident memory on Linux holds the mapped pages of the runtime's files (some 60 MB here), which dotMemory on Windows "
            + "does not count; server GC has one heap a CPU, so its memory grows with their number."),
    ];
}
