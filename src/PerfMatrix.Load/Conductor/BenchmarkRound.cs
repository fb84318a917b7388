using PerfMatrix.Shared.Benchmarks;

namespace PerfMatrix.Load.Conductor;

/// <summary>One round of a case of BenchmarkDotNet: a process for every runtime, GC mode and side, in the balanced random order of
/// applications, with that case alone.</summary>
internal sealed class BenchmarkRound(BlockPlan plan, int round, string folder, TimeProvider clock)
{
    public async Task<RoundObservation> RunAsync(BenchmarkPlan benchmark, CancellationToken cancellation)
    {
        var startedAt = clock.GetUtcNow();
        var variants = new VariantObservation[plan.Variants.Count];
        foreach (var index in SliceOrder.OfRound(plan.Variants.Count, round, plan.Seed))
        {
            var process = new BenchmarkProcess(Path.Combine(folder, $"benchmark-{round}-{index + 1}"));
            var outcome = await process.RunAsync(benchmark.Programs[index], [BenchmarkCase.Of(benchmark.Case)], benchmark.Cpus, cancellation);
            variants[index] = outcome.Observe(plan.Variants[index].Id, benchmark.Case);
        }

        return new RoundObservation
        {
            Block = plan.Block,
            Round = round,
            StartedAt = startedAt,
            FinishedAt = clock.GetUtcNow(),
            Variants = variants,
            Slices = [],
            Times = new RoundTimes(),
        };
    }
}
