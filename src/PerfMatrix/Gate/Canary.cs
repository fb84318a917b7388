namespace PerfMatrix.Gate;

/// <summary>What pairs of identical programs of a block show: where nothing differs and yet shows, nothing of that metric can be believed.</summary>
internal sealed class Canaries(IEnumerable<CanaryRounds> canaries, LimitTable limits)
{
    // Six pairs can reach it. A fit machine that shows so much of nothing by chance is cleared by more rounds.
    private const double Level = 0.016;

    // Two copies differ by the bias of each, and there are many blocks: a fit machine shows more in one of 100,000.
    private static readonly double s_copies = Math.Sqrt(3);

    private readonly Dictionary<(string Machine, string Block, string Metric), CanaryRounds> _canaries =
        canaries.ToDictionary(canary => (canary.Machine, canary.Block, canary.Metric));

    /// <summary>Why these rounds cannot be believed; null when they can, or when their block has no canary.</summary>
    public string? Unfit(PairedRounds rounds)
    {
        var of = (rounds.Machine, rounds.Block, rounds.Subject.Metric);
        if (_canaries.GetValueOrDefault(of) is not { } canary || limits.Policy.Of(canary.Metric).Rule == MetricRule.Counted) return null;
        double[] pairs = [.. canary.LogRatios.Where(double.IsFinite)];
        if (pairs.Length < 2) return $"the identical copies of block {canary.Block} have no {Metric.TitleOf(canary.Metric)} of two rounds";
        var own = LimitsOf(rounds, rounds.LogRatios.Count);
        var location = HodgesLehmann.Estimate(pairs);
        double[] turned = location < 0 ? [.. pairs.Select(pair => -pair)] : pairs;
        return Math.Abs(location) < own.Threshold || SignedRank.Greater(turned, s_copies * own.Margin) > Level ? null
            : $"machine {canary.Machine} unfit: identical copies in block {canary.Block} differ by {LogRatio.ToPercent(location):+0.0;-0.0} % "
                + $"in {Metric.TitleOf(canary.Metric)}";
    }

    /// <summary>The limits of a subject on its machine where it has so many pairs; those of a tail grow with what identical programs spread by until
    /// then.</summary>
    public Limits LimitsOf(PairedRounds rounds, int pairs)
    {
        var own = limits.Of(rounds.Subject, rounds.Machine);
        if (limits.Policy.Of(rounds.Subject.Metric).Rule != MetricRule.Tail) return own;
        var until = rounds.RoundsOf(pairs);
        double[] twins = [.. rounds.Twins.Take(until).Where(double.IsFinite)];
        if (twins.Length < 2) return own;
        // A few rounds of base alone may look wider than they are, and an erratic head must not widen its own limits.
        return own.Scaled(Math.Min(
            Spread.AroundZero(twins), Spread.AroundZero([.. twins, .. rounds.HeadTwins.Take(until).Where(double.IsFinite)])));
    }
}
