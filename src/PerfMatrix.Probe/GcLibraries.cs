namespace PerfMatrix.Probe;

/// <summary>Which GC libraries are mapped into the process: the only proof of a standalone GC, as settings say what was asked for.</summary>
internal static class GcLibraries
{
    /// <summary>Settings that name a GC library. The runtime reads them with either prefix.</summary>
    private static readonly string[] s_settings = ["DOTNET_GCName", "DOTNET_GCPath", "COMPlus_GCName", "COMPlus_GCPath"];

    /// <summary>File names, sorted; empty where the system does not tell.</summary>
    public static IReadOnlyList<string> OfThisProcess()
    {
        const string maps = "/proc/self/maps";
        return File.Exists(maps) ? In(File.ReadLines(maps), Named()) : [];
    }

    /// <summary>The GC libraries in the lines of <c>/proc/PID/maps</c> (man 5 proc: six columns, the last is the path).</summary>
    /// <param name="named">File names of libraries that the settings name.</param>
    public static IReadOnlyList<string> In(IEnumerable<string> maps, IReadOnlySet<string> named) =>
        maps.Select(FileNameOf)
            .Where(name => named.Contains(name) || ShipsWithTheRuntime(name))
            .Distinct()
            .Order(StringComparer.Ordinal)
            .ToList();

    private static string FileNameOf(string line)
    {
        var path = line.IndexOf('/', StringComparison.Ordinal);
        return path < 0 ? "" : Path.GetFileName(line[path..]);
    }

    private static bool ShipsWithTheRuntime(string name) =>
        name.StartsWith("libclrgc", StringComparison.Ordinal) && name.EndsWith(".so", StringComparison.Ordinal);

    private static HashSet<string> Named() =>
        s_settings.Select(Environment.GetEnvironmentVariable).OfType<string>().Select(Path.GetFileName).OfType<string>()
        .Where(name => name.Length > 0).ToHashSet();
}
