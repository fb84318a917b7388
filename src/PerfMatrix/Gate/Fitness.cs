namespace PerfMatrix.Gate;

/// <summary>Which blocks of a stage can be believed.</summary>
internal sealed class Fitness
{
    private readonly Dictionary<(string Machine, string Block, string Metric), string> _unfit = [];

    public Fitness(IEnumerable<CanaryRounds> canaries, IReadOnlyDictionary<string, double> storedSpreads, GatePolicy policy)
    {
        foreach (var canary in canaries)
        {
            double? stored = storedSpreads.TryGetValue(canary.Metric, out var spread) ? spread : null;
            if (Canary.Unfit(canary, stored, policy) is { } reason)
                _unfit[(canary.Machine, canary.Block, canary.Metric)] = reason;
        }
    }

    /// <summary>Why these rounds cannot be believed; null when they can.</summary>
    public string? Unfit(PairedRounds rounds) => _unfit.Count == 0 ? null : _unfit.GetValueOrDefault((rounds.Machine, rounds.Block, rounds.Subject.Metric));
}
