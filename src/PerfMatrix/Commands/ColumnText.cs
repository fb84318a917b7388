using System.Text;

namespace PerfMatrix.Commands;

/// <summary>Plain aligned columns, for tables of thousands of rows that start-up must not pay for (Spectre.Console measures every cell of every row).</summary>
internal static class ColumnText
{
    private const string Gap = "  ";

    /// <summary>Appends a header and rows, each column as wide as its widest entry, the last one ragged. Lines end in LF on every system.</summary>
    public static void Append(StringBuilder text, string[] header, IEnumerable<string[]> rows)
    {
        var all = rows.Prepend(header).ToList();
        var widths = Enumerable.Range(0, header.Length - 1).Select(column => all.Max(row => row[column].Length)).ToArray();
        foreach (var row in all)
        {
            for (var column = 0; column < widths.Length; column++) text.Append(row[column].PadRight(widths[column])).Append(Gap);
            text.Append(row[^1]).Append('\n');
        }
    }
}
