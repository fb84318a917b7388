
using PerfMatrix.Contract;

namespace PerfMatrix.Measurement;

/// <summary>What the operating system says of the machine. Complete on Linux, portable elsewhere.</summary>
public interface IMachine
{
    /// <summary>Model name of the CPU.</summary>
    string CpuModel { get; }

    /// <summary>CPUs this process may use (its affinity), whatever <c>DOTNET_PROCESSOR_COUNT</c> says.</summary>
    IReadOnlyList<int> Cpus { get; }

    /// <summary>Physical memory.</summary>
    Bytes Memory { get; }

    /// <summary>Name and version of the operating system.</summary>
    string Os { get; }

    /// <summary>Kernel release.</summary>
    string Kernel { get; }

    /// <summary>Random id of this boot of the kernel; null where the system has none.</summary>
    string? BootId { get; }
}
