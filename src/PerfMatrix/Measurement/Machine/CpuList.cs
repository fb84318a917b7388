using System.Globalization;

namespace PerfMatrix.Measurement;

/// <summary>Lists of CPUs as Linux writes them, e.g. <c>0-3,8</c>.</summary>
public static class CpuList
{
    /// <summary>The CPUs of a list, in its order.</summary>
    /// <exception cref="FormatException">Not such a list.</exception>
    public static IReadOnlyList<int> Parse(string text) => [.. text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).SelectMany(Range)];

    private static IEnumerable<int> Range(string part)
    {
        var ends = part.Split('-');
        var first = int.Parse(ends[0], NumberStyles.None, CultureInfo.InvariantCulture);
        var last = int.Parse(ends[^1], NumberStyles.None, CultureInfo.InvariantCulture);
        if (ends.Length > 2 || last < first) throw new FormatException($"'{part}' is no range of CPUs");
        return Enumerable.Range(first, last - first + 1);
    }
}
