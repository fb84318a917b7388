namespace PerfMatrix.Reporting.Gc;

/// <summary>What the rounds of a cell have in common, and where they differ, in words.</summary>
internal static class InRounds
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

    /// <summary>The median, and the smallest and largest where they differ from it: <c>80 (78 to 90)</c>.</summary>
    public static string Spread(IReadOnlyCollection<double> values, int decimals = 0)
    {
        string[] shown = [.. new[] { OrderStatistics.Median([.. values]), values.Min(), values.Max() }.Select(value => Text.Number(value, decimals))];
        return shown.Distinct().Count() == 1 ? shown[0] : $"{shown[0]} ({shown[1]} to {shown[2]})";
    }

    /// <summary>Their numbers: <c>round 1</c>, <c>rounds 1, 2 and 4</c>.</summary>
    public static string Named(IEnumerable<int> rounds)
    {
        string[] numbers = [.. rounds.Select(round => Text.Number(round))];
        return numbers is [var one] ? $"round {one}" : $"rounds {string.Join(", ", numbers[..^1])} and {numbers[^1]}";
    }
}
