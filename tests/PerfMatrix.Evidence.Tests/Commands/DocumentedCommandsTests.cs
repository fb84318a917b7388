using System.CommandLine;
using PerfMatrix.Benchmarks.Articles;
using PerfMatrix.Cli;
using PerfMatrix.Tests.EndToEnd;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Evidence.Tests.Commands;

/// <summary>Every call of the program that a page or a file of <c>crank/</c> shows is one that it understands. DocumentationTests runs those that are
/// examples.</summary>
public sealed class DocumentedCommandsTests
{
    private static readonly Dictionary<string, Command> s_programs = new()
    {
        ["scripts/perfmatrix "] = Contents.Of(new(new TestConsole().Console)),
        ["scripts/benchmark articles "] = ArticlesCommand.Create(),
    };

    public static TheoryData<string> Calls =>
        [.. DocumentedCommands.All.Concat(DocumentedCommands.InText()).Where(call => ProgramOf(call) is not null).Distinct()];

    [Theory]
    [MemberData(nameof(Calls))]
    public void Every_call_that_is_shown_is_understood(string call)
    {
        var program = ProgramOf(call)!;
        var parsed = s_programs[program].Parse(call[program.Length..]);

        // A command that only groups others, such as `history`, may be named in a sentence.
        Assert.Empty(parsed.CommandResult.Command.Action is null ? [] : parsed.Errors.Select(error => error.Message));
    }

    private static string? ProgramOf(string call) => s_programs.Keys.FirstOrDefault(program => call.StartsWith(program, StringComparison.Ordinal));
}
