namespace PerfMatrix.Evidence.Injection;

/// <summary>A way to make head really worse, by a size that can be chosen.</summary>
/// <param name="Name">Name on the command line and in documents; there alone for the usual sizes, or with one: <c>cpu-7</c>.</param>
/// <param name="Variable">Variable of head's environment, which takes a whole number (<see cref="InjectionVariables"/>).</param>
/// <param name="Title">A size in words, as tables and documents have it.</param>
/// <param name="Metrics">The metrics that shall show it; the first that was measured counts.</param>
/// <param name="Sizes">What can be asked for.</param>
/// <param name="Usual">The sizes that are tried unless others are asked for.</param>
[JsonConverter(typeof(InjectionKindName))]
internal sealed record InjectionKind(
    string Name, string Variable, Func<string, string> Title, IReadOnlyList<string> Metrics,
    (double Smallest, double Largest) Sizes, params IReadOnlyList<double> Usual)
{
    /// <summary>What sizes are a multiple of that are no share of something.</summary>
    public double MultipleOf { get; init; } = 1;

    /// <summary>Whether it is left out unless it is named: what has no rates of its own.</summary>
    public bool OnlyWhenNamed { get; init; }

    /// <summary>The number for the variable that gives the size, where sizes are a share of a request's cost; null where it is the size.</summary>
    public Func<double, RequestFigures, int>? Amount { get; init; }

    /// <summary>How often a process has done it so far, and how much in all; null where other counters than those of injections tell.</summary>
    public Func<InjectedCounters, (long Times, double Sum)>? Counted { get; init; }
    public string Unit { get; init; } = "ms";

    /// <summary>Whether requests must be measured first.</summary>
    public bool NeedsFigures => Amount is not null;

    /// <summary>Whether the program of a scenario takes it: a benchmark, whose name has a slash before the case, or an application.</summary>
    public bool Fits(string scenario) => scenario.Contains('/', StringComparison.Ordinal) == Metric.Find(Metrics[0])!.IsOfBenchmark;

    public InjectionRecord Record(double size, RequestFigures figures) =>
        new(Title($"{size}"), this, Amount?.Invoke(size, figures) ?? (int)size, Name == InjectionKinds.Cpu ? size : null);
}

/// <summary>Writes a kind as its name.</summary>
internal sealed class InjectionKindName : JsonConverter<InjectionKind>
{
    public override InjectionKind Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        var name = reader.GetString();
        return InjectionKinds.All.FirstOrDefault(kind => kind.Name == name) ?? throw new JsonException($"found the unknown kind '{name}'");
    }

    public override void Write(Utf8JsonWriter writer, InjectionKind value, JsonSerializerOptions options) => writer.WriteStringValue(value.Name);
}

/// <summary>All kinds of regressions, in the order of tables. A new one is an entry here, a variable (<see cref="InjectionVariables"/>), and the
/// code that does it, in the probe's table or in the benchmarks that take it; where processes count what it does, a field of
/// <see cref="InjectedCounters"/>; and where a trace shows its cause, an entry of <c>CauseTruth</c>.</summary>
internal static class InjectionKinds
{
    public const string Cpu = "cpu";

    public static IReadOnlyList<InjectionKind> All { get; } =
    [
        new(Cpu, InjectionVariables.Burn, percent => $"CPU +{percent} %", [Metric.CpuPerRequest.Name], (0.1, 1000), 3, 5, 10)
        { Amount = (percent, figures) => figures.Calibration!.StepsFor(percent) },
        new("allocation", InjectionVariables.Allocate, bytes => $"allocations +{bytes} B",
            [Metric.AllocatedPerRequest.Name], (24, 80_000), 24, 64)
        { MultipleOf = 8 },
        new("stall", InjectionVariables.Stall, percent => $"stalls {percent} %", [Metric.Throughput.Name], (0.1, 50), 6)
        {
            Amount = (percent, figures) => figures.RequestsBetweenStalls(percent),
            Counted = counted => (counted.Stalls, counted.StallMilliseconds),
        },
        new("tail", InjectionVariables.Tail, percent => $"p99 +{percent} %",
            [Metric.PacedLatencyP99.Name, Metric.LatencyP99.Name], (1, 100), 20)
        {
            Amount = (percent, figures) => figures.Latency.RequestsBetweenWaits(percent),
            Counted = counted => (counted.Waits, counted.WaitMilliseconds),
        },
        Held("memory", InjectionVariables.Memory, Metric.PeakRss, usual: 10),
        new("start-up", InjectionVariables.Startup, milliseconds => $"start-up +{milliseconds} ms", [Metric.Startup.Name],
            (1, 10_000), 20)
        { Counted = counted => (1, counted.StartupMilliseconds) },
        new("lock", InjectionVariables.Lock, microseconds => $"lock held {microseconds} us", [Metric.Throughput.Name],
            (1, 10_000), 50)
        { OnlyWhenNamed = true },
        new("collect", InjectionVariables.Collect, requests => $"collected every {requests} requests",
            [Metric.GcPauseShare.Name], (100, 1_000_000), 2000),
        Held("committed", InjectionVariables.Committed, Metric.GcCommitted, usual: 5),
        new("operation", InjectionVariables.Operation, percent => $"operation +{percent} %", [Metric.MeanTime.Name],
            (1, 1000), 10),
        new("operation-bytes", InjectionVariables.OperationBytes, bytes => $"operation +{bytes} B",
            [Metric.AllocatedPerOperation.Name], (24, 80_000), 24)
        { MultipleOf = 8 },
    ];

    private static InjectionKind Held(string name, string variable, Metric metric, double usual) =>
        new(name, variable, mebibytes => $"{name} +{mebibytes} MiB", [metric.Name], (1, 1024), usual)
        {
            Counted = counted => (1, counted.HeldBytes / (1024.0 * 1024)),
            Unit = "MiB",
        };

    public static InjectionKind Of(string name) => All.First(kind => kind.Name == name);

    /// <summary>Where a kind stands in tables; nothing is first.</summary>
    public static int PlaceOf(InjectionKind? kind) => kind is null ? -1 : All.TakeWhile(one => one != kind).Count();

    /// <summary>The variables of head that put something in; none for nothing.</summary>
    public static IReadOnlyDictionary<string, string> EnvironmentOf(InjectionRecord? injection) =>
        injection is null ? new Dictionary<string, string>()
        : new Dictionary<string, string> { [injection.Kind.Variable] = $"{injection.Amount}" };

    /// <summary>Reads the values of <c>--kind</c>; when there is none, all kinds that the scenarios take, in their usual sizes.</summary>
    /// <param name="scenarios">Names of what is measured.</param>
    public static IReadOnlyList<(InjectionKind Kind, double Size)> Parse(IReadOnlyList<string>? names, IReadOnlyList<string> scenarios)
    {
        InjectionKind[] taken = [.. All.Where(kind => scenarios.All(kind.Fits))];
        names ??= [.. taken.Where(kind => !kind.OnlyWhenNamed).Select(kind => kind.Name)];
        return [.. names.SelectMany(name => Parse(name, taken, $"valid for {string.Join(", ", scenarios)} are")).Distinct()];
    }

    private static IEnumerable<(InjectionKind Kind, double Size)> Parse(string name, InjectionKind[] taken, string valid)
    {
        if (name == "none") return [];
        if (Array.Find(taken, kind => kind.Name == name) is { } usual) return usual.Usual.Select(size => (usual, size));
        var chosen = taken.Where(kind => name.StartsWith(kind.Name + "-", StringComparison.Ordinal)).MaxBy(kind => kind.Name.Length)
            ?? throw new UsageException($"--kind: unknown kind '{name}'"
                + Suggestion.Sentence(name, [.. taken.Select(kind => kind.Name), "none"], valid));
        return double.TryParse(name.AsSpan(chosen.Name.Length + 1), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var size)
            && size >= chosen.Sizes.Smallest && size <= chosen.Sizes.Largest && (chosen.NeedsFigures || size % chosen.MultipleOf == 0)
            ? [(chosen, size)]
            : throw new UsageException(string.Create(CultureInfo.InvariantCulture, $"--kind: found '{name}', expected {chosen.Name} with a number "
                + $"from {chosen.Sizes.Smallest} to {chosen.Sizes.Largest}{(chosen.MultipleOf > 1 ? $", a multiple of {chosen.MultipleOf}" : "")}, "
                + $"e.g. {chosen.Name}-{chosen.Usual[0]}"));
    }
}
