using System.Text.Json;
using PerfMatrix.Explain;
using PerfMatrix.Explain.Traces;
using PerfMatrix.Gate;
using PerfMatrix.Reporting.Agents;
using PerfMatrix.Tests.Commands;

namespace PerfMatrix.Tests.Reporting.Agents;

public sealed class CauseAnswersTests
{
    private static readonly CellExplanation s_explained = McpAgent.Explained;

    [Fact]
    public void What_is_not_attributed_is_the_whole_where_no_method_is_named_and_else_unknown()
    {
        var (named, unnamed) = (Answer(s_explained), Answer(s_explained with { Cpu = [] }));

        Assert.Equal("unknown", named.GetProperty("unattributed").GetString());
        Assert.All(["cpuDifference", "unattributed"], field => Assert.Equal(
            """{"perRequest":2.5,"low":1.5,"high":3.5}""", unnamed.GetProperty(field).GetRawText()));
        Assert.Empty(unnamed.GetProperty("cpu").EnumerateArray());
    }

    [Fact]
    public void A_cell_that_was_not_explained_is_unknown_with_the_reason() => Assert.Equal(
        "unknown: no events; the trace was cut short",
        Answer(new() { Cell = McpAgent.Cell, Problem = "no events", Notes = ["the trace was cut short."] }).GetString());

    [Fact]
    public void Of_very_many_changes_the_largest_are_told_and_a_note_counts_the_others()
    {
        var many = Answer(s_explained with { Cpu = [.. Enumerable.Repeat(s_explained.Cpu[0], AgentAnswers.MostEntries + 3)] });

        Assert.Equal(AgentAnswers.MostEntries, many.GetProperty("cpu").GetArrayLength());
        Assert.Contains("3 methods", many.GetProperty("notes")[0].GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_flame_graph_that_is_not_told_is_not_said_to_be_left_out() => Assert.Equal(
        s_explained.Notes,
        Answer(s_explained with { Flame = new(["all"], [.. Enumerable.Repeat(new FlameNode(0, -1, 1, 2), 2_000)]) }).GetProperty("notes")
            .EnumerateArray().Select(note => note.GetString()));

    [Fact]
    public void Sizes_that_are_lower_bounds_say_so()
    {
        var (whole, part) = (Answer(s_explained), Answer(s_explained with { Profiler = CpuProfiler.EventPipe, SampledPercent = 60 }));

        Assert.Equal([false, true], new[] { whole, part }.Select(answer => answer.GetProperty("lowerBounds").GetBoolean()));
        Assert.StartsWith("Orders.Total at least +2.00 us [", part.GetProperty("cpu")[0].GetProperty("text").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_name_has_no_character_that_nobody_sees()
    {
        var method = Answer(s_explained with { Cpu = [s_explained.Cpu[0] with { Method = "Orders\u001b[31m.Total" }] }).GetProperty("cpu")[0];

        Assert.Equal("Orders[31m.Total", method.GetProperty("method").GetString());
        Assert.StartsWith("Orders[31m.Total +", method.GetProperty("text").GetString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Orders.Total", null, "Orders.Total +48.00 us per request [+40.00 +56.00]")]
    [InlineData(null, "string", "string +48 B per request [+40 +56]")]
    public void The_cause_of_a_verdict_is_told_without_the_whole_which_has_no_interval(string? method, string? type, string expected)
    {
        var cause = Json(CauseAnswers.Of(new VerdictCause
        {
            Method = method,
            Type = type,
            PerRequest = 48,
            Low = 40,
            High = 56,
            Total = 50,
            Measured = 60,
        }));

        Assert.Equal("""{"perRequest":48,"low":40,"high":56}""", cause.GetProperty("change").GetRawText());
        Assert.Equal(expected, cause.GetProperty("text").GetString());
    }

    private static JsonElement Answer(CellExplanation explained) => Json(CauseAnswers.Of(explained));

    private static JsonElement Json(object answer) => JsonSerializer.SerializeToElement(answer, DocumentJson.Compact);
}
