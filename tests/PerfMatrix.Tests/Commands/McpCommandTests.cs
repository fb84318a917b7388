using System.Text.Json;
using ModelContextProtocol.Client;
using ModelContextProtocol.Protocol;
using PerfMatrix.Gate;
using PerfMatrix.History;
using PerfMatrix.Tests.History;
using PerfMatrix.Tests.Reporting.Exports;

namespace PerfMatrix.Tests.Commands;

/// <summary>The program as an agent starts it, asked by the client of the same package, which gives up on anything but the protocol.</summary>
[Trait("kind", "processes")]
public sealed class McpCommandTests : IAsyncLifetime
{
    private const string Cell = "hello-minimal/net10.0/server/2c";
    private const string Older = "20261120T070000000Z-0001";
    private const string Newer = "20261121T070000000Z-0002";

    private readonly TemporaryFolder _folder = new();
    private readonly RunDocument _run = ExportSamples.WithReference();
    private McpClient? _client;

    public async ValueTask InitializeAsync()
    {
        RunDocument.File.Write(RunFolder.Create(_folder["runs"], Older).Document, _run with { Id = Older });
        var newer = RunFolder.Create(_folder["runs"], Newer);
        RunDocument.File.Write(newer.Document, _run with { Id = Newer });
        VerdictDocument.File.Write(VerdictDocument.File.In(newer.Root), new()
        {
            Outcome = Outcome.Regressed,
            Policy = new(),
            Cells =
            [
                Judged("throughput", Verdict.Worse) with { EffectPercent = 5.4, LowPercent = 2.9, HighPercent = 8.1 },
                Judged("latencyP99", Verdict.Unknown) with { EffectPercent = 3 },
                Judged("peakRss", Verdict.Same) with { EffectPercent = 0.1, LowPercent = -1, HighPercent = 1 },
            ],
        });
        new FolderFiles(_folder["history"]).Apply(History());
        _client = await McpClient.CreateAsync(new StdioClientTransport(new()
        {
            Command = BuiltProgram.Path("PerfMatrix"),
            Arguments = ["mcp", "--runs", _folder["runs"], "--history", _folder["history"]],
            WorkingDirectory = _folder.Root,
        }), cancellationToken: TestContext.Current.CancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        if (_client is not null) await _client.DisposeAsync();
        _folder.Dispose();
    }

    [Fact]
    public async Task Every_tool_reads_only_and_says_what_it_is_for()
    {
        var tools = await _client!.ListToolsAsync(cancellationToken: TestContext.Current.CancellationToken);

        Assert.Equal(["cell_trend", "compare_runs", "latest_verdict", "why_verdict"], tools.Select(tool => tool.Name).Order(StringComparer.Ordinal));
        Assert.All(tools, tool =>
        {
            Assert.True(tool.ProtocolTool.Annotations!.ReadOnlyHint);
            Assert.NotEmpty(tool.Description);
            Assert.All(tool.JsonSchema.GetProperty("properties").EnumerateObject(),
                parameter => Assert.True(parameter.Value.TryGetProperty("description", out _)));
        });
        Assert.Contains("never take unknown for good", _client.ServerInstructions, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_latest_verdict_has_what_is_not_the_same_with_intervals_or_unknown()
    {
        var answer = await AskAsync("latest_verdict");

        Assert.Equal("regressed", answer.GetProperty("outcome").GetString());
        Assert.EndsWith(Newer, answer.GetProperty("from").GetString(), StringComparison.Ordinal);
        var cells = answer.GetProperty("cells").EnumerateArray().ToList();
        Assert.Equal(["throughput", "latencyP99"], cells.Select(cell => cell.GetProperty("metric").GetString()));
        Assert.Equal("""{"percent":5.4,"lowPercent":2.9,"highPercent":8.1}""", cells[0].GetProperty("change").GetRawText());
        // An effect without an interval is none.
        Assert.Equal("unknown", cells[1].GetProperty("change").GetString());
    }

    [Fact]
    public async Task Why_a_verdict_is_so_has_the_reason_and_says_that_nobody_traced()
    {
        var answer = await AskAsync("why_verdict", ("cell", Cell), ("run", Newer));

        Assert.Equal("because", answer.GetProperty("verdicts")[0].GetProperty("reason").GetString());
        Assert.Contains("unknown: nobody traced", answer.GetProperty("causes").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_trend_of_a_cell_is_its_ratio_to_the_reference()
    {
        var answer = await AskAsync("cell_trend", ("cell", Cell), ("metric", "peakRss"), ("runs", 2));

        var points = answer.GetProperty("points").EnumerateArray().ToList();
        Assert.Equal([HistorySamples.Document(1).Id, HistorySamples.Document(2).Id], points.Select(point => point.GetProperty("id").GetString()));
        Assert.All(points, point =>
        {
            var ratio = point.GetProperty("percentOfReference");
            Assert.InRange(ratio.GetProperty("percent").GetDouble(), ratio.GetProperty("lowPercent").GetDouble(), ratio.GetProperty("highPercent")
                .GetDouble());
            Assert.InRange(ratio.GetProperty("percent").GetDouble(), 180, 200);
        });
    }

    [Fact]
    public async Task Two_runs_are_compared_through_the_reference_that_both_measured()
    {
        var answer = await AskAsync("compare_runs", ("base", Older), ("head", Newer), ("metric", "peakRss"));

        var change = answer.GetProperty("cells").EnumerateArray().Single(cell => cell.GetProperty("cell").GetString() == Cell).GetProperty("change");
        Assert.Equal(0, change.GetProperty("percent").GetDouble());
        Assert.True(change.GetProperty("lowPercent").GetDouble() < 0 && change.GetProperty("highPercent").GetDouble() > 0);
    }

    [Theory]
    [InlineData("why_verdict", "cell", "hello-minimal/net10.0/serve/2c", "did you mean 'hello-minimal/net10.0/server/2c'?")]
    [InlineData("latest_verdict", "run", "nothing", "nothing: no such file or folder")]
    public async Task A_wrong_question_is_answered_with_what_is_wrong(string tool, string name, string value, string expected)
    {
        var result = await CallAsync(tool, (name, value));

        Assert.True(result.IsError);
        Assert.Contains(expected, Text(result), StringComparison.Ordinal);
    }

    private static CellVerdict Judged(string metric, Verdict verdict) => new()
    {
        Cell = Cell,
        Metric = metric,
        Verdict = verdict,
        Reason = "because",
        Rounds = 8,
        Machines = 1,
        Stage = Stage.Whole,
        Gates = true,
    };

    private FileChanges History()
    {
        var files = HistorySamples.Published(Enumerable.Range(0, 3).Select(number => HistorySamples.Compact(_run with
        {
            Id = HistorySamples.Document(number).Id,
            StartedAt = HistorySamples.Document(number).StartedAt,
        })));
        var changes = new FileChanges();
        foreach (var path in files.Paths) changes.Set(path, files.Read(path)!);
        return changes;
    }

    private async Task<JsonElement> AskAsync(string tool, params (string Name, object? Value)[] arguments)
    {
        var result = await CallAsync(tool, arguments);
        Assert.False(result.IsError ?? false, Text(result));
        return JsonElement.Parse(Text(result));
    }

    private async Task<CallToolResult> CallAsync(string tool, params (string Name, object? Value)[] arguments) => await _client!.CallToolAsync(
        tool, arguments.ToDictionary(argument => argument.Name, argument => argument.Value),
            cancellationToken: TestContext.Current.CancellationToken);

    private static string Text(CallToolResult result) => Assert.IsType<TextContentBlock>(Assert.Single(result.Content)).Text;
}
