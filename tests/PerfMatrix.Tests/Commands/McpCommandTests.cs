using System.CommandLine;
using System.Text.Json;
using PerfMatrix.Commands;
using PerfMatrix.Gate;
using PerfMatrix.History;
using static PerfMatrix.Tests.Commands.McpAgent;

namespace PerfMatrix.Tests.Commands;

/// <summary>What an agent may ask, and what it is told of verdicts.</summary>
[Trait("kind", "processes")]
public sealed class McpCommandTests(McpAgent agent) : IClassFixture<McpAgent>, IAsyncLifetime
{
    private const string Cell = McpAgent.Cell;

    // One amount with its interval, all above 0, and no other number with a sign.
    private const string WithInterval =
        @"^[^+]*\+[\d.]+ (us|B|(added threads )?per 1,000 requests)( per request)? \[\+[\d.]+ \+[\d.]+\][^+]*$";

    private static readonly string[] s_change = ["percent", "lowPercent", "highPercent"];
    private static readonly string[] s_amount = ["perRequest", "low", "high"];

    public ValueTask InitializeAsync() => agent.BeginAsync();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    [Fact]
    public async Task Every_tool_reads_only_and_says_what_it_is_for()
    {
        var tools = await agent.Client.ListToolsAsync(cancellationToken: TestContext.Current.CancellationToken);

        Assert.Equal(["cell_trend", "compare_runs", "latest_verdict", "why_verdict"], tools.Select(tool => tool.Name).Order(StringComparer.Ordinal));
        Assert.All(tools, tool =>
        {
            Assert.True(tool.ProtocolTool.Annotations!.ReadOnlyHint);
            Assert.NotEmpty(tool.Description);
            Assert.All(tool.JsonSchema.GetProperty("properties").EnumerateObject(), parameter => Assert.Equal(parameter.Name == "cell",
                parameter.Value.GetProperty("description").GetString()!.Contains("any other text is answered with all", StringComparison.Ordinal)));
        });
        Assert.Contains("One of a pull request that the history has is left out", tools.Single(tool => tool.Name == "latest_verdict").Description,
            StringComparison.Ordinal);
        Assert.Contains("never take unknown for good", agent.Client.ServerInstructions, StringComparison.Ordinal);
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
        var answer = await agent.AskAsync("latest_verdict");

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
        agent.PublishVerdict();
        agent.Measure(agent.Run with { FinishedAt = PublishedAt.AddHours(hours) });

        var (latest, why) = (await agent.AskAsync("latest_verdict"), await agent.AskAsync("why_verdict", ("cell", Cell)));

        Assert.All([latest, why], answer =>
        {
            Assert.EndsWith(expected, answer.GetProperty("from").GetString(), StringComparison.Ordinal);
            Assert.Equal(PublishedAt.AddHours(Math.Max(0, hours)), answer.GetProperty("when").GetDateTimeOffset());
        });
    }

    [Fact]
    public async Task What_is_worse_is_told_however_many_verdicts_stand_before_it()
    {
        var unknown = Enumerable.Range(0, 61).Select(number => Judged("latencyP99", Verdict.Unknown) with { Cell = $"cell {number}" });
        agent.Judge(Outcome.Regressed, [.. unknown, Judged("peakRss", Verdict.Worse) with { Gates = false }, Judged("throughput", Verdict.Worse)]);

        var answer = await agent.AskAsync("latest_verdict");

        var cells = answer.GetProperty("cells").EnumerateArray().ToList();
        Assert.Equal((60, 2), (cells.Count, answer.GetProperty("leftOut").GetInt32()));
        Assert.Equal(["throughput", "latencyP99"], cells.Take(2).Select(cell => cell.GetProperty("metric").GetString()));
    }

    [Fact]
    public async Task What_fails_nothing_is_told_apart_and_not_counted_and_an_identical_program_is_the_same()
    {
        agent.Judge(Outcome.Pass, Judged("throughput", Verdict.Same) with { Identical = true, Rounds = 0 },
            Judged("peakRss", Verdict.Same), Judged("latencyP50", Verdict.Worse) with { Gates = false, EffectPercent = 9 });

        var (answer, why) = (await agent.AskAsync("latest_verdict"), await agent.AskAsync("why_verdict", ("cell", Cell)));

        Assert.Equal(2, Assert.Single(answer.GetProperty("counts").EnumerateObject()).Value.GetInt32());
        Assert.Equal(1, answer.GetProperty("identical").GetInt32());
        Assert.Empty(answer.GetProperty("cells").EnumerateArray());
        var reported = Assert.Single(answer.GetProperty("reportedOnly").EnumerateArray());
        Assert.Equal(("latencyP50", false), (reported.GetProperty("metric").GetString(), reported.GetProperty("gates").GetBoolean()));
        var identical = why.GetProperty("verdicts")[0];
        Assert.All(["change", "detectablePercent"], name => Assert.Equal("the same (identical program)", identical.GetProperty(name).GetString()));
    }

    [Fact]
    public async Task What_is_acknowledged_and_what_was_not_measured_are_counted_as_such()
    {
        agent.Judge(Outcome.Incomplete, Judged("throughput", Verdict.Worse) with { Acknowledged = "known, #12" },
            Judged("peakRss", Verdict.Unknown) with { NotMeasured = true });

        var answer = await agent.AskAsync("latest_verdict");

        Assert.Equal("""{"acknowledged":1,"notMeasured":1}""", answer.GetProperty("counts").GetRawText());
    }

    [Fact]
    public async Task An_agent_that_asks_for_any_cell_is_told_all_of_them()
    {
        List<string> names = [.. Enumerable.Range(0, 40).Select(number => $"hello-{number}/net10.0/server/2c")];
        agent.Judge(Outcome.Pass, [.. names.Select(name => Judged("throughput", Verdict.Same) with { Cell = name })]);

        var result = await agent.CallAsync("why_verdict", ("cell", "?"));

        Assert.True(result.IsError);
        Assert.Contains($"cell: found '?', which is not there. All cells: {string.Join(", ", names)}", Text(result), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Why_a_verdict_is_so_has_the_reason_and_says_that_nobody_traced()
    {
        var answer = await agent.AskAsync("why_verdict", ("cell", Cell), ("run", Newer));

        Assert.Equal("because", answer.GetProperty("verdicts")[0].GetProperty("reason").GetString());
        Assert.Contains("unknown: nobody traced", answer.GetProperty("causes").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Why_a_published_verdict_is_so_has_what_traced_rounds_of_the_history_showed()
    {
        agent.PublishVerdict();
        var untraced = await agent.AskAsync("why_verdict", ("cell", Cell), ("run", PublishedPath));
        agent.Trace(Published);

        var traced = await agent.AskAsync("why_verdict", ("cell", Cell), ("run", PublishedPath));

        Assert.Contains("unknown: nobody traced", untraced.GetProperty("causes").GetString(), StringComparison.Ordinal);
        Assert.Equal(PublishedPath, traced.GetProperty("from").GetString());
        Assert.Equal(
            """{"method":"Orders.Total","change":{"perRequest":2,"low":1,"high":3},"file":"src/Orders.cs","line":42,"""
                + "\"text\":\"Orders.Total +2.00 us [+1.00 +3.00] (src/Orders.cs:42)\"}",
            traced.GetProperty("causes").GetProperty("cpu")[0].GetRawText());
    }

    [Fact]
    public async Task What_traced_rounds_showed_of_another_verdict_is_no_cause()
    {
        agent.PublishVerdict();
        agent.Trace("20261122T080000000Z-verdict");

        var answer = await agent.AskAsync("why_verdict", ("cell", Cell), ("run", PublishedPath));

        Assert.Contains("unknown: nobody traced", answer.GetProperty("causes").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_verdict_of_a_generated_history_is_said_to_be_made_up()
    {
        agent.PublishVerdict();
        await agent.StartAsync("no runs");
        Assert.Equal(JsonValueKind.Null, (await agent.AskAsync("latest_verdict")).GetProperty("generated").ValueKind);
        agent.WriteHistory(HistoryPaths.Index, new HistoryStore(agent.HistoryFolder).Index with { Generated = true });

        var (latest, why) = (await agent.AskAsync("latest_verdict"), await agent.AskAsync("why_verdict", ("cell", Cell)));

        Assert.Equal(PublishedPath, latest.GetProperty("from").GetString());
        Assert.All([latest, why], answer => Assert.Contains("made up", answer.GetProperty("generated").GetString(), StringComparison.Ordinal));
    }

    [Fact]
    public async Task Every_number_has_its_interval_or_is_one_that_needs_none()
    {
        agent.Judge(Outcome.Regressed,
            Judged("throughput", Verdict.Worse) with
            {
                EffectPercent = 5.4,
                LowPercent = 2.9,
                HighPercent = 8.1,
                DetectablePercent = 2.1,
                Cause = new() { Method = "Orders.Total", PerRequest = 2, Low = 1, High = 3, Total = 2.5, Unattributed = 0.4 },
            },
            Judged("latencyP99", Verdict.Unknown) with { EffectPercent = 3 });
        agent.Explain();
        // Counts are no estimates; the last is the size of what would not have been seen.
        string[] bare = ["identical", "leftOut", "line", "machines", "rounds", "runsSince", "detectablePercent"];

        JsonElement[] answers =
        [
            await agent.AskAsync("latest_verdict"),
            await agent.AskAsync("why_verdict", ("cell", Cell)),
            await agent.AskAsync("cell_trend", ("cell", Cell), ("metric", "peakRss")),
            await agent.AskAsync("compare_runs", ("base", Older), ("head", Newer), ("metric", "peakRss")),
        ];

        var numbers = answers.SelectMany(Numbers).ToList();
        Assert.Equal(
            s_change.Concat(s_amount).Concat(bare).Order(StringComparer.Ordinal),
            numbers.Select(number => number.Name).Distinct().Order(StringComparer.Ordinal));
        foreach (var parts in new[] { s_change, s_amount })
            Assert.All(numbers.Where(number => parts.Contains(number.Name)), number => Assert.All(
                parts, part => Assert.Equal(JsonValueKind.Number, number.Of.GetProperty(part).ValueKind)));
        var texts = answers.SelectMany(Texts).ToList();
        Assert.Equal(9, texts.Count);
        Assert.All(texts, text => Assert.Matches(WithInterval, text));
    }

    /// <summary>Every amount below an element as a text.</summary>
    private static IEnumerable<string> Texts(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.Array => element.EnumerateArray().SelectMany(Texts),
        JsonValueKind.Object => element.EnumerateObject().SelectMany(
            IEnumerable<string> (field) => field.Name == "text" ? [field.Value.GetString()!] : Texts(field.Value)),
        _ => [],
    };

    /// <summary>Every number below an element by its name, with the object that it is in; but not how many there are of each verdict.</summary>
    private static IEnumerable<(string Name, JsonElement Of)> Numbers(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.Number => [("in a list", element)],
        JsonValueKind.Array => element.EnumerateArray().SelectMany(Numbers),
        JsonValueKind.Object => element.EnumerateObject().Where(field => field.Name != "counts").SelectMany(
            IEnumerable<(string Name, JsonElement Of)> (field) =>
                field.Value.ValueKind == JsonValueKind.Number ? [(field.Name, element)] : Numbers(field.Value)),
        _ => [],
    };

    [Theory]
    [InlineData("why_verdict", "cell", "hello-minimal/net10.0/serve/2c", "did you mean 'hello-minimal/net10.0/server/2c'?")]
    [InlineData("latest_verdict", "run", "nothing", "nothing: no such file or folder")]
    public async Task A_wrong_question_is_answered_with_what_is_wrong(string tool, string name, string value, string expected)
    {
        var result = await agent.CallAsync(tool, (name, value));

        Assert.True(result.IsError);
        Assert.Contains(expected, Text(result), StringComparison.Ordinal);
    }
}
