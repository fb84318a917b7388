using System.Diagnostics;
using PerfMatrix.Evidence.Simulation;

namespace PerfMatrix.Benchmarks;

/// <summary>The speed of judging: the gate over a large pull request, in a process of its own, and the simulation of many pull requests.</summary>
internal static class GateBenchmark
{
    private const int Runs = 5;

    /// <summary>Time and memory of the gate, and time of the simulation.</summary>
    public static Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        var runs = Enumerable.Range(0, Runs)
            .Select(_ => Measured.Parse(BuiltCheckout.Run(Environment.ProcessPath!, [LargePullRequest.Name]))).ToList();
        return Task.FromResult<IReadOnlyList<BenchmarkRow>>(
        [
            BenchmarkRow.Below($"gate/{LargePullRequest.Size}", "s", runs.ConvertAll(run => run.Seconds), 1),
            BenchmarkRow.Below("gate/peak memory", "MB", runs.ConvertAll(run => run.PeakMegabytes), 200),
            Simulation(),
        ]);
    }

    // The published table on two threads, whatever the machine has: that is what the target says.
    private static BenchmarkRow Simulation()
    {
        var options = new SimulationOptions { Threads = 2 };
        var start = Stopwatch.GetTimestamp();
        GateSimulation.Run(options, row => Console.WriteLine($"simulation {row}"));
        var minutes = Stopwatch.GetElapsedTime(start).TotalMinutes;
        var size = string.Create(CultureInfo.InvariantCulture, $"{options.Scenarios.Count} rows of the published table, one run");
        return new BenchmarkRow(
            $"gate/simulation of {options.PullRequests} x {options.Cells} cells", "min", minutes, null, "no peer", null, "<= 5", minutes <= 5, size);
    }

    private sealed record Measured(double Seconds, double PeakMegabytes)
    {
        public static Measured Parse(string line) => line.Trim().Split(' ') is [var seconds, var megabytes]
            ? new(double.Parse(seconds, CultureInfo.InvariantCulture), double.Parse(megabytes, CultureInfo.InvariantCulture))
            : throw new InvalidOperationException($"found '{line}', expected seconds and megabytes");
    }
}

/// <summary>The gate over 1,000 cells of three metrics and 30 pairs, as a comparison in memory; a process of its own, so that its peak memory can be
/// read.</summary>
internal static class LargePullRequest
{
    public const string Name = "large-pull-request";
    public const string Size = "1000 cells x 3 metrics x 30 pairs";

    private const int Cells = 1000;
    private const int Pairs = 30;
    private static readonly string[] s_metrics = ["throughput", "cpuPerRequest", "latencyP50"];

    /// <summary>Judges once and prints seconds and the peak memory in megabytes.</summary>
    public static void Run()
    {
        var comparison = Comparison(new Random(1));
        var start = Stopwatch.GetTimestamp();
        var decision = GateDecision.Of([comparison], new(new()));
        var seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        if (decision.Verdict.Cells.Count != Cells * s_metrics.Length)
            throw new InvalidOperationException($"The gate gave {decision.Verdict.Cells.Count} verdicts, {Cells * s_metrics.Length} were expected.");
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{seconds:0.0000} {Process.GetCurrentProcess().PeakWorkingSet64 / 1e6:0.0}"));
    }

    private static ComparisonDocument Comparison(Random random)
    {
        var cells = Enumerable.Range(0, Cells)
            .Select(i => new ComparedCell(new($"s{i / 100}", $"net{8 + (i % 3)}.0", $"gc{i % 10}", 1 + (i % 4))) { Id = $"cell-{i}" }).ToList();
        return new()
        {
            Base = new("base"),
            Head = new("head"),
            Runs = [new("run", Stage.Screen, "machine", "fingerprint", "cpu", "local")],
            Cells = cells,
            Pairs = [.. from cell in cells from metric in s_metrics select Series(cell.Id, metric, random)],
            Canaries = [.. s_metrics.Select(metric => Series(cells[0].Id, metric, random))],
            Differences = [],
            Warnings = [],
        };
    }

    private static PairSeries Series(string cell, string metric, Random random) =>
        new(cell, metric, "run", "block", [.. Enumerable.Range(1, Pairs).Select(round => Round(round, random))]);

    // The sum of twelve uniform numbers is as good as normal: a pair that scatters by 2 %.
    private static PairRound Round(int round, Random random)
    {
        var ratio = 0.02 * (Enumerable.Range(0, 12).Sum(_ => random.NextDouble()) - 6);
        return new(round, 100, 100 * Math.Exp(ratio), ratio);
    }
}
