using PerfMatrix.Statistics;

namespace PerfMatrix.Gate;

/// <summary>
/// Judges a block by its pair of identical variants: where nothing differs and something shows, nothing else of the block can be believed.
/// </summary>
internal static class Canary
{
    /// <summary>Why the block cannot be believed; null when it can.</summary>
    /// <param name="canary">The canary; fewer than two rounds, or a round without a number, make the block unfit.</param>
    /// <param name="storedSpread">Spread of a pair in the A/A history, a log ratio; null without history.</param>
    /// <param name="policy">The limits.</param>
    public static string? Unfit(CanaryRounds canary, double? storedSpread, GatePolicy policy)
    {
        double[] pairs = [.. canary.LogRatios];
        if (pairs.Length < 2 || !Array.TrueForAll(pairs, double.IsFinite))
            return $"machine {canary.Machine} unfit: the canary of block {canary.Block} has no {canary.Metric} of two rounds";
        var location = HodgesLehmann.Estimate(pairs);
        var spread = Statistics.Spread.Robust(pairs);
        if (Math.Abs(location) > Math.Max(LogRatio.FromPercent(policy.Canary.LimitPercent), policy.Canary.StandardErrors * Error(pairs.Length, storedSpread ?? spread, policy)))
            return $"machine {canary.Machine} unfit: two identical variants of block {canary.Block} differ by {LogRatio.ToPercent(location):+0.0;-0.0} % in {canary.Metric}";
        if (storedSpread is { } usual && spread > policy.Canary.SpreadFactor * usual)
            return $"machine {canary.Machine} unfit: pairs of identical variants of block {canary.Block} spread {LogRatio.ToPercent(spread):0.0} %, {LogRatio.ToPercent(usual):0.0} % is usual";
        return null;
    }

    // What an ordinary machine and ordinary rounds add to an effect of nothing.
    private static double Error(int pairs, double spread, GatePolicy policy)
    {
        var bias = LogRatio.FromPercent(policy.MachineBiasPercent);
        return Math.Sqrt((bias * bias) + (spread * spread / pairs));
    }
}
