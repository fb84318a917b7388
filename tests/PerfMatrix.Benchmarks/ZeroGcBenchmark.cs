using PerfMatrix.Measurement;
using PerfMatrix.Runtimes;
using PerfMatrix.Shared.Builds;

namespace PerfMatrix.Benchmarks;

/// <summary>Nanoseconds to allocate a small object in one thread: the zero GC in memory touched beforehand beside workstation GC, and beside itself
/// in fresh memory, which shows what page faults cost.</summary>
internal static class ZeroGcBenchmark
{
    private const int Runs = 7;
    private const int Objects = 5_000_000;

    private static readonly string[] s_frameworks = ["net8.0", "net9.0", "net10.0"];
    private static readonly Dictionary<string, string> s_workstation = new() { ["DOTNET_gcServer"] = "0", ["DOTNET_gcConcurrent"] = "1" };

    /// <summary>Both comparisons on each runtime, the processes taking turns.</summary>
    public static async Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        var rows = new List<BenchmarkRow>();
        foreach (var framework in s_frameworks)
            rows.AddRange(await CompareAsync(framework));
        return rows;
    }

    private static async Task<IReadOnlyList<BenchmarkRow>> CompareAsync(string framework)
    {
        var mode = MatrixDefinition.Load(BuiltCheckout.Root).GcModes.Single(mode => mode.Name == "zero");
        var (plain, placed) = await PublishAsync(framework, mode);
        var fresh = new Dictionary<string, string>(mode.Environment) { ["PERFMATRIX_ZEROGC_ARENA"] = "4g" };
        var touched = new Dictionary<string, string>(fresh) { ["PERFMATRIX_ZEROGC_TOUCH"] = "1500m" };
        var times = Enumerable.Range(0, Runs)
            .Select(_ => (Workstation: Time(plain, s_workstation), Touched: Time(placed, touched), Fresh: Time(placed, fresh))).ToList();
        return
        [
            BenchmarkRow.Beside(
                $"zerogc/{framework} allocation", "ns/object", times.ConvertAll(run => run.Touched), times.ConvertAll(run => run.Workstation),
                    "workstation GC", "<= 1.0", ratio => ratio <= 1.0),
            BenchmarkRow.Beside(
                $"zerogc/{framework} page faults", "ns/object", times.ConvertAll(run => run.Fresh), times.ConvertAll(run => run.Touched),
                    "touched beforehand", "none, shown", _ => true),
        ];
    }

    private static async Task<(Publication Plain, Publication Placed)> PublishAsync(string framework, GcMode mode)
    {
        var sdk = new Sdk(BuiltCheckout.Root);
        var runtime = await (await sdk.RuntimesAsync(CancellationToken.None))
            .ResolveAsync(new RuntimeSelector(framework, null), CancellationToken.None);
        var patch = runtime.Patch ?? throw new InvalidOperationException(runtime.Reason);
        using var publisher = sdk.Publisher();
        var request = new PublishRequest(Path.Combine(BuiltCheckout.Root, "tests", "GcStress"), framework, patch, RuntimeIdentifiers.OfThisMachine());
        var plain = Good(await publisher.PublishAsync(request, CancellationToken.None));
        var placements = sdk.GcPlacements();
        await placements.BuildAsync([mode], CancellationToken.None);
        return placements.Unavailable([mode]).TryGetValue(mode.Name, out var reason)
            ? throw new InvalidOperationException(reason)
            : (plain, Good(placements.Place(plain, mode)));
    }

    private static Publication Good(PublishOutcome outcome) => outcome.Require(failure => new InvalidOperationException(failure));

    // The best of the repetitions in one process: whatever disturbs makes a loop longer, nothing makes it shorter.
    private static double Time(Publication publication, Dictionary<string, string> environment)
    {
        var lines = BuiltCheckout.Run(
            Path.Combine(publication.Folder, publication.Executable), ["loop", $"{Objects}"], publication.Folder, variables: environment);
        return lines.Split('\n', StringSplitOptions.RemoveEmptyEntries).Min(line => double.Parse(line, CultureInfo.InvariantCulture));
    }
}
