namespace PerfMatrix.Reporting;

internal static class MarkdownText
{
    /// <summary>A row of a table; its cells must be escaped.</summary>
    public static string Row(IEnumerable<string> cells) => $"| {string.Join(" | ", cells)} |";

    public static IEnumerable<string> Table(DataTable table) =>
    [
        Row(table.Headings), Row(table.Headings.Select((_, column) => table.Texts.Contains(column) ? "---" : "---:")),
        .. table.Rows.Select(row => Row(row.Select(cell => Escape(table.TextOf(cell, Marks.Words))))),
    ];

    /// <summary>What can be folded away; its lines must be escaped.</summary>
    public static IEnumerable<string> HowToRead(IEnumerable<string> legend) =>
        ["", "<details><summary>How to read this</summary>", "", .. legend.Select(line => $"- {line}"), "", "</details>"];

    public static IEnumerable<string> Notes(IReadOnlyList<string> notes) =>
        notes.Count == 0 ? [] : ["", "**Notes**", "", .. notes.Select(note => $"- {Escape(note)}")];

    /// <summary>Texts of other programs (reasons, scenario names) must not become Markdown, HTML or mentions.</summary>
    public static string Escape(string text) => string.Concat(text.Select(c => c switch
    {
        '<' => "&lt;",
        '&' => "&amp;",
        '@' => "&#64;",
        '\r' or '\n' => " ",
        '\\' or '`' or '*' or '_' or '~' or '[' or ']' or '|' or '#' or '!' => $"\\{c}",
        _ => $"{c}",
    }));

    /// <summary>Texts of other programs as code, without links, mentions or HTML. What could end the code, or be HTML to a mail, goes.</summary>
    public static string Code(string text) => $"`{string.Concat(text.Select(c => c is '`' or '<' or '>' or '@' || char.IsControl(c) ? '?' : c))}`";

    /// <summary>Lines as one text; they end in LF on every system.</summary>
    public static string Lines(params IEnumerable<string> lines) => string.Concat(lines.Select(line => line + "\n"));

    /// <summary>The first texts that fit into so many bytes of UTF-8 together: those before the first that does not.</summary>
    public static IReadOnlyList<string> Fitting(IEnumerable<string> texts, int bytes) =>
        [.. texts.TakeWhile(text => (bytes -= Encoding.UTF8.GetByteCount(text)) >= 0)];
}
