namespace PerfMatrix.Evidence.Demo;

/// <param name="Noise">Standard deviation of a pair, a log ratio.</param>
/// <param name="Weight">How it moves with the speed of a machine or reference: 1 with it, -1 against it, 0 not at all.</param>
internal sealed record DemoMetric(Metric Metric, double Base, double Noise, double Weight);

/// <summary>The cells of the generated history, and what of a run does not depend on measuring.</summary>
internal sealed class DemoMatrix(int cells)
{
    /// <summary>Cells of a block, besides its reference: two GC modes under every runtime, so that an upgrade can be read off.</summary>
    public const int BlockCells = 8;
    public const string NewestRuntime = "net11.0";

    private static readonly string[] s_scenarios = ["hello-minimal", "hello-controllers", "values", "datas-call", "hello-minimal-post"];
    private static readonly string[] s_runtimes = ["net8.0", "net9.0", "net10.0", NewestRuntime];
    private static readonly int[] s_cores = [2, 4];
    private static readonly string[] s_gcs = ["workstation", "server", "datas", "workstation-nonconcurrent", "server-conserve"];
    private readonly Dictionary<string, RunTable> _tables = [];

    /// <summary>The metrics; noise as measured on hosted runners.</summary>
    public static IReadOnlyList<DemoMetric> Metrics { get; } =
    [
        new(Metric.Throughput, 78_000, 0.02, 1),
        new(Metric.CpuPerRequest, 15, 0.015, -1),
        new(Metric.LatencyP50, 360, 0.022, -1),
        new(Metric.LatencyP99, 1150, 0.05, -1),
        new(Metric.AllocatedPerRequest, 184, 0.0005, 0),
        new(Metric.PeakRss, 9.1e7, 0.015, 0),
    ];

    /// <summary>Each with its id as text, as documents have it: it is asked for a dozen times a point, and making it is slow.</summary>
    public IReadOnlyList<Cell> Cells { get; } =
    [
        .. (from scenario in s_scenarios
            from cores in s_cores
            from gc in s_gcs
            from runtime in s_runtimes
            select new Cell(scenario, runtime, gc, cores)).Take(cells).Select(cell => cell with { Id = cell.Id }),
    ];

    public int BlockCount => (Cells.Count + BlockCells - 1) / BlockCells;

    /// <summary>How a cell differs from the typical value, so that the matrix shows something.</summary>
    public double Scale(int cell, int metric)
    {
        var axes = Cells[cell];
        var runtime = 1 + (0.05 * Array.IndexOf(s_runtimes, axes.Runtime));
        var scenario = 1 - (0.12 * Array.IndexOf(s_scenarios, axes.Scenario));
        // Server buys speed with memory, DATAS gives most of the memory back, and nobody pays for a collection in the background without one.
        var (gc, memory) = axes.Gc switch
        {
            "server" => (1.14, 1.5),
            "server-conserve" => (1.05, 1.2),
            "datas" => (1.08, 1.1),
            "workstation" => (1.0, 1.0),
            _ => (1.02, 0.94),
        };
        var shown = Metrics[metric].Metric;
        return shown == Metric.Throughput ? runtime * scenario * gc * axes.Cores / 2
            : shown == Metric.PeakRss ? memory / scenario
            : shown == Metric.AllocatedPerRequest ? 1 / scenario
            : 1 / (runtime * scenario * gc);
    }

    /// <summary>The table of a moment; settings hold the SDK, so there are a few tables in a history.</summary>
    public RunTable Table(DemoMoment moment)
    {
        if (_tables.TryGetValue(moment.Sdk, out var table)) return table;
        var slice = TimeSpan.FromMilliseconds(20);
        var settings = new RunSettings { Subset = "main", Rounds = 6, Slices = 150, Slice = slice, Connections = 32, Sdk = moment.Sdk };
        return _tables[moment.Sdk] = new(
            HistoryJson.SchemaVersion, [.. Metrics.Select(metric => metric.Metric)], Cells, [.. s_gcs.Select(Proof)], settings);
    }

    /// <summary>The cells, then the references of each block, the newest pin last.</summary>
    public VariantColumns Variants(DemoMoment moment)
    {
        var references = moment.OlderReference is null ? 1 : 2;
        var pinned = Enumerable.Range(0, BlockCount * references);
        List<int?> runtimes = [.. Cells.Select(cell => (int?)Array.IndexOf(s_runtimes, cell.Runtime)), .. pinned.Select(_ => (int?)0)];
        var count = runtimes.Count;
        return new(
            [.. Enumerable.Range(0, Cells.Count), .. pinned.Select(index => index / references * BlockCells)],
            new string('h', Cells.Count) + new string('r', BlockCount * references),
            new string('m', count),
            new Dictionary<string, string>(),
            [.. Cells.Select(_ => (int?)0), .. pinned.Select(index => (int?)(references == 2 && index % 2 == 0 ? 2 : 1))],
            runtimes,
            [],
            [.. Cells.Select(cell => (int?)Array.IndexOf(s_gcs, cell.Gc)), .. pinned.Select(_ => (int?)0)]);
    }

    public IReadOnlyList<StoredBlock> Blocks(DemoMoment moment, int sequence)
    {
        var references = moment.OlderReference is null ? 1 : 2;
        return
        [
            .. from block in Enumerable.Range(0, BlockCount)
               let first = Cells[block * BlockCells]
               let id = $"{first.Scenario}-{first.Cores}c-{block}"
               let cells = Enumerable.Range(block * BlockCells, Math.Min(BlockCells, Cells.Count - (block * BlockCells)))
               let pinned = Enumerable.Range(Cells.Count + (block * references), references).ToList()
               select Block(id, block, [.. cells, .. pinned], pinned, sequence),
        ];
    }

    /// <param name="place">Which block of its run it is.</param>
    public static StoredBlock Block(string id, int place, IReadOnlyList<int> variants, IReadOnlyList<int> references, int sequence) => new(
        id, variants, references,
        [.. Enumerable.Range(0, DemoHistory.Rounds).Select(round => (place * 140) + (round * 22))],
        null,
        [.. Enumerable.Range(1, DemoHistory.Rounds).Select(round => ShortDigest.Of(HistoryJson.Sha256($"{sequence}-{id}-{round}")))]);

    private static ProbeProof Proof(string gc)
    {
        var isServer = gc is "server" or "datas" or "server-conserve";
        return new()
        {
            FrameworkDescription = ".NET",
            IsServerGc = isServer,
            LatencyMode = gc.EndsWith("nonconcurrent", StringComparison.Ordinal) ? "Batch" : "Interactive",
            ProcessorCount = 4,
            GcConfiguration = new Dictionary<string, string>
            {
                ["ServerGC"] = isServer ? "True" : "False",
                ["GCDynamicAdaptationMode"] = gc == "datas" ? "1" : "0",
            },
            GcLibraries = [],
            TotalAvailableMemoryBytes = 16L << 30,
        };
    }
}
