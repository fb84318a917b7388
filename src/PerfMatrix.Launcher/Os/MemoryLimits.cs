using System.Diagnostics;
using System.Globalization;
using PerfMatrix.Shared.Os;

namespace PerfMatrix.Launcher.Os;

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
    public static IMemoryLimits Create() => OperatingSystem.IsLinux() ? new CgroupMemoryLimits() : new NoMemoryLimits();
}

/// <summary>Makes a control group for each process that has a limit, v1 or v2. Groups that a killed launcher has left behind are removed on the
/// way.</summary>
internal sealed class CgroupMemoryLimits : IMemoryLimits
{
    private const string Prefix = "perfmatrix-";

    private static int s_made;

    public CgroupMemoryGroup Make(Bytes limit)
    {
        var controller = MemoryController.Look("/");
        if (controller.Parent is not { } parent)
            throw new PlatformNotSupportedException(
                $"its memory limit of {MemorySize.Format(limit)} needs a control group, and {controller.Problem}; measure with --memory none");
        RemoveAbandoned(parent);
        var group = new CgroupMemoryGroup(Path.Combine(
            parent, string.Create(CultureInfo.InvariantCulture, $"{Prefix}{Environment.ProcessId}-{Interlocked.Increment(ref s_made)}")), limit);
        try
        {
            group.Make();
            return group;
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            group.Dispose();
            throw new PlatformNotSupportedException(
                $"its memory limit of {MemorySize.Format(limit)} is refused by the system: {problem.Message}", problem);
        }
    }

    private static void RemoveAbandoned(string parent)
    {
        foreach (var group in Directory.EnumerateDirectories(parent, Prefix + "*"))
        {
            var launcher = Path.GetFileName(group)[Prefix.Length..].Split('-')[0];
            if (int.TryParse(launcher, NumberStyles.None, CultureInfo.InvariantCulture, out var id) && !Directory.Exists($"/proc/{id}"))
                CgroupMemoryGroup.TryRemove(group);
        }
    }
}

/// <summary>A control group with a limit of memory and no swap beyond it.</summary>
/// <param name="folder">Its folder in the file system of control groups.</param>
/// <param name="limit">The limit; the kernel rounds it down to pages.</param>
internal sealed class CgroupMemoryGroup(string folder, Bytes limit) : IDisposable
{
    private const string Shell = "/bin/sh";

    // A shell that moves itself and then becomes the program: same process id, so that what we know of the process stays true. Threads cannot move by
    // themselves under v2, so the way of CPU pinning (move, start, come back) would take the whole launcher through the group, along with what else
    // it starts meanwhile.
    private static readonly string s_script = string.Create(
        CultureInfo.InvariantCulture, $"echo $$ > \"$0\" || exit {ExitCode.NotInGroup}; exec \"$@\"");

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(5);

    /// <summary>Most memory its processes may use together.</summary>
    public Bytes Limit => limit;

    /// <summary>Whether the system has killed a process of the group because there was no memory left within the limit.</summary>
    public bool HasKilled => MemoryController.EventsFile(folder) is { } events
        && File.ReadLines(events).Any(line => line.Split(' ') is ["oom_kill", var count] && count != "0");

    /// <exception cref="IOException">The system refuses it.</exception>
    /// <exception cref="UnauthorizedAccessException">We may not.</exception>
    public void Make()
    {
        Directory.CreateDirectory(folder);
        File.WriteAllText(MemoryController.LimitFile(folder) ?? throw new IOException($"{folder} has no limit of memory"), Text(limit));
        // v1 counts memory and swap together, v2 swap alone; either way nothing may be swapped out.
        if (MemoryController.SwapFile(folder) is { } swap)
            File.WriteAllText(swap, Path.GetFileName(swap).Contains("memsw", StringComparison.Ordinal) ? Text(limit) : "0");
    }

    /// <summary>Changes a start so that the process is in the group before the program begins.</summary>
    /// <exception cref="PlatformNotSupportedException">A variable of its environment would be lost on the way.</exception>
    public void Enter(ProcessStartInfo start)
    {
        if (start.Environment.Keys.FirstOrDefault(
            name => !IsShellName(name) && start.Environment[name] != Environment.GetEnvironmentVariable(name)) is { } lost)
            throw new PlatformNotSupportedException(
                $"with a memory limit it is started by {Shell}, which does not pass on the variable '{lost}'; write it with letters, digits and "
                    + $"'_' (for ':' two of them)");
        start.ArgumentList.Insert(0, "-c");
        start.ArgumentList.Insert(1, s_script);
        start.ArgumentList.Insert(2, Path.Combine(folder, MemoryController.Processes));
        start.ArgumentList.Insert(3, start.FileName);
        start.FileName = Shell;
    }

    /// <summary>Removes the group, after its processes have ended; more than once does no harm.</summary>
    public void Dispose()
    {
        // A killed process is in the group until the kernel has put it away.
        for (var since = Stopwatch.GetTimestamp(); !TryRemove(folder) && Stopwatch.GetElapsedTime(since) < s_patience;)
            Thread.Sleep(s_pause);
    }

    /// <summary>Removes a group; false when it still has processes.</summary>
    public static bool TryRemove(string folder)
    {
        try
        {
            if (Directory.Exists(folder))
                Directory.Delete(folder);
            return true;
        }
        catch (DirectoryNotFoundException)
        {
            return true;
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    // POSIX: what a shell takes for the name of a variable; others it drops.
    private static bool IsShellName(string name) =>
        name.Length > 0 && !char.IsAsciiDigit(name[0]) && name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_');

    private static string Text(Bytes size) => size.Count.ToString(CultureInfo.InvariantCulture);
}

/// <summary>Refuses to limit, rather than measure something else than was asked for.</summary>
internal sealed class NoMemoryLimits : IMemoryLimits
{
    public CgroupMemoryGroup Make(Bytes limit) =>
        throw new PlatformNotSupportedException("memory is limited on Linux only; measure with --memory none");
}
