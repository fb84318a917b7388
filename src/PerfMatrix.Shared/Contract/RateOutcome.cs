using System.Text.Json.Serialization;

namespace PerfMatrix.Contract;

/// <summary>What became of a rate schedule. Latency under a rate that was not sustained is that of a growing queue, and means nothing.</summary>
public sealed record RateOutcome
{
    /// <summary>The schedule, e.g. <c>0..300/20s 300/7m 300..0/10s</c>.</summary>
    public required string Schedule { get; init; }

    /// <summary>Length of the schedule.</summary>
    [JsonPropertyName("plannedMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan Planned { get; init; }

    /// <summary>Requests it asks for.</summary>
    public required long Scheduled { get; init; }

    /// <summary>Requests that were sent before the time was over.</summary>
    public required long Sent { get; init; }

    /// <summary>Requests sent more than <see cref="LateAfter"/> after they were due, because no connection was free.</summary>
    public required long Late { get; init; }

    /// <summary>Longest time between a request being due and being sent.</summary>
    [JsonPropertyName("maximumLagMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan MaximumLag { get; init; }

    /// <summary>A request sent later than this after it was due is late.</summary>
    public static readonly TimeSpan LateAfter = TimeSpan.FromMilliseconds(100);

    /// <summary>Whether the rate was sustained: every request was sent, and at most one in a hundred late.</summary>
    [JsonIgnore]
    public bool IsSustained => Sent >= Scheduled && Late * 100 <= Scheduled;

    /// <summary>One sentence for a person.</summary>
    public string Describe() => IsSustained
        ? FormattableString.Invariant($"The rate {Schedule} was sustained: {Scheduled} requests, {Late} of them more than {LateAfter.TotalMilliseconds:0} ms late.")
        : FormattableString.Invariant($"The rate {Schedule} was not sustained: of {Scheduled} requests {Scheduled - Sent} were not sent and {Late} sent more than {LateAfter.TotalMilliseconds:0} ms late, up to {MaximumLag.TotalSeconds:0.0} s.");
}
