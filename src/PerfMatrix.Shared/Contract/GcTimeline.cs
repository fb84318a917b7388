namespace PerfMatrix.Shared.Contract;

/// <summary>Memory and collections of one variant over one round. Times count from the start of the load; earlier ones are negative.</summary>
public sealed record GcTimeline
{
    public int SchemaVersion { get; init; } = 1;
    public required string Variant { get; init; }
    public required string Block { get; init; }
    public required int Round { get; init; }
    public required DateTimeOffset LoadStartedAt { get; init; }

    [JsonPropertyName("distanceMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan Distance { get; init; }

    /// <summary>Why it ends before the load does; null when it does not.</summary>
    public string? Interrupted { get; init; }
    public required IReadOnlyList<GcTimelinePoint> Points { get; init; }

    /// <summary>The collections, in the order of their start; empty without a probe.</summary>
    public required IReadOnlyList<GcTimelineCollection> Collections { get; init; }

    /// <summary>Collections that the probe's buffer could not hold.</summary>
    public required long Dropped { get; init; }
}

public sealed record GcTimelinePoint
{
    [JsonPropertyName("atMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan At { get; init; }

    public required ProcessReading Process { get; init; }

    /// <summary>What the process says of itself; null without a probe, and while it is only watched from outside so that it stays idle.</summary>
    public ProbeSample? Gc { get; init; }

    /// <summary>Resident memory that the GC had not committed at its last collection; null when not asked, and before the first collection.</summary>
    [JsonIgnore]
    public Bytes? Unmanaged => Gc is { CommittedBytes: > 0 } gc ? new Bytes(Math.Max(0, Process.Rss.Count - gc.CommittedBytes)) : null;
}

public sealed record GcTimelineCollection
{
    [JsonPropertyName("atMs"), JsonConverter(typeof(Milliseconds))]
    public required TimeSpan At { get; init; }

    public required ProbeCollection Gc { get; init; }
}
