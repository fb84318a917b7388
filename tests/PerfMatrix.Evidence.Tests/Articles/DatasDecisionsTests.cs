using PerfMatrix.Evidence.Articles;
using PerfMatrix.Explain;
using PerfMatrix.Reporting;

namespace PerfMatrix.Evidence.Tests.Articles;

public sealed class DatasDecisionsTests
{
    private static readonly GcDecision s_kept = new(1, 1, 1, 1.5, 10, 64);

    [Fact]
    public void Each_leg_says_how_many_heaps_DATAS_chose_and_what_changes_cost_and_shows_them_over_time()
    {
        var section = Assert.Single(DatasDecisions.Of(
        [
            new()
            {
                From = "server",
                To = "datas",
                Cells = [new() { Cell = "datas-call", ToDecisions = [s_kept, s_kept with { Chosen = 2, ThroughputCostPercent = 6.4 },
                    s_kept with { Heaps = 2 }] }],
            },
            new() { From = "workstation", To = "datas", Cells = [new() { Cell = "datas-idle", ToDecisions = [s_kept] }] },
        ]));

        Assert.Equal(
        [
            "datas-call, datas: 3 decisions about the number of heaps, which was from 1 to 2; 2 changed it, at a cost of collections from 1.5 to "
                + "6.4 %.",
            "datas-idle, datas: 1 decision about the number of heaps, which was 1; none changed it.",
        ], section.Parts.OfType<Bullets>().Single().Items);
        Assert.Equal(10, section.Parts.OfType<ChartPart>().Count());
    }

    [Fact]
    public void Without_decisions_nothing_is_said() =>
        Assert.Empty(DatasDecisions.Of([new() { From = "server", To = "workstation", Cells = [new() { Cell = "datas-call" }] }]));
}
