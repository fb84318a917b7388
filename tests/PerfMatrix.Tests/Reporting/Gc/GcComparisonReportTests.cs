using PerfMatrix.Explain;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;

namespace PerfMatrix.Tests.Reporting.Gc;

public sealed class GcComparisonReportTests
{
    private static readonly GcDecision s_decision = new(1, 2, 2, 3, 4, 5);
    private static readonly Predicate<TimeChart> s_isLoad = chart => chart.Name.EndsWith("-load", StringComparison.Ordinal);

    [Fact]
    public void A_load_that_is_not_known_is_left_out_and_not_drawn_as_none()
    {
        var load = Assert.Single(Charts(
            s_decision with { AllocatedRate = 240 }, s_decision with { Seconds = 2 }, s_decision with { Seconds = 3, AllocatedRate = 0 }), s_isLoad);

        Assert.Equal([1, 3], load.Lines[0].Seconds);
        Assert.Equal([240, 0], load.Lines[0].Values);
    }

    [Fact]
    public void Where_no_load_is_known_there_is_no_chart_of_it() =>
        Assert.DoesNotContain(Charts(s_decision, s_decision with { Seconds = 2 }), s_isLoad);

    private static IReadOnlyList<TimeChart> Charts(params GcDecision[] decisions)
    {
        GcCell cell = new() { Cell = "cell", Rounds = 2, ToDecisions = decisions };
        return [.. GcComparisonReport.Build("run", new() { From = "server", To = "datas", Cells = [cell] }).Sections[0].Parts.OfType<TimeChart>()];
    }
}
