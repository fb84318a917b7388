namespace PerfMatrix.Evidence.Causes;

/// <summary>A search for a cause whose truth is known.</summary>
/// <param name="Injection">What was put in; null for nothing.</param>
/// <param name="Source">The code that was measured on both sides.</param>
/// <param name="Profiler">Where the CPU samples came from.</param>
/// <param name="Problem">Why there is no explanation; null when there is one.</param>
/// <param name="First">The first name of the kind that was put in; null where nothing was named.</param>
/// <param name="IsRight">Whether that is what was put in, or nothing was named and nothing had changed.</param>
/// <param name="CpuDifference">Microseconds of CPU time a request that head takes more, by the clock of the process.</param>
/// <param name="Attributed">Those of them that the methods named stand for.</param>
internal sealed record CauseTrial(
    string Id, InjectionRecord? Injection, string Cell, DateTimeOffset StartedAt, DateTimeOffset FinishedAt, MachineInfo Machine, SourceInfo Source,
    CpuProfiler Profiler, string? Problem, string? First, bool IsRight, double CpuDifference, double Attributed)
{
    [JsonIgnore]
    public string Name => Injection?.Name ?? "nothing";
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
