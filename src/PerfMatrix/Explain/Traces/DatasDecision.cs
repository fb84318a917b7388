using System.Buffers.Binary;

namespace PerfMatrix.Explain.Traces;

/// <summary>What DATAS decided of the number of heaps after a collection, and by what.</summary>
/// <param name="Heaps">Heaps from then on.</param>
/// <param name="ThroughputCostPercent">Median share of time that collections and waits for memory cost; it wants to come near its target.</param>
/// <param name="StableMegabytes">Size of small objects that have lived for long.</param>
internal sealed record DatasDecision(int Heaps, double ThroughputCostPercent, double StableMegabytes)
{
    public const string EventName = "SizeAdaptationTuning";
    private const int Version = 1;
    private const int Length = 28;
    private const double Megabyte = 1e6;

    /// <summary>Reads the content of the event: numbers one after the other, without gaps (dotnet/runtime, src/coreclr/gc/gcevents.h).</summary>
    /// <returns>Null where it has another form.</returns>
    public static DatasDecision? Of(ReadOnlySpan<byte> content)
    {
        if (content.Length < Length || BinaryPrimitives.ReadUInt16LittleEndian(content) != Version) return null;
        var cost = BinaryPrimitives.ReadSingleLittleEndian(content[24..]);
        return float.IsFinite(cost)
            ? new(BinaryPrimitives.ReadUInt16LittleEndian(content[2..]), cost, BinaryPrimitives.ReadUInt64LittleEndian(content[16..]) / Megabyte)
            : null;
    }
}
