namespace PerfMatrix.Statistics;

/// <summary>The bootstrap for effects measured on several machines: B. Efron and R. Tibshirani (1993), "An Introduction to the Bootstrap"; machines
/// are drawn first and pairs within a machine second, A. Davison and D. Hinkley (1997), "Bootstrap Methods and their Application", section 3.8. Pairs
/// of one machine share that machine's bias, so drawing pairs alone would promise too much.</summary>
internal static class Bootstrap
{
    /// <summary>The pooled Hodges-Lehmann effect and its percentile interval.</summary>
    /// <param name="machines">Log ratios of the pairs of each machine; at least one machine, each with at least one pair.</param>
    /// <param name="resamples">Number of resamples, at least 100; 2,000 settle the second digit.</param>
    public static PooledEffect OverMachines(
        IReadOnlyList<IReadOnlyList<double>> machines, Random random, int resamples = 2000, double confidence = 0.95)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(machines.Count, 1, nameof(machines));
        ArgumentOutOfRangeException.ThrowIfLessThan(resamples, 100);
        Finite.RequireLevel(confidence);
        double[][] data = [.. machines.Select(m => m.ToArray())];
        foreach (var machine in data) Finite.Require(machine);
        var pooled = data.SelectMany(m => m).ToArray();
        var locations = new double[resamples];
        for (var i = 0; i < resamples; i++) locations[i] = HodgesLehmann.Estimate(Draw(data, random));
        Array.Sort(locations);
        var tail = (1 - confidence) / 2;
        return new(HodgesLehmann.Estimate(pooled), new(At(locations, tail), At(locations, 1 - tail)), data.Length, pooled.Length);
    }

    private static double[] Draw(double[][] machines, Random random)
    {
        var drawn = new List<double>();
        for (var i = 0; i < machines.Length; i++)
        {
            var machine = machines[random.Next(machines.Length)];
            for (var pair = 0; pair < machine.Length; pair++) drawn.Add(machine[random.Next(machine.Length)]);
        }
        return [.. drawn];
    }

    private static double At(double[] sorted, double probability) => sorted[(int)Math.Round(probability * (sorted.Length - 1))];
}

/// <param name="Interval">The bootstrap interval. With one machine it says nothing of what other machines would show.</param>
internal sealed record PooledEffect(double Location, Interval Interval, int Machines, int Pairs)
{
    public double EffectPercent => LogRatio.ToPercent(Location);
}
