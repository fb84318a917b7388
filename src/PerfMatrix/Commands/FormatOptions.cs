using System.CommandLine;

namespace PerfMatrix.Commands;

/// <summary>The options that choose between a table on the terminal, Markdown and JSON.</summary>
internal sealed class FormatOptions
{
    /// <summary>A table for the terminal.</summary>
    public const string Terminal = "terminal";

    /// <summary>GitHub-flavoured Markdown.</summary>
    public const string Markdown = "markdown";

    /// <summary>The document.</summary>
    public const string Json = "json";

    private readonly Option<string> _format = new("--format", "-f") { Description = "terminal, markdown or json.", DefaultValueFactory = _ => Terminal };
    private readonly Option<bool> _json = new("--json") { Description = "Short for --format json." };

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        _format.AcceptOnlyFromAmong(Terminal, Markdown, Json);
        command.Options.Add(_format);
        command.Options.Add(_json);
    }

    /// <summary>The format that the command line asks for.</summary>
    public string Chosen(ParseResult line) => line.GetValue(_json) ? Json : line.GetValue(_format)!;
}
