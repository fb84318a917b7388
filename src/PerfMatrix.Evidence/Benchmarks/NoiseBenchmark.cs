using System.Diagnostics;
using System.Globalization;
using PerfMatrix.Contract;
using PerfMatrix.Measurement;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>
/// The variance of a pair (the log ratio of the throughput of two identical variants) when both are measured in one block, against separate runs
/// one after the other, as other tools do it: the same processes, warm-up and measured time, turn by turn; once calm and once beside two busy loops.
/// The block is measured as the product does by default, with priority where the system permits it; the separate runs have the ordinary one.
/// </summary>
internal static class NoiseBenchmark
{
    // The ratio of two variances of ten pairs is known to a factor of four, of 24 pairs to a factor of 2.3; beside neighbours the target is further away.
    private const int CalmPairs = 24;
    private const int BusyPairs = 10;

    /// <summary>The ratio of the variances, calm and with busy neighbours.</summary>
    public static async Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        var variants = new IdenticalVariants(await BenchmarkApplication.PublishAsync());
        var calm = await CompareAsync(variants, "calm", CalmPairs, "<= 0.25", 0.25);
        using var neighbours = new BusyNeighbours(2);
        return [calm, await CompareAsync(variants, "busy", BusyPairs, "<= 0.1", 0.1)];
    }

    private static async Task<BenchmarkRow> CompareAsync(IdenticalVariants variants, string name, int pairs, string target, double most)
    {
        var block = new List<double>();
        var separate = new List<double>();
        for (var pair = 1; pair <= pairs; pair++)
        {
            block.Add(await InOneBlockAsync(variants, (ulong)pair));
            separate.Add(await OneAfterTheOtherAsync(variants, (ulong)pair));
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"noise {name} {pair}/{pairs}: block {100 * block[^1]:+0.00;-0.00} %, separate {100 * separate[^1]:+0.00;-0.00} %"));
        }

        var ratio = block.Variance() / separate.Variance();
        var spread = string.Create(CultureInfo.InvariantCulture, $"sd of {pairs} pairs each");
        return new BenchmarkRow($"noise/{name}", "% (sd of a pair)", Percent(block), Percent(separate), "separate sequential runs", ratio, target + " (variances)", ratio <= most, spread);
    }

    private static async Task<double> InOneBlockAsync(IdenticalVariants variants, ulong seed)
    {
        var round = (await variants.MeasureAsync(copies: 2, IdenticalVariants.Settings with { Scheduling = Scheduling.Auto }, seed))[0];
        return ThroughputPair.OfCycles(round.Slices, 0, 1) ?? throw new InvalidOperationException("A block without slices.");
    }

    private static async Task<double> OneAfterTheOtherAsync(IdenticalVariants variants, ulong seed)
    {
        var whole = IdenticalVariants.Settings with { Slices = 1, Slice = IdenticalVariants.Settings.Duration };
        var first = await variants.MeasureAsync(copies: 1, whole, seed);
        var second = await variants.MeasureAsync(copies: 1, whole, seed);
        return Math.Log(RequestsPerSecond(second[0]) / RequestsPerSecond(first[0]));
    }

    private static double RequestsPerSecond(RoundObservation round) => round.Slices.Sum(slice => slice.Requests) / round.Slices.Sum(slice => slice.Elapsed.TotalSeconds);

    private static double Percent(List<double> pairs) => 100 * Math.Sqrt(pairs.Variance());
}

/// <summary>Processes that keep a CPU each as busy as the system lets them, as neighbours on a shared machine do.</summary>
internal sealed class BusyNeighbours : IDisposable
{
    private readonly List<Process> _processes;

    /// <summary>Starts them. Each ends by itself when this program is gone.</summary>
    public BusyNeighbours(int count) =>
        _processes = [.. Enumerable.Range(0, count).Select(_ => Process.Start("sh", ["-c", $"while kill -0 {Environment.ProcessId} 2>/dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; done"]))];

    /// <inheritdoc />
    public void Dispose()
    {
        foreach (var process in _processes)
        {
            process.Kill();
            process.Dispose();
        }
    }
}
