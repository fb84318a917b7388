namespace PerfMatrix.Protocol;

/// <summary>What the zero GC says of its arena (<c>workloads/ZeroGc</c>), totals since the start of the process.</summary>
public sealed record ArenaCounters
{
    /// <summary>Bytes given away, with what was lost at the ends of pieces: where the arena's pointer stands.</summary>
    public required long PositionBytes { get; init; }

    /// <summary>Bytes given to objects, and to pieces that objects are being cut from.</summary>
    public required long AllocatedBytes { get; init; }

    /// <summary>Bytes of objects of 85,000 bytes and more.</summary>
    public required long LargeBytes { get; init; }

    /// <summary>Pieces handed to threads.</summary>
    public required long Refills { get; init; }

    /// <summary>Page faults of the process that needed no input or output (<c>getrusage</c>, <c>ru_minflt</c>): in a fresh arena one for every 4 KiB.</summary>
    public required long MinorFaults { get; init; }

    /// <summary>Size of the arena.</summary>
    public required long ReservedBytes { get; init; }
}
