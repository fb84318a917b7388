
using PerfMatrix.Contract;

namespace PerfMatrix.Measurement;

/// <summary>A machine with an agent, as surveyed there.</summary>
/// <param name="reading">The survey.</param>
public sealed class SurveyedMachine(MachineReading reading) : IMachine
{
    /// <inheritdoc />
    public string CpuModel => reading.CpuModel;

    /// <inheritdoc />
    public IReadOnlyList<int> Cpus => reading.Cpus;

    /// <inheritdoc />
    public Bytes Memory => reading.Memory;

    /// <inheritdoc />
    public string Os => reading.Os;

    /// <inheritdoc />
    public string Kernel => reading.Kernel;

    /// <inheritdoc />
    public string? BootId => reading.BootId;
}
