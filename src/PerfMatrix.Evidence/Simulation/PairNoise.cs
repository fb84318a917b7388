namespace PerfMatrix.Evidence.Simulation;

/// <summary>Draws pairs of a noise model.</summary>
internal sealed class PairNoise(NoiseModel model, NoiseSource source)
{
    private readonly double _sigma = model.SigmaPercent / 100;

    /// <summary>A cell on a machine, whose bias is drawn now.</summary>
    /// <param name="effect">The true effect, a log ratio.</param>
    public CellOnMachine Cell(double effect) => new(this, effect + (source.Normal() * model.BiasPercent / 100));

    /// <summary>One more pair.</summary>
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
