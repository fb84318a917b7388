using ModelContextProtocol;
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

namespace PerfMatrix.Commands;

/// <summary><c>mcp</c>: answers agents over the Model Context Protocol, on standard input and output, which nothing else may use.</summary>
internal static class McpCommand
{
    private const string Instructions =
        "Performance measurements of this repository. Every change comes with its 95 % interval, or is \"unknown\": never take unknown for good, "
            + "and never act on a number without its interval. Nothing is measured or written here.";

    public static Command Create()
    {
        var runs = new Option<string>("--runs") { Description = "Folder of runs.", DefaultValueFactory = _ => RunFolder.DefaultParent };
        var history = new Option<string?>("--history").Help(
            "Folder of a history, e.g. a checkout of the branch gh-pages; without one there are no trends.");
        var command = new Command("mcp", "Answers agents about runs and verdicts (Model Context Protocol, stdio); only reads.") { runs, history };
        command.SetAction(async (line, cancellation) =>
        {
            if (line.GetValue(history) is { } folder) SiteFiles.RequireHistory(folder);
            var options = Options(new(new(line.GetRequiredValue(runs), line.GetValue(history))));
            await using var transport = new StdioServerTransport(options);
            await using var server = McpServer.Create(transport, options);
            await server.RunAsync(cancellation);
        });
        return command;
    }

    private static McpServerOptions Options(AgentAnswers answers) => new()
    {
        ServerInfo = new() { Name = "perfmatrix", Version = ThisTool.Info.Version },
        ServerInstructions = Instructions,
        ToolCollection =
        [
            Tool("latest_verdict", answers.LatestVerdict),
            Tool("why_verdict", answers.WhyVerdict),
            Tool("cell_trend", answers.CellTrend),
            Tool("compare_runs", answers.CompareRuns),
        ],
    };

    private static ReadingTool Tool(string name, Delegate answer) => new(McpServerTool.Create(answer, new()
    {
        Name = name,
        ReadOnly = true,
        Destructive = false,
        OpenWorld = false,
        SerializerOptions = DocumentJson.Compact,
    }));

    /// <summary>A tool that says what is wrong with a question: others hide the message of an exception.</summary>
    private sealed class ReadingTool(McpServerTool tool) : DelegatingMcpServerTool(tool)
    {
        public override async ValueTask<CallToolResult> InvokeAsync(
            RequestContext<CallToolRequestParams> request, CancellationToken cancellationToken = default) => await Errors.OrAsync(
            async () => await base.InvokeAsync(request, cancellationToken),
            problem => FileErrors.Is(problem) || problem is UsageException or HistoryException,
            problem => throw new McpException(problem.Message, problem));
    }
}
