namespace PerfMatrix.Evidence.Simulation;

/// <summary>
/// Seeded noise: SplitMix64 (G. Steele, D. Lea, C. Flood 2014, "Fast splittable pseudorandom number generators", OOPSLA) and the polar method
/// (G. Marsaglia, T. Bray 1964, "A convenient method for generating normal variables", SIAM Review 6). The numbers do not depend on the .NET version.
/// </summary>
internal sealed class NoiseSource(ulong seed)
{
    private ulong _state = Mix(seed);
    private double? _spare;

    /// <summary>A source of its own for each pair of numbers.</summary>
    public static NoiseSource Of(ulong seed, ulong row, ulong pullRequest) => new(Mix(seed ^ Mix((row << 32) + pullRequest + 1)));

    /// <summary>Uniform in [0, 1).</summary>
    public double Uniform() => (Next() >> 11) * (1.0 / (1UL << 53));

    /// <summary>Standard normal.</summary>
    public double Normal()
    {
        if (_spare is { } kept)
        {
            _spare = null;
            return kept;
        }
        double x, y, square;
        do
        {
            x = (2 * Uniform()) - 1;
            y = (2 * Uniform()) - 1;
            square = (x * x) + (y * y);
        }
        while (square is >= 1 or 0);
        var factor = Math.Sqrt(-2 * Math.Log(square) / square);
        _spare = y * factor;
        return x * factor;
    }

    private ulong Next() => Mix(_state += 0x9E3779B97F4A7C15);

    private static ulong Mix(ulong z)
    {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
}
