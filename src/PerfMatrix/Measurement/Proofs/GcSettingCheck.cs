using System.Globalization;
using PerfMatrix.Contract;

namespace PerfMatrix.Measurement;

/// <summary>
/// Compares GC settings as set (environment, hexadecimal) with <c>GC.GetConfigurationVariables</c> (other names, decimal). Names and values were read from
/// real processes of 8.0.31, 9.0.20 and 10.0.12. A setting the runtime does not report proves nothing either way.
/// </summary>
internal static class GcSettingCheck
{
    private const string AdaptationMode = "GCDynamicAdaptationMode";
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
                yield return ProofCheck.Differs(name, requested.ToString(CultureInfo.InvariantCulture), reported.ToString(CultureInfo.InvariantCulture));
        }
    }

    /// <summary>
    /// The adaptation mode means something only under server GC with regions. With a heap count it is off whatever was asked, which 10 reports and 9 does not
    /// (dotnet/runtime #122613), so it proves nothing there.
    /// </summary>
    private static bool ProvesSomething(string name, ProofExpectation expected) => name switch
    {
        AdaptationMode => expected is { IsServerGc: true, GcLibrary: null } && !AsksForHeapCount(expected),
        HeapCount => expected.IsServerGc,
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
        && long.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;
}
