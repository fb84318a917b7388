
using PerfMatrix.Contract;

namespace PerfMatrix.Launcher;

/// <summary>Reads what the operating system knows of a process: complete on Linux, portable .NET elsewhere.</summary>
internal interface IProcessReader
{
    /// <summary>Reads the counters; null when the process has ended.</summary>
    ProcessReading? TryRead(int processId);
}

/// <summary>Chooses the reader of this system.</summary>
internal static class SystemProcessReader
{
    /// <summary>/proc and the CPU clock on Linux, <see cref="System.Diagnostics.Process"/> elsewhere.</summary>
    public static IProcessReader Create() => OperatingSystem.IsLinux() ? new LinuxProcessReader() : new PortableProcessReader();
}
