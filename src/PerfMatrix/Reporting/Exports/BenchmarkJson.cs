namespace PerfMatrix.Reporting.Exports;

/// <summary>The times of runs in the form of BenchmarkDotNet's full JSON exporter, one file a side, so that its readers can compare two. A round is a
/// launch of one iteration; a benchmark is a cell and one of its times.</summary>
internal static class BenchmarkJson
{
    private static readonly JsonSerializerOptions s_options = new() { WriteIndented = true };

    /// <summary>The times, and how a value becomes nanoseconds. An operation is a request, or what the user's benchmark does.</summary>
    private static readonly (string Method, Metric Metric, Func<double, double> Nanoseconds)[] s_times =
    [
        ("timePerRequest", Metric.Throughput, value => 1e9 / value),
        (Metric.MeanTime.Name, Metric.MeanTime, value => value),
        .. new[] { Metric.CpuPerRequest, Metric.LatencyP50, Metric.LatencyP90, Metric.LatencyP99, Metric.LatencyP999 }.Concat(Metric.Paced)
            .Select(metric => (metric.Name, metric, new Func<double, double>(microseconds => 1e3 * microseconds))),
        (Metric.Startup.Name, Metric.Startup, milliseconds => 1e6 * milliseconds),
    ];

    public static IEnumerable<ExportFile> Of(IReadOnlyList<RunDocument> runs) =>
        from side in runs.SelectMany(run => run.Variants).Select(variant => variant.Side).Distinct()
        where side != Side.Reference
        let benchmarks = runs.SelectMany(run => Benchmarks(run, side)).DistinctBy(benchmark => benchmark.FullName).ToList()
        let file = new { Title = $"PerfMatrix-{runs[0].Id}", HostEnvironmentInfo = Host(runs[0]), Benchmarks = benchmarks }
        select new ExportFile(
            $"perfmatrix-{side.Name()}-report-full.json", JsonSerializer.Serialize(file, s_options), Wording.Counted(benchmarks.Count, "benchmark"));

    // A number of processors that nobody recorded is 0, because readers take no null.
    private static object Host(RunDocument run) => new
    {
        BenchmarkDotNetCaption = "perfmatrix",
        BenchmarkDotNetVersion = run.Tool.Version,
        OsVersion = run.Machine.Os,
        ProcessorName = run.Machine.CpuModel,
        PhysicalProcessorCount = 0,
        PhysicalCoreCount = 0,
        LogicalCoreCount = run.Machine.Cores,
        RuntimeVersion = "in Parameters",
        Architecture = "",
        HasAttachedDebugger = false,
        HasRyuJit = true,
        Configuration = "RELEASE",
        JitModules = "",
        DotNetCliVersion = run.Settings.Sdk ?? "",
        ChronometerFrequency = new { Hertz = 1_000_000_000 },
        HardwareTimerKind = "Unknown",
    };

    private static IEnumerable<ExportedBenchmark> Benchmarks(RunDocument run, Side side)
    {
        var pairs = new RunPairs(run);
        return from variant in run.Variants
               where variant is { Twin: 0, Status: VariantStatus.Measured } && variant.Side == side
               from time in s_times
               let values = pairs.Values(time.Metric, variant.Id).Select(time.Nanoseconds).Where(double.IsFinite).ToArray()
               where values.Length > 0
               select new ExportedBenchmark(variant.Cell, time.Method, values)
               {
                   Memory = time.Metric == Metric.Throughput ? MemoryOf(name => Median(pairs, variant, name), "Request", "")
                       : time.Metric == Metric.MeanTime ? MemoryOf(name => Median(pairs, variant, name), "Operation", "Operations")
                       : null,
                   Metrics = time.Metric == Metric.Throughput || time.Metric == Metric.MeanTime ? [.. MetricsOf(pairs, variant)] : [],
               };
    }

    /// <summary>Counts of a million operations; null where allocations are not known.</summary>
    private static object? MemoryOf(Func<string, double?> median, string operation, string operations)
    {
        return median($"allocatedPer{operation}") is not { } allocated ? null : new
        {
            Gen0Collections = Collections(0),
            Gen1Collections = Collections(1),
            Gen2Collections = Collections(2),
            TotalOperations = 1_000_000,
            BytesAllocatedPerOperation = (long)Math.Round(allocated),
        };

        int Collections(int generation) => (int)Math.Round(1000 * (median($"gen{generation}PerThousand{operations}") ?? 0));
    }

    private static IEnumerable<object> MetricsOf(RunPairs pairs, VariantRecord variant) =>
        from metric in Metric.All
        let median = Median(pairs, variant, metric.Name)
        where median is not null
        select new
        {
            Value = median.Value,
            Descriptor = new
            {
                Id = metric.Name,
                DisplayName = metric.Title,
                Legend = metric.Description,
                NumberFormat = $"F{metric.Decimals}",
                UnitType = 0,
                metric.Unit,
                TheGreaterTheBetter = metric.Direction == Direction.HigherIsBetter,
                PriorityInCategory = 0,
            },
        };

    private static double? Median(RunPairs pairs, VariantRecord variant, string metric) =>
        pairs.Values(Metric.Find(metric)!, variant.Id).Where(double.IsFinite).ToArray() is { Length: > 0 } values
            ? OrderStatistics.Median(values)
            : null;
}

/// <summary>A benchmark with the names that the file has.</summary>
internal sealed class ExportedBenchmark(Cell cell, string method, double[] nanoseconds)
{
    private static readonly Axis[] s_parameters = [.. Axis.All.Where(axis => axis != Axis.Scenario)];

    public string DisplayInfo => $"{Type}.{Method}: perfmatrix [{Parameters}]";
    public string Namespace { get; } = "PerfMatrix";
    public string Type => cell.Scenario;
    public string Method => method;
    public string MethodTitle => method;
    public string Parameters => string.Join('&', Values.Select(value => $"{value.Name}={value.Value}"));
    public string FullName => $"{Namespace}.{Type}.{Method}({string.Join(", ", Values.Select(value => $"{value.Name}: {value.Value}"))})";
    public BenchmarkStatistics Statistics { get; } = new(nanoseconds);
    public object? Memory { get; init; }

    public IEnumerable<object> Measurements => nanoseconds.Select((time, index) => new
    {
        IterationMode = "Workload",
        IterationStage = "Result",
        LaunchIndex = index + 1,
        IterationIndex = 1,
        Operations = 1,
        Nanoseconds = time,
    });

    public IReadOnlyList<object> Metrics { get; init; } = [];

    private IEnumerable<(string Name, string Value)> Values =>
        s_parameters.Where(axis => axis.IsIn(cell)).Select(axis => (axis.Name, axis.ValueOf(cell)));
}

/// <summary>What readers take of BenchmarkDotNet's statistics: ResultsComparer the values, their number and their median; others the mean and the
/// standard deviation, which is 0 of one value, as it is there.</summary>
internal sealed class BenchmarkStatistics(double[] values)
{
    public IReadOnlyList<double> OriginalValues => values;
    public int N => values.Length;
    public double Min => values.Min();
    public double Median => OrderStatistics.Median([.. values]);
    public double Mean => values.Average();
    public double Max => values.Max();
    public double StandardError => StandardDeviation / Math.Sqrt(N);
    public double StandardDeviation => N == 1 ? 0 : Spread.StandardDeviation(values);
}
