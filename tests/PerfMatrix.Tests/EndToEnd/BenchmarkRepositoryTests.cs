using PerfMatrix.Configuration;
using PerfMatrix.Tests.Benchmarks;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary>A repository that has a BenchmarkDotNet project and no application: initialised, measured, compared.</summary>
[Collection("end to end")]
[Trait("kind", "measures")]
public sealed class BenchmarkRepositoryTests : IDisposable
{
    private readonly ForeignRepository _repository = new();

    public BenchmarkRepositoryTests()
    {
        _repository.Write("bench/Shop.Benchmarks/Shop.Benchmarks.csproj", OwnBenchmarks.Project);
        _repository.Write("bench/Shop.Benchmarks/Program.cs", """
            using BenchmarkDotNet.Attributes;
            using BenchmarkDotNet.Running;
            BenchmarkSwitcher.FromAssembly(typeof(Prices).Assembly).Run(args);

            [SimpleJob(invocationCount: 16, id: "Often"), SimpleJob(invocationCount: 1, id: "Seldom")]
            public class Prices
            {
                [Params(10_000, 20_000)] public int Count { get; set; }
                [Benchmark] public int[] List() => new int[Count];
                [Benchmark] public int Sum() => new int[Count].Length;
            }
            """);
        _repository.Commit();
    }

    public void Dispose() => _repository.Dispose();

    [Fact]
    public async Task Init_writes_what_measures_every_benchmark_and_a_pattern_chooses_some()
    {
        var init = await _repository.RunAsync("init");
        Assert.True(init.ExitCode == 0, init.Error);
        Assert.Contains("perfmatrix compare main --scenario 'shop-benchmarks/*'", init.Output, StringComparison.Ordinal);
        Assert.Contains("pins a commit of that branch: `reference: { commit: SHA }`", init.Output, StringComparison.Ordinal);
        var own = _repository[ConfigurationFiles.Own];
        Assert.Contains("    options: { benchmarkDotNet: true }\n    arguments: --job short", await File.ReadAllTextAsync(own, Cancellation));
        await File.WriteAllTextAsync(own, (await File.ReadAllTextAsync(own, Cancellation)).Replace("--job short", "--job dry"), Cancellation);

        // A benchmark is a process of each side, which takes seconds, so few are chosen.
        var run = await _repository.MeasureAsync(
            "--reference", "HEAD", "--scenario", "shop-benchmarks/*List*@Often,shop-benchmarks/Prices.Sum(Count: 10000)@Often");

        foreach (var side in new[] { Side.Head, Side.Reference })
            Assert.Equal(
                [
                    "shop-benchmarks/Prices.List(Count: 10000)@Often", "shop-benchmarks/Prices.List(Count: 20000)@Often",
                    "shop-benchmarks/Prices.Sum(Count: 10000)@Often",
                ],
                run.Variants.Where(variant => variant.Side == side).Select(variant => variant.Cell.Scenario).Order());
        Assert.All(run.Variants, variant => Assert.Equal(VariantStatus.Measured, variant.Status));
        Assert.All(run.Samples, sample => Assert.Superset(new HashSet<string> { "meanTime", "allocatedPerOperation" },
            sample.Metrics.Keys.ToHashSet()));
        Assert.All(run.Blocks, block => Assert.Contains(run.Pairs, pair => pair.Metric == "meanTime" && pair.A == block.Variants[0]
            && pair.B == $"{block.Variants[0]}@reference"));
        var plan = await _repository.RunAsync("github", "plan");
        Assert.Contains("No reference is pinned", plan.Output, StringComparison.Ordinal);
    }

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;
}
