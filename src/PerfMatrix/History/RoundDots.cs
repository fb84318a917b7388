namespace PerfMatrix.History;

#pragma warning disable MA0016 // columns are appended to in place

/// <summary>The values of one variant, one a round, as thousandths of its median above or below it: 12 is 1.2 % above. Half as long as the values,
/// and nearer to them than three digits are, which is enough for a dot. Where the median is 0, the values stand themselves.</summary>
/// <param name="Stored">What is stored, one a round; null where nothing was measured.</param>
[JsonConverter(typeof(RoundDotsText))]
internal readonly record struct RoundDots(List<double?> Stored)
{
    private const double Parts = 1000;

    public static RoundDots Of(IEnumerable<double?> values, double? median) =>
        new([.. values.Select(value => median is { } middle && middle != 0 ? Thousandths(value, middle) : SignificantDigits.Round(value))]);

    /// <summary>Adding 0 makes -0 a plain 0.</summary>
    private static double? Thousandths(double? value, double median) =>
        value is { } number && double.IsFinite(number) ? Math.Round(((number / median) - 1) * Parts) + 0 : null;
}

internal sealed class RoundDotsText : JsonConverter<RoundDots>
{
    private static readonly SignificantDigits s_digits = new();

    public override RoundDots Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        new(s_digits.Read(ref reader, typeToConvert, options));

    public override void Write(Utf8JsonWriter writer, RoundDots value, JsonSerializerOptions options) =>
        SignificantDigits.WriteAll(writer, value.Stored, Text);

    private static string Text(double number) => number.ToString("R");
}
