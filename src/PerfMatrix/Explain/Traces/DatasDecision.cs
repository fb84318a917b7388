using System.Buffers.Binary;

namespace PerfMatrix.Explain.Traces;

/// <summary>What DATAS decided of the number of heaps after a collection, and by what.</summary>
/// <param name="Heaps">Heaps from then on.</param>
/// <param name="ThroughputCostPercent">Median share of time that collections and waits for memory cost; it wants to come near its target.</param>
/// <param name="StableMegabytes">Size of small objects that have lived for long; 0 before .NET 9, which does not look at it.</param>
internal sealed record DatasDecision(int Heaps, double ThroughputCostPercent, double StableMegabytes)
{
    private const string Current = "SizeAdaptationTuning";
    private const string OfNet8 = "HeapCountTuning";
    private const int Version = 1;
    private const double Megabyte = 1e6;

    /// <summary>The events that tell of it, since .NET 9 and before.</summary>
    public static IReadOnlyList<string> EventNames { get; } = [Current, OfNet8];

    /// <summary>The cost that it compared with its target; null before .NET 9.</summary>
    public double? ConsideredCostPercent { get; init; }

    /// <summary>Sum of the differences between cost and target since it last acted on them; null before .NET 9.</summary>
    public double? AccumulatedPercent { get; init; }

    /// <summary>Collections since it changed something; null before .NET 9.</summary>
    public int? CollectionsSinceChange { get; init; }

    /// <summary>Why it may or may not change something, by the runtime's own numbers; null before .NET 9.</summary>
    public int? ChangeDecision { get; init; }

    /// <summary>Why it chose that, by the runtime's own numbers; null before .NET 9.</summary>
    public int? AdjustmentReason { get; init; }

    /// <summary>Reads the content of an event: numbers one after the other, without gaps (dotnet/runtime, src/coreclr/gc/gcevents.h).</summary>
    /// <returns>Null where it is another event or has another form.</returns>
    public static DatasDecision? Of(string name, ReadOnlySpan<byte> content) => name switch
    {
        _ when content.Length < 2 || BinaryPrimitives.ReadUInt16LittleEndian(content) != Version => null,
        Current when content.Length >= 51 => Known(new(
            Short(content, 2), Single(content, 24), BinaryPrimitives.ReadUInt64LittleEndian(content[16..]) / Megabyte)
        {
            ConsideredCostPercent = Single(content, 28) is var considered && float.IsFinite(considered) ? considered : null,
            AccumulatedPercent = Single(content, 32),
            CollectionsSinceChange = BinaryPrimitives.ReadInt32LittleEndian(content[42..]),
            ChangeDecision = Short(content, 47),
            AdjustmentReason = Short(content, 49),
        }),
        OfNet8 when content.Length >= 16 => Known(new(Short(content, 2), Single(content, 12), 0)),
        _ => null,
    };

    /// <summary>The cost that it aims at, which no event tells: the difference to it is what this decision added to the sum. The one before began the
    /// sum anew, unless it only waited (2 and 4; dotnet/runtime, src/coreclr/gc/gcpriv.h, should_change).</summary>
    /// <param name="before">The decision before.</param>
    public double? TargetCostPercent(DatasDecision before) =>
        ThroughputCostPercent - AccumulatedPercent + (before.ChangeDecision is 2 or 4 ? before.AccumulatedPercent : 0);

    private static DatasDecision? Known(DatasDecision read) => double.IsFinite(read.ThroughputCostPercent) ? read : null;

    private static int Short(ReadOnlySpan<byte> content, int at) => BinaryPrimitives.ReadUInt16LittleEndian(content[at..]);

    private static float Single(ReadOnlySpan<byte> content, int at) => BinaryPrimitives.ReadSingleLittleEndian(content[at..]);
}
