using System.Runtime.CompilerServices;

namespace PerfMatrix.Drivers.BenchmarkDotNet;

/// <summary>Measures blocks of BenchmarkDotNet cases, and hands all others to another driver. Round by round, in a new order each round, it starts
/// one process for every runtime, GC mode and side, which runs the case and nothing else.</summary>
internal sealed class BenchmarkDriver(IDriver others, string workFolder) : IDriver
{
    public string Name => others.Name;
    public IReadOnlyList<string> Warnings => others.Warnings;

    public ValueTask DisposeAsync() => others.DisposeAsync();

    public IAsyncEnumerable<RoundObservation> MeasureAsync(
        BlockDeployment deployment, IProgress<BlockProgress> progress, CancellationToken cancellation) =>
        deployment.BenchmarkCase is { } @case ? MeasureAsync(deployment, @case, progress, cancellation)
        : others.MeasureAsync(deployment, progress, cancellation);

    private async IAsyncEnumerable<RoundObservation> MeasureAsync(
        BlockDeployment deployment, string @case, IProgress<BlockProgress> progress, [EnumeratorCancellation] CancellationToken cancellation)
    {
        for (var round = 1; round <= deployment.Measure.Rounds; round++)
        {
            progress.Report(new BlockProgress(deployment.Block.Id, round, deployment.Measure.Rounds, "measuring"));
            var startedAt = TimeProvider.System.GetUtcNow();
            var variants = new VariantObservation[deployment.Applications.Count];
            foreach (var index in Order(variants.Length, deployment.Seed + (ulong)round))
            {
                var process = new BenchmarkProcess(Path.Combine(workFolder, $"{deployment.Block.Id}-{round}-{index + 1}"));
                var outcome = await process.RunAsync(
                    deployment.Applications[index], [BenchmarkCase.Of(@case)], deployment.ApplicationCpus, cancellation);
                variants[index] = outcome.Observe(deployment.Block.Variants[index].Id, @case);
            }

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

    /// <summary>A rotation that differs from round to round: each process comes first equally often.</summary>
    private static IEnumerable<int> Order(int count, ulong seed) =>
        Enumerable.Range(0, count).Select(place => (int)(((ulong)place + seed) % (ulong)count));
}
