namespace PerfMatrix.Configuration;

internal static class Suggestion
{
    private const int LongestList = 25;

    /// <summary>The valid word nearest to the one found; null when none is near (more than a third of the letters differ).</summary>
    public static string? For(string found, IEnumerable<string> valid) => valid
        .Select(word => (Word: word, Distance: Distance(found.ToLowerInvariant(), word.ToLowerInvariant())))
        .Where(candidate => candidate.Distance <= LargestDistance(candidate.Word))
        .OrderBy(candidate => candidate.Distance)
        .Select(candidate => candidate.Word)
        .FirstOrDefault();

    /// <summary>One slip in a short word, a third of the letters of a long one; of two letters, one is not near.</summary>
    private static int LargestDistance(string word) => word.Length < 3 ? 0 : Math.Max(1, word.Length / 3);

    /// <summary>The end of an error message: <c>; did you mean 'server'? (valid are: datas, server)</c>.</summary>
    /// <param name="heading">What the list is called, e.g. <c>known keys</c>.</param>
    public static string Sentence(string found, IReadOnlyCollection<string> valid, string heading)
    {
        var more = valid.Count > LongestList ? $" and {valid.Count - LongestList} more" : "";
        var list = $"{heading}: {string.Join(", ", valid.Take(LongestList))}{more}";
        return For(found, valid) is { } word ? $"; did you mean '{word}'? ({list})" : $"; {list}";
    }

    /// <summary>Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours between two words.</summary>
    public static int Distance(string a, string b)
    {
        var costs = new int[a.Length + 1, b.Length + 1];
        for (var i = 0; i <= a.Length; i++) costs[i, 0] = i;
        for (var j = 0; j <= b.Length; j++) costs[0, j] = j;
        for (var i = 1; i <= a.Length; i++) for (var j = 1; j <= b.Length; j++) costs[i, j] = Cost(a, b, i, j, costs);

        return costs[a.Length, b.Length];
    }

    private static int Cost(string a, string b, int i, int j, int[,] costs)
    {
        var substituted = costs[i - 1, j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
        var cheapest = Math.Min(substituted, Math.Min(costs[i - 1, j], costs[i, j - 1]) + 1);
        var swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
        return swapped ? Math.Min(cheapest, costs[i - 2, j - 2] + 1) : cheapest;
    }
}
