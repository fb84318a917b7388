using System.Numerics;

namespace PerfMatrix.Gate;

/// <summary>Turns the series of one stage into rounds by subject and machine. Runs of one machine are joined in the order in which they were given:
/// that of their ids is the clock's, and clocks are put back.</summary>
internal static class StageRounds
{
    public static IReadOnlyList<PairedRounds> Of(
        Stage stage, IEnumerable<PairSeries> pairs, IEnumerable<PairSeries> canaries, OrderedDictionary<string, ComparedRun> runs,
            IEnumerable<ComparedCell> cells, GatePolicy policy)
    {
        var scenarios = cells.ToDictionary(cell => cell.Id, cell => cell.Scenario);
        var groups = InOrder(pairs).GroupBy(series => (series.Cell, series.Metric, runs[series.Run].Machine)).ToList();
        if (stage == Stage.Screen) OneMachineEach(groups.Select(group => group.Key));
        var ofBlock = InOrder(canaries).ToLookup(series => (runs[series.Run].Machine, series.Block, series.Metric));
        var rounds = groups.ToDictionary(group => group.Key, group => group.SelectMany(series => series.Rounds).ToList());
        var copies = ofBlock.SelectMany(block => block).ToLookup(series => (series.Cell, runs[series.Run].Machine));
        var failures = groups.SelectMany(group => group).GroupBy(series => (series.Cell, runs[series.Run].Machine))
            .ToDictionary(cell => cell.Key, cell => HeadFailures.Of([.. cell], copies[cell.Key]));
        return [.. groups.Where(group => policy.Metrics.Any(metric => metric.Metric == group.Key.Metric)).Select(group => Rounds(
            new(group.Key.Cell, scenarios[group.Key.Cell], group.Key.Metric), group.Key.Machine, group, ofBlock, policy) with
        {
            Absence = Absence.Of(group.Key.Metric, metric => rounds.GetValueOrDefault((group.Key.Cell, metric, group.Key.Machine), [])),
            HeadFailures = failures[(group.Key.Cell, group.Key.Machine)],
        })];

        IEnumerable<PairSeries> InOrder(IEnumerable<PairSeries> series) => series.OrderBy(one => runs.IndexOf(one.Run));
    }

    private static PairedRounds Rounds(
        Subject subject, string machine, IEnumerable<PairSeries> group, ILookup<(string Machine, string Block, string Metric), PairSeries> canaries,
            GatePolicy policy)
    {
        var series = group.ToList();
        var pairs = series.SelectMany(one => one.Rounds).ToList();
        // More rounds of a cell may come from a block of another name; both canaries then speak.
        var blocks = series.Select(one => one.Block).Distinct().ToList();
        var copies = blocks.SelectMany(block => canaries[(machine, block, subject.Metric)]).ToList();
        var twins = copies.Where(copy => copy.Cell == subject.Cell).SelectMany(copy => copy.Rounds).ToLookup(pair => pair.Copy);
        var isCounted = policy.Of(subject.Metric).Rule == MetricRule.Counted;
        Func<PairRound, double> ratioOf = isCounted ? CountedRatio : Metric.IsPaced(subject.Metric) ? PacedRatio : Ratio;
        double[] ratios = [.. pairs.Select(ratioOf)];
        return new(subject, machine, string.Join(" + ", blocks.Order(StringComparer.Ordinal)), ratios,
            isCounted ? [.. pairs.Select(Difference)] : null)
        {
            Rounds = series.Sum(one => one.Rounds.DistinctBy(pair => pair.Round).Count()),
            Base = OrderStatistics.MedianOfKnown(pairs.Select(pair => pair.Base)),
            Canary = copies.Count == 0 ? null : [.. copies.SelectMany(copy => copy.Rounds).Select(Ratio)],
            Twins = [.. twins[0].Select(Ratio)],
            HeadTwins = [.. twins[1].Select(Ratio)],
            TwinDifferences = isCounted ? [.. twins[0].Select(Difference)] : [],
        };
    }

    private static double Ratio(PairRound pair) => pair.LogRatio ?? double.NaN;

    // A process that cannot keep up with the rate has no latency, which is worse than any; without those rounds it would have chosen its best ones.
    private static double PacedRatio(PairRound round) => (round.Base is null) == (round.Head is null) ? Ratio(round)
        : round.Head is null ? double.PositiveInfinity : double.NegativeInfinity;

    // From nothing to something is infinitely worse, which the rule of counted metrics can judge and a log ratio in a document cannot say. Metrics of
    // this rule are costs.
    private static double CountedRatio(PairRound round) => round switch
    {
        { LogRatio: { } ratio } => ratio,
        { Base: 0, Head: > 0 } => double.PositiveInfinity,
        { Base: > 0, Head: 0 } => double.NegativeInfinity,
        _ => double.NaN,
    };

    // The ratio carries the direction of the metric, the difference takes it from there. What has no ratio, as a count below 0, tells nothing.
    private static double Difference(PairRound round) =>
        round is { Base: { } old, Head: { } now } && CountedRatio(round) is var ratio && !double.IsNaN(ratio)
        ? Math.Abs(now - old) * Math.Sign(ratio) : double.NaN;

    private static void OneMachineEach(IEnumerable<(string Cell, string Metric, string Machine)> groups)
    {
        if (groups.GroupBy(group => (group.Cell, group.Metric)).FirstOrDefault(subject => subject.Count() > 1) is { } twice)
            throw new UsageException(
                $"{twice.Key.Cell} was screened on two machines, "
                    + $"{string.Join(" and ", twice.Select(group => group.Machine).Order(StringComparer.Ordinal))}; one was expected. "
                    + "Give the run of one of them");
    }
}

/// <summary>Processes of head that failed, against those of base: where they are many more, head has chosen the rounds that are left.</summary>
internal static class HeadFailures
{
    /// <summary>Why the rounds that are left of a cell on one machine say nothing; null when they do.</summary>
    /// <param name="pairs">Those of all metrics, as the canaries.</param>
    public static string? Of(IReadOnlyList<PairSeries> pairs, IEnumerable<PairSeries> canaries)
    {
        var blocks = pairs.Select(series => series.Block).ToHashSet();
        // The processes of each round that were measured, as bits: base, its copy, head, its copy.
        var rounds = Measured(pairs, pair => 0b0101 << pair.Copy)
            .Concat(Measured(canaries.Where(series => blocks.Contains(series.Block)), pair => 0b0011 << (2 * pair.Copy)))
            .GroupBy(one => one.Round, one => one.Processes).Select(round => round.Aggregate((all, some) => all | some)).ToList();
        var (ofBase, ofHead) = (Failed(side: 0), Failed(side: 2));
        // Where both sides fail as often, six of head and none of base are chance in 1 of 64 cases, and whatever base has in at most 1 of 50.
        return ofHead.Count < 6 + (2 * ofBase.Count) ? null
            : $"head failed in {ofHead.Count} of {ofHead.All} processes, base in {ofBase.Count}: the rounds that are left do not speak for it; "
                + "the warnings of run.json say how it failed, mend that and measure again";

        // A copy that was measured in no round is not there; a warning says so.
        (int Count, int All) Failed(int side)
        {
            var all = rounds.Count * (rounds.Exists(round => ((round >> side) & 0b10) != 0) ? 2 : 1);
            return (all - rounds.Sum(round => BitOperations.PopCount((uint)(round >> side) & 0b11)), all);
        }
    }

    private static IEnumerable<((string, string, int) Round, int Processes)> Measured(IEnumerable<PairSeries> all, Func<PairRound, int> processes) =>
        from series in all from pair in series.Rounds select ((series.Run, series.Block, pair.Round), processes(pair));
}

/// <summary>Why a metric lacks values although the processes of both sides were measured.</summary>
/// <param name="IsFault">Whether head lost what base reports; otherwise no collection happened, by chance or because a side allocates less, or
/// requests were too few for a percentile.</param>
/// <param name="IsRare">Whether fewer than half of the pairs tell something, so that more rounds are of little use.</param>
internal sealed record Absence(string Reason, bool IsFault, bool IsRare)
{
    /// <summary>A metric that every probe counts in every round under load.</summary>
    public static readonly string Probed = Metric.AllocatedPerRequest.Name;

    /// <summary>Another one, above 0 where a collection happened under load.</summary>
    public static readonly string Collected = Metric.Gen0PerThousand.Name;

    /// <summary>One of every round under load.</summary>
    public static readonly string Loaded = Metric.Throughput.Name;

    private static readonly string[] s_ofCollections = [Metric.GcCommitted.Name, Metric.HeapCountMax.Name];

    public static bool NeedsCollection(string metric) => s_ofCollections.Contains(metric);

    /// <summary>Whether processes that were measured may all be without it, and that is no fault.</summary>
    public static bool MayBeOfAll(string metric) => NeedsCollection(metric) || Metric.IsPaced(metric);

    /// <param name="rounds">The pairs of a metric of the cell on its machine, of which at least one side has a value.</param>
    public static Absence? Of(string metric, Func<string, IReadOnlyCollection<PairRound>> rounds)
    {
        if (Metric.IsPaced(metric)) return OfPaced(rounds(metric).Count, rounds(Loaded).Count);
        var (pairs, probed, collected) = (rounds(metric), rounds(Probed), rounds(Collected).Count(pair => pair.Head > 0));
        var (bases, heads) = (pairs.Count(pair => pair.Base is not null), pairs.Count(pair => pair.Head is not null));
        // A head that collects in more processes than report it has lost it.
        if (NeedsCollection(metric) && probed.Any(pair => pair.Head is not null) && collected <= heads)
        {
            var (all, both) = (Math.Max(pairs.Count, probed.Count), pairs.Count(pair => pair is { Base: not null, Head: not null }));
            return both == all ? null : new($"known only after a collection, which {all - bases} of {all} processes of base and {all - heads} of "
                + "head did not have", IsFault: false, IsRare: 2 * both < all);
        }

        return heads > 0 || bases == 0 || Metric.Find(metric) is not { IsSelfReported: true } ? null
            : new("head does not report it, and base does: give head its probe again (MapPerfMatrixProbe); if that is meant, let the metric only "
                + "report in crank/gate.yml before", IsFault: true, IsRare: true);
    }

    private static Absence? OfPaced(int told, int loaded) => told >= loaded ? null : new(
        $"{loaded - told} of {loaded} pairs had too few requests for it, or neither process kept up with the rate", IsFault: false,
        IsRare: 2 * told < loaded);
}
