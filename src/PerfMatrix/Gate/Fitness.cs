namespace PerfMatrix.Gate;

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
    public string? Unfit(PairedRounds rounds) => _unfit.Count == 0 ? null : _unfit.GetValueOrDefault((rounds.Machine, rounds.Block, rounds.Subject.Metric));
}
