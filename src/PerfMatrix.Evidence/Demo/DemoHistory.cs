namespace PerfMatrix.Evidence.Demo;

/// <param name="Seed">Seed; the same one gives the same bytes.</param>
/// <param name="HasChanges">Whether anything changes besides machines, references and versions; without, every mark is false.</param>
/// <param name="RunsWithRounds">Newest runs that keep their rounds; the others are as after a prune, which keeps the demo small.</param>
/// <param name="RunLuck">Standard deviation of what a run has for itself (layout of code and heap), which its rounds share; a log ratio.</param>
/// <param name="Autocorrelation">How much of a run's luck the next one keeps, from 0 to below 1: nightly runs of one machine keep some.</param>
internal sealed record DemoOptions(
    int Runs = 1000, int Cells = 200, int Seed = 1, bool HasChanges = true, int RunsWithRounds = 30, double RunLuck = 0.003,
    double Autocorrelation = 0);

/// <summary>A generated history with known steps, drifts, re-pinned reference, runtime patches and a pool of machines. Its noise is that of real
/// blocks: cells of a block share the noise of their reference, one round in twenty is four times off, and rounds of a run share luck.</summary>
internal sealed class DemoHistory
{
    public const int Rounds = 6;
    private const double MachineDifference = 0.012;

    private static readonly DateTimeOffset s_start = new(2024, 1, 1, 3, 0, 0, TimeSpan.Zero);

    private readonly DemoOptions _options;
    private readonly Random _random;
    private readonly DemoMatrix _matrix;
    private readonly DemoTimeline _timeline;
    private readonly double[][][] _machineEffects;
    private readonly double[] _cellNoise;
    private readonly double[,] _luck;
    private double _drift;

    public DemoHistory(DemoOptions options)
    {
        _options = options;
        _random = new Random(options.Seed);
        _matrix = new DemoMatrix(options.Cells);
        _timeline = new DemoTimeline(options, new Random(options.Seed + 1), _matrix);
        _machineEffects = [.. Enumerable.Range(0, DemoTimeline.Machines).Select(EffectsOf)];
        _luck = new double[_matrix.Cells.Count, DemoMatrix.Metrics.Count];
        _cellNoise = [.. _matrix.Cells.Select(_ => 0.7 + (0.6 * _random.NextDouble()))];
    }

    // What a machine differs by from the first one, by cell and metric; log ratios.
    private double[][] EffectsOf(int machine) =>
        [.. _matrix.Cells.Select(_ => DemoMatrix.Metrics.Select(_ => machine == 0 ? 0 : MachineDifference * Normal()).ToArray())];

    public DemoTruth Truth => new(_options.Seed, _options.Runs, _matrix.Cells.Count, _timeline.Changes);

    /// <summary>The runs in order; generated as they are taken, once.</summary>
    public IEnumerable<CompactRun> Generate()
    {
        for (var sequence = 0; sequence < _options.Runs; sequence++) yield return Run(sequence);
    }

    private CompactRun Run(int sequence)
    {
        var moment = _timeline.At(sequence);
        var table = _matrix.Table(moment);
        var measured = Measure(sequence, moment);
        var startedAt = s_start.AddHours(16 * sequence);
        var run = new StoredRun
        {
            SchemaVersion = HistoryJson.RunSchemaVersion,
            Id = $"{startedAt.UtcDateTime:yyyyMMdd'T'HHmmssfff'Z'}-{sequence % 0x10000:x4}",
            Sequence = sequence,
            StartedAt = startedAt,
            FinishedAt = startedAt.AddMinutes(95),
            Complete = true,
            Generated = true,
            Tool = new("0.1.0", null),
            // No address, so that nothing links what is made up.
            Source = new("generated/repository", moment.Sha, "generated-main", Dirty: false),
            Machine = moment.Machine,
            Table = HistoryJson.Hash(HistoryJson.Write(table)),
            DocumentSha256 = HistoryJson.Sha256($"{_options.Seed}-{sequence}"),
            Artifacts = [],
            RuntimeVersions = [.. moment.Versions],
            Shas = moment.OlderReference is null ? [moment.Sha, moment.Reference] : [moment.Sha, moment.Reference, moment.OlderReference],
            Variants = _matrix.Variants(moment),
            Reference = moment.Reference,
            OlderReference = moment.OlderReference,
            Blocks = _matrix.Blocks(moment, sequence),
            Summary = measured.Summary,
            Links = moment.OlderReference is null ? null : Links(),
            Rounds = measured.Rounds,
            Pairs = measured.Pairs,
            Warnings = [],
        };
        return new(sequence >= _options.Runs - _options.RunsWithRounds ? run : run.WithoutRounds(), table);
    }

    private Measured Measure(int sequence, DemoMoment moment)
    {
        _drift = (0.9 * _drift) + (0.03 * Normal());
        var measured = new Measured([], [], []);
        var references = moment.OlderReference is null ? 1 : 2;
        var variants = _matrix.Cells.Count + (_matrix.BlockCount * references);
        for (var metric = 0; metric < DemoMatrix.Metrics.Count; metric++)
        {
            var noise = DemoMatrix.Metrics[metric].Noise;
            var points = PointColumns.Empty();
            var rounds = new List<IReadOnlyList<double?>>();
            for (var block = 0; block < _matrix.BlockCount; block++)
            {
                double[] shared = [.. Enumerable.Range(0, Rounds).Select(_ => 0.6 * noise * Spiky())];
                var units = new List<IReadOnlyList<int>>();
                var first = block * DemoMatrix.BlockCells;
                for (var cell = first; cell < Math.Min(_matrix.Cells.Count, (block + 1) * DemoMatrix.BlockCells); cell++)
                {
                    var level = Level(sequence, moment, cell, metric) + ((noise < 0.002 ? 0 : 1) * Luck(cell, metric));
                    var own = 0.8 * noise * _cellNoise[cell];
                    double[] ratios = [.. shared.Select(common => level + (own * Spiky()) - common)];
                    Add(points, rounds, ratios, cell, metric, moment, sequence);
                    if (metric > 0) continue;
                    // Pairs of a real block compare its variants with each other, so they show how the cells differ, too.
                    var shift = Math.Log(_matrix.Scale(cell, metric) / _matrix.Scale(first, metric));
                    units.Add([.. ratios.Select(ratio => LogUnits.Of(ratio + shift))]);
                }

                if (metric == 0) measured.Pairs.Add(
                    new(block, _matrix.Cells.Count + (block * references) + references - 1, [.. Enumerable.Range(first, units.Count)], units));
            }

            points.PadTo(variants);
            while (rounds.Count < variants) rounds.Add([]);
            measured.Summary[DemoMatrix.Metrics[metric].Metric.Name] = points;
            measured.Rounds[DemoMatrix.Metrics[metric].Metric.Name] = rounds;
        }

        return measured;
    }

    private void Add(PointColumns points, List<IReadOnlyList<double?>> rounds, double[] ratios, int cell, int metric, DemoMoment moment, int sequence)
    {
        var interval = SignedRank.Interval(ratios)!.Value;
        var scale = DemoMatrix.Metrics[metric].Base * _matrix.Scale(cell, metric) * Math.Exp(
            DemoMatrix.Metrics[metric].Weight * (moment.MachineLevel + _drift));
        var location = HodgesLehmann.Estimate(ratios);
        var median = SignificantDigits.Round(scale * Math.Exp(location));
        points.Add(new(median, LogUnits.Of(location), LogUnits.Of(interval.Low), LogUnits.Of(interval.High)));
        if (sequence < _options.Runs - _options.RunsWithRounds) return;
        rounds.Add(RoundDots.Of(ratios.Select(ratio => (double?)(scale * Math.Exp(ratio))), median));
    }

    /// <summary>The true log ratio to the reference that is pinned: the new reference is 3 % faster than the one before.</summary>
    private double Level(int sequence, DemoMoment moment, int cell, int metric)
    {
        var name = DemoMatrix.Metrics[metric].Metric.Name;
        var level = _machineEffects[moment.MachineIndex][cell][metric] * (DemoMatrix.Metrics[metric].Noise < 0.002 ? 0 : 1);
        foreach (var change in _timeline.Changes) level += change.At(sequence, name, _matrix.Cells[cell].Id);
        return level - (moment.IsRepinned ? DemoTimeline.NewReference * DemoMatrix.Metrics[metric].Weight : 0);
    }

    private double Luck(int cell, int metric)
    {
        var kept = _options.Autocorrelation;
        return _luck[cell, metric] = (kept * _luck[cell, metric]) + (Math.Sqrt(1 - (kept * kept)) * _options.RunLuck * Normal());
    }

    private List<ReferenceLink> Links() =>
    [
        .. from block in Enumerable.Range(0, _matrix.BlockCount)
           from metric in DemoMatrix.Metrics
           let older = _matrix.Cells.Count + (block * 2)
           select new ReferenceLink(
           metric.Metric.Name, older, older + 1, LogUnits.Of((DemoTimeline.NewReference * metric.Weight) + (metric.Noise / 2 * Normal()))),
    ];

    private double Spiky() => Normal() * (_random.NextDouble() < 0.05 ? 4 : 1);

    /// <summary>Standard normal: G. Box and M. Muller (1958), "A note on the generation of random normal deviates", Ann. Math. Stat. 29(2).</summary>
    private double Normal() => Math.Sqrt(-2 * Math.Log(1 - _random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble());

    private sealed record Measured(
        Dictionary<string, PointColumns> Summary, Dictionary<string, IReadOnlyList<IReadOnlyList<double?>>> Rounds, List<StoredPairs> Pairs);
}
