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
    public static string? Unfit(CanaryRounds canary, double? storedSpread, GatePolicy policy)
    {
        double[] pairs = [.. canary.LogRatios];
        if (pairs.Length < 2 || !Array.TrueForAll(pairs, double.IsFinite))
            return $"machine {canary.Machine} unfit: the canary of block {canary.Block} has no {canary.Metric} of two rounds";
        var location = HodgesLehmann.Estimate(pairs);
        var spread = Spread.Robust(pairs);
        if (Math.Abs(location) > Math.Max(
            LogRatio.FromPercent(policy.Canary.LimitPercent), policy.Canary.StandardErrors * Error(pairs.Length, storedSpread ?? spread, policy)))
            return $"machine {canary.Machine} unfit: two identical variants of block {canary.Block} differ "
                + $"by {LogRatio.ToPercent(location):+0.0;-0.0} % in {canary.Metric}";
        if (storedSpread is { } usual && spread > policy.Canary.SpreadFactor * usual)
            return $"machine {canary.Machine} unfit: pairs of identical variants of block {canary.Block} spread {LogRatio.ToPercent(spread):0.0} "
                + $"%, {LogRatio.ToPercent(usual):0.0} % is usual";
        return null;
    }

    // What an ordinary machine and ordinary rounds add to an effect of nothing.
    private static double Error(int pairs, double spread, GatePolicy policy)
    {
        var bias = LogRatio.FromPercent(policy.MachineBiasPercent);
        return Math.Sqrt((bias * bias) + (spread * spread / pairs));
    }
}

/// <summary>Which blocks of a stage can be believed.</summary>
internal sealed class Fitness
{
    private readonly Dictionary<(string Machine, string Block, string Metric), string> _unfit = [];

    public Fitness(IEnumerable<CanaryRounds> canaries, SpreadOf stored, GatePolicy policy)
    {
        foreach (var canary in canaries)
        {
            // What hardly varies has a usual spread of next to nothing, and three times that says nothing.
            var usual = policy.Of(canary.Metric).Rule == MetricRule.Tight ? null : stored(canary.Machine, canary.Metric);
            if (Canary.Unfit(canary, usual, policy) is { } reason)
                _unfit[(canary.Machine, canary.Block, canary.Metric)] = reason;
        }
    }

    /// <summary>Why these rounds cannot be believed; null when they can.</summary>
    public string? Unfit(PairedRounds rounds) =>
        _unfit.Count == 0 ? null : _unfit.GetValueOrDefault((rounds.Machine, rounds.Block, rounds.Subject.Metric));
}

/// <summary>How far a pair of a metric usually spreads on a machine, a log ratio; null when nobody knows.</summary>
internal delegate double? SpreadOf(string machine, string metric);

/// <summary>
/// The A/A history: how far pairs of identical programs have spread. It holds for machines of the same fingerprint (CPU model, cores, memory, system,
/// driver) alone; others are judged by what they measure.
/// </summary>
/// <param name="spreads">Standard deviation of a pair by fingerprint and metric, a log ratio.</param>
internal sealed class StoredSpreads(IReadOnlyDictionary<(string Fingerprint, string Metric), double> spreads)
{
    public static StoredSpreads None { get; } = new(new Dictionary<(string, string), double>());

    /// <summary>The spread of a metric on machines of a fingerprint; null when it is not known.</summary>
    public double? Of(string fingerprint, string metric) => spreads.TryGetValue((fingerprint, metric), out var spread) ? spread : null;

    /// <summary>The same by the machines of some runs. A machine that calls itself by two fingerprints is not known.</summary>
    internal SpreadOf On(IEnumerable<ComparedRun> runs)
    {
        var fingerprints = runs.GroupBy(run => run.Machine, run => run.Fingerprint).Where(machine => machine.Distinct().Count() == 1)
            .ToDictionary(machine => machine.Key, machine => machine.First());
        return (machine, metric) => fingerprints.TryGetValue(machine, out var fingerprint) ? Of(fingerprint, metric) : null;
    }
}
