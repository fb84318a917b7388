using System.Diagnostics;
using PerfMatrix.Contract;

namespace PerfMatrix.Drivers.Crank;

/// <summary>Finds and ends processes of a block that are left on this machine, by the token in their environment: an agent that is killed leaves its jobs behind.</summary>
internal static class Leftovers
{
    private const string Processes = "/proc";

    /// <summary>Ends them, and waits until they are gone.</summary>
    /// <param name="token">Token of the block.</param>
    /// <returns>How many there were.</returns>
    public static async Task<int> EndAsync(string token)
    {
        if (!OperatingSystem.IsLinux())
            return 0;
        var left = Find(token).ToList();
        foreach (var id in left)
            await KillAsync(id);
        return left.Count;
    }

    /// <summary>Ids of the processes of a block.</summary>
    public static IEnumerable<int> Find(string token)
    {
        var variable = $"{ProbeRoutes.TokenVariable}={token}";
        return
            from folder in Directory.EnumerateDirectories(Processes)
            where int.TryParse(Path.GetFileName(folder), out _) && Environment(folder).Contains(variable)
            select int.Parse(Path.GetFileName(folder));
    }

    private static string[] Environment(string folder)
    {
        try
        {
            return File.ReadAllText(Path.Combine(folder, "environ")).Split('\0');
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return []; // ended, or somebody else's
        }
    }

    private static async Task KillAsync(int id)
    {
        try
        {
            using var process = Process.GetProcessById(id);
            process.Kill(entireProcessTree: true);
            await process.WaitForExitAsync(CancellationToken.None);
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException or System.ComponentModel.Win32Exception)
        {
            // It has ended meanwhile.
        }
    }
}
