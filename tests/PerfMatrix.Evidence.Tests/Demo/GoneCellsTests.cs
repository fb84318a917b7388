using PerfMatrix.GitHub.Alerts;
using PerfMatrix.History;
using static PerfMatrix.Evidence.Tests.Demo.PartialRuns;

namespace PerfMatrix.Evidence.Tests.Demo;

/// <summary>What becomes of a change when its cells are removed or renamed.</summary>
public sealed class GoneCellsTests
{
    private const int LastPlanned = 35;

    private static readonly IReadOnlyList<CompactRun> s_runs = Of(60);

    [Theory]
    [InlineData(LastPlanned + 20, 16, 4)] // one run fewer than it takes
    [InlineData(LastPlanned + 21, 16, 2)]
    [InlineData(LastPlanned + 21, 9, 4)] // within eight days, in which a weekly run need not come
    [InlineData(LastPlanned + 21, 10, 2)]
    public void A_change_ends_in_cells_that_are_no_longer_measured_and_stands_in_the_others(int runs, int hours, int standing)
    {
        var alert = Assert.Single(Alerts(Planned(hours, 2, 3).Take(runs)));

        Assert.Equal(standing, alert.Standing.Select(member => member.Cell).Distinct().Count());
    }

    [Fact]
    public void The_issue_of_a_change_whose_cells_are_all_gone_is_closed_with_that_reason()
    {
        var alert = Assert.Single(Alerts(Planned(16)));
        var issue = new AlertIssue(12, IsOpen: true, alert.First.Id, IsClosedByUs: false, new("title", ""));

        var step = Assert.Single(AlertPlan.Of([alert], [issue], s_runs.Count - 1));
        Assert.Equal((issue, 0), (step.Issue, step.Alert.Standing.Count));
        Assert.StartsWith("no longer measured: ", AlertBody.WhyClosed(alert), StringComparison.Ordinal);
    }

    /// <param name="left">The cells that are planned on.</param>
    private static IEnumerable<CompactRun> Planned(int hours, params int[] left) =>
        from commit in Enumerable.Range(0, s_runs.Count)
        let stepped = Stepped(s_runs[commit], commit)
        let planned = commit <= LastPlanned ? stepped : Only(stepped, $"gh{commit}-1-aaaaaa", left)
        select planned with { Run = planned.Run with { StartedAt = s_runs[0].Run.StartedAt.AddHours(hours * commit) } };

    private static IReadOnlyList<Alert> Alerts(IEnumerable<CompactRun> runs)
    {
        var store = Published(runs);
        return Alert.Of(store.Changes, new Dictionary<string, string>(), GoneCells.Of(store));
    }
}
