namespace PerfMatrix.Explain;

/// <summary>What the garbage collector did on both sides of a cell: the statistics that GC engineers read, each with its difference. The unit of
/// chance is a round, as for everything that fresh starts differ in.</summary>
internal static class GcComparison
{
    /// <summary>Begins the names of the figures that count collections which stop the application, by generation.</summary>
    internal const string OfGeneration = "Collections of gen";

    /// <summary>Collections that run beside it.</summary>
    internal const string InBackground = "Background collections";

    /// <summary>Decisions of a side that are kept, more than a chart shows.</summary>
    internal const int MostDecisions = 1_000;

    /// <summary>Formulas of the figures. Who changes one raises it: traces are not kept, so <c>report gc</c> traces older ones anew.</summary>
    public const int Formulas = 1;

    private static readonly string[] s_generations = ["gen0", "gen1", "gen2", "large objects", "pinned objects"];

    private static int[] Percentiles => [50, 95, 99];

    private static readonly IReadOnlyList<GcMeasure> s_measures =
    [
        .. Generations(OfGeneration + "{0}", "in 1,000 requests", (side, all) => 1000.0 * all.Count / side.Requests),
        new(InBackground, "in 1,000 requests", side => 1000.0 * side.Collections.Count(one => one.IsBackground) / side.Requests),
        new("Time paused", "%", side => side.Time > TimeSpan.Zero ? 100 * Total(side) / side.Time.TotalMilliseconds : null),
        new("Pause of a request", "us", side => 1000 * Total(side) / side.Requests),
        .. Percentiles.SelectMany(percent => Generations($"Pause of gen{{0}}, p{percent}", "ms", (_, all) => Percentile(all, percent))),
        .. Percentiles.Select(percent => new GcMeasure($"Pause of background collections, p{percent}", "ms",
            side => Percentile([.. side.Collections.Where(one => one.IsBackground)], percent))),
        Largest("Longest pause", "ms", one => one.Pause.TotalMilliseconds),
        Mean("Suspension", "ms", one => one.Suspension.TotalMilliseconds),
        Mean("Mark", "ms", one => one.Phases?.Mark),
        Mean("Plan", "ms", one => one.Phases?.Plan),
        Mean("Relocate", "ms", one => one.Phases?.Relocate),
        Mean("Compact", "ms", one => one.Phases?.Compact),
        Mean("Sweep", "ms", one => one.Phases?.Sweep),
        Mean("Promoted", "MB", one => one.PromotedMegabytes),
        new("Promoted in a millisecond of pause", "MB",
            side => Total(side) > 0 ? side.Collections.Sum(one => one.PromotedMegabytes) / Total(side) : null),
        Mean("Promoted from stacks", "MB", one => one.Roots?.Stacks),
        Mean("Promoted from handles", "MB", one => one.Roots?.Handles),
        Mean("Promoted from older generations", "MB", one => one.Roots?.Older),
        Mean("Promoted for finalisation", "MB", one => one.Roots?.Finalization),
        .. OfEach("Survival of {0}", "%", one => one.SurvivalPercent),
        Mean("Heap before", "MB", one => one.SizeBeforeMegabytes),
        Mean("Heap after", "MB", one => one.SizeAfterMegabytes),
        Mean("Fragmentation", "MB", one => one.FragmentationMegabytes),
        .. OfEach("Fragmentation of {0}", "MB", one => one.FragmentationMegabytes),
        .. OfEach("Budget of {0}", "MB", one => one.BudgetMegabytes),
        Mean("Heaps", "", one => one.Heaps),
        Largest("Most heaps", "", one => one.Heaps),
        Mean("Pinned objects", "", one => one.PinnedObjects),
        Mean("Objects for finalisation", "", one => one.FinalizedObjects),
        new("Decisions of DATAS", "in 1,000 requests", side => 1000.0 * side.Collections.Sum(one => one.DatasDecisions) / side.Requests),
    ];

    /// <param name="rounds">With one there are no differences.</param>
    /// <param name="datas">Whether each side is to have DATAS.</param>
    public static GcCell Of(string cell, IReadOnlyList<TracedRound> rounds, (bool From, bool To) datas = default)
    {
        var (old, now) = (rounds.Sum(round => round.Base.Collections.Count), rounds.Sum(round => round.Head.Collections.Count));
        return new()
        {
            Cell = cell,
            Rounds = rounds.Count,
            FromCollections = old,
            ToCollections = now,
            Statistics = [.. s_measures.Select(measure => Of(measure, rounds)).OfType<GcStatistic>()],
            FromDecisions = Decisions(rounds.Select(round => round.Base)),
            ToDecisions = Decisions(rounds.Select(round => round.Head)),
            Notes =
            [
                .. Notes(rounds, old > 0 && now > 0),
                .. Unproven("first", datas.From, rounds.Select(round => round.Base)),
                .. Unproven("second", datas.To, rounds.Select(round => round.Head)),
            ],
        };
    }

    private static IEnumerable<string> Notes(IReadOnlyList<TracedRound> rounds, bool hasBoth)
    {
        if (!hasBoth) yield return "A side had no collection under load, so what a collection is like there is not known.";
        if (TracedRound.LostIn(rounds) is { } lost) yield return $"{lost}: collections may be missing.";
    }

    private static IReadOnlyList<string> Unproven(string which, bool isToHaveDatas, IEnumerable<TracedSide> sides) =>
        isToHaveDatas && sides.All(side => side.Collections.All(one => one.DatasDecisions == 0))
            ? [$"The {which} side should have DATAS, but no DATAS decision was seen, so it is not proven active there."]
            : [];

    private static IReadOnlyList<GcDecision> Decisions(IEnumerable<TracedSide> sides)
    {
        if (sides.FirstOrDefault(side => side.Collections.Any(one => one.Datas is not null)) is not { } first) return [];
        var all = first.Collections.Where(one => one.Datas is not null).ToList();
        // A decision that was lost makes two of these wrong.
        var targets = all.Zip(all.Skip(1), (before, one) => one.Datas!.TargetCostPercent(before.Datas!)).OfType<double>().Where(double.IsFinite)
            .ToList();
        double? target = targets.Count > 0 ? Math.Round(OrderStatistics.Median([.. targets]), 1) : null;
        return [.. all.Take(MostDecisions).Select(one => Decision(one, one.Datas!, first) with { TargetCostPercent = target })];
    }

    // A background collection leaves the budget that was set before.
    private static GcDecision Decision(Collection one, DatasDecision datas, TracedSide side) => new(
        Math.Round((one.At - side.Started).TotalSeconds, 3), one.Heaps, datas.Heaps, Math.Round(datas.ThroughputCostPercent, 2),
        Math.Round(datas.StableMegabytes, 3),
        Math.Round(side.Collections.LastOrDefault(other => other.At <= one.At && other.BudgetMegabytes is not null)?.BudgetMegabytes ?? 0, 3),
        Math.Round(one.SizeAfterMegabytes, 3), one.AllocatedRate is { } rate ? Math.Round(rate, 1) : null, TargetCostPercent: null,
        datas.ConsideredCostPercent is { } considered ? Math.Round(considered, 2) : null, datas.CollectionsSinceChange, datas.ChangeDecision,
        datas.AdjustmentReason);

    // Null where no round of either side tells.
    private static GcStatistic? Of(GcMeasure measure, IReadOnlyList<TracedRound> rounds)
    {
        var values = rounds.Select(round => (From: measure.Of(round.Base), To: measure.Of(round.Head))).ToList();
        if (values.TrueForAll(value => value is { From: null or 0, To: null or 0 })) return null;
        var both = values.Where(value => value is { From: not null, To: not null }).Select(value => value.To!.Value - value.From!.Value).ToList();
        var change = both.Count > 1 ? Differences.OfOne(both) : ((double Mean, double Low, double High)?)null;
        return new(measure.Name, measure.Unit, Rounded(values.Average(value => value.From)), Rounded(values.Average(value => value.To)),
            Rounded(change?.Mean), Rounded(change?.Low), Rounded(change?.High));
    }

    private static IEnumerable<GcMeasure> Generations(string name, string unit, Func<TracedSide, List<Collection>, double?> value) =>
        Enumerable.Range(0, 3).Select(generation => new GcMeasure(string.Format(CultureInfo.InvariantCulture, name, generation), unit,
            side => value(side, [.. side.Collections.Where(one => one.Generation == generation && !one.IsBackground)])));

    private static IEnumerable<GcMeasure> OfEach(string name, string unit, Func<GenerationState, double?> value) =>
        s_generations.Select((generation, place) => Mean(string.Format(CultureInfo.InvariantCulture, name, generation), unit,
            one => place < one.Generations.Count ? value(one.Generations[place]) : null));

    private static GcMeasure Mean(string name, string unit, Func<Collection, double?> value) =>
        new(name, unit, side => side.Collections.Average(value));

    private static GcMeasure Largest(string name, string unit, Func<Collection, double> value) =>
        new(name, unit, side => side.Collections.Count > 0 ? side.Collections.Max(value) : null);

    private static double Total(TracedSide side) => side.Collections.Sum(one => one.Pause.TotalMilliseconds);

    // Nearest rank: few collections have no value between two of them.
    private static double? Percentile(List<Collection> collections, int percent)
    {
        if (collections.Count == 0) return null;
        double[] pauses = [.. collections.Select(one => one.Pause.TotalMilliseconds).Order()];
        return pauses[(int)Math.Ceiling(percent / 100.0 * pauses.Length) - 1];
    }

    private static double? Rounded(double? value) => value is { } number ? Math.Round(number, 4) : null;

    /// <param name="Of">Its value of one side in one round; null where nothing happened that has one.</param>
    private sealed record GcMeasure(string Name, string Unit, Func<TracedSide, double?> Of);
}
