namespace PerfMatrix.Evidence.Simulation;

/// <summary>Draws pairs of a noise model.</summary>
internal sealed class PairNoise(NoiseModel model, NoiseSource source)
{
    private readonly double _sigma = model.SigmaPercent / 100;

    /// <summary>A cell on a machine, whose bias is drawn now.</summary>
    /// <param name="effect">The true effect, a log ratio.</param>
    public CellOnMachine Cell(double effect) => new(this, effect + (source.Normal() * model.BiasPercent / 100));

    /// <param name="centre">True effect and bias of the machine, a log ratio.</param>
    public double Pair(double centre)
    {
        var width = source.Uniform() * 100 < model.SpikePercent ? model.SpikeFactor : 1;
        return centre + (source.Normal() * _sigma * width);
    }

    /// <summary>What tools without pairing see of the same rounds: costs of base and head, and a cost of base on another day and machine.</summary>
    public UnpairedCosts Unpaired(IReadOnlyList<double> pairs)
    {
        var (@base, head) = (new double[pairs.Count], new double[pairs.Count]);
        for (var i = 0; i < pairs.Count; i++)
        {
            @base[i] = source.Normal() * model.DriftPercent / 100;
            head[i] = @base[i] + pairs[i];
        }
        return new(@base, head, @base[0] + (source.Normal() * Math.Sqrt(2) * model.MachinePercent / 100));
    }
}

/// <summary>A cell on a machine: pairs around one centre, as many as asked for.</summary>
internal sealed class CellOnMachine(PairNoise noise, double centre)
{
    private readonly List<double> _pairs = [];

    /// <summary>The first pairs; asking for more keeps those there are.</summary>
    public IReadOnlyList<double> Pairs(int rounds)
    {
        while (_pairs.Count < rounds)
            _pairs.Add(noise.Pair(centre));
        return _pairs;
    }
}

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
