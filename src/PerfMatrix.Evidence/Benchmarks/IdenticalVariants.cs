using PerfMatrix.Builds;
using PerfMatrix.Contract;
using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Local;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>Measures identical copies of one application: whatever differs between them is noise.</summary>
internal sealed class IdenticalVariants(Application application)
{
    private static readonly Cell s_cell = new("hello-minimal", "net10.0", "workstation", Environment.ProcessorCount);

    private readonly LocalDriver _driver = new(LocalPrograms.Find(), Path.Combine(Repository.Root, "artifacts", "benchmark"));

    /// <summary>The settings in force by default, with one measured time for both ways.</summary>
    public static MeasureSettings Settings { get; } = new()
    {
        Rounds = 1,
        Slices = 150,
        Slice = TimeSpan.FromMilliseconds(20),
        MinimumWarmup = TimeSpan.FromSeconds(2),
        MaximumWarmup = TimeSpan.FromSeconds(2),
        WarmupTolerance = 0.02,
        WakeUp = TimeSpan.FromMilliseconds(2),
    };

    /// <summary>One block.</summary>
    /// <param name="copies">How many copies it holds.</param>
    /// <param name="settings">How to measure.</param>
    /// <param name="seed">Seed of the slice orders.</param>
    public async Task<IReadOnlyList<RoundObservation>> MeasureAsync(int copies, MeasureSettings settings, ulong seed)
    {
        var block = new Block($"identical-{copies}", s_cell.Scenario, s_cell.Cores, [.. Enumerable.Range(0, copies).Select(copy => new Variant(s_cell, Side.Head, copy))]);
        var deployment = new BlockDeployment(block, [.. block.Variants.Select(_ => application)], new LoadSettings { Path = "/hello" }, settings, [], [], seed);
        var rounds = new List<RoundObservation>();
        await foreach (var round in _driver.MeasureAsync(deployment, new Progress<BlockProgress>(), CancellationToken.None))
        {
            if (round.Variants.FirstOrDefault(variant => variant.Failure is not null)?.Failure is { } failure)
                throw new InvalidOperationException($"A round failed: {failure.Reason}");
            rounds.Add(round);
        }

        return rounds;
    }
}

/// <summary>The minimal API on the newest .NET 10 of the feed, workstation GC: what all benchmarks measure.</summary>
internal static class BenchmarkApplication
{
    private static readonly Dictionary<string, string> s_workstation = new() { ["DOTNET_gcServer"] = "0", ["DOTNET_gcConcurrent"] = "1" };

    /// <summary>Publishes it, or takes it from the cache of the checkout.</summary>
    /// <exception cref="InvalidOperationException">It cannot be published here.</exception>
    public static async Task<Application> PublishAsync()
    {
        var sdk = new Sdk(Repository.Root);
        var runtime = await (await sdk.RuntimesAsync(CancellationToken.None)).ResolveAsync(new RuntimeSelector("net10.0", null), CancellationToken.None);
        var patch = runtime.Patch ?? throw new InvalidOperationException(runtime.Reason);
        using var publisher = sdk.Publisher();
        var request = new PublishRequest(Path.Combine(Repository.Root, "workloads", "MinimalApi"), "net10.0", patch, RuntimeIdentifiers.OfThisMachine());
        return await publisher.PublishAsync(request, CancellationToken.None) switch
        {
            Publication publication => new Application(publication.Folder, publication.Executable, [], s_workstation, "/hello", TimeSpan.FromSeconds(30)),
            PublishFailure failure => throw new InvalidOperationException(string.Join(Environment.NewLine, [failure.Reason, .. failure.Errors])),
            _ => throw new InvalidOperationException("An outcome of a publish that is neither a publication nor a failure."),
        };
    }
}
