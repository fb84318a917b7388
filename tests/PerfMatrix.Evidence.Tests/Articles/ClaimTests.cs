using PerfMatrix.Evidence.Articles;
using PerfMatrix.Metrics;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Tests.Reporting.Gc;

namespace PerfMatrix.Evidence.Tests.Articles;

public sealed class ClaimTests
{
    [Theory]
    [InlineData(100.0, null, "reproduced")]
    [InlineData(110.0, null, "reproduced")]
    [InlineData(90.0, null, "reproduced")]
    [InlineData(111.0, null, "differs, unexplained")]
    [InlineData(89.0, "it is another machine", "differs because it is another machine")]
    [InlineData(null, "it is another machine", "not in this run")]
    public void A_difference_above_ten_percent_has_an_explanation_or_the_word_unexplained(double? ours, string? because, string verdict) =>
        Assert.Equal(verdict, new Claim("requests/s", 100, _ => ours) { Because = because }.Verdict(ours));

    [Fact]
    public void The_report_sets_every_figure_of_the_article_beside_ours()
    {
        var run = GcRuns.Of(new() { Rounds = 1 },
            (GcRuns.Variant("async-tasks/Baseline", "workstation", "net8.0"), 1, Allocated(405.34)),
            (GcRuns.Variant("async-tasks/WithoutTaskRun", "workstation", "net8.0"), 1, Allocated(176.22)),
            (GcRuns.Variant("async-tasks/SharedDelayOneTask", "workstation", "net8.0"), 1, Allocated(32)));

        var text = MarkdownDocument.Format(Article.All[^1].Build(run, new TimelineFiles([], [])), null);

        Assert.Contains("| WithoutTaskRun against Baseline, .NET 8 | 0.43 | 0.43 | +1 | reproduced |", text, StringComparison.Ordinal);
        Assert.Contains("| allocated by SharedDelayOneTask, .NET 6 (here 8), MB | 39.63 | 32.00 | -19 | differs because an array of a million references",
            text, StringComparison.Ordinal);
        Assert.Contains("| lock contentions of Baseline, .NET 8 | 9,165 | - | - | not in this run |", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_article_has_claims_each_with_a_name_of_its_own()
    {
        Assert.All(Article.All, article => Assert.NotEmpty(article.Claims));
        Assert.All(Article.All, article => Assert.Distinct(article.Claims.Select(claim => claim.What)));
    }

    /// <summary>In a container the same cell has other figures.</summary>
    [Fact]
    public void A_cell_with_a_limit_is_not_what_the_article_measured()
    {
        var limited = GcRuns.Variant("datas-call", "datas");
        limited = limited with { Cell = limited.Cell with { Memory = new(512 << 20) } };
        var run = new ArticleRun(GcRuns.Of(new(), (limited, 1, new() { ["peakRss"] = 50 << 20 })), new TimelineFiles([], []));

        Assert.Null(new ClaimedCell("datas-call", "net10.0", "datas").Of(run, Metric.PeakRss));
    }

    private static Dictionary<string, double> Allocated(double megabytes) =>
        new() { ["allocatedPerOperation"] = megabytes * FigureColumn.Megabyte, ["meanTime"] = 1e9 };
}
