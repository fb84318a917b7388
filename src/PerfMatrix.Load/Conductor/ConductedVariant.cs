namespace PerfMatrix.Load.Conductor;

/// <summary>One variant in one round, from start to stop. A variant that fails is left out of what follows; the others go on.</summary>
internal sealed class ConductedVariant(BlockVariant variant, HttpClient http, AcceptedCertificates certificates, string token)
{
    private static readonly Uri s_nowhere = new("http://127.0.0.1:9");

    private readonly LauncherClient _launcher =
        new(http, variant.Launcher, token, variant.StartTimeout ?? new LaunchPlan { Variant = "", Executable = "" }.StartTimeout);
    private ProbeClient? _probe;
    private MomentReader? _moments;
    private StartAnswer? _start;
    private ProbeProof? _proof;
    private ProcessReading? _before;
    private ProcessReading? _after;
    private StopAnswer? _stop;
    private ProbeCounters? _countersBefore;
    private ProbeCounters? _countersAfter;

    /// <summary>Why the round is failed for this variant; null while it is good.</summary>
    public RoundFailure? Failure { get; private set; }

    /// <summary>What the load generator sends to; a closed port when the start failed.</summary>
    public Target Target(LoadSettings load) => new(_start?.Application ?? s_nowhere, load, _start?.Certificate);

    public TimeSpan Warmup { get; set; }
    public bool WarmupSettled { get; set; }
    public RateOutcome? Rate { get; set; }
    public PacedOutcome? Paced { get; set; }
    public TimelineRecorder? Recorder { get; private set; }

    /// <summary>Makes the reading of moments cheap before the load begins.</summary>
    public Task RehearseTimelineAsync(TimeProvider clock, CancellationToken cancellation) =>
        TryAsync(() => _moments!.RehearseAsync(clock, cancellation));

    /// <param name="isSilent">Whether the process must not be asked anything just now.</param>
    public void Record(TimeSpan distance, Func<bool> isSilent, TimeProvider clock)
    {
        if (Failure is null) Recorder = new TimelineRecorder(_moments!, distance, isSilent, clock);
    }

    public Task StartAsync(CancellationToken cancellation) => TryAsync(async () =>
    {
        _start = await _launcher.StartAsync(cancellation);
        certificates.Accept(_start.Certificate);
        _probe = new ProbeClient(http, _start.Application, ApplicationToken.Of(token));
        _moments = new MomentReader(_launcher, _probe);
        _proof = await _probe.ProofAsync(cancellation);
    });

    /// <summary>CPU time of the process so far; 0 where it has failed.</summary>
    public async Task<TimeSpan> ReadCpuAsync(CancellationToken cancellation)
    {
        var cpu = TimeSpan.Zero;
        await TryAsync(async () => cpu = (await _launcher.ReadAsync(cancellation)).Cpu);
        return cpu;
    }

    /// <summary>Reads all counters before the first slice: the probe's first, so that its own work is not counted.</summary>
    public Task ReadBeforeAsync(CancellationToken cancellation) => TryAsync(async () =>
    {
        _countersBefore = await _probe!.CountersAsync(cancellation);
        _before = await _launcher.ReadAsync(cancellation);
    });

    /// <summary>Reads all counters after the last slice: the probe's last, so that its own work is not counted.</summary>
    public Task ReadAfterAsync(CancellationToken cancellation) => TryAsync(async () =>
    {
        _after = await _launcher.ReadAsync(cancellation);
        _countersAfter = await _probe!.CountersAsync(cancellation);
    });

    /// <summary>Stops the process, also one that has failed.</summary>
    public Task StopAsync(CancellationToken cancellation) => _start is null ? Task.CompletedTask
        : TryAsync(async () => _stop = await _launcher.StopAsync(cancellation), evenWhenFailed: true);

    /// <summary>Leaves it out, because another variant has shown that the block cannot be measured.</summary>
    public void Abandon(string reason) => Failure ??= new RoundFailure { Reason = reason };

    /// <summary>Marks the round as failed, with what the launcher knows of the process.</summary>
    public async Task FailAsync(string reason, CancellationToken cancellation)
    {
        try
        {
            await _launcher.ReadAsync(cancellation);
            Failure ??= new RoundFailure { Reason = reason };
        }
        catch (LauncherException exception)
        {
            Failure ??= exception.Failure with { Reason = $"{exception.Failure.Reason} ({reason})" };
        }
    }

    public VariantObservation Observe(SliceTally measured, RequestErrors errors) => new()
    {
        Variant = variant.Id,
        Failure = Failure,
        Proof = _proof,
        Startup = _start?.Startup ?? TimeSpan.Zero,
        Scheduling = _start?.Scheduling ?? Scheduling.Normal,
        Warmup = Warmup,
        WarmupSettled = WarmupSettled,
        Requests = measured.Requests,
        Response = new Bytes(measured.ResponseBytes),
        Errors = errors,
        Latency = measured.Latencies.Summarize(),
        Before = _before,
        After = _after,
        Final = _stop?.Final,
        CountersBefore = _countersBefore,
        CountersAfter = _countersAfter,
        Rate = Rate,
        Paced = Paced,
    };

    private async Task TryAsync(Func<Task> step, bool evenWhenFailed = false)
    {
        if (Failure is not null && !evenWhenFailed) return;
        try
        {
            await step();
        }
        catch (LauncherException exception)
        {
            Failure ??= exception.Failure;
        }
        catch (HttpRequestException exception)
        {
            Failure ??= new RoundFailure { Reason = $"The probe of {variant.Id} did not answer: {exception.Message}" };
        }
    }
}
