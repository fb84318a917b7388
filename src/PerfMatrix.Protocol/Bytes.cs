using System.Text.Json;
using System.Text.Json.Serialization;

namespace PerfMatrix.Protocol;

/// <summary>An amount of memory or data in bytes. Properties of this type end in <c>Bytes</c> in JSON, where it is a plain number.</summary>
/// <param name="Count">The number of bytes.</param>
[JsonConverter(typeof(BytesConverter))]
public readonly record struct Bytes(long Count) : IComparable<Bytes>
{
    /// <summary>The amount in binary megabytes (1,048,576 bytes).</summary>
    public double Megabytes => Count / 1048576.0;

    /// <summary>Reads kibibytes, the unit of <c>/proc/PID/status</c>.</summary>
    public static Bytes FromKibibytes(long kibibytes) => new(kibibytes * 1024);

    /// <inheritdoc />
    public int CompareTo(Bytes other) => Count.CompareTo(other.Count);

    /// <summary>Whether the left amount is smaller.</summary>
    public static bool operator <(Bytes left, Bytes right) => left.Count < right.Count;

    /// <summary>Whether the left amount is larger.</summary>
    public static bool operator >(Bytes left, Bytes right) => left.Count > right.Count;

    /// <summary>Whether the left amount is smaller or equal.</summary>
    public static bool operator <=(Bytes left, Bytes right) => left.Count <= right.Count;

    /// <summary>Whether the left amount is larger or equal.</summary>
    public static bool operator >=(Bytes left, Bytes right) => left.Count >= right.Count;
}

/// <summary>Writes <see cref="Bytes"/> as a plain number.</summary>
public sealed class BytesConverter : JsonConverter<Bytes>
{
    /// <inheritdoc />
    public override Bytes Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetInt64());

    /// <inheritdoc />
    public override void Write(Utf8JsonWriter writer, Bytes value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Count);
}
