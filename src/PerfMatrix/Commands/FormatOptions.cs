using System.CommandLine;
using System.Text;

namespace PerfMatrix.Commands;

/// <summary>The options that choose between a table on the terminal, Markdown and JSON.</summary>
internal sealed class FormatOptions
{
    public const string Terminal = "terminal";
    public const string Markdown = "markdown";
    public const string Json = "json";

    private readonly Option<string> _format = new("--format", "-f")
    {
        Description = "terminal, markdown or json.",
        DefaultValueFactory = _ => Terminal,
    };
    private readonly Option<bool> _json = new("--json") { Description = "Short for --format json." };

    public void AddTo(Command command)
    {
        _format.AcceptOnlyFromAmong(Terminal, Markdown, Json);
        command.Options.Add(_format);
        command.Options.Add(_json);
    }

    public string Chosen(ParseResult line) => line.GetValue(_json) ? Json : line.GetValue(_format)!;
}

/// <summary>The folder that results go to.</summary>
internal static class OutputFolder
{
    /// <exception cref="UsageException">It cannot be created.</exception>
    public static void Create(string folder)
    {
        try
        {
            Directory.CreateDirectory(folder);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"--out {folder}: cannot create the folder: {problem.Message} Choose a folder you may write to.", problem);
        }
    }
}

/// <summary>Plain aligned columns, for tables of thousands of rows that start-up must not pay for (Spectre.Console measures every cell of every
/// row).</summary>
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
