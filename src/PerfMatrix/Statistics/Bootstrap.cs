namespace PerfMatrix.Statistics;

/// <summary>The bootstrap for effects measured on several machines: B. Efron and R. Tibshirani (1993), "An Introduction to the Bootstrap"; machines
/// are drawn first and pairs within a machine second, A. Davison and D. Hinkley (1997), "Bootstrap Methods and their Application", section 3.8. Pairs
/// of one machine share that machine's bias, so drawing pairs alone would promise too much.</summary>
internal static class Bootstrap
{
    private const double Tail = (1 - 0.95) / 2;

    /// <summary>The pooled Hodges-Lehmann effect and its 95 % percentile interval; with one machine it says nothing of others.</summary>
    /// <param name="machines">Log ratios of the pairs of each machine; at least one machine, each with at least one pair.</param>
    /// <param name="resamples">Number of resamples, at least 100; 2,000 settle the second digit.</param>
    public static (double Location, Interval Interval) OverMachines(
        IReadOnlyList<IReadOnlyList<double>> machines, Random random, int resamples = 2000)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(machines.Count, 1, nameof(machines));
        ArgumentOutOfRangeException.ThrowIfLessThan(resamples, 100);
        double[][] data = [.. machines.Select(m => m.ToArray())];
        foreach (var machine in data) Finite.Require(machine);
        double[] all = [.. data.SelectMany(m => m)];
        int[] starts = [.. data.Select((_, machine) => data.Take(machine).Sum(m => m.Length)), all.Length];
        var (resampled, locations) = (new ResampledEstimate(all), new double[resamples]);
        for (var i = 0; i < resamples; i++) locations[i] = resampled.Of(Draw(starts, random));
        Array.Sort(locations);
        return (HodgesLehmann.Estimate(all), new(At(locations, Tail), At(locations, 1 - Tail)));
    }

    // How often each pair of all machines is drawn; the last start is the end of all.
    private static int[] Draw(int[] starts, Random random)
    {
        var times = new int[starts[^1]];
        for (var i = 0; i < starts.Length - 1; i++)
        {
            var machine = random.Next(starts.Length - 1);
            var (first, count) = (starts[machine], starts[machine + 1] - starts[machine]);
            for (var pair = 0; pair < count; pair++) times[first + random.Next(count)]++;
        }
        return times;
    }

    private static double At(double[] sorted, double probability) => sorted[(int)Math.Round(probability * (sorted.Length - 1))];
}

/// <summary>What effects scatter around no change beyond what their own errors explain: a random-effects estimate with a known mean of 0. R. Paule
/// and J. Mandel (1982), "Consensus values and weighting factors"; interval by the Q profile, W. Viechtbauer (2007), Stat. Med. 26.</summary>
internal static class RandomEffect
{
    /// <summary>The standard deviation, in the unit of the effects; 0 when their errors explain all of it.</summary>
    /// <param name="effects">Each effect with the square of its error; at least one.</param>
    public static double Estimate(IReadOnlyCollection<(double Effect, double SquaredError)> effects) => DeviationAt(effects, effects.Count);

    /// <summary>What the standard deviation does not exceed with this confidence, from 0 to 1: an end of an interval.</summary>
    public static double Bound(IReadOnlyCollection<(double Effect, double SquaredError)> effects, double confidence) =>
        DeviationAt(effects, ChiSquare(1 - confidence, effects.Count));

    private static double DeviationAt(IReadOnlyCollection<(double Effect, double SquaredError)> effects, double q)
    {
        var (low, high) = (0.0, effects.Max(one => one.Effect * one.Effect) * effects.Count / q);
        if (Q(effects, 0) <= q) return 0;
        for (var i = 0; i < 100; i++) (low, high) = Q(effects, (low + high) / 2) > q ? ((low + high) / 2, high) : (low, (low + high) / 2);
        return Math.Sqrt(high);
    }

    private static double Q(IEnumerable<(double Effect, double SquaredError)> effects, double variance) =>
        effects.Sum(one => one.Effect * one.Effect / (variance + one.SquaredError));

    // E. Wilson and M. Hilferty (1931): within 1 % from three degrees of freedom on.
    private static double ChiSquare(double probability, int degrees) => degrees * Math.Pow(
        1 - (2 / (9.0 * degrees)) + (NormalDistribution.Quantile(probability) * Math.Sqrt(2 / (9.0 * degrees))), 3);
}
