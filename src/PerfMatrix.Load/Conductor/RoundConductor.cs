namespace PerfMatrix.Load.Conductor;

/// <summary>Conducts one round of a block: start, warm-up, readings, slices, readings, paced slices, stop; or start and stop alone.</summary>
internal sealed class RoundConductor(
    BlockPlan plan, int round, HttpClient http, AcceptedCertificates certificates, string token, TimeProvider clock, ConductorEvents events)
{
    private readonly ConductedVariant[] _variants = [.. plan.Variants.Select(v => new ConductedVariant(v, http, certificates, token))];
    private readonly SliceTally[] _measured = [.. plan.Variants.Select(_ => new SliceTally())];
    private readonly RequestErrors[] _errors = [.. plan.Variants.Select(_ => new RequestErrors())];
    private readonly List<SliceObservation> _slices = [];
    private MeasureSettings _measure = plan.Measure;
    private DateTimeOffset _startedAt;
    private DateTimeOffset? _loadStartedAt;

    // Not always the same one first: a process that is started and warmed up behind another is not in quite the same position.
    private readonly int[] _order = SliceOrder.OfRound(plan.Variants.Count, round, plan.Seed);

    private IEnumerable<int> Active => _order.Where(v => _variants[v].Failure is null);

    /// <summary>Runs the round to its end, whatever single variants do.</summary>
    public async Task<RoundObservation> RunAsync(CancellationToken cancellation)
    {
        _startedAt = clock.GetUtcNow();
        var times = new RoundTimes();
        try
        {
            times = times with { Start = await TimeAsync("starting", StartAsync) };
            if (!plan.Measure.StartsOnly) await LoadAsync();
        }
        finally
        {
            times = times with { Stop = await TimeAsync("stopping", _ => StopAsync()) };
        }

        return Observe(times, _slices, interruption: null);

        async Task LoadAsync()
        {
            using var generator = new LoadGenerator([.. _variants.Select(v => v.Target(plan.Load))], plan.Load, plan.Cpus);
            await RecordTimelinesAsync(generator, cancellation);
            times = times with { Warmup = await TimeAsync("warming up", c => WarmUpAsync(generator, c)) };
            times = times with { Slices = await TimeAsync("measuring", c => MeasureAsync(generator, c)) };
            if (PacedSlices.AreIn(plan))
                times = times with { Paced = await TimeAsync("pacing", c => PaceAsync(generator, c)) };
            if (plan.Measure.Settle > TimeSpan.Zero)
                await TimeAsync("settling", c => Task.Delay(plan.Measure.Settle, clock, c));
        }

        async Task<TimeSpan> TimeAsync(string phase, Func<CancellationToken, Task> step)
        {
            events.Phase(round, phase);
            var start = Stopwatch.GetTimestamp();
            await step(cancellation);
            return Stopwatch.GetElapsedTime(start);
        }
    }

    /// <summary>The round as far as it has come, as a failed one; null without a timeline, which is all there is to keep. From any thread.</summary>
    public RoundObservation? Interrupted() =>
        Array.Exists(_variants, variant => variant.Recorder is not null) ? Observe(new RoundTimes(), [], "the run was interrupted") : null;

    private RoundObservation Observe(RoundTimes times, IReadOnlyList<SliceObservation> slices, string? interruption) => new()
    {
        Block = plan.Block,
        Round = round,
        StartedAt = _startedAt,
        FinishedAt = clock.GetUtcNow(),
        Variants = [.. _variants.Select((variant, v) => Observe(variant, v, interruption))],
        Slices = slices,
        Times = times,
        Scheduling = plan.Measure.Scheduling,
        StartsOnly = plan.Measure.StartsOnly,
    };

    private VariantObservation Observe(ConductedVariant variant, int v, string? interruption)
    {
        var seen = variant.Observe(_measured[v], _errors[v]);
        var failure = seen.Failure ?? (interruption is null ? null : new RoundFailure { Reason = interruption });
        return seen with
        {
            Failure = failure,
            GcTimeline = variant.Recorder?.Timeline(seen.Variant, plan.Block, round, _loadStartedAt ?? _startedAt, failure?.Reason),
        };
    }

    // In the silence of a schedule a process is watched from outside only: a question would make it allocate.
    private async Task RecordTimelinesAsync(LoadGenerator generator, CancellationToken cancellation)
    {
        if (plan.Measure.Timeline <= TimeSpan.Zero) return;
        events.Phase(round, "rehearsing");
        foreach (var variant in _variants)
        {
            await variant.RehearseTimelineAsync(clock, cancellation);
            variant.Record(plan.Measure.Timeline, () => _loadStartedAt is { } start && generator.RateAt(clock.GetUtcNow() - start) == 0, clock);
        }
    }

    // One after the other: start-up time is a metric, and two processes starting at once would share the CPUs.
    private async Task StartAsync(CancellationToken cancellation)
    {
        foreach (var v in _order)
        {
            await _variants[v].StartAsync(cancellation);
            if (_variants[v].Failure is not { EndsBlock: true } failure) continue;
            foreach (var other in _variants) other.Abandon($"not measured, because the block ended at {plan.Variants[v].Id}: {failure.Reason}");
            return;
        }
    }

    private async Task WarmUpAsync(LoadGenerator generator, CancellationToken cancellation)
    {
        foreach (var v in Active.ToList())
        {
            if (generator.Prime(v) is { } wrong)
                await _variants[v].FailAsync($"the first request under load failed: {wrong}", cancellation);
        }

        var slice = new Slice(plan.Measure.Slice, TimeSpan.Zero);
        var warmup = new Warmup(plan.Measure, _variants.Length);
        while (Active.ToList() is { Count: > 0 } active && !await IsWarmAsync(warmup, active, cancellation))
        {
            foreach (var v in active)
                await RunSliceAsync(generator, v, generator.RunSlice, slice, result => warmup.Add(v, result.Elapsed, result.Requests), cancellation);
        }

        _measure = SliceLength.Fitted(plan.Measure, warmup.SlowestRate(Active), plan.Load.Connections);
        var settled = warmup.IsSettled([.. Active]);
        foreach (var v in Active)
        {
            (_variants[v].Warmup, _variants[v].WarmupSettled) = (warmup.TimeOf(v), settled);
            generator.TakeTally(v);
        }
    }

    private async Task<bool> IsWarmAsync(Warmup warmup, List<int> active, CancellationToken cancellation)
    {
        if (!warmup.IsSettled(active) && !warmup.IsExhausted(active)) return false;
        if (warmup.IsFixed) return true;
        var before = await CpuOfAsync(active, cancellation);
        await Task.Delay(WarmupPauses.Length, clock, cancellation);
        var after = await CpuOfAsync(active, cancellation);
        return warmup.IsQuiet(before.Zip(after, (start, end) => end - start));
    }

    private async Task<List<TimeSpan>> CpuOfAsync(List<int> active, CancellationToken cancellation)
    {
        var times = new List<TimeSpan>();
        foreach (var v in active) times.Add(await _variants[v].ReadCpuAsync(cancellation));
        return times;
    }

    private async Task MeasureAsync(LoadGenerator generator, CancellationToken cancellation)
    {
        await ForEachActiveAsync(v => _variants[v].ReadBeforeAsync(cancellation));
        _loadStartedAt = clock.GetUtcNow();
        if (IsScheduled(plan.Load))
            await ForEachActiveAsync(v => RunScheduledAsync(generator, v, cancellation));
        else
            await RunSlicesAsync(generator, cancellation);
        await ForEachActiveAsync(v => _variants[v].ReadAfterAsync(cancellation));
        await ForEachActiveAsync(v => _variants[v].Recorder?.EndAsync(cancellation) ?? Task.CompletedTask);
        foreach (var v in Active) _measured[v] = generator.TakeTally(v);
    }

    private async Task RunSlicesAsync(LoadGenerator generator, CancellationToken cancellation)
    {
        var slice = new Slice(_measure.Slice, _measure.WakeUp);
        foreach (var (cycle, v) in SliceOrder.Balanced(_variants.Length, _measure.Slices, plan.Seed + (ulong)round))
        {
            if (_variants[v].Failure is null)
                await RunSliceAsync(generator, v, generator.RunSlice, slice,
                    result => _slices.Add(new SliceObservation(v, cycle, result.Elapsed, result.Requests)), cancellation);
        }
    }

    // Behind the readings: a server that is not busy costs more CPU time for a request, and how busy it is depends on base.
    private async Task PaceAsync(LoadGenerator generator, CancellationToken cancellation)
    {
        var paced = new PacedSlices(plan, round, _slices);
        SliceLatencies[] latencies = [.. _variants.Select(_ => new SliceLatencies())];
        foreach (var (cycle, v) in paced.Order)
        {
            cancellation.ThrowIfCancellationRequested();
            if (_variants[v].Failure is not null) continue;
            paced.Run(generator, cycle, v);
            var tally = generator.TakeTally(v);
            if (cycle >= 0) latencies[v].Add(tally.Latencies);
            if (tally.Failed == 0) continue;
            _errors[v] = tally.Errors;
            await _variants[v].FailAsync(_errors[v].Describe(null), cancellation);
        }

        foreach (var v in Active)
        {
            if (paced.Of(v) is { } outcome)
                _variants[v].Paced = outcome with { Latency = latencies[v].Summarize() };
        }
    }

    // A rate schedule, a bounded count and a pause describe a whole run, which is one slice. Only with a count may there be several variants (checked
    // by the block conductor): each gets its requests in turn, in the order of the round.
    private Task RunScheduledAsync(LoadGenerator generator, int variant, CancellationToken cancellation)
    {
        return RunSliceAsync(generator, variant, generator.RunLoad, new Slice(plan.Measure.Duration, TimeSpan.Zero), Record, cancellation);

        void Record(SliceResult result)
        {
            _slices.Add(new SliceObservation(variant, 0, result.Elapsed, result.Requests));
            _variants[variant].Rate = generator.Rate;
        }
    }

    private async Task RunSliceAsync(
        LoadGenerator generator, int v, Func<int, Slice, SliceResult> run, Slice slice, Action<SliceResult> record, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        var result = run(v, slice);
        record(result);
        if (result.Failed == 0) return;
        _measured[v] = generator.TakeTally(v);
        _errors[v] = _measured[v].Errors;
        await _variants[v].FailAsync(_errors[v].Describe(null), cancellation);
    }

    private async Task StopAsync()
    {
        // Not cancelled: whatever was started is stopped. The launcher has a time limit of its own.
        foreach (var variant in _variants) variant.Recorder?.Stop();
        await Task.WhenAll(_variants.Select(v => v.StopAsync(CancellationToken.None)));
    }

    private async Task ForEachActiveAsync(Func<int, Task> step)
    {
        foreach (var v in Active.ToList()) await step(v);
    }

    private static bool IsScheduled(LoadSettings load) => load.Rate is not null || load.Requests is not null || load.Pause > TimeSpan.Zero;
}
