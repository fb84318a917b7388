namespace PerfMatrix.Launcher.Os;

/// <summary>Limits a process from its first instruction: .NET sizes its heap by the limit that it finds when it starts. Groups of v1 or v2; those
/// that a killed launcher has left behind are removed on the way.</summary>
internal static class ControlGroups
{
    private const string Prefix = "perfmatrix-";

    private static int s_made;

    /// <summary>Makes a group with limits, into which one process with everything it starts can be put.</summary>
    /// <exception cref="PlatformNotSupportedException">This system, or what we may do on it, has no such groups.</exception>
    public static ControlGroup Make(ResourceLimits limits)
    {
        if (!OperatingSystem.IsLinux()) throw new PlatformNotSupportedException($"a {limits} is enforced on Linux only; {Advice(limits)}");
        var controllers = CgroupController.Of(limits);
        var place = CgroupPlace.Look("/", controllers);
        if (place.Problem is { } missing)
            throw new PlatformNotSupportedException($"its {limits} needs a control group, and {missing}; {Advice(limits)}");
        foreach (var parent in place.Parents) RemoveAbandoned(parent);
        var name = $"{Prefix}{Environment.ProcessId}-{Interlocked.Increment(ref s_made)}";
        var group = new ControlGroup([.. place.Parents.Select(parent => Path.Combine(parent, name))], limits);
        try
        {
            group.Make();
            return group;
        }
        catch (Exception problem) when (FileErrors.Is(problem))
        {
            group.Dispose();
            throw new PlatformNotSupportedException($"its {limits} is refused by the system: {problem.Message}", problem);
        }
    }

    // Refuses, rather than measure something else than was asked for.
    private static string Advice(ResourceLimits limits) =>
        "measure with " + string.Join(' ', CgroupController.Of(limits).Select(controller => $"{controller.Option} none"));

    private static void RemoveAbandoned(string parent)
    {
        foreach (var group in Directory.EnumerateDirectories(parent, Prefix + "*"))
        {
            var launcher = Path.GetFileName(group)[Prefix.Length..].Split('-')[0];
            if (int.TryParse(launcher, NumberStyles.None, CultureInfo.InvariantCulture, out var id) && !Directory.Exists($"/proc/{id}"))
                ControlGroup.TryRemove(group);
        }
    }
}

/// <summary>A control group with limits; under v1 one in the tree of each controller.</summary>
/// <param name="folders">Its folders in the file system of control groups.</param>
/// <param name="limits">The limits; the kernel rounds memory down to pages.</param>
internal sealed class ControlGroup(IReadOnlyList<string> folders, ResourceLimits limits) : IDisposable
{
    private const string Shell = "/bin/sh";

    // Files of version 2 and of version 1; the kernel counts there what it killed for exceeding the limit.
    private static readonly string[] s_eventFiles = ["memory.events", "memory.oom_control"];

    // A shell that moves itself and then becomes the program: same process id, so that what we know of the process stays true. Threads cannot move by
    // themselves under v2, so the way of CPU pinning (move, start, come back) would take the whole launcher through the group.
    private static readonly string s_script =
        $"while [ \"$1\" != -- ]; do echo $$ > \"$1\" || exit {ExitCode.NotInGroup}; shift; done; shift; exec \"$@\"";

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(5);

    public ResourceLimits Limits => limits;

    /// <summary>Whether the system has killed a process of the group because there was no memory left within the limit.</summary>
    public bool HasKilled => Lines(s_eventFiles).Any(line => line.Split(' ') is ["oom_kill", var count] && count != "0");

    /// <summary>How long the CPU limit has kept its threads from running, over all CPUs; null without a limit. v1 counts nanoseconds.</summary>
    public TimeSpan? Throttled => limits.Cpu is null ? null : Lines(["cpu.stat"]).Select(line => line.Split(' ') switch
    {
        ["throttled_usec", var time] => TimeSpan.FromMicroseconds(long.Parse(time, CultureInfo.InvariantCulture)),
        ["throttled_time", var time] => TimeSpan.FromMicroseconds(long.Parse(time, CultureInfo.InvariantCulture) / 1000),
        _ => (TimeSpan?)null,
    }).FirstOrDefault(time => time is not null);

    /// <exception cref="IOException">The system refuses it.</exception>
    /// <exception cref="UnauthorizedAccessException">We may not.</exception>
    public void Make()
    {
        foreach (var folder in folders) Directory.CreateDirectory(folder);
        foreach (var controller in CgroupController.Of(limits))
        {
            var own = folders.FirstOrDefault(controller.IsIn) ?? throw new IOException($"{folders[0]} has no limit of {controller.Name}");
            controller.Write(own, limits);
        }
    }

    /// <summary>Changes a start so that the process is in the group before the program begins.</summary>
    /// <exception cref="PlatformNotSupportedException">A variable of its environment would be lost on the way.</exception>
    public void Enter(ProcessStartInfo start)
    {
        if (start.Environment.Keys.FirstOrDefault(
            name => !IsShellName(name) && start.Environment[name] != Environment.GetEnvironmentVariable(name)) is { } lost)
            throw new PlatformNotSupportedException(
                $"with a limit it is started by {Shell}, which does not pass on the variable '{lost}'; write it with letters, digits and "
                    + $"'_' (for ':' two of them)");
        string[] first =
            ["-c", s_script, Shell, .. folders.Select(folder => Path.Combine(folder, CgroupPlace.Processes)), "--", start.FileName];
        for (var i = 0; i < first.Length; i++) start.ArgumentList.Insert(i, first[i]);
        start.FileName = Shell;
    }

    /// <summary>Removes the group, after its processes have ended; more than once does no harm.</summary>
    public void Dispose()
    {
        // A killed process is in the group until the kernel has put it away.
        foreach (var folder in folders)
        {
            for (var since = Stopwatch.GetTimestamp(); !TryRemove(folder) && Stopwatch.GetElapsedTime(since) < s_patience;)
                Thread.Sleep(s_pause);
        }
    }

    /// <summary>Removes a group; false when it still has processes.</summary>
    public static bool TryRemove(string folder)
    {
        try
        {
            if (Directory.Exists(folder)) Directory.Delete(folder);
            return true;
        }
        catch (DirectoryNotFoundException)
        {
            return true;
        }
        catch (Exception problem) when (FileErrors.Is(problem))
        {
            return false;
        }
    }

    private IEnumerable<string> Lines(string[] names) =>
        folders.SelectMany(folder => names.Select(name => Path.Combine(folder, name))).Where(File.Exists).SelectMany(File.ReadLines);

    // POSIX: what a shell takes for the name of a variable; others it drops.
    private static bool IsShellName(string name) =>
        name.Length > 0 && !char.IsAsciiDigit(name[0]) && name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_');
}
