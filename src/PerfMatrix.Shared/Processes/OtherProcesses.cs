namespace PerfMatrix.Shared.Processes;

/// <summary>Ties the life of this process to the one that started it.</summary>
public static class ParentProcess
{
    private const string Status = "/proc/self/status";
    private const string Field = "PPid:";
    private static readonly TimeSpan s_interval = TimeSpan.FromSeconds(1);

    /// <summary>Looks once a second, and acts when this process has another parent than now. For processes whose standard input nobody holds, such as
    /// the jobs of a crank agent: an agent that is killed leaves its jobs behind. Linux only; elsewhere it does nothing.</summary>
    public static void WhenGone(Action act)
    {
        if (Id() is not { } parent) return;
        Watch(() =>
        {
            while (Id() == parent) Thread.Sleep(s_interval);
            act();
        });
    }

    /// <summary>Acts when standard input closes, which also happens when whoever holds its other end is killed.</summary>
    public static void WhenInputCloses(Action act) => Watch(() =>
    {
        using var input = Console.OpenStandardInput();
        input.CopyTo(Stream.Null);
        act();
    });

    /// <summary>Id of the parent; null where the system does not tell.</summary>
    public static int? Id() =>
        File.Exists(Status) && File.ReadLines(Status).FirstOrDefault(line => line.StartsWith(Field, StringComparison.Ordinal)) is { } found
            ? int.Parse(found.AsSpan(Field.Length).Trim(), CultureInfo.InvariantCulture)
            : null;

    private static void Watch(ThreadStart watch) => new Thread(watch) { IsBackground = true }.Start();
}

/// <summary>Ends a program when the standard input that this process holds for it ends, which also happens when this process is killed. For programs
/// that do not watch their input by themselves. (PR_SET_PDEATHSIG would do the same, but it follows the thread that started the process, and pool
/// threads come and go.) An interrupt from the terminal reaches this process only, which then decides.</summary>
internal static class LifeLine
{
    private const string Script = """
        trap '' INT
        exec 3<&0
        "$@" </dev/null 3<&- & child=$!
        (while read -r _; do :; done <&3; kill -s "$0" "$child") >/dev/null 2>&1 & watch=$!
        wait "$child"; code=$?
        kill "$watch" 2>/dev/null
        exit "$code"
        """;

    /// <summary>The command that runs a program so; the program itself where there is no shell.</summary>
    /// <param name="signal">What the program is sent: <c>KILL</c>, or <c>TERM</c> for one that has to clean up.</param>
    public static IReadOnlyList<string> Command(string signal, string program, IEnumerable<string> arguments) =>
        OperatingSystem.IsWindows() ? [program, .. arguments] : ["/bin/sh", "-c", Script, signal, program, .. arguments];
}

public static partial class Signals
{
    private const int SigTerm = 15;

    /// <summary>Sends SIGTERM; where there are no signals, ends the process at once.</summary>
    public static void Terminate(Process process)
    {
        if (OperatingSystem.IsWindows())
            process.Kill(entireProcessTree: true);
        else
            _ = kill(process.Id, SigTerm);
    }

#pragma warning disable IDE1006, CA5392 // a name of the C library, which the loader finds by its own rules
    [LibraryImport("libc")]
    private static partial int kill(int process, int signal);
#pragma warning restore IDE1006, CA5392
}

/// <summary>A process that somebody else has started. Its id alone may be another's by the time it is used: the system gives ids again.</summary>
/// <param name="Started">When it was started, in the words of the system.</param>
public sealed record ProcessIdentity(int Id, string Started)
{
    // Behind the name in parentheses, in which anything may stand: proc_pid_stat(5), field 22 (starttime) is the 20th there.
    private const int PlaceOfStart = 19;

    /// <summary>The process that has an id now; null when there is none.</summary>
    public static ProcessIdentity? Of(int id) => StartOf(id) is { } started ? new(id, started) : null;

    /// <summary>Ids of the processes with one of some variables, <c>NAME=VALUE</c>, as far as the system tells and this program may look.</summary>
    public static IEnumerable<int> IdsWith(params IReadOnlyList<string> variables) =>
        (Directory.Exists("/proc") ? Directory.EnumerateDirectories("/proc") : [])
            .Select(folder => int.TryParse(Path.GetFileName(folder), out var id) ? id : 0)
            .Where(id => id > 0 && FileErrors.Or(() => File.ReadAllText($"/proc/{id}/environ").Split('\0'), []).Intersect(variables).Any());

    /// <summary>Ends it with all it has started, and waits for that; does nothing when it has ended, whoever has its id now.</summary>
    public void Kill(TimeSpan patience)
    {
        try
        {
            using var process = Process.GetProcessById(Id);
            if (StartOf(Id) != Started) return;
            process.Kill(entireProcessTree: true);
            process.WaitForExit(patience);
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException or Win32Exception)
        {
            // It has ended meanwhile.
        }
    }

    private static string? StartOf(int id) => Errors.Or<string?>(() =>
    {
        if (!OperatingSystem.IsLinux())
        {
            using var process = Process.GetProcessById(id);
            return process.StartTime.ToUniversalTime().ToString("O", CultureInfo.InvariantCulture);
        }

        var stat = File.ReadAllText($"/proc/{id}/stat");
        return stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[PlaceOfStart];
    }, exception => FileErrors.Is(exception) || exception is ArgumentException or InvalidOperationException or Win32Exception, _ => null);
}
