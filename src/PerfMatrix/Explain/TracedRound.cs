namespace PerfMatrix.Explain;

/// <summary>What one traced round showed of both sides.</summary>
internal sealed record TracedRound(TracedSide Base, TracedSide Head)
{
    /// <summary>What was not recorded, as the beginning of a sentence; null where all was.</summary>
    public static string? LostIn(IReadOnlyList<TracedRound> rounds)
    {
        var (old, now) = (rounds.Sum(round => round.Base.Lost), rounds.Sum(round => round.Head.Lost));
        return old + now == 0 ? null : $"Events came too fast and were not recorded, {old:#,0} of the first side and {now:#,0} of the second";
    }

    /// <summary>Takes what falls into the slices of the round, of each of its variants.</summary>
    /// <param name="traces">Of the variants, in their order.</param>
    /// <param name="rest">Time without load behind the slices that counts, too.</param>
    public static TracedSide[] SidesOf(RoundObservation round, IReadOnlyList<ProcessTrace> traces, TimeSpan rest = default)
    {
        // A timeline is rehearsed before the warm-up, in a time that the round does not tell.
        var start = round.Variants[0].GcTimeline?.LoadStartedAt ?? round.StartedAt + round.Times.Start + round.Times.Warmup;
        var end = start + round.Times.Slices + rest;
        if (traces.Any(trace => trace.Began > start)) throw new TraceException("the recording began after the load");
        return [.. round.Variants.Index().Zip(traces, (seen, trace) => Side(seen.Index, seen.Item, trace))];

        TracedSide Side(int index, VariantObservation seen, ProcessTrace trace)
        {
            if (seen is not { Before: { } before, After: { } after, Requests: > 0 }) throw new TraceException($"{seen.Variant} answered no request");
            return new(seen.Requests, after.Cpu - before.Cpu, trace.CpuPeriod,
                [.. trace.Cpu.Where(sample => sample.At >= start && sample.At < end).Select(sample => sample.Stack)],
                [.. trace.Allocations.Where(sample => sample.At >= start && sample.At < end)], trace.SeesAll, start, seen.Proof, trace.Lost)
            {
                Events = [.. trace.Events.Where(sample => sample.At >= start && sample.At < end)],
                Collections = [.. trace.Collections.Where(one => one.At >= start && one.At < end)],
                Time = VariantRound.Of(round, index).Elapsed + rest,
                Compiled = [.. trace.Compiled.Where(one => one.At >= start && one.At < end).Select(one => one.Method).Distinct()],
                IsOfNet10 = trace.IsOfNet10,
            };
        }
    }
}

/// <summary>One process in the slices of one round.</summary>
/// <param name="Cpu">CPU time by the clock of the process.</param>
/// <param name="Period">CPU time between two samples.</param>
/// <param name="Stacks">CPU samples, the innermost frame first.</param>
/// <param name="IsWhole">Whether samples are of all that runs. What time is missing is then that of late samples, so it belongs to all.</param>
/// <param name="Started">When the slices began.</param>
/// <param name="Proof">What the process said of itself; null without a probe.</param>
/// <param name="Time">Time of its own slices, as the metric <c>gcPauseShare</c> has it. The collections are all that began between the first and the
/// last slice, also in the turn of the other side: what they collect is of its own slices, and the counters of the metric, read before the first and
/// after the last, have their pauses, too. So the pauses may be longer than this time. Of a side that was traced alone, the time without load behind
/// it counts, too.</param>
/// <param name="IsOfNet10">Whether it runs on .NET 10 or later: allocations are a random sample, and starvation of the thread pool is seen.</param>
internal sealed record TracedSide(
    long Requests, TimeSpan Cpu, TimeSpan Period, IReadOnlyList<IReadOnlyList<Frame>> Stacks, IReadOnlyList<AllocationSample> Allocations,
    bool IsWhole = false, DateTimeOffset Started = default, ProbeProof? Proof = null, int Lost = 0, TimeSpan Time = default, bool IsOfNet10 = true)
{
    public double CpuPerRequest => Cpu.TotalMicroseconds / Requests;
    public IReadOnlyList<EventSample> Events { get; init; } = [];
    public IReadOnlyList<Collection> Collections { get; init; } = [];

    /// <summary>The same with other names of methods.</summary>
    public TracedSide With(Func<Frame, Frame> name) => this with
    {
        Stacks = [.. Stacks.Select(stack => stack.Select(name).ToArray())],
        Allocations = [.. Allocations.Select(sample => sample with { Stack = [.. sample.Stack.Select(name)] })],
        Events = [.. Events.Select(sample => sample with { Stack = [.. sample.Stack.Select(name)] })],
    };

    /// <summary>Methods that were compiled in the slices, for the first time or again, without those that were fully optimised at once.</summary>
    public IReadOnlyList<string> Compiled { get; init; } = [];

    /// <summary>The share of the CPU time that samples were taken of.</summary>
    public double Sampled => Cpu > TimeSpan.Zero ? Stacks.Count * Period / Cpu : 0;

    /// <summary>Microseconds a request that one CPU sample stands for.</summary>
    public double TimeOfSample => (IsWhole && Stacks.Count > 0 ? Cpu / Stacks.Count : Period).TotalMicroseconds / Requests;

    /// <summary>Microseconds a request of each key of a sample, which are different ones.</summary>
    public Amounts<Frame> CpuBy(Func<IReadOnlyList<Frame>, IEnumerable<Frame>> keys) =>
        Amounts<Frame>.Of(Stacks.SelectMany(keys).Select(frame => (frame, TimeOfSample)));

    /// <summary>Amounts a request of each event of a kind and the place where it happens.</summary>
    public Amounts<(string Name, Frame From)> Of(CauseEvent kind, Func<IReadOnlyList<Frame>, Frame> place) => Amounts<(string, Frame)>.Of(
        Events.Where(sample => sample.Kind == kind).Select(sample => ((sample.Name, place(sample.Stack)), sample.Amount / Requests)));

    public double BytesPerRequest => Allocations.Sum(sample => sample.Bytes) / Requests;

    /// <summary>Bytes a request of each type and the place that it is allocated at.</summary>
    public Amounts<(string Type, Frame From)> AllocatedBy(Func<IReadOnlyList<Frame>, Frame> place) => Amounts<(string, Frame)>.Of(
        Allocations.Select(sample => ((sample.Type, place(sample.Stack)), sample.Bytes / Requests)));
}

/// <summary>Sampled amounts a request. The squares of single samples tell the chance in a sum, as of a Poisson process with sizes.</summary>
internal sealed record Amounts<TKey>(IReadOnlyDictionary<TKey, (double Sum, double Squares)> ByKey)
    where TKey : notnull
{
    public (double Sum, double Squares) Total => (ByKey.Values.Sum(amount => amount.Sum), ByKey.Values.Sum(amount => amount.Squares));

    public (double Sum, double Squares) Of(TKey key) => ByKey.GetValueOrDefault(key);

    public static Amounts<TKey> Of(IEnumerable<(TKey Key, double Amount)> samples) => new(samples.AggregateBy(
        one => one.Key, (Sum: 0.0, Squares: 0.0),
        (total, one) => (total.Sum + one.Amount, total.Squares + (one.Amount * one.Amount))).ToDictionary());
}
