using System.Diagnostics;

namespace PerfMatrix.Benchmarks;

/// <summary>Wall time of <c>perfmatrix plan</c> for 10,000 cells, from process start to exit.</summary>
internal static class PlanBenchmark
{
    private const int Runs = 9;
    private const int Cells = 10_000;

    public static Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        var root = LargeMatrix.Write(Cells);
        try
        {
            var times = Enumerable.Range(0, Runs + 1).Select(_ => Time(root.FullName)).Skip(1).ToList();
            return Task.FromResult<IReadOnlyList<BenchmarkRow>>([BenchmarkRow.Below($"plan/{Cells} cells", "s", times, 0.5)]);
        }
        finally
        {
            root.Delete(recursive: true);
        }
    }

    private static double Time(string folder)
    {
        var start = Stopwatch.GetTimestamp();
        var output = BuiltCheckout.Run(BuiltCheckout.Perfmatrix, ["plan", "--json", "--subset", "large", "--machine-cores", "64"], folder);
        var seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        return output.Length > Cells ? seconds
            : throw new InvalidOperationException($"The plan of {Cells} cells is only {output.Length} characters long.");
    }
}

/// <summary>A checkout with nothing but a large matrix: the real axes, and as many scenarios as it takes.</summary>
internal static class LargeMatrix
{
    private const int CellsPerScenario = 4 * 5 * 5;
    private const string Scenarios = "crank/hello.benchmarks.yml";

    public static DirectoryInfo Write(int cells)
    {
        var folder = Directory.CreateTempSubdirectory("perfmatrix-plan-");
        foreach (var file in Directory.EnumerateFiles(Path.Combine(BuiltCheckout.Root, "crank"), "*.yml"))
            File.Copy(file, Path.Combine(Directory.CreateDirectory(Path.Combine(folder.FullName, "crank")).FullName, Path.GetFileName(file)));
        Directory.CreateSymbolicLink(Path.Combine(folder.FullName, "workloads"), Path.Combine(BuiltCheckout.Root, "workloads"));
        Directory.CreateSymbolicLink(Path.Combine(folder.FullName, "src"), Path.Combine(BuiltCheckout.Root, "src"));
        var path = Path.Combine(folder.FullName, "crank", "matrix.yml");
        var names = Enumerable.Range(1, cells / CellsPerScenario).Select(number => $"large-{number}").ToList();
        var matrix = File.ReadAllText(path)
            .Replace("\nscenarios:\n", "\nscenarios:\n" + Lines(names.Select(name => $"  {name}: {{ file: {Scenarios} }}")), StringComparison.Ordinal)
            .Replace("\nsubsets:\n",
                $"\nsubsets:\n  large:\n    description: Ten thousand cells.\n    scenario: [{string.Join(", ", names)}]\n    runtime: [net8.0, "
                    + $"net9.0, net10.0, net11.0]\n    gc: [workstation, workstation-nonconcurrent, server, server-nonconcurrent, datas]\n    "
                    + $"cores: [1, 2, 4, 8, all]\n", StringComparison.Ordinal);
        File.WriteAllText(path, matrix, Encoding.UTF8);
        File.AppendAllText(Path.Combine(folder.FullName, Scenarios), "\n"
            + Lines(names.Select(name => $"  {name}: {{ application: {{ job: minimal-api }}, load: {{ job: load }} }}")));
        return folder;
    }

    private static string Lines(IEnumerable<string> lines) => string.Concat(lines.Select(line => line + "\n"));
}
