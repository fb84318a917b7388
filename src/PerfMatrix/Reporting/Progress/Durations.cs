using System.Globalization;

namespace PerfMatrix.Reporting.Progress;

/// <summary>Durations for people.</summary>
public static class Durations
{
    /// <summary>A duration to the second below an hour, to the minute above: <c>42 s</c>, <c>3 min 20 s</c>, <c>1 h 5 min</c>.</summary>
    public static string Text(TimeSpan duration)
    {
        var seconds = (long)Math.Round(Math.Max(0, duration.TotalSeconds));
        return seconds < 60 ? Invariant($"{seconds} s")
            : seconds < 3600 ? Invariant($"{seconds / 60} min {seconds % 60} s")
            : Invariant($"{seconds / 3600} h {seconds % 3600 / 60} min");
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
