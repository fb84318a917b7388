namespace PerfMatrix.Benchmarks.Articles;

internal static class ZeroGcArticle
{
    private const string Zero = "zero";
    private const string Collecting = "workstation-nonconcurrent";

    private static readonly ClaimedCell s_usual = new("values-zero", "net10.0", "default");
    private static readonly ClaimedCell s_zero = s_usual with { Gc = Zero };

    public static Article Article { get; } = new()
    {
        Number = "001",
        Subject = "Zero GC",
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
            new FigureClaim("requests/s with the usual GC", 357.8, s_usual.Value(Metric.Throughput))
            {
                Decimals = 1,
                IfMore = "ten users who rest 10 ms can send 1,000 requests/s; on Windows such a rest is likely one or two ticks of 15.6 ms",
            },
            StatementClaim.Of("the usual GC serves slightly more requests than the zero GC", "357.8/s, the other a little fewer", Metric.Throughput,
                s_usual, s_zero, Difference.Worse,
                (Difference.Better, "ten users rest 10 ms after each answer, and answers of the zero GC come sooner: nothing collects beside them"),
                (Difference.None, "at this pace users rest most of the time, and our GC takes memory by moving a pointer, not by calloc")),
            new FigureClaim("memory with the usual GC at the end, MB", 120, s_usual.Value(Metric.EndRss, Bytes.PerMegabyte))
            {
                Because = "it is another runtime (.NET Core 2.0) and another system",
            },
            FigureClaim.OfChange("memory with the usual GC from 20,000 requests to the end", 1,
                s_usual.OfTimelines(facts => facts.EndRss().Megabytes / RssAfter(facts, 20_000.0 / 100_000))),
            new FigureClaim("memory with the zero GC after 20,000 requests, a minute there, MB", 1000,
                s_zero.OfTimelines(facts => RssAfter(facts, 20_000.0 / 100_000)))
            {
                IfLess = "a request allocates less today, and the article's GC took every piece with calloc",
            },
            new FigureClaim("memory for each request of the zero GC, kB", 55, s_zero.OfTimelines(facts => GrowthPerRequest(facts, 100_000)))
            {
                Decimals = 1,
                IfLess = "a request allocates less today, and the article's GC took every piece with calloc, which rounds up and keeps its books",
            },
            new FigureClaim("kB for each request of the zero GC, looked at closely", 7, s_zero.Value(Metric.ArenaPerRequest, 1000))
            {
                Decimals = 1,
                IfLess = "routing and hosting of ASP.NET Core allocate less than in 2018: most of the article's bytes were the router's",
            },
            StatementClaim.Cannot("most of the bytes come from the router", "RouterMiddleware", "no request passes one since ASP.NET Core 3.0"),
            StatementClaim.Cannot("a bump pointer would be noticeably faster than calloc", "assumed", "our GC has the bump pointer only"),
            StatementClaim.Always("under server GC the zero GC crashes", "its write barrier needs cards", "it runs (ZeroGcTests, .NET 8, 9 and 10)",
                "differs because our GC has card tables, and the article's had none"),
            new StatementClaim("a variable of the environment loads a GC of one's own", "it does",
                run => s_zero.Of(run, Metric.ArenaPerRequest) is { Count: > 0 } rounds
                    ? new("its arena counted bytes in all of them", "reproduced", Text.Number(rounds.Count)) : null),
            StatementClaim.WithoutFault("a GC that never collects can run ASP.NET Core", "it does", s_zero),
            StatementClaim.Cannot("a GC with another major version of the interface is refused", "it is",
                "perfmatrix refuses such a library itself before it starts a process"),
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
            new FigureColumn("MB", Metric.PeakRss, Bytes.PerMegabyte, 1), [("usual", 120), ("Zero GC", 1000)]),
    ];

    /// <summary>What never collecting changes when the processor is busy, where both were measured in one block.</summary>
    private static IEnumerable<ReportPart> Bursts(ArticleRun run)
    {
        var pairs = (from zero in run.Measured
                     where zero.Cell.Gc == Zero
                     let usual = run.Find(zero.Cell.Scenario, zero.Cell.Runtime, Collecting, zero.Cell.Cores)
                     where usual is not null && run.Compare(Metric.Throughput, usual, zero) is not null
                     select (Usual: usual, Zero: zero)).ToList();
        if (pairs.Count == 0) yield break;
        yield return new Bullets([.. pairs.Select(pair => $"{pair.Zero.Cell.Scenario}, {pair.Zero.Cell.Runtime}, {Collecting} to {Zero}: requests/s "
            + $"{ChangeWords.InSentence(run.Compare(Metric.Throughput, pair.Usual, pair.Zero))}, CPU for each request "
            + $"{ChangeWords.InSentence(run.Compare(Metric.CpuPerRequest, pair.Usual, pair.Zero))}; {Collecting} paused "
            + $"{(run.Median(pair.Usual, Metric.GcPauseTotal) is { } pause ? $"{Text.Number(pause, 1)} ms" : "an unknown time")} in all.")]);
        yield return new Paragraph(Reason([.. pairs.Select(pair => run.Compare(Metric.Throughput, pair.Usual, pair.Zero)!.Difference).Distinct()]));
    }

    private static string Reason(IReadOnlyList<Difference> found)
    {
        const string Saves = "Never collecting saves the pauses and the marks of the write barrier";
        const string Pays = "new memory for every object, which the system gives page by page (scripts/benchmark zerogc measures what that costs "
            + "an object); the usual GC uses a few MB again, which are in the cache";
        return found is [Difference.Better] ? $"{Saves}, and here that is more than it pays for: {Pays}."
            : found is [Difference.Worse] ? $"{Saves}, and pays for that with more: {Pays}."
            : $"{Saves}, and pays for that: {Pays}. Which of them is more, these figures do not say alike everywhere.";
    }

    private static double? RssAfter(TimelineFacts facts, double share) => facts.Timeline is { Interrupted: null, Points: [.., var last] points }
        ? points.LastOrDefault(point => point.At <= share * last.At)?.Process.Rss.Megabytes : null;

    private static double? GrowthPerRequest(TimelineFacts facts, int requests) =>
        facts.Timeline.Interrupted is null ? (facts.EndRss().Count - facts.StartRss().Count) / 1000.0 / requests : null;

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
