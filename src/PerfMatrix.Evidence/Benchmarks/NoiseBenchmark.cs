using System.Diagnostics;
using System.Globalization;
using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Local;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Results;
using PerfMatrix.Runtimes;
using PerfMatrix.Shared.Builds;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Statistics;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>
/// The variance of a pair (the log ratio of the throughput of two identical variants) when both are measured in one block, against separate runs
/// one after the other, as other tools do it: the same processes, warm-up and measured time, turn by turn; once calm and once beside two busy loops.
/// The block is measured as the product does by default, with priority where the system permits it; the separate runs have the ordinary one.
/// </summary>
internal static class NoiseBenchmark
{
    // The ratio of two variances of ten pairs is known to a factor of four, of 24 pairs to a factor of 2.3; beside neighbours the target is further
    // away.
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
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"noise {name} {pair}/{pairs}: block {100 * block[^1]:+0.00;-0.00} %, separate {100 * separate[^1]:+0.00;-0.00} %"));
        }

        var ratio = block.Variance() / separate.Variance();
        var spread = string.Create(CultureInfo.InvariantCulture, $"sd of {pairs} pairs each");
        return new BenchmarkRow($"noise/{name}", "% (sd of a pair)", Percent(block), Percent(separate), "separate sequential runs", ratio, target
            + " (variances)", ratio <= most, spread);
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

    private static double RequestsPerSecond(RoundObservation round) =>
        round.Slices.Sum(slice => slice.Requests) / round.Slices.Sum(slice => slice.Elapsed.TotalSeconds);

    private static double Percent(List<double> pairs) => 100 * Math.Sqrt(pairs.Variance());
}

/// <summary>Processes that keep a CPU each as busy as the system lets them, as neighbours on a shared machine do.</summary>
internal sealed class BusyNeighbours : IDisposable
{
    private readonly List<Process> _processes;

    /// <summary>Starts them. Each ends by itself when this program is gone.</summary>
    public BusyNeighbours(int count) =>
        _processes = [.. Enumerable.Range(0, count)
            .Select(_ => Process.Start(
                "sh", ["-c", $"while kill -0 {Environment.ProcessId} 2>/dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; done"]))];

    public void Dispose()
    {
        foreach (var process in _processes)
        {
            process.Kill();
            process.Dispose();
        }
    }
}

/// <summary>Wall time of a round of a block of two beyond warm-up and slices: starting, reading, stopping, and what lies between rounds.</summary>
internal static class OverheadBenchmark
{
    private const int Rounds = 7;

    /// <summary>The time of a round that is neither warm-up nor slice.</summary>
    public static async Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        var variants = new IdenticalVariants(await BenchmarkApplication.PublishAsync());
        var settings = IdenticalVariants.Settings with
        {
            Rounds = Rounds,
            MinimumWarmup = TimeSpan.FromMilliseconds(500),
            MaximumWarmup = TimeSpan.FromMilliseconds(500),
            Slices = 20,
        };
        var rounds = await variants.MeasureAsync(copies: 2, settings, seed: 1);
        var overheads = rounds.Zip(
            rounds.Skip(1), (round, next) => (next.StartedAt - round.StartedAt - round.Times.Warmup - round.Times.Slices).TotalSeconds).ToList();
        return [BenchmarkRow.AtMost("overhead/round of two", "s", overheads, 1.5)];
    }
}

/// <summary>
/// What recording a timeline costs: the control round that follows every timeline, again and again, each with a fresh process. In its windows the
/// process is asked every half second, a timeline asks every second.
/// </summary>
internal static class TimelineBenchmark
{
    private const int ControlRounds = 20;

    private static readonly MeasureSettings s_settings = IdenticalVariants.Settings with
    {
        Slices = 1,
        Timeline = TimeSpan.FromSeconds(1),
        Scheduling = Scheduling.Auto,
    };

    public static async Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        var variants = new IdenticalVariants(await BenchmarkApplication.PublishAsync());
        var ratios = new List<double>();
        for (var seed = 1; seed <= ControlRounds; seed++)
        {
            var rounds = await variants.MeasureAsync(copies: 1, s_settings, (ulong)seed);
            ratios.AddRange(ControlPairs.Of(rounds[^1], new RawFile("", "")).Single().LogRatios);
            Console.WriteLine($"timeline {seed}/{ControlRounds}: {Text(Estimate.Of([.. ratios]))}");
        }

        var estimate = Estimate.Of([.. ratios]);
        var met = estimate.Interval is { } interval && interval.Low > Math.Log(1 - ControlPairs.Limit);
        return [new BenchmarkRow("timeline/recording", "% of throughput", estimate.EffectPercent, null, "without recording", null,
            "> -2 % with 95 % confidence", met, $"{ratios.Count} pairs: {Text(estimate)}")];
    }

    private static string Text(Estimate estimate) => EstimateText.Of(estimate, "+0.00;-0.00");
}

/// <summary>An estimate with its interval, in percent.</summary>
internal static class EstimateText
{
    /// <summary>E.g. <c>-1.8 % [-6.7 +4.1]</c>.</summary>
    public static string Of(Estimate estimate, string format = "+0.0;-0.0")
    {
        return $"{Number(estimate.EffectPercent)} % [{Number(estimate.Interval?.LowPercent)} {Number(estimate.Interval?.HighPercent)}]";

        string Number(double? percent) => percent?.ToString(format, CultureInfo.InvariantCulture) ?? "?";
    }
}

/// <summary>Measures identical copies of one application: whatever differs between them is noise.</summary>
internal sealed class IdenticalVariants(Application application)
{
    private static readonly Cell s_cell = new("hello-minimal", "net10.0", "workstation", Environment.ProcessorCount);

    private readonly LocalDriver _driver = new(LocalPrograms.Find(), Path.Combine(BuiltCheckout.Root, "artifacts", "benchmark"));

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

    /// <param name="seed">Seed of the slice orders.</param>
    public async Task<IReadOnlyList<RoundObservation>> MeasureAsync(int copies, MeasureSettings settings, ulong seed)
    {
        var block = new Block($"identical-{copies}", s_cell.Scenario, s_cell.Cores,
            [.. Enumerable.Range(0, copies).Select(copy => new Variant(s_cell, Side.Head, copy))]);
        var deployment = new BlockDeployment(block, [.. block.Variants.Select(_ => application)], new LoadSettings
        {
            Path = "/hello",
        }, settings, [], [], seed);
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
        var sdk = new Sdk(BuiltCheckout.Root);
        var runtime = await (await sdk.RuntimesAsync(CancellationToken.None))
            .ResolveAsync(new RuntimeSelector("net10.0", null), CancellationToken.None);
        var patch = runtime.Patch ?? throw new InvalidOperationException(runtime.Reason);
        using var publisher = sdk.Publisher();
        var request = new PublishRequest(
            Path.Combine(BuiltCheckout.Root, "workloads", "MinimalApi"), "net10.0", patch, RuntimeIdentifiers.OfThisMachine());
        return await publisher.PublishAsync(request, CancellationToken.None) switch
        {
            Publication publication =>
                new Application(publication.Folder, publication.Executable, [], s_workstation, "/hello", TimeSpan.FromSeconds(30)),
            PublishFailure failure => throw new InvalidOperationException(string.Join(Environment.NewLine, [failure.Reason, .. failure.Errors])),
            _ => throw new InvalidOperationException("An outcome of a publish that is neither a publication nor a failure."),
        };
    }
}
