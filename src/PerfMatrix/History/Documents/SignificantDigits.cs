using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace PerfMatrix.History;

#pragma warning disable MA0016 // columns are appended to in place

/// <summary>Writes numbers with four significant digits in the fewest characters: 78330, 0.01983, 9.123e7. The fifth digit of a measured value is noise.</summary>
public sealed class SignificantDigits : JsonConverter<List<double?>>
{
    /// <inheritdoc />
    public override List<double?> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.StartArray) throw new JsonException($"found {reader.TokenType}, expected an array of numbers");
        var values = new List<double?>();
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
            values.Add(reader.TokenType == JsonTokenType.Null ? null : reader.GetDouble());
        return values;
    }

    /// <inheritdoc />
    public override void Write(Utf8JsonWriter writer, List<double?> value, JsonSerializerOptions options) => WriteAll(writer, value);

    /// <summary>The number as it is read back.</summary>
    public static double? Round(double? value) =>
        value is { } number && double.IsFinite(number) ? double.Parse(number.ToString("G4", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture) : null;

    internal static void WriteAll(Utf8JsonWriter writer, IReadOnlyList<double?> values)
    {
        Span<char> text = stackalloc char[32];
        writer.WriteStartArray();
        foreach (var value in values)
        {
            if (value is not { } number || !double.IsFinite(number)) writer.WriteNullValue();
            else writer.WriteRawValue(Shortest(number, text), skipInputValidation: true);
        }
        writer.WriteEndArray();
    }

    /// <summary>Rounded first, because the format G4 would write 78330 as 7.833E+04.</summary>
    private static ReadOnlySpan<char> Shortest(double number, Span<char> text)
    {
        var rounded = Math.Abs(number) is >= 1e4 and < 1e6 ? Round(number)!.Value : number;
        var format = Math.Abs(number) switch { >= 1e6 => "0.###e0", >= 1e4 => "0", _ => "G4" };
        rounded.TryFormat(text, out var length, format, CultureInfo.InvariantCulture);
        return text[..length];
    }
}

/// <summary>The values of one variant, one a round.</summary>
/// <param name="Values">In the unit of the metric.</param>
[JsonConverter(typeof(RoundValuesText))]
public readonly record struct RoundValues(List<double?> Values);

/// <summary>Writes the values of rounds as a plain array.</summary>
public sealed class RoundValuesText : JsonConverter<RoundValues>
{
    private static readonly SignificantDigits s_digits = new();

    /// <inheritdoc />
    public override RoundValues Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(s_digits.Read(ref reader, typeToConvert, options));

    /// <inheritdoc />
    public override void Write(Utf8JsonWriter writer, RoundValues value, JsonSerializerOptions options) => SignificantDigits.WriteAll(writer, value.Values);
}
