using System.Globalization;
using PerfMatrix.Evidence.Simulation;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>The speed of judging: the gate over a large pull request, in a process of its own, and the simulation of many pull requests.</summary>
internal static class GateBenchmark
{
    private const int Runs = 5;

    /// <summary>Time and memory of the gate, and time of the simulation.</summary>
    public static Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        var runs = Enumerable.Range(0, Runs).Select(_ => Measured.Parse(Repository.Run(Repository.Perfmatrix, "benchmark", LargePullRequest.Name))).ToList();
        IReadOnlyList<BenchmarkRow> rows = [Time(runs), Memory(runs), Simulation()];
        return Task.FromResult(rows);
    }

    private static BenchmarkRow Time(List<Measured> runs)
    {
        var seconds = runs.ConvertAll(run => run.Seconds);
        return new BenchmarkRow($"gate/{LargePullRequest.Size}", "s", seconds.Median(), null, "no peer", null, "< 1", seconds.Median() < 1, seconds.Range());
    }

    private static BenchmarkRow Memory(List<Measured> runs)
    {
        var megabytes = runs.ConvertAll(run => run.PeakMegabytes);
        return new BenchmarkRow("gate/peak memory", "MB", megabytes.Median(), null, "no peer", null, "< 200", megabytes.Median() < 200, megabytes.Range());
    }

    // The published table on two threads, whatever the machine has: that is what the target says.
    private static BenchmarkRow Simulation()
    {
        var options = new SimulationOptions { Threads = 2 };
        var report = GateSimulation.Run(options, new LineProgress());
        var minutes = report.Elapsed.TotalMinutes;
        var size = string.Create(CultureInfo.InvariantCulture, $"{options.Scenarios.Count} rows of the published table, one run");
        return new BenchmarkRow($"gate/simulation of {options.PullRequests} x {options.Cells} cells", "min", minutes, null, "no peer", null, "<= 5", minutes <= 5, size);
    }

    private sealed record Measured(double Seconds, double PeakMegabytes)
    {
        public static Measured Parse(string line) => line.Trim().Split(' ') is [var seconds, var megabytes]
            ? new(double.Parse(seconds, CultureInfo.InvariantCulture), double.Parse(megabytes, CultureInfo.InvariantCulture))
            : throw new InvalidOperationException($"found '{line}', expected seconds and megabytes");
    }

    private sealed class LineProgress : IProgress<SimulationProgress>
    {
        private int _row;

        public void Report(SimulationProgress value)
        {
            if (value.Row == _row)
                return;
            _row = value.Row;
            Console.WriteLine($"simulation {value.Row}/{value.Rows}: {value.Scenario}");
        }
    }
}
