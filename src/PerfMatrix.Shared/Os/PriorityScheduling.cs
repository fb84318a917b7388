namespace PerfMatrix.Shared.Os;

/// <summary>The highest priority of Linux's ordinary scheduler, nice -20: ahead of other programs by a factor of 87, while the measured programs
/// share the CPUs among themselves as always. The kernel shares CPUs between sessions before it looks at nice values ("autogroups", sched(7)), so the
/// session is raised, too. It needs CAP_SYS_NICE or a resource limit RLIMIT_NICE of 40.</summary>
public static partial class PriorityScheduling
{
    public const string HowToPermit = "sudo prlimit --pid $$ --nice=40";
    public const int Nice = -20;

    private const int OfThread = 0; // PRIO_PROCESS, which means a thread on Linux
    private static readonly SessionPriority s_session = new("/proc/self/autogroup");

    /// <summary>Whether this process may use it: tried on the calling thread, which comes back to what it was.</summary>
    public static bool IsPermitted =>
        OperatingSystem.IsLinux() && getpriority(OfThread, 0) is var before && Set(thread: 0, Nice) && Set(thread: 0, before);

    /// <exception cref="Win32Exception"><see cref="Scheduling.Priority"/> is wished for, and the system refuses it.</exception>
    public static Scheduling Resolve(Scheduling wish) => wish switch
    {
        Scheduling.Auto => IsPermitted ? Scheduling.Priority : Scheduling.Normal,
        Scheduling.Priority when !IsPermitted => throw Refused(),
        _ => wish,
    };

    /// <summary>Runs an action with the priority. A process that it starts has it from its first instruction, with all its threads.</summary>
    /// <exception cref="Win32Exception">The system refuses it.</exception>
    public static T Run<T>(Func<T> start)
    {
        var before = EnterThread();
        try
        {
            return start();
        }
        finally
        {
            Set(thread: 0, before);
        }
    }

    /// <summary>Raises the session of this process until the process ends; without effect where the kernel has no autogroups. It stays one session
    /// for all that a block consists of: the kernel estimates what a session needs from its past, so an application that runs for one slice in turn
    /// would come back with next to no claim in one of its own.</summary>
    public static void RaiseSession()
    {
        if (OperatingSystem.IsLinux() && s_session.Raise(Nice)) AppDomain.CurrentDomain.ProcessExit += (_, _) => s_session.Restore();
    }

    /// <summary>Gives the priority to this process: its session, every thread, and the threads those will start.</summary>
    /// <exception cref="Win32Exception">The system refuses it.</exception>
    public static void EnterProcess()
    {
        RaiseSession();
        EnterThread();
        foreach (var task in Directory.EnumerateDirectories("/proc/self/task"))
        {
            // A thread that has ended meanwhile needs nothing.
            Set(int.Parse(Path.GetFileName(task), CultureInfo.InvariantCulture), Nice);
        }
    }

    // The nice value that the calling thread had before.
    private static int EnterThread()
    {
        if (!OperatingSystem.IsLinux()) throw Refused();
        var before = getpriority(OfThread, 0);
        return Set(thread: 0, Nice) ? before : throw Refused();
    }

    private static bool Set(int thread, int nice) => setpriority(OfThread, thread, nice) == 0;

    private static Win32Exception Refused() => new(OperatingSystem.IsLinux()
        ? $"a higher priority is not permitted here; permit it with '{HowToPermit}', or measure with --scheduling normal"
        : "scheduling with priority works on Linux only; measure with --scheduling normal");

#pragma warning disable IDE1006, CA5392 // names of the C library, which the loader finds by its own rules
    [LibraryImport("libc")]
    private static partial int setpriority(int which, int who, int nice);

    [LibraryImport("libc")]
    private static partial int getpriority(int which, int who);
#pragma warning restore IDE1006, CA5392
}

/// <summary>The priority of a session ("autogroup", sched(7)). It is the user's whole session, with all that runs in it, so it goes back to what it
/// was: perhaps the user has lowered it. Of several processes that raise it, the one that found it as it was puts it back.</summary>
/// <param name="file">The file of the kernel, which reads <c>/autogroup-42 nice 0</c>.</param>
internal sealed partial class SessionPriority(string file)
{
    private readonly Lock _turn = new();
    private int? _before;
    private bool _isTried;

    /// <summary>Raises it, once; false when there is nothing to put back.</summary>
    public bool Raise(int nice)
    {
        lock (_turn)
        {
            if (_isTried) return false;
            _isTried = true;
            if (Read() is not { } before || before == nice || !Write(nice)) return false;
            _before = before;
            return true;
        }
    }

    public void Restore()
    {
        if (_before is { } before) Write(before);
    }

    // Null where the kernel has no autogroups.
    private int? Read() => FileErrors.Or<int?>(() => Text().Match(File.ReadAllText(file)) is { Success: true } found
        ? int.Parse(found.Groups["nice"].ValueSpan, CultureInfo.InvariantCulture) : null, null);

    // False where somebody else has just changed it: the nice values of the threads remain.
    private bool Write(int nice) => FileErrors.Or(() =>
    {
        File.WriteAllText(file, nice.ToString(CultureInfo.InvariantCulture));
        return true;
    }, false);

    [GeneratedRegex(@" nice (?<nice>-?[0-9]+)\s*\z", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Text();
}
