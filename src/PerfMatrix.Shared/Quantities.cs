using System.Diagnostics.CodeAnalysis;

namespace PerfMatrix.Shared;

/// <summary>An amount of memory or data in bytes. Properties of this type end in <c>Bytes</c> in JSON, where it is a plain number.</summary>
[JsonConverter(typeof(BytesConverter))]
public readonly record struct Bytes(long Count)
{
    public const double PerMegabyte = 1 << 20;

    /// <summary>The amount in binary megabytes (1,048,576 bytes).</summary>
    public double Megabytes => Count / PerMegabyte;

    public double Gibibytes => Count / (double)(1L << 30);

    /// <summary>Reads kibibytes, the unit of <c>/proc/PID/status</c>.</summary>
    public static Bytes FromKibibytes(long kibibytes) => new(kibibytes * 1024);
}

internal sealed class BytesConverter : JsonConverter<Bytes>
{
    public override Bytes Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetInt64());

    public override void Write(Utf8JsonWriter writer, Bytes value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Count);
}

/// <summary>An amount of memory as people write it: a whole number and a binary unit, <c>512MiB</c>.</summary>
public static class MemorySize
{
    public const string Expectation = "a whole number with KiB, MiB or GiB, such as 512MiB";

    // Largest first, so that a size is written in the largest unit that it is a multiple of.
    private static readonly (string Name, long Bytes)[] s_units = [("GiB", 1L << 30), ("MiB", 1L << 20), ("KiB", 1L << 10), ("B", 1)];

    /// <summary>The text of an amount, e.g. <c>1GiB</c> for 1024 MiB. One amount has one text.</summary>
    public static string Format(Bytes size)
    {
        var (name, bytes) = Array.Find(s_units, unit => size.Count % unit.Bytes == 0);
        return $"{size.Count / bytes}{name}";
    }

    /// <summary>Reads an amount above 0.</summary>
    public static bool TryParse(string text, out Bytes size)
    {
        size = default;
        var unit = Array.Find(s_units[..^1], unit => text.EndsWith(unit.Name, StringComparison.Ordinal));
        if (unit.Name is null
            || !long.TryParse(text.AsSpan(0, text.Length - unit.Name.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            || number < 1
            || number > long.MaxValue / unit.Bytes)
            return false;
        size = new Bytes(number * unit.Bytes);
        return true;
    }
}

/// <summary>Writes a <see cref="TimeSpan"/> as a number of milliseconds, to the tick (100 ns). Such properties end in <c>Ms</c> in JSON.</summary>
public sealed class Milliseconds : JsonConverter<TimeSpan>
{
    public override TimeSpan Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        TimeSpan.FromTicks((long)Math.Round(reader.GetDouble() * TimeSpan.TicksPerMillisecond));

    public override void Write(Utf8JsonWriter writer, TimeSpan value, JsonSerializerOptions options) =>
        writer.WriteNumberValue((double)value.Ticks / TimeSpan.TicksPerMillisecond);
}

public static class Wording
{
    private const int Digits = 8;

    /// <summary>A number with its noun: <c>1 round</c>, <c>2 rounds</c>.</summary>
    public static string Counted(long number, string noun) => number == 1 ? $"1 {noun}" : $"{number.ToString(CultureInfo.InvariantCulture)} {noun}s";

    /// <summary>Names with commas between them, and a word before the last: <c>a, b and c</c>.</summary>
    public static string Listed(IReadOnlyList<string> names, string word) =>
        names.Count < 2 ? string.Concat(names) : $"{string.Join(", ", names.SkipLast(1))} {word} {names[^1]}";

    /// <summary>The name of a value as people read it: <c>not measured</c> for <c>NotMeasured</c>.</summary>
    public static string Word(this Enum value) => JsonNamingPolicy.KebabCaseLower.ConvertName(value.ToString()).Replace('-', ' ');

    /// <summary>The beginning of a commit or of another id.</summary>
    public static string ShortId(string id) => id.Length > Digits ? id[..Digits] : id;

    /// <summary>The beginning of a commit that somebody else names; a question mark when it is none.</summary>
    public static string ShortCommit(string? sha) => CommitId.IsOne(sha) ? ShortId(sha) : "?";
}

/// <summary>The form of the ids of commits, by which one is told from a name, and from a text that somebody slips in.</summary>
public static class CommitId
{
    /// <summary>Whether it is whole, as git prints it: 40 digits, or 64 where git uses SHA-256.</summary>
    public static bool IsWhole([NotNullWhen(true)] string? id) => id is { Length: 40 or 64 } && id.All(char.IsAsciiHexDigitLower);

    /// <summary>Whether it is one, whole or cut.</summary>
    public static bool IsOne([NotNullWhen(true)] string? id) => id is { Length: >= 7 and <= 64 } && id.All(char.IsAsciiHexDigit);
}
