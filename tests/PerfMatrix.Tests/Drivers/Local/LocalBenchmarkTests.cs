using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Local;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Drivers.Local;

/// <summary>A case of BenchmarkDotNet under the real load job, with a script in place of the project.</summary>
[Trait("kind", "processes")]
public sealed class LocalBenchmarkTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Every_round_starts_a_process_for_each_variant_that_runs_the_case_alone_and_another_one_comes_first()
    {
        var block = RunSamples.BlockOf(
            "block-1c", [RunSamples.CellOf("net8.0", "workstation", cores: 1), RunSamples.CellOf("net10.0", "workstation", cores: 1)]);
        var deployment = new BlockDeployment(
            block, [Application("a"), Application("b")], new LoadSettings(), MeasureSamples.Shortest with { Rounds = 2 }, [], [], Seed: 0)
        {
            BenchmarkCase = "T.Works",
        };
        var rounds = new List<RoundObservation>();

        await foreach (var round in new LocalDriver(LocalPrograms.Find(), _folder["work"]).MeasureAsync(
            deployment, new Progress<BlockProgress>(), TestContext.Current.CancellationToken))
            rounds.Add(round);

        var started = await File.ReadAllLinesAsync(_folder["log"], TestContext.Current.CancellationToken);
        Assert.Equal(["b", "a", "a", "b"], started.Select(line => line.Split(' ')[0]));
        Assert.All(started, line => Assert.EndsWith("--filter T.Works *.T.Works T.Works(* *.T.Works(*", line, StringComparison.Ordinal));
        Assert.All(started, line => Assert.Contains(" --job short --launchCount 1 --memory ", line, StringComparison.Ordinal));
        Assert.Equal([1.5, 1.5, 1.5, 1.5], rounds.SelectMany(round => round.Variants).Select(variant => variant.Benchmark!.MeanNanoseconds));
        Assert.Equal(block.Variants.Select(variant => variant.Id), rounds[1].Variants.Select(variant => variant.Variant));
        Assert.False(Directory.Exists(_folder["work"]));
    }

    private Application Application(string name)
    {
        _folder.Write("app", $$$"""
            #!/bin/sh
            echo "$NAME $*" >> "{{{_folder["log"]}}}"
            while [ "$1" != --artifacts ]; do shift; done
            mkdir -p "$2/results"
            cat > "$2/results/x-report-full.json" <<'END'
            {"Benchmarks":[{"Method":"Works","FullName":"T.Works","DisplayInfo":"T.Works: Job(x)","Statistics":{"Mean":1.5,"StandardDeviation":0.1,"N":3}}]}
            END
            """);
        return new Application(
            _folder.Root, "app", ["--job", "short", "-f", "*", "--launchCount", "3"], new Dictionary<string, string> { ["NAME"] = name }, "/",
                TimeSpan.Zero);
    }
}
