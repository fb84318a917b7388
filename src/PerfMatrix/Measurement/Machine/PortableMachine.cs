using System.Runtime.InteropServices;
using PerfMatrix.Contract;

namespace PerfMatrix.Measurement;

/// <summary>What .NET tells on every system. The CPU model is only its architecture there (on Windows the processor identifier).</summary>
public sealed class PortableMachine : IMachine
{
    /// <inheritdoc />
    public string CpuModel => Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER") ?? $"unknown {RuntimeInformation.OSArchitecture} CPU";

    /// <inheritdoc />
    public IReadOnlyList<int> Cpus => [.. Enumerable.Range(0, Environment.ProcessorCount)];

    /// <inheritdoc />
    /// <remarks>Of a container with a limit, the limit.</remarks>
    public Bytes Memory => new(GC.GetGCMemoryInfo().TotalAvailableMemoryBytes);

    /// <inheritdoc />
    public string Os => RuntimeInformation.OSDescription;

    /// <inheritdoc />
    public string Kernel => Environment.OSVersion.Version.ToString();

    /// <inheritdoc />
    public string? BootId => null;
}
