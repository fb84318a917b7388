using System.Text.Json;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>The file of all figures. A run of some benchmarks replaces their rows and keeps the others.</summary>
internal static class BenchmarkFile
{
    /// <summary>Writes rows over those of the same name.</summary>
    public static void Merge(string path, IReadOnlyList<BenchmarkRow> rows)
    {
        var known = Read(path);
        var merged = known.Select(old => rows.FirstOrDefault(row => row.Name == old.Name) ?? old).Concat(rows.Where(row => known.All(old => old.Name != row.Name)));
        File.WriteAllText(path, JsonSerializer.Serialize<IReadOnlyList<BenchmarkRow>>([.. merged], BenchmarkJson.Default.IReadOnlyListBenchmarkRow));
    }

    // A file that somebody damaged is of no use; the next run makes a new one.
    private static IReadOnlyList<BenchmarkRow> Read(string path)
    {
        try
        {
            return File.Exists(path) ? JsonSerializer.Deserialize(File.ReadAllText(path), BenchmarkJson.Default.IReadOnlyListBenchmarkRow) ?? [] : [];
        }
        catch (JsonException)
        {
            return [];
        }
    }
}
