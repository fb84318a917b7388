namespace PerfMatrix.Load.Conductor;

/// <summary>Shows what the recording of a timeline costs: one fresh process under a closed loop, in pairs of windows with and without the recording,
/// in random order. Each recorded window reads one moment as a timeline does, so recording is twice as dense as with one moment a second.</summary>
internal sealed class ControlRound(
    BlockPlan plan, HttpClient http, AcceptedCertificates certificates, string token, TimeProvider clock, ConductorEvents events)
{
    public const int Pairs = 12;

    public static readonly TimeSpan Window = TimeSpan.FromMilliseconds(500);

    /// <summary>Load after switching that does not count: ending a session of events goes on for a moment in the process.</summary>
    private static readonly TimeSpan s_settling = TimeSpan.FromMilliseconds(300);

    private static readonly TimeSpan s_warmup = TimeSpan.FromSeconds(2);

    private readonly ConductedVariant _variant = new(plan.Variants[0], http, certificates, token);
    private readonly List<ControlWindow> _windows = [];
    private SliceTally _tally = new();

    /// <summary>Whether a block needs one. A load with a fixed number of requests must not get more, so it has none.</summary>
    public static bool IsPossible(BlockPlan plan) => plan.Measure.Timeline > TimeSpan.Zero && plan.Load.Requests is null;

    public async Task<RoundObservation> RunAsync(CancellationToken cancellation)
    {
        var startedAt = clock.GetUtcNow();
        events.Phase(plan.Measure.Rounds, "control");
        try
        {
            await _variant.StartAsync(cancellation);
            await _variant.RehearseTimelineAsync(clock, cancellation);
            if (_variant.Failure is null) await CompareAsync(cancellation);
        }
        finally
        {
            await _variant.StopAsync(CancellationToken.None);
        }

        return new RoundObservation
        {
            Block = plan.Block,
            Round = plan.Measure.Rounds + 1,
            StartedAt = startedAt,
            FinishedAt = clock.GetUtcNow(),
            Variants = [_variant.Observe(_tally, _tally.Errors)],
            Slices = [],
            Times = new RoundTimes(),
            Control = _windows,
            Scheduling = plan.Measure.Scheduling,
        };
    }

    private async Task CompareAsync(CancellationToken cancellation)
    {
        using var generator = new LoadGenerator([_variant.Target(plan.Load)], plan.Load, plan.Cpus);
        if (generator.Prime(0) is { } wrong)
            await _variant.FailAsync($"the first request under load failed: {wrong}", cancellation);
        generator.RunSlice(0, new Slice(s_warmup, TimeSpan.Zero));
        var random = new SplitMix64(plan.Seed);
        for (var pair = 0; pair < Pairs && _variant.Failure is null; pair++)
        {
            var first = random.Next() >> 63 == 0;
            await RunWindowAsync(generator, pair, first, cancellation);
            await RunWindowAsync(generator, pair, !first, cancellation);
        }

        _tally = generator.TakeTally(0);
        if (_tally.Failed > 0) await _variant.FailAsync(_tally.Errors.Describe(null), cancellation);
    }

    // Switching happens outside the window: a timeline switches once, not once a second.
    private async Task RunWindowAsync(LoadGenerator generator, int pair, bool recorded, CancellationToken cancellation)
    {
        await (recorded ? _variant.ReadMomentAsync(cancellation) : _variant.SwitchTimelineOffAsync(cancellation));
        generator.RunSlice(0, new Slice(s_settling, TimeSpan.Zero));
        var half = new Slice(Window / 2, TimeSpan.Zero);
        var first = generator.RunSlice(0, half);
        var reading = recorded ? _variant.ReadMomentAsync(cancellation) : Task.CompletedTask;
        var second = generator.RunSlice(0, half);
        await reading;
        _windows.Add(new ControlWindow(0, pair, recorded, first.Elapsed + second.Elapsed, first.Requests + second.Requests));
    }
}
