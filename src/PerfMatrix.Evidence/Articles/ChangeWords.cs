namespace PerfMatrix.Evidence.Articles;

/// <summary>A change as articles' reports write it: only what is significant is a number by itself.</summary>
internal static class ChangeWords
{
    public static string InTable(Change? change) => change switch
    {
        null => "-",
        { LowPercent: { } low, HighPercent: { } high } =>
            $"{(change.Percent is { } percent ? Text.Signed(percent) : "~")} [{Text.Signed(low)} {Text.Signed(high)}]",
        _ => "too few rounds",
    };

    public static string InSentence(Change? change) => change switch
    {
        null => "not compared",
        { Percent: { } percent, LowPercent: { } low, HighPercent: { } high } => $"{Text.Signed(percent)} % [{Text.Signed(low)} {Text.Signed(high)}]",
        { LowPercent: { } low, HighPercent: { } high } => $"without a significant difference [{Text.Signed(low)} {Text.Signed(high)}]",
        _ => "measured in too few rounds to tell",
    };
}
