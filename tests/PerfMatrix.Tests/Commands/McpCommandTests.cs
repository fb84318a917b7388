using System.CommandLine;
using System.Text.Json;
using ModelContextProtocol.Client;
using ModelContextProtocol.Protocol;
using PerfMatrix.Commands;
using PerfMatrix.Explain;
using PerfMatrix.Gate;
using PerfMatrix.History;
using PerfMatrix.Tests.GitHub.Alerts;
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
    private const string Published = "20261122T070000000Z-verdict";
    private const string PublishedPath = $"verdicts/2026/{Published}.json";
    private static readonly DateTimeOffset s_day = new(2026, 11, 22, 7, 0, 0, TimeSpan.Zero);

    private readonly TemporaryFolder _folder = new();
    private readonly RunDocument _run = ExportSamples.WithReference();
    private McpClient? _client;

    private FolderFiles HistoryFolder => new(_folder["history"], isFlushed: false);

    public async ValueTask InitializeAsync()
    {
        RunDocument.File.Write(RunFolder.Create(_folder["runs"], Older).Document, _run with { Id = Older });
        RunDocument.File.Write(RunFolder.Create(_folder["runs"], Newer).Document, _run with { Id = Newer });
        Judge(Outcome.Regressed,
            Judged("throughput", Verdict.Worse) with { EffectPercent = 5.4, LowPercent = 2.9, HighPercent = 8.1 },
            Judged("latencyP99", Verdict.Unknown) with { EffectPercent = 3 },
            Judged("peakRss", Verdict.Same) with { EffectPercent = 0.1, LowPercent = -1, HighPercent = 1 });
        HistoryFolder.Apply(History());
        await StartAsync("runs");
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
            Assert.All(tool.JsonSchema.GetProperty("properties").EnumerateObject(), parameter => Assert.Equal(parameter.Name == "cell",
                parameter.Value.GetProperty("description").GetString()!.Contains("any other text is answered with all", StringComparison.Ordinal)));
        });
        Assert.Contains("never take unknown for good", _client.ServerInstructions, StringComparison.Ordinal);
    }

    [Fact]
    public void The_entry_of_the_documentation_has_options_that_there_are()
    {
        var entry = JsonElement.Parse(File.ReadAllText(Checkout.File("docs/data.md")).Split("```json\n")[1].Split("```")[0]);
        var arguments = entry.GetProperty("mcpServers").GetProperty("perfmatrix").GetProperty("args").EnumerateArray()
            .Select(one => one.GetString()!);

        Assert.Empty(new RootCommand { McpCommand.Create() }.Parse([.. arguments]).Errors);
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

    [Theory]
    [InlineData(-1, PublishedPath)]
    [InlineData(1, Newer)]
    public async Task The_latest_verdict_is_the_history_s_where_it_was_published_after_the_newest_run_had_ended(int hours, string expected)
    {
        PublishVerdict();
        RunDocument.File.Write(Path.Combine(_folder["runs"], Newer, "run.json"), _run with { Id = Newer, FinishedAt = s_day.AddHours(hours) });

        var (latest, why) = (await AskAsync("latest_verdict"), await AskAsync("why_verdict", ("cell", Cell)));

        Assert.All([latest, why], answer =>
        {
            Assert.EndsWith(expected, answer.GetProperty("from").GetString(), StringComparison.Ordinal);
            Assert.Equal(s_day.AddHours(Math.Max(0, hours)), answer.GetProperty("when").GetDateTimeOffset());
        });
    }

    [Fact]
    public async Task What_is_worse_is_told_however_many_verdicts_stand_before_it()
    {
        Judge(Outcome.Regressed, [.. Enumerable.Range(0, 61).Select(number => Judged("latencyP99", Verdict.Unknown) with { Cell = $"cell {number}" }),
            Judged("peakRss", Verdict.Worse) with { Gates = false }, Judged("throughput", Verdict.Worse)]);

        var answer = await AskAsync("latest_verdict");

        var cells = answer.GetProperty("cells").EnumerateArray().ToList();
        Assert.Equal((60, 3), (cells.Count, answer.GetProperty("leftOut").GetInt32()));
        Assert.Equal(["throughput", "peakRss", "latencyP99"], cells.Take(3).Select(cell => cell.GetProperty("metric").GetString()));
    }

    [Fact]
    public async Task An_agent_that_asks_for_any_cell_is_told_all_of_them()
    {
        List<string> names = [.. Enumerable.Range(0, 40).Select(number => $"hello-{number}/net10.0/server/2c")];
        Judge(Outcome.Pass, [.. names.Select(name => Judged("throughput", Verdict.Same) with { Cell = name })]);

        var result = await CallAsync("why_verdict", ("cell", "?"));

        Assert.True(result.IsError);
        Assert.Contains($"cell: found '?', which is not there. All cells: {string.Join(", ", names)}", Text(result), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Why_a_verdict_is_so_has_the_reason_and_says_that_nobody_traced()
    {
        var answer = await AskAsync("why_verdict", ("cell", Cell), ("run", Newer));

        Assert.Equal("because", answer.GetProperty("verdicts")[0].GetProperty("reason").GetString());
        Assert.Contains("unknown: nobody traced", answer.GetProperty("causes").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Why_a_published_verdict_is_so_has_what_traced_rounds_of_the_history_showed()
    {
        PublishVerdict();
        var untraced = await AskAsync("why_verdict", ("cell", Cell), ("run", PublishedPath));
        Trace(Published);

        var traced = await AskAsync("why_verdict", ("cell", Cell), ("run", PublishedPath));

        Assert.Contains("unknown: nobody traced", untraced.GetProperty("causes").GetString(), StringComparison.Ordinal);
        Assert.Equal(PublishedPath, traced.GetProperty("from").GetString());
        Assert.Contains("Orders.Total", traced.GetProperty("causes").GetRawText(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_traced_rounds_showed_of_another_verdict_is_no_cause()
    {
        PublishVerdict();
        Trace("20261122T080000000Z-verdict");

        var answer = await AskAsync("why_verdict", ("cell", Cell), ("run", PublishedPath));

        Assert.Contains("unknown: nobody traced", answer.GetProperty("causes").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_verdict_of_a_generated_history_is_said_to_be_made_up()
    {
        PublishVerdict();
        await StartAsync("no runs");
        Assert.Equal(JsonValueKind.Null, (await AskAsync("latest_verdict")).GetProperty("generated").ValueKind);
        WriteHistory(HistoryPaths.Index, new HistoryStore(HistoryFolder).Index with { Generated = true });

        var (latest, why) = (await AskAsync("latest_verdict"), await AskAsync("why_verdict", ("cell", Cell)));

        Assert.Equal(PublishedPath, latest.GetProperty("from").GetString());
        Assert.All([latest, why], answer => Assert.Contains("made up", answer.GetProperty("generated").GetString(), StringComparison.Ordinal));
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
        Assert.Equal((0, "measured"), (answer.GetProperty("runsSince").GetInt32(), answer.GetProperty("status").GetString()));
    }

    [Fact]
    public async Task A_cell_that_has_failed_since_does_not_look_current()
    {
        HistoryFolder.Apply(History(WithoutCell(VariantStatus.Failed), WithoutCell(VariantStatus.Failed)));

        var answer = await AskAsync("cell_trend", ("cell", Cell), ("metric", "peakRss"));

        Assert.Equal(HistorySamples.Document(2).Id, answer.GetProperty("points").EnumerateArray().Last().GetProperty("id").GetString());
        Assert.Equal((2, "failed", "exited with code 134"),
            (answer.GetProperty("runsSince").GetInt32(), answer.GetProperty("status").GetString(), answer.GetProperty("reason").GetString()));
    }

    [Fact]
    public async Task A_run_between_others_that_has_no_value_is_unknown_and_not_left_out()
    {
        HistoryFolder.Apply(History(WithoutCell(VariantStatus.Failed), _run));

        var points = (await AskAsync("cell_trend", ("cell", Cell), ("metric", "peakRss"), ("runs", 3))).GetProperty("points").EnumerateArray()
            .ToList();

        Assert.Equal(Enumerable.Range(2, 3).Select(number => HistorySamples.Document(number).Id),
            points.Select(point => point.GetProperty("id").GetString()));
        Assert.Equal([JsonValueKind.Object, JsonValueKind.String, JsonValueKind.Object],
            points.Select(point => point.GetProperty("percentOfReference").ValueKind));
        Assert.Equal("unknown", points[1].GetProperty("percentOfReference").GetString());
    }

    [Fact]
    public async Task The_trend_names_the_runs_at_which_a_change_would_not_have_been_found()
    {
        WriteHistory(HistoryPaths.Events, new EventsDocument(1,
        [
            new(0, EventKinds.Cpu, "", null, "the first"), new(1, EventKinds.Reference, "", "old", "new", true),
            new(2, EventKinds.Os, "", "Debian 12", "Debian 13"), new(2, EventKinds.Cpu, "", "the first", "the second"),
        ]));

        var hidden = (await AskAsync("cell_trend", ("cell", Cell), ("metric", "peakRss"))).GetProperty("hidden").EnumerateArray().ToList();

        Assert.Equal(
            [$"{HistorySamples.Document(1).Id} reference old new", $"{HistorySamples.Document(2).Id} cpu the first the second"],
            hidden.Select(one => string.Join(' ', one.EnumerateObject().Select(field => field.Value.GetString()))));
        var newer = (await AskAsync("cell_trend", ("cell", Cell), ("metric", "peakRss"), ("runs", 1))).GetProperty("hidden");
        Assert.Equal("cpu", Assert.Single(newer.EnumerateArray()).GetProperty("kind").GetString());
    }

    [Fact]
    public async Task A_change_of_the_trend_has_its_interval_or_is_unknown()
    {
        var cell = new HistoryStore(HistoryFolder).Catalogue.Cells.FindIndex(one => one.Id == Cell);
        ChangeMember step = new(cell, "peakRss", 1, "worse", 5.1, 6.3, 2, 4.2, 6.1);
        WriteHistory(HistoryPaths.Changes, new ChangesDocument(1, "",
        [
            AlertSamples.Change("11111111", 1, members: [step, step with { Metric = "throughput" }, step with { Cell = cell + 1 }]),
            AlertSamples.Change("22222222", 2, members: [step with { LowPercent = null, HighPercent = null }]) with
            {
                Label = "wanted",
                Acknowledged = new(2027, 3, 31),
            },
        ]));

        var changes = (await AskAsync("cell_trend", ("cell", Cell), ("metric", "peakRss"))).GetProperty("changes").EnumerateArray().ToList();

        Assert.Equal(
            ["""{"percent":5.1,"lowPercent":4.2,"highPercent":6.1}""", "\"unknown\""],
            changes.Select(change => change.GetProperty("change").GetRawText()));
        Assert.Contains("a sum of changes", changes[1].GetProperty("reason").GetString(), StringComparison.Ordinal);
        Assert.Equal(
            ("wanted", "2027-03-31"), (changes[1].GetProperty("label").GetString(), changes[1].GetProperty("acknowledged").GetString()));
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task Two_runs_here_or_in_the_history_are_compared_through_a_reference_of_both(bool isBasePublished, bool isHeadPublished)
    {
        var (before, after) = (isBasePublished ? HistorySamples.Document(1).Id : Older, isHeadPublished ? HistorySamples.Document(2).Id : Newer);

        var answer = await AskAsync("compare_runs", ("base", before), ("head", after), ("metric", "peakRss"));

        Assert.Equal((before, after), (answer.GetProperty("base").GetString(), answer.GetProperty("head").GetString()));
        var change = answer.GetProperty("cells").EnumerateArray().Single(cell => cell.GetProperty("cell").GetString() == Cell).GetProperty("change");
        Assert.Equal(0, change.GetProperty("percent").GetDouble());
        Assert.True(change.GetProperty("lowPercent").GetDouble() < 0 && change.GetProperty("highPercent").GetDouble() > 0);
    }

    [Theory]
    [InlineData(VariantStatus.Failed, Older, Newer, "not measured in head (failed)")]
    [InlineData(VariantStatus.Failed, Newer, Older, "not measured in base (failed)")]
    [InlineData(null, Older, Newer, "head has no such cell")]
    [InlineData(null, Newer, Older, "base has no such cell")]
    public async Task A_cell_that_one_of_two_runs_did_not_measure_is_unknown_and_not_left_out(
        VariantStatus? status, string before, string after, string expected)
    {
        RunDocument.File.Write(Path.Combine(_folder["runs"], Newer, "run.json"), WithoutCell(status) with { Id = Newer });

        var answer = await AskAsync("compare_runs", ("base", before), ("head", after), ("metric", "peakRss"));

        var cell = answer.GetProperty("cells").EnumerateArray().Single(one => one.GetProperty("cell").GetString() == Cell);
        Assert.Equal(("unknown", expected), (cell.GetProperty("change").GetString(), cell.GetProperty("reason").GetString()));
    }

    [Fact]
    public async Task A_run_that_is_not_there_is_answered_with_the_newest_that_are()
    {
        var result = await CallAsync("compare_runs", ("base", "20261120T070000000Z-ffff"), ("head", Newer));

        Assert.True(result.IsError);
        string[] newest = [.. new[] { 2, 1, 0 }.Select(number => HistorySamples.Document(number).Id), Newer, Older];
        Assert.Contains("20261120T070000000Z-ffff: no such run, file or folder. Give a folder of one, or an id; the newest: "
            + string.Join(", ", newest), Text(result), StringComparison.Ordinal);
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

    private void Judge(Outcome outcome, params IReadOnlyList<CellVerdict> cells) =>
        VerdictDocument.File.Write(VerdictDocument.File.In(Path.Combine(_folder["runs"], Newer)), Verdicts(outcome, cells));

    private static VerdictDocument Verdicts(Outcome outcome, params IReadOnlyList<CellVerdict> cells) =>
        new() { Outcome = outcome, Policy = new(), Cells = cells };

    private async Task StartAsync(string runs)
    {
        if (_client is not null) await _client.DisposeAsync();
        _client = await McpClient.CreateAsync(new StdioClientTransport(new()
        {
            Command = BuiltProgram.Path("PerfMatrix"),
            Arguments = ["mcp", "--runs", _folder[runs], "--history", _folder["history"]],
            WorkingDirectory = _folder.Root,
        }), cancellationToken: TestContext.Current.CancellationToken);
    }

    private void PublishVerdict() => HistoryFolder.Apply(Shelf.Add(
        HistoryFolder, Shelf.Verdicts, Published,
        JsonElement.Parse(VerdictDocument.File.Format(Verdicts(Outcome.Pass, Judged("throughput", Verdict.Same)))), s_day, null));

    private void Trace(string verdict)
    {
        var changes = new FileChanges();
        var why = new WhyDocument
        {
            Base = new("base", "a"),
            Head = new("head", "b"),
            Cells = [new() { Cell = Cell, Rounds = 5, Cpu = [new("Orders.Total", "Shop", 2, 1, 3, 2, 2, "src/Orders.cs", 42)] }],
        };
        TracedShelf.AddTo(HistoryFolder, changes, [TracedDocument.Of(verdict, why)], s_day, null);
        HistoryFolder.Apply(changes);
    }

    private void WriteHistory<T>(string path, T document)
    {
        var changes = new FileChanges();
        changes.Set(path, HistoryJson.Write(document));
        HistoryFolder.Apply(changes);
    }

    /// <summary>The run, in which the cell became that instead of being measured.</summary>
    /// <param name="status">Null where the run does not have the cell.</param>
    private RunDocument WithoutCell(VariantStatus? status) => _run with
    {
        Variants = [.. from variant in _run.Variants
                       where variant.Id != Cell || status is not null
                       select variant.Id != Cell ? variant : variant with { Status = status!.Value, Reason = "exited with code 134" }],
        Blocks = [.. _run.Blocks.Select(block => block with { Variants = [.. block.Variants.Where(id => id != Cell || status is not null)] })],
        Samples = [.. _run.Samples.Where(sample => sample.Variant != Cell)],
        Pairs = [.. _run.Pairs.Where(pair => pair.A != Cell && pair.B != Cell)],
    };

    /// <param name="later">What the runs behind the first three measured.</param>
    private FileChanges History(params IReadOnlyList<RunDocument> later)
    {
        var files = HistorySamples.Published(Enumerable.Repeat(_run, 3).Concat(later).Select((run, number) => HistorySamples.Compact(run with
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
