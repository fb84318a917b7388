namespace PerfMatrix.Shared.Processes;

/// <summary>A process that somebody else has started. Its id alone may be another's by the time it is used: the system gives ids again.</summary>
/// <param name="Started">When it was started, in the words of the system.</param>
public sealed record ProcessIdentity(int Id, string Started)
{
    // Behind the name in parentheses, in which anything may stand: proc_pid_stat(5), field 22 (starttime) is the 20th there.
    private const int PlaceOfStart = 19;

    /// <summary>The process that has an id now; null when there is none.</summary>
    public static ProcessIdentity? Of(int id) => StartOf(id) is { } started ? new(id, started) : null;

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

    private static string? StartOf(int id)
    {
        try
        {
            if (!OperatingSystem.IsLinux())
            {
                using var process = Process.GetProcessById(id);
                return process.StartTime.ToUniversalTime().ToString("O", CultureInfo.InvariantCulture);
            }

            var stat = File.ReadAllText($"/proc/{id}/stat");
            return stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[PlaceOfStart];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException or InvalidOperationException
            or Win32Exception)
        {
            return null;
        }
    }
}
