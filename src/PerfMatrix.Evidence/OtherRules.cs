namespace PerfMatrix.Evidence;

/// <summary>What tools without pairing see of a cell and metric: natural logarithms of samples, higher is worse, in order of the rounds.</summary>
/// <param name="Previous">Mean of base in an earlier run (of another day or machine), as in a history; null without history.</param>
internal sealed record UnpairedCosts(IReadOnlyList<double> Base, IReadOnlyList<double> Head, double? Previous)
{
    /// <summary>The rounds of a cell and metric that both sides have; null without one.</summary>
    /// <param name="previous">In the unit of the metric, as <see cref="MeanOfBase"/> says it of an earlier run.</param>
    public static UnpairedCosts? Of(PairSeries series, double? previous)
    {
        var (metric, rounds) = (Metric.Find(series.Metric)!, series.Rounds.Where(round => round is { Base: > 0, Head: > 0 }).ToList());
        return rounds.Count == 0 ? null : new UnpairedCosts(
            [.. rounds.Select(round => Cost(round.Base!.Value))],
            [.. rounds.Select(round => Cost(round.Head!.Value))],
            previous is { } old ? Cost(old) : null);

        double Cost(double sample) => metric.WorseSign * Math.Log(sample);
    }

    /// <summary>What a history would keep of a run: the geometric mean of base over all of its rounds; null without one.</summary>
    public static double? MeanOfBase(PairSeries series)
    {
        var logs = series.Rounds.Where(round => round.Base is > 0).Select(round => Math.Log(round.Base!.Value)).ToList();
        return logs.Count == 0 ? null : Math.Exp(logs.Average());
    }
}

/// <summary>A rule that people use today to call a change slower, judged on the data of ours.</summary>
/// <param name="Heading">The name in a few characters, for wide tables.</param>
/// <param name="InWords">What the heading stands for; rules that differ in a number alone share it.</param>
/// <param name="Fails">Whether the rule would fail the cell; null when it has not the data it needs.</param>
internal sealed record OtherRule(string Name, string Heading, string InWords, Func<UnpairedCosts, bool?> Fails);

/// <summary>The rules of others that are shown beside ours. A new one is an entry here.</summary>
internal static class OtherRules
{
    private const int MeanOf = 3;

    public static IReadOnlyList<OtherRule> All { get; } =
    [
        LastAgainstPrevious(105),
        LastAgainstPrevious(110),
        LastAgainstPrevious(120),
        LastAgainstPrevious(200),
        new("mean of three, 5 %", "mean of 3", "Mean of 3: the means of three runs of each side, 5 %.", MeanIsWorse),
        new("Mann-Whitney 0.05, uncorrected", "rank test", "Rank test: Mann-Whitney at 0.05, uncorrected (benchstat and others).", RanksAreWorse),
    ];

    /// <summary>What people compare benchmarks with: github-action-benchmark, and ResultsComparer of dotnet/performance.</summary>
    public static IReadOnlyList<OtherRule> OfBenchmarks { get; } =
        [LastAgainstPrevious(105), LastAgainstPrevious(200), RanksBeyond(2), RanksBeyond(5)];

    /// <summary>What the headings stand for, for the caption of a table.</summary>
    public static string InWords(IEnumerable<OtherRule> rules) => string.Join(' ', rules.Select(rule => rule.InWords).Distinct());

    /// <summary>The mean of a run against that of the run before: <c>alert-threshold</c> of github-action-benchmark.</summary>
    private static OtherRule LastAgainstPrevious(int percent) => new(
        $"last against previous, {percent} %",
        $"{percent} %",
        "105 % to 200 %: the mean of a run against that of the run before (github-action-benchmark; its default is 200 %).",
        costs => costs.Head.Average() - costs.Previous is { } change ? change > Math.Log(percent / 100.0) : null);

    /// <summary>As ResultsComparer calls a benchmark slower: by one side of the test at its level, after a share of head's mean, which is its
    /// threshold, has been added to each sample of base.</summary>
    private static OtherRule RanksBeyond(int percent) => new(
        $"ResultsComparer, {percent} %", $"ranks, {percent} %", "Ranks: Mann-Whitney at 0.05 of more than a threshold (ResultsComparer).",
        costs => RanksAreBeyond([.. costs.Head.Select(Math.Exp)], [.. costs.Base.Select(Math.Exp)], percent / 100.0));

    private static bool? MeanIsWorse(UnpairedCosts costs) =>
        costs.Base.Count < MeanOf || costs.Head.Count < MeanOf ? null : Mean(costs.Head) > 1.05 * Mean(costs.Base);

    private static double Mean(IReadOnlyList<double> costs) => costs.Take(MeanOf).Average(Math.Exp);

    private static bool RanksAreBeyond(double[] head, double[] old, double threshold)
    {
        var room = threshold * head.Average();
        return MannWhitney.Test(head, [.. old.Select(sample => sample + room)]).Greater < 0.05;
    }

    private static bool? RanksAreWorse(UnpairedCosts costs)
    {
        var test = MannWhitney.Test([.. costs.Head], [.. costs.Base]);
        return test.TwoSided <= 0.05 && test.Greater < test.Less;
    }
}
