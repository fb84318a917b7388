namespace PerfMatrix.Shared.Contract;

/// <summary>Everything the conductor saw in one round of a block: the raw material of samples and pairs.</summary>
public sealed record RoundObservation
{
    public int SchemaVersion { get; init; } = 1;
    public required string Block { get; init; }
    public required int Round { get; init; }
    public required DateTimeOffset StartedAt { get; init; }
    public required DateTimeOffset FinishedAt { get; init; }

    /// <summary>One entry a variant, in the order of the block plan.</summary>
    public required IReadOnlyList<VariantObservation> Variants { get; init; }

    /// <summary>The measured slices in the order they ran; warm-up is not among them.</summary>
    public required IReadOnlyList<SliceObservation> Slices { get; init; }
    public required RoundTimes Times { get; init; }

    /// <summary>The scheduling in force for the load generator, never <see cref="Scheduling.Auto"/>.</summary>
    public Scheduling Scheduling { get; init; }

    /// <summary>Whether nothing but the start of the processes was measured.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool StartsOnly { get; init; }

    /// <summary>The machine the applications ran on, when it is another than the driver's.</summary>
    public MachineReading? Machine { get; init; }

    /// <summary>Whether it is the last of its block, however many were planned.</summary>
    [JsonIgnore]
    public bool EndsBlock => Variants.Any(variant => variant.Failure is { EndsBlock: true });
}

/// <summary>Wall time of the parts of a round.</summary>
public sealed record RoundTimes
{
    [JsonPropertyName("startMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan Start { get; init; }

    [JsonPropertyName("warmupMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan Warmup { get; init; }

    [JsonPropertyName("slicesMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan Slices { get; init; }

    [JsonPropertyName("pacedMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan Paced { get; init; }

    [JsonPropertyName("stopMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan Stop { get; init; }
}

public sealed record VariantObservation
{
    public required string Variant { get; init; }

    /// <summary>Null when the round is good; otherwise why it is failed and must not be averaged.</summary>
    public RoundFailure? Failure { get; init; }

    /// <summary>What the process reported of itself; null without a probe.</summary>
    public ProbeProof? Proof { get; init; }

    /// <summary>Time from process start to the first successful answer.</summary>
    [JsonPropertyName("startupMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan Startup { get; init; }

    /// <summary>The scheduling in force for the application, never <see cref="Scheduling.Auto"/>.</summary>
    public Scheduling Scheduling { get; init; }

    [JsonPropertyName("warmupMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan Warmup { get; init; }

    /// <summary>Whether the warm-up ended because throughput had settled, not because its longest time was over.</summary>
    public bool WarmupSettled { get; init; }
    public long Requests { get; init; }

    /// <summary>Bytes of response bodies in all slices.</summary>
    [JsonPropertyName("responseBytes")]
    public Bytes Response { get; init; }

    /// <summary>Requests that failed in warm-up or slices, by kind.</summary>
    public RequestErrors Errors { get; init; } = new();

    /// <summary>Latencies of the slices without their wake-up; null when nothing was recorded.</summary>
    public LatencySummary? Latency { get; init; }

    /// <summary>The operating system's reading before the first slice.</summary>
    public ProcessReading? Before { get; init; }

    /// <summary>The operating system's reading after the last slice.</summary>
    public ProcessReading? After { get; init; }

    /// <summary>The operating system's last reading before the process was stopped.</summary>
    public ProcessReading? Final { get; init; }

    /// <summary>The probe's counters before the first slice; null without a probe.</summary>
    public ProbeCounters? CountersBefore { get; init; }

    /// <summary>The probe's counters after the last slice; null without a probe.</summary>
    public ProbeCounters? CountersAfter { get; init; }

    /// <summary>Memory and collections over time, when <see cref="MeasureSettings.Timeline"/> asks for them; also of a process that died.</summary>
    public GcTimeline? GcTimeline { get; init; }

    /// <summary>What BenchmarkDotNet reports, for a case of such a project; null for an application under load.</summary>
    public BenchmarkObservation? Benchmark { get; init; }

    /// <summary>What became of the rate schedule of an open loop; null for other loads.</summary>
    public RateOutcome? Rate { get; init; }

    /// <summary>Its paced slices; null without any.</summary>
    public PacedOutcome? Paced { get; init; }
}

public sealed record RoundFailure
{
    /// <summary>One sentence for a person, with what was expected.</summary>
    public required string Reason { get; init; }

    public IReadOnlyList<string> LastLines { get; init; } = [];

    /// <summary>Whether no further round can be better, so that the block ended with this one; not written when false.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool EndsBlock { get; init; }
}

public sealed record RequestErrors
{
    /// <summary>Responses whose status was not 2xx.</summary>
    public long Status { get; init; }

    /// <summary>The first such status; 0 when there was none.</summary>
    public int FirstStatus { get; init; }

    /// <summary>2xx responses whose body had another length than expected.</summary>
    public long Length { get; init; }

    /// <summary>Responses that could not be read as HTTP.</summary>
    public long Malformed { get; init; }

    /// <summary>Connections refused, reset or closed with a request in flight.</summary>
    public long Connection { get; init; }

    /// <summary>Requests without an answer within the request timeout.</summary>
    public long Timeout { get; init; }

    [JsonIgnore]
    public long Total => Status + Length + Malformed + Connection + Timeout;

    public RequestErrors Plus(RequestErrors later) => new()
    {
        Status = Status + later.Status,
        FirstStatus = FirstStatus == 0 ? later.FirstStatus : FirstStatus,
        Length = Length + later.Length,
        Malformed = Malformed + later.Malformed,
        Connection = Connection + later.Connection,
        Timeout = Timeout + later.Timeout,
    };
}

/// <summary>Percentiles of the recorded latencies, each within 1 % of the true value (log-linear histogram).</summary>
public sealed record LatencySummary
{
    public required long Count { get; init; }

    [JsonPropertyName("meanMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan Mean { get; init; }

    [JsonPropertyName("p50Ms"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan P50 { get; init; }

    [JsonPropertyName("p90Ms"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan P90 { get; init; }

    [JsonPropertyName("p99Ms"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan P99 { get; init; }

    [JsonPropertyName("p999Ms"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan P999 { get; init; }

    [JsonPropertyName("maximumMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan Maximum { get; init; }
}

/// <summary>One slice: one variant under load while the others idle.</summary>
/// <param name="Variant">Index of the variant in the block plan.</param>
/// <param name="Cycle">Cycle of the slice, from 0; every variant has one slice in each cycle.</param>
/// <param name="Elapsed">From the first request sent to the last answer received.</param>
public readonly record struct SliceObservation(
    [property: JsonPropertyName("v")] int Variant,
    [property: JsonPropertyName("c")] int Cycle,
    [property: JsonPropertyName("elapsedMs"), JsonConverter(typeof(Milliseconds))] TimeSpan Elapsed,
    [property: JsonPropertyName("n")] long Requests);

/// <summary>What became of a rate schedule. Latency under a rate that was not sustained is that of a growing queue, and means nothing.</summary>
public sealed record RateOutcome
{
    /// <summary>The schedule, e.g. <c>0..300/20s 300/7m 300..0/10s</c>.</summary>
    public required string Schedule { get; init; }

    [JsonPropertyName("plannedMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan Planned { get; init; }

    public required long Scheduled { get; init; }

    /// <summary>Requests that were sent before the time was over.</summary>
    public required long Sent { get; init; }

    /// <summary>Requests sent more than <see cref="LateAfter"/> after they were due, because no connection was free.</summary>
    public required long Late { get; init; }

    /// <summary>Longest time between a request being due and being sent.</summary>
    [JsonPropertyName("maximumLagMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan MaximumLag { get; init; }

    /// <summary>Parts of the schedule that ended with a queue: every request that was due in the last tenth of the part was late.</summary>
    public required int Behind { get; init; }

    /// <summary>A request sent later than this after it was due is late.</summary>
    public static readonly TimeSpan LateAfter = TimeSpan.FromMilliseconds(100);

    /// <summary>Whether the rate was sustained: every request was sent, and no part of the schedule ended with a queue. One that grows is there at
    /// the end; one behind a pause is worked off before, and is latency.</summary>
    [JsonIgnore]
    public bool IsSustained => Sent >= Scheduled && Behind == 0;

    public string Describe() => IsSustained
        ? $"The rate {Schedule} was sustained: {Scheduled} requests, {Late} of them more than {LateAfter.TotalMilliseconds:0} ms late."
        : $"The rate {Schedule} was not sustained: of {Scheduled} requests {Scheduled - Sent} were not sent and {Late} sent more "
            + $"than {LateAfter.TotalMilliseconds:0} ms late, up to {MaximumLag.TotalSeconds:0.0} s"
            + (Behind > 0 ? $"; {Behind} of the parts of the schedule ended with a queue." : ".");
}

/// <summary>What the paced slices (<see cref="PacedSettings"/>) of a variant gave in a round. Latency counts from when a request was due.</summary>
public sealed record PacedOutcome
{
    /// <summary>Requests per second.</summary>
    public required double Rate { get; init; }
    public required int Slices { get; init; }

    /// <summary>Requests that were due in all slices.</summary>
    public required long Scheduled { get; init; }
    public required long Sent { get; init; }

    /// <summary>Slices whose last request waited for a connection for more than a tenth of the slice: requests came faster than answers.</summary>
    public required int Behind { get; init; }

    /// <summary>Longest time between a request being due and being sent, because no connection was free.</summary>
    [JsonPropertyName("maximumLagMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan MaximumLag { get; init; }

    /// <summary>Time in which the load generator was kept from running, in pauses of 1 ms and more; the slices took so much longer.</summary>
    [JsonPropertyName("pausedMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan Paused { get; init; }

    /// <summary>Latencies of the requests that were due behind the wake-up; null when nothing was recorded.</summary>
    public LatencySummary? Latency { get; init; }

    /// <summary>Whether the rate was sustained: every request was sent, and at least half of the slices ended without a queue. A queue that grows
    /// shows in every slice, a stall in those where it happens; the stall belongs into latency, which a growing queue makes meaningless.</summary>
    [JsonIgnore]
    public bool IsSustained => Sent >= Scheduled && 2 * Behind <= Slices;

    /// <summary>Why not, when it was not.</summary>
    public string Describe() => $"The paced rate of {Rate:0} requests/s was not sustained: {Behind} of {Slices} slices ended with a queue, and "
        + $"{Scheduled - Sent} of {Scheduled} requests were not sent.";
}
