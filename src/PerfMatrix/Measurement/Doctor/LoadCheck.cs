using System.Globalization;
using PerfMatrix.Os;

namespace PerfMatrix.Measurement;

/// <summary>Busy neighbours: the load average of the last minute for each CPU, and CPU time stolen by the host since boot (man 5 proc).</summary>
internal sealed class LoadCheck(string root, MachineFacts machine) : IDoctorCheck
{
    private const double BusyShare = 0.3;
    private const double StolenShare = 0.01;
    private const int StealColumn = 8;

    public Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation) =>
        Task.FromResult<IReadOnlyList<Finding>>([.. new[] { LoadAverage(), Stolen() }.OfType<Finding>()]);

    private Finding? LoadAverage()
    {
        if (Words("proc/loadavg") is not [var first, ..] || !double.TryParse(first, CultureInfo.InvariantCulture, out var load)) return null;
        var found = string.Create(CultureInfo.InvariantCulture, $"load average {load:F2} on {machine.Cpus.Count} CPUs");
        return load / machine.Cpus.Count <= BusyShare
            ? new Finding("Other work", Health.Good, found)
            : new Finding("Other work", Health.Limited, found, "Something else is running: results get noisier, more rounds are needed. End it, or wait a minute.");
    }

    private Finding? Stolen()
    {
        var times = Words("proc/stat").Skip(1).Take(StealColumn).Select(word => double.Parse(word, CultureInfo.InvariantCulture)).ToList();
        if (times.Count < StealColumn || times.Sum() <= 0) return null;
        var share = times[^1] / times.Sum();
        var found = string.Create(CultureInfo.InvariantCulture, $"{100 * share:F1} % of CPU time stolen by the host since boot");
        return share <= StolenShare
            ? new Finding("Neighbours", Health.Good, found)
            : new Finding("Neighbours", Health.Limited, found, "The virtual machine shares its CPUs; expect more noise, prefer a dedicated one.");
    }

    private string[] Words(string file)
    {
        var path = Path.Combine(root, file);
        return File.Exists(path) ? (File.ReadLines(path).FirstOrDefault() ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries) : [];
    }
}
