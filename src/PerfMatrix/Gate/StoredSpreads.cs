namespace PerfMatrix.Gate;

/// <summary>How far a pair of a metric usually spreads on a machine, a log ratio; null when nobody knows.</summary>
/// <param name="machine">The machine, as rounds name it.</param>
/// <param name="metric">Name of the metric.</param>
internal delegate double? SpreadOf(string machine, string metric);

/// <summary>
/// The A/A history: how far pairs of identical programs have spread. It holds for machines of the same fingerprint (CPU model, cores, memory, system, driver) alone;
/// others are judged by what they measure.
/// </summary>
/// <param name="spreads">Standard deviation of a pair by fingerprint and metric, a log ratio.</param>
public sealed class StoredSpreads(IReadOnlyDictionary<(string Fingerprint, string Metric), double> spreads)
{
    /// <summary>No history.</summary>
    public static StoredSpreads None { get; } = new(new Dictionary<(string, string), double>());

    /// <summary>The spread of a metric on machines of a fingerprint; null when it is not known.</summary>
    public double? Of(string fingerprint, string metric) => spreads.TryGetValue((fingerprint, metric), out var spread) ? spread : null;

    /// <summary>The same by the machines of some runs. A machine that calls itself by two fingerprints is not known.</summary>
    internal SpreadOf On(IEnumerable<ComparedRun> runs)
    {
        var fingerprints = runs.GroupBy(run => run.Machine, run => run.Fingerprint).Where(machine => machine.Distinct().Count() == 1).ToDictionary(machine => machine.Key, machine => machine.First());
        return (machine, metric) => fingerprints.TryGetValue(machine, out var fingerprint) ? Of(fingerprint, metric) : null;
    }
}
