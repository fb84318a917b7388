using System.Text.Json;
using PerfMatrix.History;
using PerfMatrix.Tests.GitHub.Alerts;
using PerfMatrix.Tests.History;
using static PerfMatrix.Tests.Commands.McpAgent;

namespace PerfMatrix.Tests.Commands;

/// <summary>What an agent is told of runs: the trend of a cell, and two of them side by side.</summary>
[Trait("kind", "processes")]
public sealed class McpTrendTests(McpAgent agent) : IClassFixture<McpAgent>, IAsyncLifetime
{
    private const string Cell = McpAgent.Cell;

    public ValueTask InitializeAsync() => agent.BeginAsync();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    [Fact]
    public async Task The_trend_of_a_cell_is_its_ratio_to_the_reference()
    {
        var answer = await agent.AskAsync("cell_trend", ("cell", Cell), ("metric", "peakRss"), ("runs", 2));

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
        agent.HistoryFolder.Apply(agent.History(agent.WithoutCell(VariantStatus.Failed), agent.WithoutCell(VariantStatus.Failed)));

        var answer = await agent.AskAsync("cell_trend", ("cell", Cell), ("metric", "peakRss"));

        Assert.Equal(HistorySamples.Document(2).Id, answer.GetProperty("points").EnumerateArray().Last().GetProperty("id").GetString());
        Assert.Equal((2, "failed", "exited with code 134"),
            (answer.GetProperty("runsSince").GetInt32(), answer.GetProperty("status").GetString(), answer.GetProperty("reason").GetString()));
    }

    [Fact]
    public async Task A_run_between_others_that_has_no_value_is_unknown_and_not_left_out()
    {
        agent.HistoryFolder.Apply(agent.History(agent.WithoutCell(VariantStatus.Failed), agent.Run));

        var points = (await agent.AskAsync("cell_trend", ("cell", Cell), ("metric", "peakRss"), ("runs", 3))).GetProperty("points").EnumerateArray()
            .ToList();

        Assert.Equal(Enumerable.Range(2, 3).Select(number => HistorySamples.Document(number).Id),
            points.Select(point => point.GetProperty("id").GetString()));
        Assert.Equal([JsonValueKind.Object, JsonValueKind.String, JsonValueKind.Object],
            points.Select(point => point.GetProperty("percentOfReference").ValueKind));
        Assert.Equal("unknown", points[1].GetProperty("percentOfReference").GetString());
    }

    [Theory]
    [InlineData(200, 50)]
    [InlineData(60, 190)]
    public async Task The_trend_of_a_cell_that_was_long_not_measured_is_as_long_as_was_asked_and_says_what_is_left_out(int asked, int leftOut)
    {
        Publish(250, 200, VariantStatus.Failed);

        var answer = await agent.AskAsync("cell_trend", ("cell", Cell), ("metric", "peakRss"), ("runs", asked));

        var points = answer.GetProperty("points").EnumerateArray().ToList();
        Assert.Equal((asked, 200, leftOut),
            (points.Count, answer.GetProperty("runsSince").GetInt32(), answer.GetProperty("leftOut").GetInt32()));
        Assert.Equal(HistorySamples.Document(leftOut).Id, points[0].GetProperty("id").GetString());
        Assert.All(points, point => Assert.Equal(JsonValueKind.Object, point.GetProperty("percentOfReference").ValueKind));
        Assert.Equal(JsonValueKind.Null, answer.GetProperty("noLongerMeasuredSince").ValueKind);
    }

    [Theory]
    [InlineData(19, false)]
    [InlineData(20, true)]
    public async Task A_cell_that_was_removed_names_the_last_run_that_planned_it(int later, bool isGone)
    {
        Publish(4, later, status: null);

        var answer = await agent.AskAsync("cell_trend", ("cell", Cell), ("metric", "peakRss"));

        var since = answer.GetProperty("noLongerMeasuredSince");
        Assert.Equal((later, "measured"), (answer.GetProperty("runsSince").GetInt32(), answer.GetProperty("status").GetString()));
        Assert.Equal(isGone ? JsonValueKind.Object : JsonValueKind.Null, since.ValueKind);
        if (!isGone) return;
        Assert.Equal((HistorySamples.Document(3).Id, agent.Run.StartedAt.AddDays(3)),
            (since.GetProperty("id").GetString(), since.GetProperty("startedAt").GetDateTimeOffset()));
    }

    /// <summary>Publishes runs that measured the cell, and later ones in which it became that instead; one a day.</summary>
    /// <param name="status">Null where the later runs do not have the cell.</param>
    private void Publish(int measured, int later, VariantStatus? status)
    {
        var (run, without) = (HistorySamples.Compact(agent.Run), HistorySamples.Compact(agent.WithoutCell(status)));
        var store = new HistoryStore(new EmptyFiles());
        foreach (var number in Enumerable.Range(0, measured + later))
        {
            var document = number < measured ? run : without;
            var (id, startedAt) = (HistorySamples.Document(number).Id, document.Run.StartedAt.AddDays(number));
            store.Append((document with { Run = document.Run with { Id = id, StartedAt = startedAt } }).At(number), isStored: true);
        }

        agent.HistoryFolder.Apply(store.Save());
    }

    [Fact]
    public async Task The_trend_names_the_runs_at_which_a_change_would_not_have_been_found()
    {
        agent.WriteHistory(HistoryPaths.Events, new EventsDocument(1,
        [
            new(0, EventKinds.Cpu, "", null, "the first"), new(1, EventKinds.Reference, "", "old", "new", Chained: false),
            new(2, EventKinds.Os, "", "Debian 12", "Debian 13"), new(2, EventKinds.Cpu, "", "the first", "the second"),
        ]));

        var hidden = (await agent.AskAsync("cell_trend", ("cell", Cell), ("metric", "peakRss"))).GetProperty("hidden").EnumerateArray().ToList();

        Assert.Equal(
            [$"{HistorySamples.Document(1).Id} reference old new False", $"{HistorySamples.Document(2).Id} cpu the first the second "],
            hidden.Select(one => string.Join(' ', one.EnumerateObject().Select(field => field.Value.ToString()))));
        var newer = (await agent.AskAsync("cell_trend", ("cell", Cell), ("metric", "peakRss"), ("runs", 1))).GetProperty("hidden");
        Assert.Equal("cpu", Assert.Single(newer.EnumerateArray()).GetProperty("kind").GetString());
    }

    [Fact]
    public async Task A_change_of_the_trend_has_its_interval_or_is_unknown()
    {
        var cell = new HistoryStore(agent.HistoryFolder).Catalogue.Cells.FindIndex(one => one.Id == Cell);
        ChangeMember step = new(cell, "peakRss", 1, "worse", 5.1, 6.3, 2, 4.2, 6.1);
        agent.WriteHistory(HistoryPaths.Changes, new ChangesDocument(1, "",
        [
            AlertSamples.Change("11111111", 1, members: [step, step with { Metric = "throughput" }, step with { Cell = cell + 1 }]),
            AlertSamples.Change("22222222", 2, members: [step with { LowPercent = null, HighPercent = null }]) with
            {
                Label = "wanted",
                Acknowledged = new(2027, 3, 31),
                LocalChanges = true,
            },
        ]));

        var changes = (await agent.AskAsync("cell_trend", ("cell", Cell), ("metric", "peakRss"))).GetProperty("changes").EnumerateArray().ToList();

        Assert.Equal(
            ["""{"percent":5.1,"lowPercent":4.2,"highPercent":6.1}""", "\"unknown\""],
            changes.Select(change => change.GetProperty("change").GetRawText()));
        Assert.Contains("a sum of changes", changes[1].GetProperty("reason").GetString(), StringComparison.Ordinal);
        Assert.Equal(
            ("wanted", "2027-03-31"), (changes[1].GetProperty("label").GetString(), changes[1].GetProperty("acknowledged").GetString()));
        Assert.Equal([false, true], changes.Select(change => change.GetProperty("localChanges").GetBoolean()));
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task Two_runs_here_or_in_the_history_are_compared_through_a_reference_of_both(bool isBasePublished, bool isHeadPublished)
    {
        var (before, after) = (isBasePublished ? HistorySamples.Document(1).Id : Older, isHeadPublished ? HistorySamples.Document(2).Id : Newer);

        var answer = await agent.AskAsync("compare_runs", ("base", before), ("head", after), ("metric", "peakRss"));

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
        agent.Measure(agent.WithoutCell(status));

        var answer = await agent.AskAsync("compare_runs", ("base", before), ("head", after), ("metric", "peakRss"));

        var cell = answer.GetProperty("cells").EnumerateArray().Single(one => one.GetProperty("cell").GetString() == Cell);
        Assert.Equal(("unknown", expected), (cell.GetProperty("change").GetString(), cell.GetProperty("reason").GetString()));
    }

    [Fact]
    public async Task A_run_that_is_not_there_is_answered_with_the_newest_that_are()
    {
        var result = await agent.CallAsync("compare_runs", ("base", "20261120T070000000Z-ffff"), ("head", Newer));

        Assert.True(result.IsError);
        string[] newest = [.. new[] { 2, 1, 0 }.Select(number => HistorySamples.Document(number).Id), Newer, Older];
        Assert.Contains("20261120T070000000Z-ffff: no such run, file or folder. Give a folder of one, or an id; the newest: "
            + string.Join(", ", newest), Text(result), StringComparison.Ordinal);
    }
}
