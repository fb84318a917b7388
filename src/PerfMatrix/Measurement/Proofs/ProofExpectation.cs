using System.Globalization;
using PerfMatrix.Contract;

namespace PerfMatrix.Measurement;

/// <summary>What a variant was asked to be; the process's own proof must not contradict it.</summary>
/// <param name="RuntimeVersion">Exact runtime version, e.g. <c>10.0.12</c>.</param>
/// <param name="IsServerGc">Whether server GC was asked for.</param>
/// <param name="Concurrent">Whether background collections were asked for.</param>
/// <param name="ProcessorCount">CPUs the process may use.</param>
/// <param name="GcLibrary">File name of a standalone GC, e.g. <c>libclrgc.so</c>; null for the GC inside the runtime.</param>
/// <param name="GcConfiguration">
/// GC settings by environment name without the prefix <c>DOTNET_</c> (e.g. <c>GCHeapCount</c>), numbers in hexadecimal as the runtime reads them there.
/// </param>
public sealed record ProofExpectation(
    string RuntimeVersion,
    bool IsServerGc,
    bool Concurrent,
    int ProcessorCount,
    string? GcLibrary,
    IReadOnlyDictionary<string, string> GcConfiguration)
{
    /// <summary>Most memory the process may use; null sets no limit.</summary>
    public Bytes? MemoryLimit { get; init; }

    private const string Prefix = "DOTNET_";

    /// <summary>The expectation that follows from the environment a GC mode sets (<c>DOTNET_gcServer</c> and so on); other variables are ignored.</summary>
    /// <remarks>Defaults of the runtime where the leg is silent: workstation, concurrent.</remarks>
    public static ProofExpectation FromEnvironment(string runtimeVersion, int processorCount, IReadOnlyDictionary<string, string> environment) => new(
        runtimeVersion,
        IsServerGc: IsOn(environment, "gcServer", otherwise: false),
        Concurrent: IsOn(environment, "gcConcurrent", otherwise: true),
        processorCount,
        GcLibrary: FileNameOfLibrary(environment),
        environment.Where(IsGcSetting).ToDictionary(setting => setting.Key[Prefix.Length..], setting => setting.Value));

    /// <summary>Reads a number as the runtime reads it in <c>DOTNET_GC*</c>: hexadecimal, with or without <c>0x</c>. Null when it is not one.</summary>
    public static long? HexadecimalOf(string text)
    {
        var digits = text.StartsWith("0x", StringComparison.OrdinalIgnoreCase) ? text[2..] : text;
        return long.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var number) ? number : null;
    }

    private static bool IsOn(IReadOnlyDictionary<string, string> environment, string name, bool otherwise) =>
        environment.TryGetValue(Prefix + name, out var value) ? HexadecimalOf(value) is not (0 or null) : otherwise;

    private static string? FileNameOfLibrary(IReadOnlyDictionary<string, string> environment) =>
        environment.GetValueOrDefault(Prefix + "GCPath") is { Length: > 0 } path ? Path.GetFileName(path)
        : environment.GetValueOrDefault(Prefix + "GCName") is { Length: > 0 } name ? name
        : null;

    private static bool IsGcSetting(KeyValuePair<string, string> variable) => variable.Key.StartsWith(Prefix + "GC", StringComparison.Ordinal);
}
