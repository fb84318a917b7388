using System.Globalization;

namespace PerfMatrix.Processes;

/// <summary>
/// Ties the life of this process to the one that started it. For processes whose standard input nobody holds, such as the jobs of a crank agent:
/// an agent that is killed leaves its jobs behind.
/// </summary>
public static class ParentProcess
{
    private const string Status = "/proc/self/status";
    private const string Field = "PPid:";
    private static readonly TimeSpan s_interval = TimeSpan.FromSeconds(1);

    /// <summary>Looks once a second, and acts when this process has another parent than now. Linux only; elsewhere it does nothing.</summary>
    /// <param name="act">What to do, once.</param>
    public static void WhenGone(Action act)
    {
        if (Id() is not { } parent)
            return;
        var watcher = new Thread(() =>
        {
            while (Id() == parent)
                Thread.Sleep(s_interval);
            act();
        });
        watcher.IsBackground = true;
        watcher.Start();
    }

    /// <summary>Id of the parent; null where the system does not tell.</summary>
    public static int? Id() =>
        File.Exists(Status) && File.ReadLines(Status).FirstOrDefault(line => line.StartsWith(Field, StringComparison.Ordinal)) is { } found
            ? int.Parse(found.AsSpan(Field.Length).Trim(), CultureInfo.InvariantCulture)
            : null;
}
