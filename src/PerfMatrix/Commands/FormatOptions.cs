namespace PerfMatrix.Commands;

/// <summary>The options that choose the form of a result, and the file it goes to where a command can write one.</summary>
/// <param name="forms">The forms that there are; the first is the default.</param>
internal sealed class FormatOptions(params IReadOnlyList<string> forms)
{
    public const string Terminal = "terminal";
    public const string Markdown = "markdown";
    public const string Json = "json";
    public const string Html = "html";

    private readonly Option<string> _format = new Option<string>("--format", "-f") { DefaultValueFactory = _ => forms[0] }.Help(
        $"Form of the output: {Wording.Listed(forms, "or")}.");
    private readonly Option<bool> _json = new("--json") { Description = "Short for --format json." };
    private readonly Option<string?> _file = new Option<string?>("--out", "--output", "-o").Help(
        "File to write instead of standard output; not for the terminal format.");

    public FormatOptions() : this(Terminal, Markdown, Json)
    {
    }

    public void AddTo(Command command)
    {
        _format.AcceptOnlyFromAmong([.. forms]);
        command.Options.Add(_format);
        command.Options.Add(_json);
        command.Validators.Add(result =>
        {
            if (result.GetValue(_json) && result.GetResult(_format) is { Implicit: false, Tokens: [{ Value: not Json } other] })
                result.AddError($"found both --json and --format {other.Value}; give only one");
        });
    }

    public void AddWithFileTo(Command command)
    {
        AddTo(command);
        command.Options.Add(_file);
    }

    public string Chosen(ParseResult line) => line.GetValue(_json) ? Json : line.GetValue(_format)!;

    public void Show(ParseResult line, Action terminal, Func<string, string> text)
    {
        var (form, file) = (Chosen(line), line.GetValue(_file));
        if (form != Terminal && file is not null)
            AtomicFile.Write(file, Encoding.UTF8.GetBytes(text(form)));
        else if (form != Terminal)
            line.InvocationConfiguration.Output.Write(text(form));
        else if (file is not null)
            throw new UsageException($"--out needs --format {Wording.Listed([.. forms.Skip(1)], "or")}; the terminal format goes to the terminal.");
        else
            terminal();
    }

    /// <summary>Shows a table, or as JSON the document that it is of.</summary>
    public void Show(ParseResult line, CommandContext context, TableReport table, Func<string> json) => Show(
        line, () => TerminalReport.Write(context.Console, table), form => form == Json ? json() : MarkdownReport.Format(table));
}

internal static class OutputFolder
{
    public static void Create(string folder) => FileErrors.Explain(() => Directory.CreateDirectory(folder), problem =>
        $"--out {folder}: cannot create the folder: {problem.Message} Choose a folder you may write to.");
}

/// <summary>Plain aligned columns, for tables of thousands of rows, of which Spectre.Console would measure every cell.</summary>
internal static class ColumnText
{
    /// <summary>A header and rows, each column as wide as its widest entry, the last one ragged. Lines end in LF on every system.</summary>
    public static string Of(string[] header, IEnumerable<string[]> rows)
    {
        var all = rows.Prepend(header).ToList();
        var widths = Enumerable.Range(0, header.Length - 1).Select(column => all.Max(row => row[column].Length)).ToArray();
        return string.Concat(all.Select(row => string.Concat(widths.Select((width, column) => row[column].PadRight(width) + "  ")) + row[^1] + "\n"));
    }
}
