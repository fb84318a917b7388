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

internal static class RoundWords
{
    /// <summary>In how many rounds something was so: <c>1 heap in 2 of 5 rounds, 2 heaps in 3</c>.</summary>
    public static string Counted<T>(IReadOnlyCollection<T> rounds, Func<T, string> what)
    {
        var kinds = rounds.CountBy(what).OrderBy(kind => kind.Key, StringComparer.Ordinal).ToList();
        return kinds.Count == 1
            ? $"{kinds[0].Key} in {(rounds.Count == 1 ? "1 round" : $"all {Text.Number(rounds.Count)} rounds")}"
            : string.Join(", ", kinds.Select((kind, index) =>
                $"{kind.Key} in {Text.Number(kind.Value)}{(index == 0 ? $" of {Text.Number(rounds.Count)} rounds" : "")}"));
    }
}
