using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Local;
using PerfMatrix.Measurement;
using PerfMatrix.Runtimes;
using PerfMatrix.Shared.Builds;

namespace PerfMatrix.Benchmarks;

/// <summary>The noise of a pair (the log ratio of the throughput of two identical variants) when both are measured in one block, against separate
/// runs one after the other, as other tools do it: the same launcher, scheduling, warm-up and measured time, turn by turn; once calm and once beside
/// two busy loops. Both get the priority that the product asks for by default; that both got it is checked.</summary>
internal static class NoiseBenchmark
{
    private const int CalmPairs = 24;
    private const int BusyPairs = 16;

    private static readonly MeasureSettings s_settings = IdenticalVariants.Settings with { Scheduling = Scheduling.Auto };

    /// <summary>The ratio of the noise, calm and with busy neighbours.</summary>
    public static async Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        var variants = new IdenticalVariants(await BenchmarkApplication.PublishAsync());
        var calm = await CompareAsync(variants, "calm", CalmPairs, "<= 0.25", 0.25);
        await using var neighbours = new BusyNeighbours(2);
        return [calm, await CompareAsync(variants, "busy", BusyPairs, "<= 0.1", 0.1)];
    }

    private static async Task<BenchmarkRow> CompareAsync(IdenticalVariants variants, string name, int pairs, string target, double most)
    {
        var (block, separate, seen) = (new List<double>(), new List<double>(), new HashSet<Scheduling>());
        for (var pair = 1; pair <= pairs; pair++)
        {
            block.Add(await InOneBlockAsync(variants, (ulong)pair, seen));
            separate.Add(await OneAfterTheOtherAsync(variants, (ulong)pair, seen));
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"noise {name} {pair}/{pairs}: block {100 * block[^1]:+0.00;-0.00} %, separate {100 * separate[^1]:+0.00;-0.00} %"));
        }

        if (seen.Count > 1) throw new InvalidOperationException($"Not all processes had the same scheduling: found {string.Join(" and ", seen)}.");
        var smaller = SpreadRatio.Of(separate, block);
        var spread = string.Create(CultureInfo.InvariantCulture,
            $"block {smaller.Ratio:0.0} times smaller [{smaller.Low:0.0} {smaller.High:0.0}], {pairs} pairs each, both with "
                + $"scheduling {seen.Single()}");
        var variances = 1 / (smaller.Ratio * smaller.Ratio);
        return new BenchmarkRow($"noise/{name}", "% (sd of a pair)", Percent(block), Percent(separate), "separate sequential runs", variances,
            target + " (variances)", variances <= most, spread);
    }

    private static async Task<double> InOneBlockAsync(IdenticalVariants variants, ulong seed, HashSet<Scheduling> seen)
    {
        var round = await MeasureAsync(variants, 2, s_settings, seed, seen);
        return Math.Log(ThroughputOf(1) / ThroughputOf(0));

        double ThroughputOf(int variant) =>
            VariantRound.Of(round, variant).Throughput is > 0 and var rate ? rate : throw new InvalidOperationException("A block without slices.");
    }

    private static async Task<double> OneAfterTheOtherAsync(IdenticalVariants variants, ulong seed, HashSet<Scheduling> seen)
    {
        var whole = s_settings with { Slices = 1, Slice = s_settings.Duration };
        var first = await MeasureAsync(variants, 1, whole, seed, seen);
        var second = await MeasureAsync(variants, 1, whole, seed, seen);
        return Math.Log(RequestsPerSecond(second) / RequestsPerSecond(first));
    }

    private static async Task<RoundObservation> MeasureAsync(
        IdenticalVariants variants, int copies, MeasureSettings settings, ulong seed, HashSet<Scheduling> seen)
    {
        var round = (await variants.MeasureAsync(copies, settings, seed))[0];
        seen.UnionWith(round.Variants.Select(variant => variant.Scheduling).Append(round.Scheduling));
        return round;
    }

    private static double RequestsPerSecond(RoundObservation round) =>
        round.Slices.Sum(slice => slice.Requests) / round.Slices.Sum(slice => slice.Elapsed.TotalSeconds);

    private static double Percent(List<double> pairs) => 100 * Math.Sqrt(pairs.Variance());
}

/// <summary>How many times larger one standard deviation is than another. The interval is the jackknife's, which unlike that of the F distribution
/// holds for pairs with outliers, too: R. Miller (1968), "Jackknifing variances", Ann. Math. Stat. 39.</summary>
internal readonly record struct SpreadRatio(double Ratio, double Low, double High)
{
    // Of Student's t with 15 to 46 degrees of freedom.
    private const double Quantile = 2.1;

    public static SpreadRatio Of(IReadOnlyCollection<double> larger, IReadOnlyCollection<double> smaller)
    {
        var (above, below) = (LogVariance(larger), LogVariance(smaller));
        var (ratio, error) = ((above.Mean - below.Mean) / 2, Math.Sqrt(above.Error + below.Error) / 2);
        return new(Math.Exp(ratio), Math.Exp(ratio - (Quantile * error)), Math.Exp(ratio + (Quantile * error)));
    }

    // Mean of the pseudo-values and its squared standard error.
    private static (double Mean, double Error) LogVariance(IReadOnlyCollection<double> values)
    {
        var all = Math.Log(values.Variance());
        double[] pseudo = [.. values.Select((_, left) =>
            (values.Count * all) - ((values.Count - 1) * Math.Log(values.Where((_, i) => i != left).ToList().Variance())))];
        return (pseudo.Average(), pseudo.Variance() / pseudo.Length);
    }
}

/// <summary>Processes that keep a CPU each as busy as the system lets them, as neighbours on a shared machine do.</summary>
internal sealed class BusyNeighbours : IAsyncDisposable
{
    private readonly List<ChildProcess> _processes;

    public BusyNeighbours(int count) => _processes =
        [.. Enumerable.Range(0, count).Select(_ => ChildProcess.StartForeign("sh", ["-c", "while :; do :; done"], BuiltCheckout.Root))];

    public async ValueTask DisposeAsync()
    {
        foreach (var process in _processes)
            await process.DisposeAsync();
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
            Slices = 80,
        };
        var rounds = await variants.MeasureAsync(copies: 2, settings, seed: 1);
        var overheads = rounds.Zip(
            rounds.Skip(1), (round, next) => (next.StartedAt - round.StartedAt - round.Times.Warmup - round.Times.Slices).TotalSeconds).ToList();
        return [BenchmarkRow.AtMost("overhead/round of two", "s", overheads, 1.5)];
    }
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

    /// <summary>The settings in force by default, with one measured time for both ways. So the warm-up is always the shortest one, and nobody asks
    /// whether throughput has settled.</summary>
    public static MeasureSettings Settings { get; } = new()
    {
        Rounds = 1,
        Slices = 600,
        Slice = TimeSpan.FromMilliseconds(5),
        MinimumWarmup = TimeSpan.FromSeconds(2),
        MaximumWarmup = TimeSpan.FromSeconds(2),
        WarmupTolerance = 0.05,
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
        var publication = (await publisher.PublishAsync(request, CancellationToken.None)).Require(failure => new InvalidOperationException(failure));
        return new Application(publication.Folder, publication.Executable, [], s_workstation, "/hello", TimeSpan.FromSeconds(30));
    }
}
