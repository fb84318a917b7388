using System.ComponentModel;
using System.Runtime.InteropServices;

namespace PerfMatrix.Protocol;

/// <summary>
/// The real-time class SCHED_RR at its lowest priority, on Linux (sched(7)). It needs CAP_SYS_NICE or a resource limit RLIMIT_RTPRIO of at least 1.
/// The system itself keeps about 5 % of every CPU for ordinary programs, so a machine under such load still answers.
/// </summary>
public static unsafe partial class RealtimeScheduling
{
    /// <summary>What makes the system permit it, for messages.</summary>
    public const string HowToPermit = "sudo prlimit --pid $$ --rtprio=1";

    private const int Normal = 0;
    private const int RoundRobin = 2;
    private const int LowestPriority = 1;

    /// <summary>Whether this process may use it: tried on the calling thread, which comes back to what it was.</summary>
    public static bool IsPermitted
    {
        get
        {
            try
            {
                return Run(() => true);
            }
            catch (Win32Exception)
            {
                return false;
            }
        }
    }

    /// <summary>What a wish comes to on this system.</summary>
    /// <exception cref="Win32Exception"><see cref="Scheduling.Realtime"/> is wished for, and the system refuses it.</exception>
    public static Scheduling Resolve(Scheduling wish) => wish switch
    {
        Scheduling.Auto => IsPermitted ? Scheduling.Realtime : Scheduling.Normal,
        Scheduling.Realtime when !IsPermitted => throw Refused(),
        _ => wish,
    };

    /// <summary>Runs an action in the class. A process that it starts is in the class from its first instruction, with all its threads.</summary>
    /// <exception cref="Win32Exception">The system refuses it.</exception>
    public static T Run<T>(Func<T> start)
    {
        var before = OperatingSystem.IsLinux() ? sched_getscheduler(0) : Normal;
        Enter(thread: 0);
        try
        {
            return start();
        }
        finally
        {
            if (before != RoundRobin)
                Set(thread: 0, Normal, priority: 0);
        }
    }

    /// <summary>Puts every thread of this process, and those they will start, into the class.</summary>
    /// <exception cref="Win32Exception">The system refuses it.</exception>
    public static void EnterProcess()
    {
        Enter(thread: 0);
        foreach (var task in Directory.EnumerateDirectories("/proc/self/task"))
        {
            // A thread that has ended meanwhile needs nothing.
            Set(int.Parse(Path.GetFileName(task), System.Globalization.CultureInfo.InvariantCulture), RoundRobin, LowestPriority);
        }
    }

    private static void Enter(int thread)
    {
        if (!OperatingSystem.IsLinux() || !Set(thread, RoundRobin, LowestPriority))
            throw Refused();
    }

    private static bool Set(int thread, int policy, int priority) => sched_setscheduler(thread, policy, &priority) == 0;

    private static Win32Exception Refused() => new(OperatingSystem.IsLinux()
        ? $"real-time scheduling is not permitted here; permit it with '{HowToPermit}', or measure with --scheduling normal"
        : "real-time scheduling works on Linux only; measure with --scheduling normal");

#pragma warning disable IDE1006, CA5392 // names of the C library, which the loader finds by its own rules
    [LibraryImport("libc")]
    private static partial int sched_setscheduler(int thread, int policy, int* priority);

    [LibraryImport("libc")]
    private static partial int sched_getscheduler(int thread);
#pragma warning restore IDE1006, CA5392
}
