namespace PerfMatrix.Evidence.Simulation;

internal sealed class PairNoise(NoiseModel model, NoiseSource source)
{
    private readonly double _sigma = model.SigmaPercent / 100;

    /// <summary>What a machine adds to all that one process shows: an effect of two pairs has four of them.</summary>
    public double ProcessBias() => source.Normal() * model.BiasPercent / 100;

    public double Pair(double centre)
    {
        var width = source.Uniform() * 100 < model.SpikePercent ? model.SpikeFactor : 1;
        return centre + (source.Normal() * _sigma * width);
    }

    /// <summary>What tools without pairing see of the same rounds: costs of base and head, and the mean cost of base on another day and machine.
    /// What whole runs differ by is known, so the drift of their rounds is not added once more.</summary>
    public UnpairedCosts Unpaired(IReadOnlyList<double> pairs)
    {
        double[] levels = [.. pairs.Select(_ => source.Normal() * model.DriftPercent / 100)];
        var machines = source.Normal() * Math.Sqrt(2) * model.MachinePercent / 100;
        return new(levels, levels.Zip(pairs, (level, pair) => level + pair).ToArray(), levels.Average() + machines);
    }
}

/// <summary>A cell on a machine: base, head and a copy of each, with the bias of each; two pairs a round, and two of identical programs.</summary>
/// <param name="effect">The true effect, a log ratio.</param>
/// <param name="before">The same cell on the same machine at another time, whose biases it has; null for a machine of its own.</param>
internal sealed class CellOnMachine(PairNoise noise, double effect, CellOnMachine? before = null)
{
    // The bias of each process, in the order in which noise is drawn.
    private readonly double _base = before?._base ?? noise.ProcessBias();
    private readonly double _baseCopy = before?._baseCopy ?? noise.ProcessBias();
    private readonly double _head = before?._head ?? noise.ProcessBias();
    private readonly double _headCopy = before?._headCopy ?? noise.ProcessBias();
    private readonly List<double> _pairs = [];
    private readonly List<double> _copies = [];

    /// <summary>The first pairs of base and head, and of their copies in turn; those that are not there yet are drawn.</summary>
    public double[] Pairs(int count)
    {
        while (_pairs.Count < count) _pairs.Add(noise.Pair(_pairs.Count % 2 == 0 ? effect + _head - _base : effect + _headCopy - _baseCopy));
        return [.. _pairs.Take(count)];
    }

    /// <summary>The first pairs of identical programs, of base and of head in turn; those that are not there yet are drawn.</summary>
    public double[] Copies(int count)
    {
        while (_copies.Count < count) _copies.Add(noise.Pair(_copies.Count % 2 == 0 ? _baseCopy - _base : _headCopy - _head));
        return [.. _copies.Take(count)];
    }
}

/// <summary>Seeded noise: SplitMix64 (G. Steele, D. Lea, C. Flood 2014, "Fast splittable pseudorandom number generators", OOPSLA) and the polar
/// method (G. Marsaglia, T. Bray 1964, "A convenient method for generating normal variables", SIAM Review 6). The same in every .NET.</summary>
internal sealed class NoiseSource(ulong seed)
{
    private readonly SplitMix64 _random = new(SplitMix64.Mix(seed));
    private double? _spare;

    /// <summary>A source of its own for each pair of numbers.</summary>
    public static NoiseSource Of(ulong seed, ulong row, ulong pullRequest) =>
        new(SplitMix64.Mix(seed ^ SplitMix64.Mix((row << 32) + pullRequest + 1)));

    /// <summary>Uniform in [0, 1).</summary>
    public double Uniform() => _random.NextShare();

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
}
