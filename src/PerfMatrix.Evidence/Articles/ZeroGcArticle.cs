using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;

namespace PerfMatrix.Evidence.Articles;

/// <summary>001: a GC that never collects.</summary>
internal static class ZeroGcArticle
{
    public static Article Article { get; } = new()
    {
        Number = "001",
        Source = "Konrad Kokosa, \"Zero GC in .NET Core 2.1 and ASP.NET Core\", tooslowexception.com, 2018.",
        Finding = "A GC that only allocates served a web API almost as fast as the usual one; its memory grew to 1 GB in a minute, 55 kB per "
            + "request at first sight and 7 kB when looked at closely.",
        Figures = new(
            "The article's figures.",
            ["GC", "requests/s", "memory after a minute MB", "kB per request"],
            [["usual (.NET Core 2.0)", "357.8", "120", "-"],
                ["Zero GC (.NET Core 2.1 preview)", "a little lower", "1,000", "55 (7 of the request itself)"]]),
        Setup = new("not said", "Windows", ".NET Core 2.0 and 2.1 preview", "SuperBenchmarker, 10 users, 100,000 requests, 10 ms pause",
            "process memory over time"),
        Scenarios = "values-zero",
        Columns = [.. FigureColumn.OfLoad, new FigureColumn("B/req by arena", Metric.ArenaPerRequest)],
        Ours = Ours,
        Further = run => MemoryBeside.Of(run.Run, run.Files),
    };

    private static IEnumerable<ReportPart> Ours(ArticleRun run) =>
    [
        .. WarmUps.Of(run),
        new Bullets([.. run.Measured.Where(variant => variant.Cell.Gc == "zero").Select(variant => Faults(run, variant))]),
        run.Bars("001-peak-rss", "Peak resident memory, MB; the article's is after a minute.",
            new FigureColumn("MB", Metric.PeakRss, FigureColumn.Megabyte, 1), [("usual", 120), ("Zero GC", 1000)]),
    ];

    /// <summary>A round with a single failed request, or whose process ended, is not good.</summary>
    private static string Faults(ArticleRun run, VariantRecord variant)
    {
        var (good, planned) = (run.GoodRounds(variant), run.Run.Settings.Of(variant.Cell.Scenario).Rounds);
        var each = run.Run.Settings.Of(variant.Cell.Scenario).Requests is { } requests ? $" of {Text.Number(requests)} requests" : "";
        return planned == good
            ? $"{variant.Id}: {(good == 1 ? "1 round" : $"{Text.Number(good)} rounds")}{each} without a fault."
            : $"{variant.Id}: {Text.Number(good)} {(planned is null ? "" : $"of {planned} ")}rounds{each} without a "
            + $"fault{(planned is null ? "; how many were planned is not known" : "; the others failed or were not measured")}.";
    }
}
