using System.Diagnostics;
using PerfMatrix.Contract;

namespace PerfMatrix.Launcher;

/// <summary>Limits the memory of a process from its first instruction: .NET sizes its heap by the limit that it finds when it starts.</summary>
internal interface IMemoryLimits
{
    /// <summary>Makes a group with a limit, into which one process with everything it starts can be put.</summary>
    /// <exception cref="PlatformNotSupportedException">This system, or what we may do on it, has no such groups.</exception>
    IMemoryGroup Make(Bytes limit);
}

/// <summary>A group of processes that share a limit. Disposing removes it, after its processes have ended; more than once does no harm.</summary>
internal interface IMemoryGroup : IDisposable
{
    /// <summary>Most memory its processes may use together.</summary>
    Bytes Limit { get; }

    /// <summary>Whether the system has killed a process of the group because there was no memory left within the limit.</summary>
    bool HasKilled { get; }

    /// <summary>Changes a start so that the process is in the group before the program begins.</summary>
    /// <exception cref="PlatformNotSupportedException">A variable of its environment would be lost on the way.</exception>
    void Enter(ProcessStartInfo start);
}

/// <summary>Chooses the limits of this system.</summary>
internal static class SystemMemoryLimits
{
    /// <summary>Control groups on Linux, none elsewhere.</summary>
    public static IMemoryLimits Create() => OperatingSystem.IsLinux() ? new CgroupMemoryLimits() : new NoMemoryLimits();
}
