namespace PerfMatrix.Configuration;

/// <summary>Lengths of time as people write them in configuration and options: a number and a unit, <c>20ms</c>, <c>1.5s</c>, <c>7m</c>.</summary>
internal static class DurationText
{
    public const string Expectation = "a length of time such as 20ms, 1.5s or 7m";

    private static readonly (string Unit, TimeSpan Length)[] s_units =
        [("ms", TimeSpan.FromMilliseconds(1)), ("s", TimeSpan.FromSeconds(1)), ("m", TimeSpan.FromMinutes(1))];

    /// <summary>Reads a length of time of at most a day; the unit is required.</summary>
    public static bool TryParse(string text, out TimeSpan duration)
    {
        duration = default;
        var unit = Array.Find(s_units, candidate => text.EndsWith(candidate.Unit, StringComparison.Ordinal));
        if (unit.Unit is null
            || !decimal.TryParse(
            text.AsSpan(0, text.Length - unit.Unit.Length).Trim(), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            || number > TimeSpan.TicksPerDay / unit.Length.Ticks)
            return false;
        duration = TimeSpan.FromTicks((long)(number * unit.Length.Ticks));
        return true;
    }

    /// <summary>Writes a setting so that it reads back exactly: <c>20ms</c>, <c>2s</c>, <c>1500ms</c>.</summary>
    public static string Format(TimeSpan duration)
    {
        var unit = Array.FindLast(s_units, candidate => duration > TimeSpan.Zero && duration.Ticks % candidate.Length.Ticks == 0);
        unit = unit.Unit is null ? s_units[0] : unit;
        return ((decimal)duration.Ticks / unit.Length.Ticks).ToString(CultureInfo.InvariantCulture) + unit.Unit;
    }
}

internal static class Durations
{
    /// <summary>A duration for people, to the second below an hour, to the minute above: <c>42 s</c>, <c>3 min 20 s</c>, <c>1 h 5 min</c>.</summary>
    public static string Text(TimeSpan duration)
    {
        var seconds = (long)Math.Round(Math.Max(0, duration.TotalSeconds));
        return seconds < 60 ? $"{seconds} s"
            : seconds < 3600 ? $"{seconds / 60} min {seconds % 60} s"
            : $"{seconds / 3600} h {seconds % 3600 / 60} min";
    }
}

/// <summary>Numbers as reports write them, the same under every culture: <c>72,345</c>, <c>+9.1 %</c>.</summary>
internal static class Text
{
    public static string Number(double value, int decimals = 0) => value.ToString($"N{decimals}");

    public static string OrDash(double? value, int decimals = 0) => value is { } number ? Number(number, decimals) : "-";

    public static string Percent(double percent, int decimals = 1) => $"{Signed(percent, decimals)} %";

    public static string Signed(double value, int decimals = 1) => (value < 0 ? "-" : "+") + Number(Math.Abs(value), decimals);

    /// <summary>The ends of an interval: <c>[-0.4 +1.2]</c>.</summary>
    public static string Interval(double low, double high, int decimals = 1) => $"[{Signed(low, decimals)} {Signed(high, decimals)}]";

    /// <summary>From the least to the most; one alone where both are shown alike.</summary>
    public static string Range(string least, string most) => least == most ? least : $"{least} to {most}";
}
