namespace PerfMatrix.Evidence.Causes;

/// <summary>A search for a cause whose truth is known.</summary>
internal sealed record CauseTrial
{
    public required string Id { get; init; }

    /// <summary>What was put in; null for nothing.</summary>
    public InjectionRecord? Injection { get; init; }

    public required string Cell { get; init; }
    public required DateTimeOffset StartedAt { get; init; }
    public required DateTimeOffset FinishedAt { get; init; }
    public required MachineInfo Machine { get; init; }

    /// <summary>The code that was measured on both sides.</summary>
    public required SourceInfo Source { get; init; }

    /// <summary>Where the CPU samples came from.</summary>
    public required CpuProfiler Profiler { get; init; }

    /// <summary>Why there is no explanation; null when there is one.</summary>
    public string? Problem { get; init; }

    /// <summary>The first name of the kind that was put in; null where nothing was named.</summary>
    public string? First { get; init; }

    /// <summary>Whether that is what was put in, or nothing was named and nothing had changed.</summary>
    public required bool IsRight { get; init; }

    /// <summary>Microseconds of CPU time a request that head takes more, by the clock of the process.</summary>
    public double CpuDifference { get; init; }

    /// <summary>Those of them that the methods named stand for.</summary>
    public double Attributed { get; init; }

    [JsonIgnore]
    public string Name => Injection?.Name ?? "nothing";

    public static CauseTrial Of(
        string id, InjectionRecord? injection, CellExplanation why, (MachineInfo Machine, SourceInfo Source) on,
        (DateTimeOffset Start, DateTimeOffset End) time) =>
        new()
        {
            Id = id,
            Injection = injection,
            Cell = why.Cell,
            StartedAt = time.Start,
            FinishedAt = time.End,
            Machine = on.Machine,
            Source = on.Source,
            Profiler = why.Profiler,
            Problem = why.Problem,
            First = CauseTruth.First(injection?.Kind, why),
            IsRight = CauseTruth.IsRight(injection?.Kind, why),
            CpuDifference = why.CpuDifference.PerRequest,
            Attributed = why.Cpu.Sum(method => method.PerRequest),
        };
}

/// <summary>Which name is the cause of what was put in: that of the probe's code that does it.</summary>
internal static class CauseTruth
{
    // By the names of the kinds.
    private static readonly Dictionary<string, Truth> s_truths = new()
    {
        [InjectionKinds.Cpu] = new("CpuBurn.", why => why.Cpu.Select(one => (one.Method, (string?)one.Method))),
        ["allocation"] = new("byte[] from ExtraAllocation.", why => why.Allocations.Select(one => $"{one.Type} from {one.From}")
            .Select(name => (name, (string?)name))),
        ["lock"] = new("HeldLock.", why => Events(why, CauseEvent.Lock)),
        ["collect"] = new("AskedCollections.", why => Events(why, CauseEvent.Pause)),
    };

    public static bool Knows(InjectionKind kind) => s_truths.ContainsKey(kind.Name);

    /// <summary>The first name of the kind that was put in, or of all where nothing was; null where nothing is named.</summary>
    public static string? First(InjectionKind? put, CellExplanation why) => Named(put, why).Select(one => one.Name).FirstOrDefault();

    /// <summary>Whether the first name is that of what was put in; of unchanged code, whether nothing is named.</summary>
    public static bool IsRight(InjectionKind? put, CellExplanation why) => why.Problem is null && (put is null ? !Named(null, why).Any()
        : Named(put, why).FirstOrDefault().Code?.StartsWith(s_truths[put.Name].Code, StringComparison.Ordinal) == true);

    private static IEnumerable<(string Name, string? Code)> Named(InjectionKind? put, CellExplanation why) =>
        put is not null ? s_truths[put.Name].Found(why) : s_truths.Values.SelectMany(truth => truth.Found(why)).Concat(Events(why));

    private static IEnumerable<(string Name, string? Code)> Events(CellExplanation why, CauseEvent? kind = null) =>
        why.Events.Where(one => kind is null || one.Kind == kind).Select(one => ($"{one.Name} from {one.From ?? "nothing"}", one.From));

    /// <param name="Code">Beginning of the name of the code that is put in, of allocations with their type.</param>
    /// <param name="Found">What was named of the kind, and the code that stands for it.</param>
    private sealed record Truth(string Code, Func<CellExplanation, IEnumerable<(string Name, string? Code)>> Found);
}
