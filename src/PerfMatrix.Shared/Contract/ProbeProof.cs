namespace PerfMatrix.Shared.Contract;

/// <summary>What the process under test reports about the runtime and GC in force. A contradiction of what was asked for fails the cell.</summary>
public sealed record ProbeProof
{
    /// <summary><c>RuntimeInformation.FrameworkDescription</c>, e.g. <c>.NET 10.0.12</c>.</summary>
    public required string FrameworkDescription { get; init; }

    /// <summary><c>GCSettings.IsServerGC</c>.</summary>
    public required bool IsServerGc { get; init; }

    /// <summary><c>GCSettings.LatencyMode</c>: <c>Interactive</c> means concurrent, <c>Batch</c> means not.</summary>
    public required string LatencyMode { get; init; }

    /// <summary><c>Environment.ProcessorCount</c>.</summary>
    public required int ProcessorCount { get; init; }

    /// <summary><c>GC.GetConfigurationVariables()</c> as text. Reports intent: on .NET 9 <c>GCDynamicAdaptationMode</c> is the raw setting.</summary>
    public required IReadOnlyDictionary<string, string> GcConfiguration { get; init; }

    /// <summary>File names of mapped GC libraries, e.g. <c>libclrgc.so</c>; empty for the GC inside the runtime, or where nobody tells.</summary>
    public required IReadOnlyList<string> GcLibraries { get; init; }

    /// <summary><c>GCMemoryInfo.TotalAvailableMemoryBytes</c>.</summary>
    public required long TotalAvailableMemoryBytes { get; init; }

    /// <summary>Microseconds of CPU time that its control group gives it in each period; null without a limit, or where nobody tells.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? CpuQuotaMicroseconds { get; init; }

    /// <summary>The period of that quota.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? CpuPeriodMicroseconds { get; init; }
}
