using System.Globalization;
using System.Text;

namespace PerfMatrix.Reporting;

/// <summary>Numbers as reports write them, the same under every culture: <c>72,345</c>, <c>+9.1 %</c>.</summary>
internal static class Text
{
    public static string Number(double value, int decimals = 0) => value.ToString($"N{decimals}", CultureInfo.InvariantCulture);

    /// <summary>A change with its sign and <c>%</c>.</summary>
    public static string Percent(double percent, int decimals = 1) => $"{Signed(percent, decimals)} %";

    /// <summary>A change with its sign.</summary>
    public static string Signed(double value, int decimals = 1)
    {
        var text = Number(Math.Abs(value), decimals);
        return (value < 0 ? "-" : "+") + text;
    }
}

/// <summary>Pieces of GitHub-flavoured Markdown.</summary>
internal static class MarkdownText
{
    /// <summary>A row of a table; its cells must be escaped.</summary>
    public static string Row(IEnumerable<string> cells) => $"| {string.Join(" | ", cells)} |";

    /// <summary>Texts of other programs (reasons, scenario names) must not become Markdown, HTML or mentions.</summary>
    public static string Escape(string text)
    {
        var escaped = new StringBuilder(text.Length);
        foreach (var c in text)
        {
            _ = c switch
            {
                '<' => escaped.Append("&lt;"),
                '&' => escaped.Append("&amp;"),
                '@' => escaped.Append("&#64;"),
                '\r' or '\n' => escaped.Append(' '),
                '\\' or '`' or '*' or '_' or '~' or '[' or ']' or '|' or '#' or '!' => escaped.Append('\\').Append(c),
                _ => escaped.Append(c),
            };
        }

        return escaped.ToString();
    }

    /// <summary>Appends lines; they end in LF on every system.</summary>
    public static void Line(StringBuilder text, params ReadOnlySpan<string> lines)
    {
        foreach (var line in lines) text.Append(line).Append('\n');
    }
}
