
using PerfMatrix.Contract;

namespace PerfMatrix.Measurement;

/// <summary>Compares what was asked for with what the process reports. A contradiction fails the variant: it must never be shown as measured.</summary>
public static class ProofCheck
{
    private const string DescriptionPrefix = ".NET ";

    /// <summary>One sentence naming every contradiction as requested versus reported; null when there is none.</summary>
    public static string? Contradiction(ProofExpectation expected, ProbeProof proof)
    {
        var found = Contradictions(expected, proof).ToList();
        return found.Count == 0 ? null : "the process contradicts the request: " + string.Join("; ", found);
    }

    private static IEnumerable<string> Contradictions(ProofExpectation expected, ProbeProof proof)
    {
        var version = VersionOf(proof.FrameworkDescription);
        if (version != expected.RuntimeVersion) yield return Differs("runtime", expected.RuntimeVersion, version);
        if (proof.IsServerGc != expected.IsServerGc) yield return Differs("GC", GcName(expected.IsServerGc), GcName(proof.IsServerGc));
        if (IsRuntimesOwn(expected.GcLibrary) && LatencyModeOf(expected.Concurrent) != proof.LatencyMode)
            yield return Differs("latency mode", LatencyModeOf(expected.Concurrent), proof.LatencyMode);
        if (proof.ProcessorCount != expected.ProcessorCount)
            yield return Differs("processor count", expected.ProcessorCount.ToString(), proof.ProcessorCount.ToString());
        if (LibraryContradiction(expected.GcLibrary, proof.GcLibraries) is { } library) yield return library;
        if (IsRuntimesOwn(expected.GcLibrary) && MemoryLimitCheck.Contradiction(expected, proof) is { } memory) yield return memory;
        foreach (var setting in GcSettingCheck.Contradictions(expected, proof)) yield return setting;
    }

    private static string? LibraryContradiction(string? expected, IReadOnlyList<string> mapped) =>
        (expected is null && mapped.Count == 0) || (expected is not null && mapped.Contains(expected))
            ? null
            : Differs("GC library", expected ?? "none (the GC inside the runtime)", mapped.Count == 0 ? "none mapped" : string.Join(", ", mapped));

    /// <summary>Interactive and Batch are the modes of the runtime's own GCs; a foreign one answers what it likes.</summary>
    private static bool IsRuntimesOwn(string? library) => library is null || library.Contains("clrgc", StringComparison.Ordinal);

    private static string VersionOf(string description) =>
        description.StartsWith(DescriptionPrefix, StringComparison.Ordinal) ? description[DescriptionPrefix.Length..] : description;

    private static string LatencyModeOf(bool concurrent) => concurrent ? "Interactive" : "Batch";

    private static string GcName(bool isServer) => isServer ? "server" : "workstation";

    internal static string Differs(string what, string requested, string reported) => $"{what} requested {requested}, reported {reported}";
}
