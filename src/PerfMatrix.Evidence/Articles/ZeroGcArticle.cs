using PerfMatrix.Reporting.Gc;

namespace PerfMatrix.Evidence.Articles;

internal static class ZeroGcArticle
{
    private const string Zero = "zero";
    private const string Collecting = "workstation-nonconcurrent";

    private static readonly ClaimedCell s_usual = new("values-zero", "net10.0", "workstation");
    private static readonly ClaimedCell s_zero = s_usual with { Gc = Zero };

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
        Setup = new("not said", "Windows", ".NET Core 2.0 and 2.1 preview", "zero in workstation mode; the usual one not said, server by default",
            "SuperBenchmarker, 10 users, 100,000 requests, 10 ms pause", "process memory over time"),
        Scenarios = "values-zero",
        Columns = [.. FigureColumn.OfLoad, new FigureColumn("B/req by arena", Metric.ArenaPerRequest)],
        Claims =
        [
            new("requests/s with the usual GC", 357.8, s_usual.Value(Metric.Throughput))
            {
                Decimals = 1,
                Because = "ten users who rest 10 ms can send 1,000 requests/s; on Windows such a rest is likely one or two ticks of 15.6 ms",
            },
            new("requests/s, zero against the usual GC", 1, s_zero.Over(s_usual, Metric.Throughput)) { Decimals = 2 },
            new("memory with the usual GC, MB", 120, s_usual.Value(Metric.PeakRss, FigureColumn.Megabyte))
            {
                Because = "it is another runtime (.NET Core 2.0), another GC mode and another system",
            },
            new("memory with the zero GC after 100,000 requests, MB", 1000, s_zero.Value(Metric.PeakRss, FigureColumn.Megabyte))
            {
                Because = "a request allocates less today, and the article's GC took every piece with calloc",
            },
            new("kB for each request of the zero GC, looked at closely", 7, s_zero.Value(Metric.ArenaPerRequest, 1000))
            {
                Decimals = 1,
                Because = "routing and hosting of ASP.NET Core allocate less than in 2018: most of the article's bytes were the router's",
            },
        ],
        Ours = Ours,
        Further = run => MemoryBeside.Of(run.Run, run.Files),
    };

    private static IEnumerable<ReportPart> Ours(ArticleRun run) =>
    [
        .. WarmUps.Of(run),
        new Bullets([.. run.Measured.Where(variant => variant.Cell.Gc == Zero).Select(variant => Faults(run, variant))]),
        .. Bursts(run),
        run.Bars("001-peak-rss", "Peak resident memory, MB; the article's is after a minute.",
            new FigureColumn("MB", Metric.PeakRss, FigureColumn.Megabyte, 1), [("usual", 120), ("Zero GC", 1000)]),
    ];

    /// <summary>What never collecting changes when the processor is busy, where both were measured in one block.</summary>
    private static IEnumerable<ReportPart> Bursts(ArticleRun run)
    {
        List<string> sentences =
        [
            .. from zero in run.Measured
               where zero.Cell.Gc == Zero
               let usual = run.Find(zero.Cell.Scenario, zero.Cell.Runtime, Collecting, zero.Cell.Cores)
               where usual is not null && run.Compare(Metric.Throughput, usual, zero) is not null
               select $"{zero.Cell.Scenario}, {zero.Cell.Runtime}, {Collecting} to {Zero}: requests/s "
                   + $"{ChangeWords.InSentence(run.Compare(Metric.Throughput, usual, zero))}, CPU for each request "
                   + $"{ChangeWords.InSentence(run.Compare(Metric.CpuPerRequest, usual, zero))}; {Collecting} paused "
                   + $"{(run.Median(usual, Metric.GcPauseTotal) is { } pause ? $"{Text.Number(pause, 1)} ms" : "an unknown time")} in all.",
        ];
        if (sentences.Count == 0) yield break;
        yield return new Bullets(sentences);
        yield return new Paragraph(
            "Collecting little costs little: what is saved are the pauses and the marks of the write barrier. The zero GC pays with new memory for "
            + "every object, which the system has to give page by page and which is in no cache, where the usual GC uses a few MB again.");
    }

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
