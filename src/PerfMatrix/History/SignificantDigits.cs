namespace PerfMatrix.History;

/// <summary>Writes numbers with four significant digits in the fewest characters: 78330, 0.01983, 9.123e7. The fifth digit is noise.</summary>
internal sealed class SignificantDigits : JsonConverter<List<double?>>
{
    public override List<double?> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.StartArray) throw new JsonException($"found {reader.TokenType}, expected an array of numbers");
        var values = new List<double?>();
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
            values.Add(reader.TokenType == JsonTokenType.Null ? null : reader.GetDouble());
        return values;
    }

    public override void Write(Utf8JsonWriter writer, List<double?> value, JsonSerializerOptions options)
    {
        writer.WriteStartArray();
        foreach (var one in value)
        {
            if (one is not { } number || !double.IsFinite(number)) writer.WriteNullValue();
            else writer.WriteRawValue(Shortest(number), skipInputValidation: true);
        }

        writer.WriteEndArray();
    }

    public static double? Round(double? value) => value is { } number && double.IsFinite(number) ? double.Parse(number.ToString("G4")) : null;

    /// <summary>9123e4 rather than 91230000 or 9.123e7.</summary>
    private static string Shortest(double number)
    {
        var rounded = Round(number)!.Value;
        if (Math.Abs(rounded) is 0 or (>= 1e-4 and < 1e6)) return rounded.ToString(Math.Abs(rounded) >= 1e4 ? "0" : "G4");
        var parts = rounded.ToString("0.###e0").Split('e');
        var decimals = parts[0].Contains('.', StringComparison.Ordinal) ? parts[0].Length - parts[0].IndexOf('.', StringComparison.Ordinal) - 1 : 0;
        return $"{parts[0].Replace(".", "", StringComparison.Ordinal)}e{int.Parse(parts[1]) - decimals}";
    }
}

/// <summary>Log ratios as integers: 1/10,000 of a natural log ratio in the natural direction of the metric. Six times shorter than a decimal number,
/// and the last digit (0.01 %) is below the noise of anything measured.</summary>
internal static class LogUnits
{
    public const double PerLog = 10_000;

    public static int Of(double logRatio) => (int)Math.Round(Math.Clamp(logRatio * PerLog, int.MinValue / 2, int.MaxValue / 2));

    public static double ToLog(double units) => units / PerLog;
}

/// <summary>The values of one variant, one a round, as thousandths of its median above or below it: 12 is 1.2 % above. Half as long as the values,
/// and nearer to them than three digits are, which is enough for a dot. Where the median is 0, the values stand themselves.</summary>
internal static class RoundDots
{
    private const double Parts = 1000;

    /// <summary>What is stored, one a round; null where nothing was measured.</summary>
    public static IReadOnlyList<double?> Of(IEnumerable<double?> values, double? median) =>
        [.. values.Select(value => median is { } middle && middle != 0 ? Thousandths(value, middle) : SignificantDigits.Round(value))];

    /// <summary>Adding 0 makes -0 a plain 0.</summary>
    private static double? Thousandths(double? value, double median) =>
        value is { } number && Math.Round(((number / median) - 1) * Parts) + 0 is var dot && double.IsFinite(dot) ? dot : null;
}
