using System.Diagnostics;
using System.Globalization;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>Wall time of <c>perfmatrix plan</c> for 10,000 cells, from process start to exit.</summary>
internal static class PlanBenchmark
{
    private const int Runs = 9;
    private const int Cells = 10_000;

    /// <summary>The time of one whole command.</summary>
    public static Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        var root = LargeMatrix.Write(Cells);
        try
        {
            var times = Enumerable.Range(0, Runs + 1).Select(_ => Time(root.FullName)).Skip(1).ToList();
            IReadOnlyList<BenchmarkRow> rows = [new BenchmarkRow(string.Create(CultureInfo.InvariantCulture, $"plan/{Cells} cells"), "s", times.Median(), null, "no peer", null, "< 0.5", times.Median() < 0.5, times.Range())];
            return Task.FromResult(rows);
        }
        finally
        {
            root.Delete(recursive: true);
        }
    }

    private static double Time(string folder)
    {
        var start = Stopwatch.GetTimestamp();
        var output = Repository.RunIn(folder, Repository.Perfmatrix, "plan", "--json", "--subset", "large", "--machine-cores", "64");
        var seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        return output.Length > Cells ? seconds : throw new InvalidOperationException($"The plan of {Cells} cells is only {output.Length} characters long.");
    }
}
