namespace PerfMatrix.Benchmarks.Articles;

internal static class DatasClaims
{
    public const string Datas = "datas";

    private const string Newest = "net10.0";

    private const double FullOfServer = 4;
    private static readonly TimeSpan s_level = TimeSpan.FromSeconds(100);

    private const string Mapped =
        "resident memory on Linux holds the mapped pages of the runtime's files, some 60 MB, which dotMemory does not count";

    private const string Heaps = "server GC has one heap a CPU: 32 there, as many as there are CPUs here";

    private static readonly ClaimedCell s_idle = new("datas-idle", Newest, Datas);
    private static readonly ClaimedCell s_falling = new("datas-falling", Newest, Datas);
    private static readonly ClaimedCell s_container = s_falling with { Limits = new(new Bytes(512L << 20), new CpuAmount(2000)) };
    private static readonly ClaimedCell s_live = new("datas-live", Newest, Datas);

    public static IReadOnlyList<Claim> All { get; } =
    [
        new FigureClaim("memory at the start, MB", 80, Call("server").OfTimelines(facts => facts.StartRss().Megabytes))
        {
            Because = "it is another system and another runtime",
        },
        new FigureClaim("peak memory of server, MB", 390, Call("server").Value(Metric.PeakRss, Bytes.PerMegabyte)) { Because = Heaps },
        new FigureClaim("peak memory of workstation, MB", 36, Call("workstation").Value(Metric.PeakRss, Bytes.PerMegabyte)) { IfMore = Mapped },
        new FigureClaim("peak memory of DATAS, MB", 48, Call(Datas).Value(Metric.PeakRss, Bytes.PerMegabyte)) { IfMore = Mapped },
        new FigureClaim("peak memory of DATAS on .NET 8, MB", 48,
            (Call(Datas) with { Runtime = "net8.0" }).Value(Metric.PeakRss, Bytes.PerMegabyte)) { IfMore = Mapped },
        new FigureClaim("peak memory, DATAS against server", 48.0 / 390, Call(Datas).Over(Call("server"), Metric.PeakRss))
        {
            Decimals = 2,
            IfMore = Heaps,
        },
        new StatementClaim("full collections of server at this load", Text.Number(FullOfServer), FullCollections),
        Compared("workstation collects more often than server", "more often", Call("server"), Call("workstation"), Number, "collections",
            "so few requests fill either budget a few times only, and server GC has a heap with a budget for each CPU"),
        Compared("DATAS collects more often than server", "more often", Call("server"), Call(Datas), Number, "collections"),
        Compared("server spends less time in collections than workstation", "less", Call("server"), Call("workstation"),
            facts => facts.Pauses.TotalMilliseconds, "ms of pauses"),
        Compared("a collection of server takes longer than one of workstation", "longer", Call("workstation"), Call("server"),
            facts => 1000 * facts.Pauses.TotalMilliseconds / Math.Max(1, Number(facts)), "us for each collection",
            "a heap of the same size takes server GC less time, because it collects on all CPUs at once"),
        Rounds("memory of workstation stays level after 1:40", "it does", Call("workstation"), facts =>
            facts.Timeline.Points.LastOrDefault(point => point.At <= s_level) is { } then && facts.Timeline.Points[^1].At > s_level
                ? facts.EndRss().Count <= (1 + Claim.Tolerance) * then.Process.Rss.Count : null, "more than 10 % more"),
        HeapsAre("server has a heap for each CPU", Call("server"), facts => facts.Cell.Processors),
        HeapsAre("workstation has one heap", Call("workstation"), _ => 1),
        new FigureClaim("largest number of heaps at this load", 1, Call(Datas).Value(Metric.HeapCountMax)),
        new FigureClaim("largest number of heaps with 200 MB alive, .NET 8", 1, (s_live with { Runtime = "net8.0" }).Value(Metric.HeapCountMax)),
        new FigureClaim("largest number of heaps with 200 MB alive, .NET 8 (here 10)", 1, s_live.Value(Metric.HeapCountMax))
        {
            IfMore = "it is a newer DATAS than that of the article, whose runtime has a line of its own",
        },
        // Other scenarios fill their memory first, and have had ten collections when the recording begins.
        Rounds("DATAS starts with a single heap", "one", Call(Datas),
            facts => facts.Timeline.Collections is [{ Gc: { Number: <= 2 } first }, ..] ? first.Heaps == 1 : null,
            "more at the first collection"),
        StatementClaim.Cannot("the ramps of memory at the start and at 3:40 are changes of the number of heaps", "assumed",
            "a process has no more heaps than CPUs, and the article's machine had 32"),
        new StatementClaim("every third collection decides about heaps", "every third", DatasDecisions.EveryThird),
        new StatementClaim("the throughput cost decides about more heaps", "it does", DatasDecisions.MoreHeaps),
        StatementClaim.Cannot("the space cost decides whether heaps become fewer", "it does", "since .NET 9 no event of DATAS tells of such a cost"),
        StatementClaim.Cannot("a change of heaps stops the application", "as a compacting collection",
            "no event tells such a stop from the pause of its collection"),
        Rounds("heaps become more in a burst", "they do", s_idle, facts => facts.Collections is [{ Gc.Heaps: 1 }, ..]
            ? facts.Heaps[^1].Heaps > 1 : null, "not more"),
        Rounds("DATAS may stay below a heap for each CPU in a burst", "it may", s_idle,
            facts => facts.Cell.Processors > 2 && facts.Heaps is [.., var most] && most.Heaps > 1 ? most.Heaps < facts.Cell.Processors : null,
            "as many as CPUs") with
        {
            Lacks = "with two CPUs there is no number between one heap and a heap for each",
        },
        Fewer("when the burst is over", s_falling),
        Fewer("when the burst is over, in a small container", s_container),
        StatementClaim.Of("DATAS needs less memory than server in a small container", "what it is for", Metric.PeakRss,
            s_container with { Gc = "server" }, s_container, Difference.Better),
        Rounds("heaps do not become fewer without requests (asked, not answered)", "asked", s_idle,
            facts => !facts.Silence?.HeapsShrank(), "fewer", "they do become fewer", "answered: they do not"),
        Rounds("nothing is collected without allocation", "nothing", s_idle, facts => facts.Silence is { } silence
            ? !facts.Collections.Any(one => one.At > silence.First.At && one.At < silence.Last.At) : null, "collected"),
        BudgetDecides("with 200 MB alive", s_live),
        BudgetDecides("at this load, DATAS", Call(Datas)),
        BudgetDecides("at this load, server", Call("server")),
        StatementClaim.Of("server and workstation need not differ in throughput", "perhaps none", Metric.Throughput,
            s_live with { Gc = "workstation" }, s_live with { Gc = "server" }, Difference.None,
            (Difference.Better, "with 200 MB alive collections cost much, and server GC collects on all CPUs")),
        new StatementClaim("one CPU means workstation GC, more mean server GC", "by default", ByDefault),
        StatementClaim.Always("with a heap count set there is no DATAS", "documented",
            "two heaps at the first collection, where DATAS has one (TimelineTests, .NET 8, 9 and 10)", "reproduced"),
        StatementClaim.Cannot("in workstation mode there is no DATAS", "it cannot be used", "workstation GC has one heap with DATAS or without"),
    ];

    // dotMemory marks a collection, not its generation: where most are younger ones, they may be among the article's.
    private static Statement? FullCollections(ArticleRun run)
    {
        List<TimelineFacts> rounds = [.. Call("server").Timelines(run)];
        if (rounds.Count == 0) return null;
        double[] full = [.. rounds.Select(facts => (double)facts.Collections.Count(collection => collection.Gc.Generation == 2))];
        double[] all = [.. rounds.Select(Number)];
        var median = OrderStatistics.Median(full);
        return new($"{InRounds.Spread(full)} of {InRounds.Spread(all)} collections were full ones",
            Math.Abs(median - FullOfServer) <= Claim.Tolerance * FullOfServer ? "reproduced"
            : Claim.Differs(median < FullOfServer && 2 * median < OrderStatistics.Median(all)
                ? "dotMemory's mark says a collection, and here most were of generation 0 or 1"
                : rounds.Sum(facts => facts.Collections.Count(AskedByLarge)) > all.Sum() / 2
                    ? "large objects ask for most of them here" + Claim.Rest : null), Text.Number(rounds.Count));
    }

    // What processes said of themselves that no GC variable was set for.
    private static Statement? ByDefault(ArticleRun run)
    {
        List<VariantRecord> shipped = [.. run.Measured.Where(variant => variant.Cell.Gc == DefaultGc.Shipped && variant.Proof is not null)];
        var (one, more) = (shipped.FindAll(variant => variant.Cell.Cores == 1), shipped.FindAll(variant => variant.Cell.Cores > 1));
        return one.Count == 0 || more.Count == 0 ? null : new(
            $"{Names(one)} on one CPU, {Names(more)} on {string.Join(" and ", more.Select(variant => variant.Cell.Cores).Distinct().Order())}",
            one.TrueForAll(variant => !variant.Proof!.IsServerGc) && more.TrueForAll(variant => variant.Proof!.IsServerGc) ? "reproduced"
                : Claim.Differs(null),
            $"{one.Sum(run.GoodRounds)} and {more.Sum(run.GoodRounds)}");

        static string Names(IEnumerable<VariantRecord> variants) =>
            string.Join(" and ", variants.Select(variant => DefaultGc.NameOf(variant.Proof)).Distinct());
    }

    private static ClaimedCell Call(string gc) => new("datas-call", Newest, gc);

    private static StatementClaim Compared(string what, string article, ClaimedCell less, ClaimedCell more, Func<TimelineFacts, double> value,
        string unit, string? because = null) => new(what, article, run =>
    {
        double[] one = [.. less.Timelines(run).Select(value)], other = [.. more.Timelines(run).Select(value)];
        return one.Length == 0 || other.Length == 0 ? null : new(
            $"{InRounds.Spread(other)} against {InRounds.Spread(one)} {unit}",
            Claim.Smaller(one, other, because), $"{one.Length} and {other.Length}");
    });

    private static double Number(TimelineFacts facts) => facts.Collections.Count;

    private static StatementClaim HeapsAre(string what, ClaimedCell cell, Func<TimelineFacts, int> number) => Rounds(what, "it has", cell,
        facts => facts.Heaps is [var heaps, ..] ? facts.Heaps.Count == 1 && heaps.Heaps == number(facts) : null, "another number");

    private static StatementClaim Fewer(string when, ClaimedCell cell) => Rounds($"heaps become fewer {when}", "they do", cell,
        facts => Fall.Of(facts)?.HeapsShrank, "not fewer",
        "it takes decisions in a row that its cost is off the target, and at 20 requests/s two to four came in 90 s (000-decisions)");

    private static StatementClaim BudgetDecides(string where, ClaimedCell cell) => Rounds(
        $"the budget of all heaps decides how often is collected, not their number, {where} (asked, not answered)", "asked", cell,
        facts => facts.TotalBudget() is { Count: > 0 } budget && facts.Allocated().Count > 0
            ? 2 * facts.Collections.Count(AskedByLarge) <= facts.Collections.Count
                && facts.CollectionsBetween() * (double)budget.Count / facts.Allocated().Count is > 0.5 and < 2 : null,
        "large objects asked for most, or less than half or more than twice what it foretells",
        "the budget of generation 0 alone does not foretell it: large objects have one of their own, of some 3 MB in each heap", "answered: it does");

    // GCReason.AllocLarge of the event GCStart.
    private static bool AskedByLarge(GcTimelineCollection collection) => collection.Gc.Reason == 4;

    /// <param name="isSo">Whether a round is as the article says; null where it does not tell.</param>
    /// <param name="otherwise">What it was instead.</param>
    private static StatementClaim Rounds(string what, string article, ClaimedCell cell, Func<TimelineFacts, bool?> isSo,
        string otherwise, string? because = null, string good = "reproduced") => new(what, article, run =>
        {
            List<bool> rounds = [.. cell.Timelines(run).Select(isSo).OfType<bool>()];
            return rounds.Count == 0 ? null : new(
                RoundWords.Counted(rounds, so => so ? "so" : otherwise),
                rounds.TrueForAll(so => so) ? good : Claim.Differs(because), Text.Number(rounds.Count));
        });
}
