namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>Wall time of a round of a block of two beyond warm-up and slices: starting, reading, stopping, and what lies between rounds.</summary>
internal static class OverheadBenchmark
{
    private const int Rounds = 7;

    /// <summary>The time of a round that is neither warm-up nor slice.</summary>
    public static async Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        var variants = new IdenticalVariants(await BenchmarkApplication.PublishAsync());
        var settings = IdenticalVariants.Settings with { Rounds = Rounds, MinimumWarmup = TimeSpan.FromMilliseconds(500), MaximumWarmup = TimeSpan.FromMilliseconds(500), Slices = 20 };
        var rounds = await variants.MeasureAsync(copies: 2, settings, seed: 1);
        var overheads = rounds.Zip(rounds.Skip(1), (round, next) => (next.StartedAt - round.StartedAt - round.Times.Warmup - round.Times.Slices).TotalSeconds).ToList();
        return [BenchmarkRow.AtMost("overhead/round of two", "s", overheads, 1.5)];
    }
}
