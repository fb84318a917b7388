using System.Text;
using PerfMatrix.Commands;
using PerfMatrix.Evidence.Selftest;

namespace PerfMatrix.Evidence.Commands;

/// <summary>The tables of a selftest on a terminal.</summary>
internal static class SelftestText
{
    public static string Format(IEnumerable<SelftestTable> tables)
    {
        var text = new StringBuilder();
        foreach (var table in tables)
        {
            text.Append(text.Length == 0 ? "" : "\n").Append(table.Title).Append('\n');
            ColumnText.Append(text, [.. table.Headings], table.Rows.Select(row => row.ToArray()));
            text.Append(table.Caption.Replace(". ", ".\n", StringComparison.Ordinal)).Append('\n');
        }

        return text.ToString();
    }
}
