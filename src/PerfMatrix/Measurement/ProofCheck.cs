namespace PerfMatrix.Measurement;

/// <summary>Compares what was asked for with what the process reports. A contradiction fails the variant.</summary>
internal static class ProofCheck
{
    private const string OwnHeapLimit = "GCHeapHardLimit";

    /// <summary>The kernel rounds a limit to pages; the largest there are on ARM.</summary>
    private const long MemoryTolerance = 64 << 10;

    /// <summary>One sentence naming every contradiction as requested versus reported; null when there is none.</summary>
    public static string? Contradiction(ProofExpectation expected, ProbeProof proof)
    {
        var found = Contradictions(expected, proof).ToList();
        return found.Count == 0 ? null : "the process contradicts the request: " + string.Join("; ", found);
    }

    private static IEnumerable<string> Contradictions(ProofExpectation expected, ProbeProof proof)
    {
        var version = proof.FrameworkDescription.Replace(".NET ", "", StringComparison.Ordinal);
        if (version != expected.RuntimeVersion) yield return Differs("runtime", expected.RuntimeVersion, version);
        if (expected.IsServerGc is { } isServer && proof.IsServerGc != isServer)
            yield return Differs("GC", GcName(isServer), GcName(proof.IsServerGc));
        if (expected.Concurrent is { } concurrent && IsRuntimesOwn(expected.GcLibrary) && LatencyModeOf(concurrent) != proof.LatencyMode)
            yield return Differs("latency mode", LatencyModeOf(concurrent), proof.LatencyMode);
        var processors = expected.SaidProcessorCount ?? expected.ProcessorCount;
        if (proof.ProcessorCount != processors) yield return Differs("processor count", $"{processors}", $"{proof.ProcessorCount}");
        if (LibraryContradiction(expected.GcLibrary, proof.GcLibraries) is { } library) yield return library;
        if (IsRuntimesOwn(expected.GcLibrary) && MemoryContradiction(expected, proof) is { } memory) yield return memory;
        if (CpuContradiction(expected, proof) is { } cpu) yield return cpu;
        foreach (var setting in GcSettingCheck.Contradictions(expected, proof)) yield return setting;
    }

    private static string? LibraryContradiction(string? expected, IReadOnlyList<string> mapped) =>
        (expected is null && mapped.Count == 0) || (expected is not null && mapped.Contains(expected))
            ? null
            : Differs("GC library", expected ?? "none (the GC inside the runtime)", mapped.Count == 0 ? "none mapped" : string.Join(", ", mapped));

    /// <summary>Compares a memory limit with <c>GCMemoryInfo.TotalAvailableMemoryBytes</c>. Within a limit of its container the GC takes three
    /// quarters of it for its heap (https://learn.microsoft.com/dotnet/core/runtime-config/garbage-collector#heap-limit), and reports those: so did
    /// real processes of 8.0.33, 9.0.22 and 10.0.14. A heap limit of the mode hides that of the process.</summary>
    private static string? MemoryContradiction(ProofExpectation expected, ProbeProof proof)
    {
        if (expected.Limits.Memory is not { } limit
            || expected.GcConfiguration.Keys.Any(name => name.StartsWith(OwnHeapLimit, StringComparison.Ordinal)))
            return null;
        var heap = limit.Count / 4 * 3;
        return Math.Abs(proof.TotalAvailableMemoryBytes - heap) <= MemoryTolerance ? null
            : Differs("memory limit", $"{MemorySize.Format(limit)} ({heap} bytes of heap)", $"{proof.TotalAvailableMemoryBytes} bytes of heap");
    }

    private static string? CpuContradiction(ProofExpectation expected, ProbeProof proof)
    {
        if (expected.Limits.Cpu is not { } limit) return null;
        return proof.CpuQuotaMicroseconds is { } time && limit.Millicores * proof.CpuPeriodMicroseconds == 1000 * time ? null : Differs(
            "CPU limit", $"{limit}", proof.CpuQuotaMicroseconds is { } quota ? $"{quota} of {proof.CpuPeriodMicroseconds} microseconds" : "none");
    }

    /// <summary>Interactive and Batch are the modes of the runtime's own GCs; a foreign one answers what it likes.</summary>
    private static bool IsRuntimesOwn(string? library) => library is null || library.Contains("clrgc", StringComparison.Ordinal);

    private static string LatencyModeOf(bool concurrent) => concurrent ? "Interactive" : "Batch";

    private static string GcName(bool isServer) => isServer ? "server" : "workstation";

    internal static string Differs(string what, string requested, string reported) => $"{what} requested {requested}, reported {reported}";
}

/// <summary>What a variant was asked to be; the process's own proof must not contradict it.</summary>
/// <param name="IsServerGc">Null where the mode leaves it to the application, so that no answer contradicts it.</param>
/// <param name="Concurrent">Null where the mode leaves it to the application.</param>
/// <param name="GcLibrary">File name of a standalone GC, e.g. <c>libclrgc.so</c>; null for the GC inside the runtime.</param>
/// <param name="GcConfiguration">GC settings by environment name without the prefix <c>DOTNET_</c> (e.g. <c>GCHeapCount</c>), numbers in hexadecimal
/// as the runtime reads them there.</param>
internal sealed record ProofExpectation(
    string RuntimeVersion,
    bool? IsServerGc,
    bool? Concurrent,
    int ProcessorCount,
    string? GcLibrary,
    IReadOnlyDictionary<string, string> GcConfiguration)
{
    public ResourceLimits Limits { get; init; }

    /// <summary>What <c>DOTNET_PROCESSOR_COUNT</c> tells the process, a decimal number; null where it counts its CPUs itself.</summary>
    public int? SaidProcessorCount { get; init; }

    private const string Prefix = "DOTNET_";

    /// <summary>The expectation that follows from the environment a GC mode and a scenario set (<c>DOTNET_gcServer</c> and so on); others are
    /// ignored. Where both are silent the application's own settings hold, e.g. server GC in a web project.</summary>
    public static ProofExpectation FromEnvironment(string runtimeVersion, int processorCount, IReadOnlyDictionary<string, string> environment) => new(
        runtimeVersion,
        IsServerGc: IsOn(environment, "gcServer"),
        Concurrent: IsOn(environment, "gcConcurrent"),
        processorCount,
        GcLibrary: FileNameOfLibrary(environment),
        environment.Where(setting => setting.Key.StartsWith(Prefix + "GC", StringComparison.Ordinal))
            .ToDictionary(setting => setting.Key[Prefix.Length..], setting => setting.Value))
    {
        SaidProcessorCount =
            int.TryParse(environment.GetValueOrDefault("DOTNET_PROCESSOR_COUNT"), CultureInfo.InvariantCulture, out var said) ? said : null,
    };

    /// <summary>Reads a number as the runtime reads it in <c>DOTNET_GC*</c>: hexadecimal, with or without <c>0x</c>; null if it is none.</summary>
    public static long? HexadecimalOf(string text)
    {
        var digits = text.StartsWith("0x", StringComparison.OrdinalIgnoreCase) ? text[2..] : text;
        return long.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var number) ? number : null;
    }

    private static bool? IsOn(IReadOnlyDictionary<string, string> environment, string name) =>
        environment.TryGetValue(Prefix + name, out var value) ? HexadecimalOf(value) is not (0 or null) : null;

    private static string? FileNameOfLibrary(IReadOnlyDictionary<string, string> environment) =>
        environment.GetValueOrDefault(Prefix + "GCPath") is { Length: > 0 } path ? Path.GetFileName(path)
        : environment.GetValueOrDefault(Prefix + "GCName") is { Length: > 0 } name ? name : null;
}

/// <summary>Compares GC settings as set (environment, hexadecimal) with <c>GC.GetConfigurationVariables</c> (other names, decimal). Names and values
/// were read from real processes of 8.0.31, 9.0.20 and 10.0.12. A setting the runtime does not report proves nothing either way.</summary>
internal static class GcSettingCheck
{
    private const string HeapCount = "GCHeapCount";

    private static readonly Dictionary<string, string> s_reportedNames = new()
    {
        [HeapCount] = "HeapCount",
        ["GCMaxHeapCount"] = "MaxHeapCount",
        ["GCConserveMemory"] = "GCConserveMem",
        ["GCLOHThreshold"] = "LOHThreshold",
    };

    public static IEnumerable<string> Contradictions(ProofExpectation expected, ProbeProof proof)
    {
        foreach (var (name, value) in expected.GcConfiguration)
        {
            if (!ProvesSomething(name, expected) || ProofExpectation.HexadecimalOf(value) is not { } requested) continue;
            requested = Effective(name, requested, expected);
            if (Reported(name, proof) is { } reported && reported != requested)
                yield return ProofCheck.Differs(
                    name, requested.ToString(CultureInfo.InvariantCulture), reported.ToString(CultureInfo.InvariantCulture));
        }
    }

    /// <summary>The adaptation mode means something only under server GC with regions. With a heap count it is off whatever was asked, which 10
    /// reports and 9 does not (dotnet/runtime #122613), so it proves nothing there.</summary>
    private static bool ProvesSomething(string name, ProofExpectation expected) => name switch
    {
        GcMode.Adaptation => expected is { IsServerGc: true, GcLibrary: null } && !AsksForHeapCount(expected),
        HeapCount => expected.IsServerGc == true,
        _ => true,
    };

    private static bool AsksForHeapCount(ProofExpectation expected) =>
        expected.GcConfiguration.TryGetValue(HeapCount, out var value) && ProofExpectation.HexadecimalOf(value) is > 0;

    /// <summary>HeapCount is reported as the computed maximum: never more than the CPUs, and all of them for 0.</summary>
    private static long Effective(string name, long requested, ProofExpectation expected) =>
        name != HeapCount ? requested
        : requested == 0 ? expected.ProcessorCount
        : Math.Min(requested, expected.ProcessorCount);

    private static long? Reported(string name, ProbeProof proof) =>
        proof.GcConfiguration.TryGetValue(s_reportedNames.GetValueOrDefault(name, name), out var text)
        && long.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out var number) ? number : null;
}
