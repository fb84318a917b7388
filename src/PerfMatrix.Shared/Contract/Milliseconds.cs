using System.Text.Json;
using System.Text.Json.Serialization;

namespace PerfMatrix.Contract;

/// <summary>Writes a <see cref="TimeSpan"/> as a number of milliseconds, to the tick (100 ns). Properties that use it end in <c>Ms</c> in JSON.</summary>
public sealed class Milliseconds : JsonConverter<TimeSpan>
{
    /// <inheritdoc />
    public override TimeSpan Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        TimeSpan.FromTicks((long)Math.Round(reader.GetDouble() * TimeSpan.TicksPerMillisecond));

    /// <inheritdoc />
    public override void Write(Utf8JsonWriter writer, TimeSpan value, JsonSerializerOptions options) =>
        writer.WriteNumberValue((double)value.Ticks / TimeSpan.TicksPerMillisecond);
}
