namespace PerfMatrix.Reporting.Upgrade;

/// <summary>Collects every comparison of a report first and judges them together: with 40 of them, two would look significant by chance alone. Of
/// what it calls significant, at most 5 % are expected to be nothing (<see cref="BenjaminiHochberg"/>).</summary>
internal sealed class UpgradeComparison(RunDocument run)
{
    public const double FalseDiscoveryRate = 0.05;

    /// <summary>What a metric that hardly varies must differ by as well: without copies nobody knows how much one program varies by.</summary>
    public const double CountedPercent = 1;

    private readonly RunPairs _pairs = new(run);
    private readonly List<(string Scenario, int Cores, string Other, List<Candidate> Metrics)> _cases = [];

    public int Tests => Tested().Count();

    /// <summary>Fewest rounds of a comparison that is judged by statistics; 0 without any.</summary>
    public int FewestRounds => Tested().Select(candidate => candidate.LogRatios.Length).DefaultIfEmpty().Min();

    public void Add(string scenario, int cores, string other, VariantRecord from, VariantRecord to) =>
        _cases.Add((scenario, cores, other, [.. UpgradeMetrics.All.Select(metric => Candidate(metric, from.Id, to.Id)).OfType<Candidate>()]));

    public IReadOnlyList<UpgradeCase> Judge()
    {
        var tested = Tested().ToList();
        var adjusted = BenjaminiHochberg.Adjust([.. tested.Select(candidate => SignedRank.Test(candidate.LogRatios).TwoSided)]);
        var p = tested.Zip(adjusted).ToDictionary(pair => pair.First, pair => pair.Second);
        return [.. _cases.Select(
            place => new UpgradeCase(place.Scenario, place.Cores, place.Other, [.. place.Metrics.Select(metric => Change(metric, p))]))];
    }

    private IEnumerable<Candidate> Tested() => _cases.SelectMany(place => place.Metrics).Where(candidate => candidate.Shown.CountedAmount is null);

    private Candidate? Candidate(UpgradeMetric shown, string from, string to)
    {
        var ratios = _pairs.NaturalLogRatios(shown.Metric, from, to);
        return ratios.Length == 0 ? null : new(shown, ratios, _pairs.Differences(shown.Metric, from, to), Median(from, shown.Metric),
            Median(to, shown.Metric), Estimate.Of(ratios));
    }

    private double Median(string variant, Metric metric) => OrderStatistics.Median(_pairs.Values(metric, variant));

    private static UpgradeChange Change(Candidate candidate, Dictionary<Candidate, double> adjusted)
    {
        double? p = adjusted.TryGetValue(candidate, out var value) ? value : null;
        var difference = candidate.Shown.CountedAmount is { } amount ? Counted(candidate, amount) : Tested(candidate, p!.Value);
        double? percent = difference is Difference.Better or Difference.Worse ? candidate.Estimate.EffectPercent : null;
        return new(candidate.Shown.Metric.Name, candidate.From, candidate.To, difference, percent, candidate.Estimate.LowPercent,
            candidate.Estimate.HighPercent, p, candidate.LogRatios.Length);
    }

    private static Difference Tested(Candidate candidate, double adjustedP) =>
        candidate.Estimate.Interval is null ? Difference.TooFewRounds
        : adjustedP <= FalseDiscoveryRate ? Direction(candidate)
        : Difference.None;

    // Three rounds that agree are chance: on a machine so busy that few requests shared the allocations of the background, they agreed on +6 % where
    // it was -3 %.
    private static Difference Counted(Candidate candidate, double amount) =>
        candidate.Estimate.Interval is null ? Difference.TooFewRounds
        : CountedRule.Differs(candidate.Differences, Math.Max(amount, candidate.From * CountedPercent / 100)) == 0 ? Difference.None
        : Direction(candidate);

    private static Difference Direction(Candidate candidate) =>
        candidate.Estimate.Location * candidate.Shown.Metric.WorseSign > 0 ? Difference.Worse : Difference.Better;
}

internal sealed record Candidate(UpgradeMetric Shown, double[] LogRatios, double[] Differences, double From, double To, Estimate Estimate);
