using System.Diagnostics;
using System.Globalization;
using PerfMatrix.Gate;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>The gate over 1,000 cells of three metrics and 30 pairs, as a comparison in memory; a process of its own, so that its peak memory can be read.</summary>
internal static class LargePullRequest
{
    /// <summary>Name of the command that runs it.</summary>
    public const string Name = "large-pull-request";

    /// <summary>Its size in words.</summary>
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
        var cells = Enumerable.Range(0, Cells).Select(i => new ComparedCell(new($"s{i / 100}", $"net{8 + (i % 3)}.0", $"gc{i % 10}", 1 + (i % 4))) { Id = $"cell-{i}" }).ToList();
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

    private static PairSeries Series(string cell, string metric, Random random) => new(cell, metric, "run", "block", [.. Enumerable.Range(1, Pairs).Select(round => Round(round, random))]);

    // The sum of twelve uniform numbers is as good as normal: a pair that scatters by 2 %.
    private static PairRound Round(int round, Random random)
    {
        var ratio = 0.02 * (Enumerable.Range(0, 12).Sum(_ => random.NextDouble()) - 6);
        return new(round, 100, 100 * Math.Exp(ratio), ratio);
    }
}
