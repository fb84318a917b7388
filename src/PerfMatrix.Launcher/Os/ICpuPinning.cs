namespace PerfMatrix.Launcher;

/// <summary>Pins a process from its first instruction.</summary>
internal interface ICpuPinning
{
    /// <summary>Runs an action so that the process it starts is on the given CPUs.</summary>
    /// <param name="cpus">The CPUs; empty means not pinned.</param>
    /// <param name="start">Starts the process.</param>
    /// <exception cref="System.ComponentModel.Win32Exception">The system refuses these CPUs.</exception>
    /// <exception cref="PlatformNotSupportedException">This system cannot pin.</exception>
    T Run<T>(IReadOnlyList<int> cpus, Func<T> start);
}

/// <summary>Chooses the pinning of this system.</summary>
internal static class SystemCpuPinning
{
    /// <summary>By affinity on Linux, none elsewhere.</summary>
    public static ICpuPinning Create() => OperatingSystem.IsLinux() ? new LinuxCpuPinning() : new NoCpuPinning();
}
