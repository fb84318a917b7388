using PerfMatrix.Contract;

namespace PerfMatrix.Launcher;

/// <summary>Limits the memory of a process from its first instruction: .NET sizes its heap by the limit that it finds when it starts.</summary>
internal interface IMemoryLimits
{
    /// <summary>Makes a group with a limit, into which one process with everything it starts can be put.</summary>
    /// <exception cref="PlatformNotSupportedException">This system, or what we may do on it, has no such groups.</exception>
    CgroupMemoryGroup Make(Bytes limit);
}

/// <summary>Chooses the limits of this system.</summary>
internal static class SystemMemoryLimits
{
    /// <summary>Control groups on Linux, none elsewhere.</summary>
    public static IMemoryLimits Create() => OperatingSystem.IsLinux() ? new CgroupMemoryLimits() : new NoMemoryLimits();
}
