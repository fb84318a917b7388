using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Local;
using PerfMatrix.Load.Conductor;
using PerfMatrix.Load.Generator;

namespace PerfMatrix.Benchmarks;

/// <summary>What recording a timeline costs: two fresh processes of one application in a closed loop, in short slices in turn, one of them recorded.
/// It is asked within slices of its own, in every half second of its load; a timeline asks every second.</summary>
internal static class TimelineBenchmark
{
    private const int Pairs = 40;
    private const int WarmupCycles = 100;
    private const int Cycles = 150;
    private const int CyclesOfMoment = 25;

    /// <summary>Most that recording may cost, as a share of throughput.</summary>
    private const double Limit = 0.02;

    private static readonly TimeSpan s_slice = TimeSpan.FromMilliseconds(20);

    public static async Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        var application = await BenchmarkApplication.PublishAsync();
        var ratios = new List<double>();
        for (var pair = 1; pair <= Pairs; pair++)
        {
            await using var copies = await LaunchedCopies.StartAsync(application, 2);
            ratios.Add(await MeasureAsync(copies, recorded: pair % 2, (ulong)pair));
            Console.WriteLine($"timeline {pair}/{Pairs}: {Text(Estimate.Of([.. ratios]))}");
        }

        var estimate = Estimate.Of([.. ratios]);
        var met = estimate.Interval is { } interval && interval.Low > Math.Log(1 - Limit);
        return [new BenchmarkRow("timeline/recording", "% of throughput", estimate.EffectPercent, null, "without recording", null,
            "> -2 % with 95 % confidence", met, $"{ratios.Count} pairs: {Text(estimate)}")];
    }

    /// <returns>ln(throughput recorded / throughput not recorded).</returns>
    private static async Task<double> MeasureAsync(LaunchedCopies copies, int recorded, ulong seed)
    {
        using var generator = new LoadGenerator(copies.Targets, LaunchedCopies.Requests, []);
        var slice = new Slice(s_slice, TimeSpan.Zero);
        var (requests, elapsed) = (new long[2], new TimeSpan[2]);
        await copies.Moments[recorded].RehearseAsync(TimeProvider.System, CancellationToken.None);
        for (var copy = 0; copy < 2; copy++)
        {
            if (generator.Prime(copy) is { } wrong) throw new InvalidOperationException($"The first request failed: {wrong}");
        }

        foreach (var (_, copy) in SliceOrder.Balanced(2, WarmupCycles, seed)) generator.RunSlice(copy, slice);
        foreach (var (cycle, copy) in SliceOrder.Balanced(2, Cycles, ~seed))
        {
            var reading = copy == recorded && cycle % CyclesOfMoment == 0 ? ReadAsync(copies.Moments[copy]) : Task.CompletedTask;
            var result = generator.RunSlice(copy, slice);
            await reading;
            if (result.Failed > 0) throw new InvalidOperationException($"{result.Failed} requests failed.");
            requests[copy] += result.Requests;
            elapsed[copy] += result.Elapsed;
        }

        return Math.Log(Rate(recorded) / Rate(1 - recorded));

        double Rate(int copy) => requests[copy] / elapsed[copy].TotalSeconds;
    }

    private static async Task ReadAsync(MomentReader moments)
    {
        if ((await moments.ReadAsync(silently: false, CancellationToken.None)).Gc is null)
            throw new InvalidOperationException("The probe of the application does not answer, so nothing is recorded.");
    }

    private static string Text(Estimate estimate) => EstimateText.Of(estimate, "+0.00;-0.00");
}

/// <summary>Copies of one application, each a process of its own. They have one launcher, which ends them and itself when its input closes.</summary>
internal sealed class LaunchedCopies : IAsyncDisposable
{
    private readonly ChildProcess _launcher;
    private readonly HttpClient _http = new(new SocketsHttpHandler { UseProxy = false });

    private LaunchedCopies(ChildProcess launcher) => _launcher = launcher;

    public static LoadSettings Requests { get; } = new() { Path = "/hello" };

    public List<Target> Targets { get; } = [];

    public List<MomentReader> Moments { get; } = [];

    public static async Task<LaunchedCopies> StartAsync(Application application, int count)
    {
        var token = $"{Guid.NewGuid():N}";
        IReadOnlyList<LaunchPlan> plans = [.. Enumerable.Range(1, count).Select(copy => new LaunchPlan
        {
            Variant = $"copy-{copy}",
            Executable = Path.Combine(application.Folder, application.Executable),
            Arguments = application.Arguments,
            Environment = application.Environment,
            ReadyPath = application.ReadyPath,
            StartTimeout = application.StartTimeout,
            StopWithInput = true,
        })];
        var copies = new LaunchedCopies(ChildProcess.Start(LocalPrograms.Find().Launcher, [], new Dictionary<string, string>
        {
            [ProbeRoutes.TokenVariable] = token,
            [PlanVariable.Launch] = PlanVariable.Encode(plans, ContractJson.Default.IReadOnlyListLaunchPlan),
        }));
        foreach (var launcher in await copies.LaunchersAsync()) await copies.StartAsync(launcher, token, application.StartTimeout);
        return copies;
    }

    public async ValueTask DisposeAsync()
    {
        _http.Dispose();
        await _launcher.DisposeAsync();
    }

    private async Task<List<Uri>> LaunchersAsync()
    {
        await foreach (var line in _launcher.Lines.ReadAllAsync())
        {
            if (line.StartsWith(LauncherApi.ReadyLine, StringComparison.Ordinal))
                return [.. line[LauncherApi.ReadyLine.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(one => new Uri(one))];
        }

        throw new InvalidOperationException($"The launcher ended before it was ready: {_launcher.LastLines}");
    }

    private async Task StartAsync(Uri launcher, string token, TimeSpan startTimeout)
    {
        var client = new LauncherClient(_http, launcher, token, startTimeout);
        var started = await client.StartAsync(CancellationToken.None);
        Targets.Add(new Target(started.Application, Requests));
        Moments.Add(new MomentReader(client, new ProbeClient(_http, started.Application, ApplicationToken.Of(token))));
    }
}
