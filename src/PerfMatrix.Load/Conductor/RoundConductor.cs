using System.Diagnostics;
using PerfMatrix.Load.Generator;
using PerfMatrix.Protocol;

namespace PerfMatrix.Load.Conductor;

/// <summary>Conducts one round of a block: fresh processes, warm-up, readings, slices, readings, stop.</summary>
internal sealed class RoundConductor(BlockPlan plan, int round, HttpClient http, AcceptedCertificates certificates, string token, TimeProvider clock, IConductorEvents events)
{
    private readonly VariantRound[] _variants = [.. plan.Variants.Select(v => new VariantRound(v, http, certificates, token))];
    private readonly SliceTally[] _measured = [.. plan.Variants.Select(_ => new SliceTally())];
    private readonly RequestErrors[] _errors = [.. plan.Variants.Select(_ => new RequestErrors())];
    private readonly List<SliceObservation> _slices = [];

    private IEnumerable<int> Active => Enumerable.Range(0, _variants.Length).Where(v => _variants[v].Failure is null);

    /// <summary>Runs the round to its end, whatever single variants do.</summary>
    public async Task<RoundObservation> RunAsync(CancellationToken cancellation)
    {
        var startedAt = clock.GetUtcNow();
        var times = new RoundTimes();
        try
        {
            times = times with { Start = await TimeAsync("starting", StartAsync) };
            using var generator = Generator();
            times = times with { Warmup = await TimeAsync("warming up", c => WarmUpAsync(generator, c)) };
            times = times with { Slices = await TimeAsync("measuring", c => MeasureAsync(generator, c)) };
        }
        finally
        {
            times = times with { Stop = await TimeAsync("stopping", _ => StopAsync()) };
        }

        return new RoundObservation
        {
            Block = plan.Block,
            Round = round,
            StartedAt = startedAt,
            FinishedAt = clock.GetUtcNow(),
            Variants = [.. _variants.Select((variant, v) => variant.Observe(_measured[v], _errors[v]))],
            Slices = _slices,
            Times = times,
            Scheduling = plan.Measure.Scheduling,
        };

        async Task<TimeSpan> TimeAsync(string phase, Func<CancellationToken, Task> step)
        {
            events.Phase(round, phase);
            var start = Stopwatch.GetTimestamp();
            await step(cancellation);
            return Stopwatch.GetElapsedTime(start);
        }
    }

    // One after the other: start-up time is a metric, and two processes starting at once would share the CPUs.
    private async Task StartAsync(CancellationToken cancellation)
    {
        foreach (var variant in _variants)
            await variant.StartAsync(cancellation);
    }

    private LoadGenerator Generator() =>
        new([.. _variants.Select(v => v.Target(plan.Load))], plan.Load, plan.Cpus);

    private async Task WarmUpAsync(LoadGenerator generator, CancellationToken cancellation)
    {
        foreach (var v in Active.ToList())
        {
            if (generator.Prime(v) is { } wrong)
                await _variants[v].FailAsync($"the first request under load failed: {wrong}", cancellation);
        }

        var slice = new Slice(plan.Measure.Slice, TimeSpan.Zero);
        var warmups = plan.Variants.Select(_ => new Warmup(plan.Measure)).ToArray();
        while (Active.Any(v => !warmups[v].IsSettled) && Active.Any(v => !warmups[v].IsExhausted))
        {
            foreach (var v in Active.ToList())
                await RunSliceAsync(generator, v, generator.RunSlice, slice, result => warmups[v].Add(result.Elapsed, result.Requests), cancellation);
        }

        foreach (var v in Active)
        {
            (_variants[v].Warmup, _variants[v].WarmupSettled) = (warmups[v].Time, warmups[v].IsSettled);
            generator.TakeTally(v);
        }
    }

    private async Task MeasureAsync(LoadGenerator generator, CancellationToken cancellation)
    {
        await ForEachActiveAsync(v => _variants[v].ReadBeforeAsync(cancellation));
        if (IsScheduled(plan.Load))
            await RunScheduledAsync(generator, cancellation);
        else
            await RunSlicesAsync(generator, cancellation);
        await ForEachActiveAsync(v => _variants[v].ReadAfterAsync(cancellation));
        foreach (var v in Active)
            _measured[v] = generator.TakeTally(v);
    }

    private async Task RunSlicesAsync(LoadGenerator generator, CancellationToken cancellation)
    {
        var slice = new Slice(plan.Measure.Slice, plan.Measure.WakeUp);
        foreach (var (cycle, v) in SliceOrder.Balanced(_variants.Length, plan.Measure.Slices, plan.Seed + (ulong)round))
        {
            if (_variants[v].Failure is null)
                await RunSliceAsync(generator, v, generator.RunSlice, slice, result => _slices.Add(new SliceObservation(v, cycle, result.Elapsed, result.Requests)), cancellation);
        }
    }

    // A rate schedule, a bounded count and a pause describe a whole run, so such a block has one variant (checked by the block conductor) and one slice.
    private Task RunScheduledAsync(LoadGenerator generator, CancellationToken cancellation)
    {
        if (!Active.Any())
            return Task.CompletedTask;
        var whole = new Slice(plan.Measure.Duration, TimeSpan.Zero);
        return RunSliceAsync(generator, 0, generator.RunLoad, whole, result => _slices.Add(new SliceObservation(0, 0, result.Elapsed, result.Requests)), cancellation);
    }

    private async Task RunSliceAsync(
        LoadGenerator generator, int v, Func<int, Slice, SliceResult> run, Slice slice, Action<SliceResult> record, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        var result = run(v, slice);
        record(result);
        if (result.Failed == 0)
            return;
        _measured[v] = generator.TakeTally(v);
        _errors[v] = _measured[v].Errors;
        await _variants[v].FailAsync(_errors[v].Describe(null), cancellation);
    }

    private async Task StopAsync()
    {
        // Not cancelled: whatever was started is stopped. The launcher has a time limit of its own.
        await Task.WhenAll(_variants.Select(v => v.StopAsync(CancellationToken.None)));
    }

    private async Task ForEachActiveAsync(Func<int, Task> step)
    {
        foreach (var v in Active.ToList())
            await step(v);
    }

    private static bool IsScheduled(LoadSettings load) => load.Rate is not null || load.Requests is not null || load.Pause > TimeSpan.Zero;
}
