namespace PerfMatrix.Evidence.Demo;

/// <summary>Timelines of the generated history, so that the GC lab has something to show: one scenario under every GC mode, a load that comes, rests
/// and comes again. Numbers of heaps and sizes follow what the modes are known for; nothing of it was measured.</summary>
internal static class DemoMemory
{
    /// <summary>Newest runs that have timelines.</summary>
    public const int Runs = 2;

    private const string Preferred = "datas-call";
    private const int Cores = 2;
    private const int Steps = 600;

    private static readonly TimeSpan s_distance = TimeSpan.FromMilliseconds(200);
    private static readonly string[] s_runtimes = ["net8.0", DemoMatrix.NewestRuntime];

    /// <summary>The timelines of a run; null when it has no such cell.</summary>
    public static StoredTimelines? Of(CompactRun run)
    {
        var cells = run.Table.Cells;
        var scenario = cells.Any(cell => cell.Scenario == Preferred) ? Preferred : cells[0].Scenario;
        var shown =
            from variant in Enumerable.Range(0, run.Run.Variants.Cell.Count)
            let cell = cells[run.Run.Variants.Cell[variant]]
            where run.Run.Variants.Side[variant] == 'h' && cell.Scenario == scenario && cell.Cores == Cores && s_runtimes.Contains(cell.Runtime)
            select (variant, Timeline(cell, run.Run.StartedAt, new Random((1000 * run.Run.Sequence) + variant)));
        return StoredTimelines.Of(run.Run.Id, [.. shown]);
    }

    private static GcTimeline Timeline(Cell cell, DateTimeOffset startedAt, Random random)
    {
        var process = new DemoProcess(cell.Gc, random);
        var points = new List<GcTimelinePoint>();
        var collections = new List<GcTimelineCollection>();
        for (var step = 0; step <= Steps; step++)
        {
            var at = s_distance * step;
            // The load rests in the second third.
            if (process.Allocate(step / (Steps / 3) == 1 ? 0 : s_distance.TotalSeconds, at) is { } collection)
                collections.Add(new() { At = at, Gc = collection });
            points.Add(new() { At = at, Process = process.Reading(at), Gc = process.Sample(at) });
        }

        return new()
        {
            Variant = cell.Id,
            Block = $"{cell.Scenario}-memory",
            Round = 1,
            LoadStartedAt = startedAt,
            Distance = s_distance,
            Points = points,
            Collections = collections,
            Dropped = 0,
        };
    }

    private sealed class DemoProcess(string gc, Random random)
    {
        private const double Rate = 90;
        private const double Runtime = 48;
        private const double Large = 3;
        private readonly double _budget = gc switch { "server" => 36, "server-conserve" => 24, "datas" => 5, _ => 6 };
        private int _heaps = gc is "server" or "server-conserve" ? Cores : 1;
        private double _gen0, _gen1, _gen2 = 9, _allocated, _pauses;
        private int _number, _gen1Collections, _gen2Collections;

        /// <summary>Lets it allocate for so many seconds; the collection that this leads to, if any.</summary>
        public ProbeCollection? Allocate(double seconds, TimeSpan at)
        {
            var amount = Rate * seconds * (0.8 + (0.4 * random.NextDouble()));
            _gen0 += amount;
            _allocated += amount;
            if (gc == "datas") _heaps = seconds == 0 ? 1 : at.TotalSeconds % 40 > 4 ? Cores : _heaps;
            return _gen0 < _budget * _heaps ? null : Collect(at);
        }

        public ProcessReading Reading(TimeSpan at) => new()
        {
            Cpu = at / 2,
            Rss = Size(Runtime + Committed + random.NextDouble()),
            PeakRss = Size(Runtime + (2 * Committed)),
            Threads = 20,
        };

        public ProbeSample Sample(TimeSpan at) => new()
        {
            UnixMilliseconds = at.TotalMilliseconds,
            Gen0Bytes = 0,
            Gen1Bytes = Size(_gen1).Count,
            Gen2Bytes = Size(_gen2).Count,
            LohBytes = Size(Large).Count,
            PohBytes = Size(0.1).Count,
            FragmentedBytes = 0,
            CommittedBytes = _number == 0 ? 0 : Size(Committed).Count,
            InUseBytes = Size(_gen0 + _gen1 + _gen2 + Large).Count,
            AllocatedBytes = Size(_allocated).Count,
            Gen0Collections = _number,
            Gen1Collections = _gen1Collections,
            Gen2Collections = _gen2Collections,
            GcPauseMilliseconds = _pauses,
        };

        /// <summary>MiB: the generations, and what is kept for the next allocations; conserving modes keep less.</summary>
        private double Committed => _gen1 + _gen2 + Large + ((gc == "server-conserve" ? 0.7 : 1.1) * Math.Max(_gen0, _budget * _heaps));

        private ProbeCollection Collect(TimeSpan at)
        {
            _number++;
            var generation = _number % 32 == 0 ? 2 : _number % 8 == 0 ? 1 : 0;
            var isBackground = generation == 2 && gc != "workstation-nonconcurrent";
            var pause =
                (0.25 + (0.012 * _gen0 / _heaps) + (isBackground || generation < 2 ? 0.2 * generation : 4)) * (0.8 + (0.4 * random.NextDouble()));
            if (generation > 0) (_gen1Collections, _gen1, _gen2) = (_gen1Collections + 1, 0.2 * _gen1, _gen2 + (0.5 * _gen1));
            if (generation == 2) (_gen2Collections, _gen2) = (_gen2Collections + 1, 9 + random.NextDouble());
            _gen1 += 0.03 * _gen0;
            _gen0 = 0;
            _pauses += pause;
            return new()
            {
                Number = _number,
                Generation = generation,
                IsBackground = isBackground,
                Reason = 0,
                UnixMilliseconds = at.TotalMilliseconds,
                DurationMilliseconds = pause,
                PauseMilliseconds = pause,
                Heaps = _heaps,
                BudgetBytes = Size(_budget).Count,
                Gen0Bytes = 0,
                Gen1Bytes = Size(_gen1).Count,
                Gen2Bytes = Size(_gen2).Count,
                LohBytes = Size(Large).Count,
                PohBytes = Size(0.1).Count,
                PromotedBytes = Size(_gen1).Count,
            };
        }

        private static Bytes Size(double mebibytes) => new((long)(mebibytes * Bytes.PerMegabyte));
    }
}

/// <summary>One more block for each scenario and core count of a generated run: the GC modes of the newest runtime side by side, of which the other
/// blocks have two each. The trend takes no notice of it: the points are as they were.</summary>
internal static class DemoModes
{
    public static CompactRun AddTo(CompactRun run)
    {
        var (stored, cells, random) = (run.Run, run.Table.Cells, new Random(run.Run.Sequence));
        List<int[]> groups =
        [
            .. Enumerable.Range(0, cells.Count).Where(cell => cells[cell].Runtime == DemoMatrix.NewestRuntime)
                .GroupBy(cell => (cells[cell].Scenario, cells[cell].Cores)).Select(modes => modes.ToArray())
                .Where(modes => modes.Length > 1),
        ];
        var more = groups.SelectMany(modes => modes).ToHashSet();
        var rounds = DemoMatrix.Metrics.ToDictionary(metric => metric.Metric.Name, IReadOnlyList<IReadOnlyList<double?>> (metric) =>
            [.. stored.Rounds![metric.Metric.Name].Select((known, cell) => more.Contains(cell) ? [.. known, .. Dots(metric.Noise, random)] : known)]);
        var blocks = groups.Select((modes, index) => DemoMatrix.Block(
            $"{cells[modes[0]].Scenario}-{cells[modes[0]].Cores}c-modes", stored.Blocks.Count + index, modes, [], stored.Sequence));
        var pairs = groups.Select((modes, index) => new StoredPairs(
            stored.Blocks.Count + index, modes[0], modes[1..], [.. modes[1..].Select(mode => Ratios(modes[0], mode))]));
        return run with { Run = stored with { Blocks = [.. stored.Blocks, .. blocks], Rounds = rounds, Pairs = [.. stored.Pairs!, .. pairs] } };

        IReadOnlyList<int> Ratios(int from, int to) =>
            [.. Enumerable.Range(DemoHistory.Rounds, DemoHistory.Rounds).Select(round => LogUnits.Of(LogOf(to, round) - LogOf(from, round)))];

        double LogOf(int cell, int round) => Math.Log(
            stored.Summary[Metric.Throughput.Name].Value[cell]!.Value * (1 + (rounds[Metric.Throughput.Name][cell][round]!.Value / 1000)));
    }

    private static IReadOnlyList<double?> Dots(double noise, Random random) =>
        RoundDots.Of(Enumerable.Range(0, DemoHistory.Rounds).Select(_ => (double?)(1 + (noise * ((2 * random.NextDouble()) - 1)))), 1);
}
