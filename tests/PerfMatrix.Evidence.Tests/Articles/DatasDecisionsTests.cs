using PerfMatrix.Benchmarks.Articles;
using PerfMatrix.Explain;
using PerfMatrix.Reporting;
using PerfMatrix.Tests.Reporting.Gc;

namespace PerfMatrix.Evidence.Tests.Articles;

public sealed class DatasDecisionsTests
{
    private const string Row = "| every third collection decides about heaps | every third";

    private static readonly GcDecision s_kept = new(1, 1, 1, 1.5, 10, 64) { AllocatedRate = 240 };

    [Fact]
    public void Each_side_says_how_many_heaps_DATAS_chose_at_what_cost_and_shows_them_over_time()
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

    /// <summary>Beside three blocking collections there are so many in the background.</summary>
    [Theory]
    [InlineData(90, 0.0, "3.0 collections, 3.0 of them blocking, for each of 30 decisions", "reproduced")]
    [InlineData(98, 0.1, "3.3 collections, 3.2 of them blocking, for each of 30 decisions", "reproduced")]
    [InlineData(120, 1.0, "4.0 collections, 3.0 of them blocking, for each of 30 decisions",
        "differs because collections in the background do not count")]
    [InlineData(120, 0.0, "4.0 collections, 4.0 of them blocking, for each of 30 decisions", "differs, unexplained")]
    public void Every_third_collection_decides_where_all_count(int collections, double background, string here, string verdict)
    {
        var text = Report(Traced("datas-falling", collections, decisions: 30, background));

        Assert.Contains($"{Row} | {here} | 1 | - | - | {verdict} |", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Several_sides_have_a_range_and_each_counts_as_a_round()
    {
        var (falling, idle) = (Traced("datas-falling", 90, decisions: 30), Traced("datas-idle", 64, decisions: 20));

        var text = Report(falling, idle with { FromCollections = 93, FromDecisions = falling.ToDecisions });

        Assert.Contains($"{Row} | 3.1 (3.0 to 3.2) collections, 3.1 (3.0 to 3.2) of them blocking, for each of 80 decisions | 3 | - | - | "
            + "reproduced |", text, StringComparison.Ordinal);
    }

    /// <summary>Where five rounds were traced, the decisions of one are kept.</summary>
    [Theory]
    [InlineData("datas-falling", 14, 1)]
    [InlineData("datas-falling", 1000, 1)]
    [InlineData("datas-falling", 30, 5)]
    [InlineData("call", 30, 1)]
    public void Without_a_side_that_tells_the_claim_waits_for_its_run(string scenario, int decisions, int rounds)
    {
        var text = Report(Traced(scenario, 3 * decisions, decisions) with { Rounds = rounds });

        Assert.Contains($"{Row} | - | - | - | - | not in this run: no traced side has 15 to 999 decisions; report gc RUN --from server --to datas "
            + "traces them |", text, StringComparison.Ordinal);
    }

    /// <summary>Its target is 2 %. What stays or becomes less at whatever cost does not matter.</summary>
    [Theory]
    [InlineData(1, 2, 6.0, "1 decision for more heaps, at a cost of 6.0 %; the target is 2.0 % | 1 | - | - | reproduced")]
    [InlineData(1, 2, 1.9, "1 decision for more heaps, at a cost of 1.9 %; the target is 2.0 % | 1 | - | - | differs, unexplained")]
    [InlineData(2, 1, 1.0, "- | - | - | - | not in this run")]
    [InlineData(1, 2, null, "- | - | - | - | not in this run")]
    public void Heaps_become_more_where_the_cost_is_above_its_target(int heaps, int chosen, double? cost, string row)
    {
        var decision = s_kept with { Heaps = heaps, Chosen = chosen, ConsideredCostPercent = cost, TargetCostPercent = 2 };

        var text = Report(Traced("datas-falling", 90, decisions: 30) with
        {
            ToDecisions = [s_kept with { ConsideredCostPercent = 9, TargetCostPercent = 2 }, decision],
        });

        Assert.Contains($"| the throughput cost decides about more heaps | it does | {row} |", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Decisions_for_more_heaps_of_all_traced_cells_count()
    {
        var more = s_kept with { Chosen = 2, ConsideredCostPercent = 17, TargetCostPercent = 2 };
        var traced = Traced("datas-falling", 90, decisions: 30) with { ToDecisions = [more, more with { ConsideredCostPercent = 20 }] };

        var text = Report(traced, Traced("datas-idle", 90, decisions: 30), traced with { FromDecisions = [more], ToDecisions = [] });

        Assert.Contains("| 3 decisions for more heaps, at a cost of 17.0 (17.0 to 20.0) %; the target is 2.0 % | 3 | - | - | reproduced |", text,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Without_decisions_nothing_is_said() =>
        Assert.Empty(DatasDecisions.Of([new() { From = "server", To = "workstation", Cells = [new() { Cell = "datas-call" }] }]));

    private static string Report(params IReadOnlyList<GcCell> cells) => MarkdownDocument.Format(
        DatasArticle.Article.Build(GcRuns.Datas, GcRuns.DatasTimelines, new GcDocument { From = "server", To = "datas", Cells = cells }));

    private static GcCell Traced(string scenario, int collections, int decisions, double background = 0) => new()
    {
        Cell = $"{scenario}/net10.0/server..datas/2c",
        Rounds = 1,
        ToCollections = collections,
        Statistics = [Statistic("Collections of gen0", 2), Statistic("Collections of gen1", 1), Statistic("Background collections", background)],
        ToDecisions = [.. Enumerable.Repeat(s_kept, decisions)],
    };

    private static GcStatistic Statistic(string name, double value) => new(name, "in 1,000 requests", value, value, null, null, null);
}
