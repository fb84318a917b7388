using System.CommandLine;
using PerfMatrix.Cli;
using PerfMatrix.Tests.EndToEnd;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Evidence.Tests.Commands;

/// <summary>Every call of the program that a page or a file of <c>crank/</c> shows is one that it understands. DocumentationTests runs those that are
/// examples.</summary>
public sealed class DocumentedCommandsTests
{
    private const string Program = "scripts/perfmatrix ";

    private static readonly RootCommand s_root = Contents.Of(new(new TestConsole().Console));

    public static TheoryData<string> Calls =>
        [.. DocumentedCommands.All.Concat(DocumentedCommands.InText()).Where(call => call.StartsWith(Program, StringComparison.Ordinal)).Distinct()];

    [Theory]
    [MemberData(nameof(Calls))]
    public void Every_call_that_is_shown_is_understood(string call)
    {
        var parsed = s_root.Parse(call[Program.Length..]);

        // A command that only groups others, such as `history`, may be named in a sentence.
        Assert.Empty(parsed.CommandResult.Command.Action is null ? [] : parsed.Errors.Select(error => error.Message));
    }
}
