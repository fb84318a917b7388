using System.Globalization;

namespace PerfMatrix.Measurement;

/// <summary>A self-contained publish takes about 110 MB for each runtime and workload, raw files little.</summary>
internal sealed class DiskCheck(string folder) : IDoctorCheck
{
    private const double BytesPerGibibyte = 1L << 30;
    private const double Comfortable = 3;
    private const double Least = 0.5;

    public Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation) => Task.FromResult<IReadOnlyList<Finding>>([Check()]);

    private Finding Check()
    {
        try
        {
            var free = new DriveInfo(Existing(Path.GetFullPath(folder))).AvailableFreeSpace / BytesPerGibibyte;
            var found = string.Create(CultureInfo.InvariantCulture, $"{free:F1} GiB free");
            return free switch
            {
                >= Comfortable => new("Disk", Health.Good, found),
                >= Least => new("Disk", Health.Limited, found, "A full matrix publishes several runtimes at about 110 MB each; free some space."),
                _ => new("Disk", Health.Impossible, found, "Free at least 0.5 GiB, or run from a folder on another disk."),
            };
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return new("Disk", Health.Limited, $"cannot tell: {problem.Message}");
        }
    }

    // The folder of runs is made by the first run; the drive of what is there already is the same.
    private static string Existing(string path) => Directory.Exists(path) || Path.GetDirectoryName(path) is not { } parent ? path : Existing(parent);
}
