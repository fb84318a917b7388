namespace PerfMatrix.Benchmarks.Articles;

/// <summary>A change as articles' reports write it: only what is significant is a number by itself.</summary>
internal static class ChangeWords
{
    public static string InTable(Change? change) => change switch
    {
        null => "-",
        { LowPercent: { } low, HighPercent: { } high } =>
            $"{(change.Percent is { } percent ? Text.Signed(percent) : "~")} {Text.Interval(low, high)}",
        _ => "too few rounds",
    };

    public static string InSentence(Change? change) => change switch
    {
        null => "not compared",
        { Percent: { } percent, LowPercent: { } low, HighPercent: { } high } => $"{Text.Signed(percent)} % {Text.Interval(low, high)}",
        { LowPercent: { } low, HighPercent: { } high } => $"without a significant difference {Text.Interval(low, high)}",
        _ => "measured in too few rounds to tell",
    };
}
