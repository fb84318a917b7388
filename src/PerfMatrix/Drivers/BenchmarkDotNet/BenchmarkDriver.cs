using System.Runtime.CompilerServices;

namespace PerfMatrix.Drivers.BenchmarkDotNet;

/// <summary>Measures blocks of BenchmarkDotNet cases, and hands all others to another driver. The first block of a family starts, round by round and
/// in a new order each round, one process for every runtime and GC mode, which runs all cases; the blocks of the other cases take theirs from what
/// those processes gave.</summary>
internal sealed class BenchmarkDriver(IDriver others, string workFolder) : IDriver
{
    private readonly Dictionary<(string Family, string Process, int Round), Task<BenchmarkOutcome>> _outcomes = [];

    public string Name => others.Name;
    public IReadOnlyList<string> Warnings => others.Warnings;

    public ValueTask DisposeAsync() => others.DisposeAsync();

    public IAsyncEnumerable<RoundObservation> MeasureAsync(
        BlockDeployment deployment, IProgress<BlockProgress> progress, CancellationToken cancellation) =>
        deployment.Benchmark is { } benchmark ? MeasureAsync(deployment, benchmark, progress, cancellation)
        : others.MeasureAsync(deployment, progress, cancellation);

    private async IAsyncEnumerable<RoundObservation> MeasureAsync(
        BlockDeployment deployment, BenchmarkSettings benchmark, IProgress<BlockProgress> progress,
            [EnumeratorCancellation] CancellationToken cancellation)
    {
        for (var round = 1; round <= deployment.Measure.Rounds; round++)
        {
            progress.Report(new BlockProgress(deployment.Block.Id, round, deployment.Measure.Rounds, "measuring"));
            var startedAt = TimeProvider.System.GetUtcNow();
            var variants = new VariantObservation[deployment.Applications.Count];
            foreach (var index in Order(variants.Length, deployment.Seed + (ulong)round))
                variants[index] = (await OutcomeAsync(deployment, benchmark, index, benchmark.FirstRound + round - 1, cancellation))
                    .Observe(deployment.Block.Variants[index].Id, benchmark.Case);

            yield return new RoundObservation
            {
                Block = deployment.Block.Id,
                Round = round,
                StartedAt = startedAt,
                FinishedAt = TimeProvider.System.GetUtcNow(),
                Variants = variants,
                Slices = [],
                Times = new RoundTimes(),
            };
        }
    }

    private Task<BenchmarkOutcome> OutcomeAsync(
        BlockDeployment deployment, BenchmarkSettings benchmark, int index, int round, CancellationToken cancellation)
    {
        // What a variant has beyond its case: runtime, leg, cores, side and twin.
        var process = deployment.Block.Variants[index].Id[deployment.Block.Scenario.Length..];
        var key = (benchmark.Family, process, round);
        if (!_outcomes.TryGetValue(key, out var outcome))
        {
            var folder = Path.Combine(workFolder, $"{benchmark.Family}-{_outcomes.Count + 1}");
            _outcomes[key] = outcome = new BenchmarkProcess(folder).RunAsync(
                deployment.Applications[index], benchmark.Cases, deployment.ApplicationCpus, cancellation);
        }

        return outcome;
    }

    /// <summary>A rotation that differs from round to round: each process comes first equally often.</summary>
    private static IEnumerable<int> Order(int count, ulong seed) =>
        Enumerable.Range(0, count).Select(place => (int)(((ulong)place + seed) % (ulong)count));
}
