namespace PerfMatrix.Configuration;

internal static class Suggestion
{
    private const int LongestList = 25;

    /// <summary>The first of the valid words nearest to the one found; null when none is near (more than a third of the letters differ).</summary>
    public static string? For(string found, IEnumerable<string> valid)
    {
        var lower = found.ToLowerInvariant();
        return valid.Aggregate((Word: (string?)null, Distance: int.MaxValue), (nearest, word) =>
            Distance(lower, word.ToLowerInvariant(), Math.Min(LargestDistance(word), nearest.Distance - 1)) is { } distance
                ? (word, distance) : nearest).Word;
    }

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

    /// <summary>Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours between two words; null, and
    /// found much sooner, where it is more than <paramref name="most"/>.</summary>
    public static int? Distance(string a, string b, int most = int.MaxValue)
    {
        if (Math.Abs(a.Length - b.Length) > most) return null;
        int[] beforeLast = [], last = [.. Enumerable.Range(0, b.Length + 1)];
        for (var i = 1; i <= a.Length; i++)
        {
            var row = new int[b.Length + 1];
            row[0] = i;
            for (var j = 1; j <= b.Length; j++)
            {
                var changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
                var swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] ? beforeLast[j - 2] + 1 : changed;
                row[j] = Math.Min(Math.Min(changed, swapped), Math.Min(last[j], row[j - 1]) + 1);
            }

            // Nothing leads from here to less, not even a swap, which leaves this row out.
            if (row.Min() > most) return null;
            (beforeLast, last) = (last, row);
        }

        return last[^1] <= most ? last[^1] : null;
    }
}
