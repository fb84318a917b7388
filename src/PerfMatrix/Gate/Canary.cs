namespace PerfMatrix.Gate;

/// <summary>What pairs of identical programs of a block show: where nothing differs and yet shows, nothing of that metric can be believed.</summary>
internal static class Canaries
{
    // Six pairs can reach it. A fit machine that shows so much of nothing by chance is cleared by more rounds.
    private const double Level = 0.016;

    // Two copies differ by the bias of each, and there are many blocks: a fit machine shows more in one of 100,000.
    private static readonly double s_copies = Math.Sqrt(3);

    /// <summary>Why these rounds cannot be believed; null when they can, or when their block has no canary.</summary>
    public static string? Unfit(PairedRounds rounds, LimitTable limits)
    {
        if (rounds.Canary is not { } canary || limits.Policy.Of(rounds.Subject.Metric).Rule == MetricRule.Counted) return null;
        var title = Metric.TitleOf(rounds.Subject.Metric);
        double[] pairs = [.. canary.Where(double.IsFinite)];
        // Copies in which no collection happened were measured all the same; without rounds they may have died, and then no pair is believed.
        if (pairs.Length < 2)
            return rounds.Absence is { IsFault: false } && (canary.Count > 0 || !rounds.LogRatios.Any(double.IsFinite)) ? null
                : $"the identical copies of block {rounds.Block} have no {title} of two rounds";
        var own = limits.At(rounds, rounds.LogRatios.Count);
        var location = HodgesLehmann.Estimate(pairs);
        double[] turned = location < 0 ? [.. pairs.Select(pair => -pair)] : pairs;
        return Math.Abs(location) < own.Threshold || SignedRank.Test(turned, s_copies * own.Margin).Greater > Level ? null
            : $"machine {rounds.Machine} unfit: identical copies in block {rounds.Block} differ by {LogRatio.ToPercent(location):+0.0;-0.0} % "
                + $"in {title}";
    }
}
