using PerfMatrix.Load.Conductor;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Load.Tests.Conductor;

public sealed class BenchmarkRoundTests : IDisposable
{
    private static readonly string[] s_variants = ["base", "head", "base-copy", "head-copy"];

    private static readonly BlockPlan s_plan = new()
    {
        Block = "words",
        Variants = [.. s_variants.Select(name => new BlockVariant { Id = name, Launcher = new("http://127.0.0.1:1/") })],
        Load = new(),
        Measure = new()
        {
            Rounds = 8,
            Slices = 1,
            Slice = TimeSpan.FromMilliseconds(1),
            MinimumWarmup = TimeSpan.Zero,
            MaximumWarmup = TimeSpan.Zero,
            WarmupTolerance = 0.05,
            WakeUp = TimeSpan.Zero,
        },
        Seed = 7,
        Output = "",
    };

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("perfmatrix-benchmark-round-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Head_runs_right_behind_base_as_often_as_base_right_behind_head()
    {
        var log = Path.Combine(_folder.FullName, "order");
        var benchmark = new BenchmarkPlan
        {
            Case = "Nothing",
            Programs = [.. s_variants.Select(name => new BenchmarkProgram(
                ProgramFile.Write(Path.Combine(_folder.FullName, name), $"#!/bin/sh\necho {name} >> '{log}'\n"), [],
                new Dictionary<string, string>()))],
        };

        for (var round = 1; round <= 8; round++)
        {
            var observed = await new BenchmarkRound(s_plan, round, _folder.FullName, TimeProvider.System)
                .RunAsync(benchmark, TestContext.Current.CancellationToken);
            Assert.Equal(s_variants, observed.Variants.Select(variant => variant.Variant));
        }

        var rounds = (await File.ReadAllLinesAsync(log, TestContext.Current.CancellationToken)).Chunk(4).ToList();
        Assert.Equal(8, rounds.Count);
        Assert.All(rounds, round => Assert.Equal(s_variants.Order(), round.Order()));
        Assert.Equal((2, 2), (Successions("base", "head"), Successions("head", "base")));

        int Successions(string first, string second) => rounds.Sum(round => round.Zip(round.Skip(1)).Count(pair => pair == (first, second)));
    }
}
