namespace PerfMatrix.Explain;

/// <summary>Runs base and head of a cell once more under tracing: in the same interleaved slices, or each alone where the scenario is measured alone.
/// What these rounds measure is in no run document and in no verdict.</summary>
internal sealed class TracedRounds(IDriver driver, string folder, TracingPlan plan)
{
    /// <summary>Fresh starts of both sides.</summary>
    public const int Rounds = 5;

    /// <summary>Fewer whole rounds than these say nothing.</summary>
    public const int Fewest = 3;

    private static readonly TimeSpan s_shortestWarmup = TimeSpan.FromSeconds(1.5);
    // Two seconds are too few for an application with thousands of methods: an EF Core application compiled 1,800 of them under load, and a request
    // took twice the CPU time (docs/evidence.md).
    private static readonly TimeSpan s_longestWarmup = TimeSpan.FromSeconds(4);

    // In it the processes tell the names of their methods.
    private static readonly TimeSpan s_settle = TimeSpan.FromSeconds(1.5);

    private static readonly TimeSpan s_timeline = TimeSpan.FromSeconds(1);

    private readonly List<string> _problems = [];
    private readonly List<string> _lost = [];

    /// <summary>A note of rounds that do without events which filled a trace.</summary>
    public static string Spared { get; } = $"A trace became larger than {TraceSpace.LargestFile >> 20} MB, so the others do without exceptions and "
        + "waits for locks: whether these changed is not known.";

    /// <summary>Where the traces of the first good round stay, e.g. <c>/run/hello-minimal</c>, to which <c>-base.nettrace</c> and
    /// <c>-head.nettrace</c> are appended; null keeps none.</summary>
    public string? Kept { get; init; }

    /// <summary>Why rounds are missing, and other things a reader must know.</summary>
    public IReadOnlyList<string> Problems =>
        [.. _problems, .. _lost.GroupBy(reason => reason).Select(same => $"{Wording.Counted(same.Count(), "traced round")} left out: {same.Key}")];

    public CpuProfiler Profiler { get; private set; }

    public TraceSpace Space { get; init; } = new();

    /// <param name="setup">Base and head in a block of their own, in this order.</param>
    /// <returns>At least <see cref="Fewest"/>, or one where each side is traced alone.</returns>
    /// <exception cref="TraceException">Nothing can be traced here, or too few rounds were good.</exception>
    public async Task<IReadOnlyList<TracedRound>> MeasureAsync(BlockSetup setup, CancellationToken cancellation)
    {
        if (setup.BenchmarkCase is not null) throw new TraceException("it is a case of BenchmarkDotNet, which gets no load", isLasting: true);
        if (driver.Name != DriverChoice.Local)
            throw new TraceException("its processes are on a machine of crank; measure with --driver local to explain it", isLasting: true);
        // Known before a round, which would take up to 15 seconds to find it out.
        if (setup.Applications.Values.Any(application => application.Environment.GetValueOrDefault("DOTNET_EnableDiagnostics") == "0"))
            throw new TraceException(
                "the application gives no events: diagnostics are switched off in it (DOTNET_EnableDiagnostics=0)", isLasting: true);
        Directory.CreateDirectory(folder);
        try
        {
            if (plan.SamplesCpu) await ChooseProfilerAsync(cancellation);
            var sides = Sides(setup);
            if (plan.IsAlone) return [await EachAsync(setup, sides, cancellation)];
            var rounds = await MeasureAsync(setup, sides, cancellation);
            if (rounds.Count < Fewest) throw new TraceException($"{rounds.Count} of {Rounds} traced rounds were good, {Fewest} are needed");
            return [.. rounds.Select(found => new TracedRound(found[0], found[1]))];
        }
        finally
        {
            WorkFolder.Remove(folder);
        }
    }

    private async Task ChooseProfilerAsync(CancellationToken cancellation)
    {
        // Twice, because it failed in 1 of 120 searches on a machine where it works.
        if (await PerfRecording.ObstacleAsync(folder, cancellation) is null
            || await PerfRecording.ObstacleAsync(folder, cancellation) is not { } obstacle) return;
        Profiler = CpuProfiler.EventPipe;
        _problems.Add($"{obstacle}. The runtime's own sampler was used: it looks at safe points only, and may miss part of the time.");
    }

    // Its load may take minutes, so head gets it only where base was good.
    private async Task<TracedRound> EachAsync(BlockSetup setup, TracedProcess[] sides, CancellationToken cancellation)
    {
        var found = new List<TracedSide>();
        foreach (var (variant, side) in setup.Block.Variants.Zip(sides))
        {
            var alone = setup with { Block = setup.Block with { Variants = [variant] } };
            found.AddRange(await MeasureAsync(alone, [side], cancellation) is [var good, ..] ? good
                : throw new TraceException($"the traced round of {variant.Id} was not good"));
        }

        return new(found[0], found[1]);
    }

    private async Task<IReadOnlyList<TracedSide[]>> MeasureAsync(BlockSetup setup, TracedProcess[] sides, CancellationToken cancellation)
    {
        var deployment = Marked(setup, sides).Deployment(Guid.NewGuid().ToString()) ?? throw new TraceException("a side was not built");
        var rounds = new List<TracedSide[]>();
        var rest = plan.IsAlone ? setup.Measure.Settle : TimeSpan.Zero;
        await using var recorders = new RecordedPhases(
            round => new RoundRecorder(sides, plan.SamplesCpu ? Profiler : null, Path.Combine(folder, $"{round}"), Space),
            plan.IsAlone ? "rehearsing" : "warming up", rest, cancellation);
        var seen = new List<(RoundObservation Round, RoundRecorder Recorder)>();
        var clock = Stopwatch.StartNew();
        try
        {
            await foreach (var round in driver.MeasureAsync(deployment, recorders, cancellation))
            {
                if (await KeptAsync(recorders.EndedAsync(), round)) seen.Add((round, recorders.Current!));
                // Behind a good round it would mix rounds with these events and rounds without.
                else if (seen.Count == 0) SpareSpace();
                if (plan.IsAlone || IsLast(round.Round, seen.Count, clock.Elapsed)) break;
            }
        }
        catch (Exception problem) when (problem is DriverException or ProcessStartException)
        {
            _problems.Add(problem.Message);
        }

        // Read at the end: it would disturb rounds under way.
        foreach (var (round, recorder) in seen) await KeptAsync(ReadAsync(round, recorder), round);
        return rounds;

        async Task ReadAsync(RoundObservation round, RoundRecorder recorder)
        {
            rounds.Add(TracedRound.SidesOf(round, await recorder.ReadAsync(cancellation), rest));
            if (Kept is not null && rounds.Count == 1) recorder.Keep(Kept);
        }
    }

    private void SpareSpace()
    {
        if (!plan.SamplesCpu || Space is not { HasFullFile: true, IsSparing: false }) return;
        Space.IsSparing = true;
        _problems.Add(Spared);
    }

    private bool IsLast(int round, int good, TimeSpan elapsed)
    {
        // Files of inlined methods cannot be ended early, as those of traces are, so they only keep the next round from beginning.
        Space.Others = InlinedCode.SizeIn(folder);
        if (Space.Left == 0) _problems.Add($"After round {round} {Space.Words}");
        // Twice the same obstacle, and nothing else: the other rounds would meet it, too.
        return Space.Left == 0 || (good == 0 && _lost is [.., var one, var other] && one == other)
            || (good >= Fewest && elapsed * (round + 1) / round > plan.Enough);
    }

    // A process that has died gives no trace either; that it died is what a reader has to know.
    private async Task<bool> KeptAsync(Task step, RoundObservation round)
    {
        var lost = round.Variants.Where(variant => variant.Failure is not null)
            .Select(variant => $"{variant.Variant}: {variant.Failure!.Reason}").FirstOrDefault();
        try
        {
            await step;
        }
        catch (TraceException problem) when (lost is not null || !problem.IsLasting)
        {
            lost ??= problem.Message;
        }

        if (lost is not null) _lost.Add(lost);
        return lost is null;
    }

    private TracedProcess[] Sides(BlockSetup setup) =>
    [
        .. setup.Block.Variants.Zip(["base", "head"], (variant, name) => new TracedProcess(
            name, $"{Guid.NewGuid():N}", Version.TryParse(variant.Cell.Selector.Framework[3..], out var version) ? version.Major : 0,
            variant.Cell.Processors, plan.SamplesCpu ? InlinedCode.FolderIn(folder) : null)),
    ];

    private BlockSetup Marked(BlockSetup setup, TracedProcess[] sides) => setup with
    {
        Applications = setup.Block.Variants.Zip(sides).Where(side => setup.Applications.ContainsKey(side.First.Id)).ToDictionary(
            side => side.First.Id, side => setup.Applications[side.First.Id] is var application ? application with
            {
                Environment = application.Environment.Concat(side.Second.Environment).DistinctBy(one => one.Key).ToDictionary(),
            } : application),
        Measure = plan.IsAlone ? setup.Measure with
        {
            Rounds = 1,
            // Its rehearsal is the time in which the recording begins.
            Timeline = setup.Measure.Timeline > TimeSpan.Zero ? setup.Measure.Timeline : s_timeline,
            Settle = setup.Measure.Settle + s_settle,
        } : setup.Measure with
        {
            Rounds = Rounds,
            Slices = (int)Math.Max(1, Math.Ceiling(plan.Load / setup.Measure.Slice)),
            MinimumWarmup = s_shortestWarmup,
            MaximumWarmup = s_longestWarmup,
            Settle = s_settle,
            Timeline = TimeSpan.Zero,
            Paced = null,
        },
    };
}

/// <summary>What traced rounds are for.</summary>
/// <param name="Enough">No round begins that would end after this time, once there are <see cref="TracedRounds.Fewest"/>.</param>
/// <param name="Load">Time under load of each side in a round.</param>
/// <param name="SamplesCpu">Whether it is looked at what code does; otherwise only at collections, so that pauses are not those of tracing.</param>
/// <param name="IsAlone">Whether each side is traced alone, in one round of the load that its scenario has.</param>
internal sealed record TracingPlan(TimeSpan Enough, TimeSpan Load, bool SamplesCpu, bool IsAlone = false)
{
    public static TracingPlan OfCauses(TimeSpan enough) => new(IsTest ? default : enough, TimeSpan.FromSeconds(2), SamplesCpu: true);

    /// <summary>Collections are rare, so these take longer.</summary>
    public static TracingPlan OfCollections => new(TimeSpan.FromSeconds(IsTest ? 0 : 240), TimeSpan.FromSeconds(IsTest ? 2 : 8), SamplesCpu: false);

    // Tests look at what is found and not at how narrow its intervals are.
    private static bool IsTest => Environment.GetEnvironmentVariable("PERFMATRIX_FEWEST_TRACED_ROUNDS") == "1";
}

/// <summary>Switches recorders on and off as the phases of rounds go by.</summary>
/// <param name="rest">Time without load that is recorded, too.</param>
internal sealed class RecordedPhases(Func<int, RoundRecorder> create, string begins, TimeSpan rest, CancellationToken cancellation)
    : IProgress<BlockProgress>, IAsyncDisposable
{
    private readonly List<RoundRecorder> _all = [];
    private Task _work = Task.CompletedTask;

    /// <summary>The recorder of the round under way, or of the last one.</summary>
    public RoundRecorder? Current { get; private set; }

    public void Report(BlockProgress value)
    {
        if (value.Phase == begins) _work = StartAsync(value.Round);
        if (value.Phase == "settling") _work = EndAsync(_work);
    }

    /// <summary>Waits until the recording of the round has ended.</summary>
    /// <exception cref="TraceException">It failed.</exception>
    public Task EndedAsync() => _work;

    public async ValueTask DisposeAsync()
    {
        await _work.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        foreach (var recorder in _all) await recorder.DisposeAsync();
    }

    private async Task StartAsync(int round)
    {
        // The driver must not wait.
        await Task.Yield();
        _all.Add(Current = create(round));
        await Current.StartAsync(cancellation);
    }

    private async Task EndAsync(Task started)
    {
        await started;
        await Task.Delay(rest, cancellation);
        await Current!.EndAsync(cancellation);
    }
}
