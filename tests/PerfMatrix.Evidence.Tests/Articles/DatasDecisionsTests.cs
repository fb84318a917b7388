using PerfMatrix.Evidence.Articles;
using PerfMatrix.Explain;
using PerfMatrix.Reporting;

namespace PerfMatrix.Evidence.Tests.Articles;

public sealed class DatasDecisionsTests
{
    private static readonly GcDecision s_kept = new(1, 1, 1, 1.5, 10, 64) { AllocatedRate = 240 };

    [Fact]
    public void Each_leg_says_how_many_heaps_DATAS_chose_at_what_cost_and_shows_them_over_time()
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
            "DATAS is active in datas of datas-call: 3 decisions in a round, 2 of them about another number of heaps, at a cost of 1.5 to 6.4 %. "
                + "The number was 1 to 2.",
            "DATAS is active in datas of datas-idle: 1 decision in a round, 0 of them about another number of heaps. The number was 1.",
        ], section.Parts.OfType<Paragraph>().Select(paragraph => paragraph.Text));
        Assert.Equal(10, section.Parts.OfType<ChartPart>().Count());
    }

    [Fact]
    public void Without_decisions_nothing_is_said() =>
        Assert.Empty(DatasDecisions.Of([new() { From = "server", To = "workstation", Cells = [new() { Cell = "datas-call" }] }]));
}
