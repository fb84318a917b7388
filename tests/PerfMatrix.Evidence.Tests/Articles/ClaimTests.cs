using PerfMatrix.Benchmarks.Articles;
using PerfMatrix.Metrics;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Shared;
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
        Assert.Equal(verdict, new FigureClaim("requests/s", 100, _ => null) { Because = because }.Verdict(Rounds(ours)));

    [Theory]
    [InlineData(120.0, "differs because it is faster")]
    [InlineData(80.0, "differs, unexplained")]
    public void A_reason_for_more_is_none_for_less(double ours, string verdict) =>
        Assert.Equal(verdict, new FigureClaim("requests/s", 100, _ => null) { IfMore = "it is faster" }.Verdict(Rounds(ours)));

    [Fact]
    public void A_reason_for_a_part_says_that_the_rest_is_unexplained() =>
        Assert.Equal("differs, in part because it is faster; the rest is unexplained", Claim.Differs($"it is faster{Claim.Rest}"));

    /// <summary>Up to 10 % is no difference, so an interval must lie wholly beyond to show one.</summary>
    [Theory]
    [InlineData(120.0, 109.0, 130.0, "cannot be shown here because these rounds leave it open")]
    [InlineData(120.0, 111.0, 130.0, "differs because it is another machine")]
    [InlineData(80.0, 70.0, 91.0, "cannot be shown here because these rounds leave it open")]
    [InlineData(80.0, 70.0, 89.0, "differs because it is another machine")]
    [InlineData(105.0, 80.0, 130.0, "reproduced")]
    public void A_difference_that_the_interval_leaves_open_is_not_called_one(double ours, double low, double high, string verdict) =>
        Assert.Equal(verdict, new FigureClaim("requests/s", 100, _ => null) { Because = "it is another machine" }
            .Verdict(new Claimed(ours, "6", (low, high))));

    /// <summary>Of a ratio near 1 the sign of the change counts, and up to 2 percentage points or a tenth of the change are no difference.</summary>
    [Theory]
    [InlineData(0.952, -2.9, -3.5, -2.0, "reproduced")]
    [InlineData(0.952, -2.0, -2.5, -1.5, "differs, unexplained")]
    [InlineData(0.952, -2.0, -3.0, -1.0, "cannot be shown here because these rounds leave it open")]
    [InlineData(0.952, 2.5, -0.8, 3.8, "differs, unexplained")]
    [InlineData(0.952, 4.3, -5.0, 10.0, "cannot be shown here because these rounds leave it open")]
    [InlineData(0.952, -8.0, -9.0, -7.0, "differs, unexplained")]
    [InlineData(0.99, -0.5, -0.8, -0.2, "reproduced")]
    [InlineData(0.99, 0.5, 0.2, 0.8, "differs, unexplained")]
    [InlineData(0.99, 0.0, 0.0, 0.0, "differs, unexplained")]
    [InlineData(0.99, 0.5, -0.2, 1.2, "cannot be shown here because these rounds leave it open")]
    [InlineData(1.01, 0.5, 0.2, 0.8, "reproduced")]
    [InlineData(1.01, -0.5, -0.8, -0.2, "differs, unexplained")]
    [InlineData(1.0, 1.9, 1.5, 2.5, "reproduced")]
    [InlineData(0.6, -37.0, -38.0, -36.0, "reproduced")]
    public void A_change_is_reproduced_by_one_of_the_same_sign_and_about_the_same_size(
        double ratio, double ours, double low, double high, string verdict) =>
        Assert.Equal(verdict, FigureClaim.OfChange("requests/s", ratio, _ => null).Verdict(new Claimed(ours, "6", (low, high))));

    [Fact]
    public void A_change_is_shown_with_its_sign_in_percent()
    {
        var row = FigureClaim.OfChange("requests/s", 0.952, _ => new Claimed(1.025, "6", (0.992, 1.038)))
            .Row(new ArticleRun(GcRuns.Of(new()), new TimelineFiles([], [])));

        Assert.Equal(["requests/s, %", "-4.8", "+2.5", "6", "-0.8 to +3.8", "-", "differs, unexplained"], row.Cells.Select(cell => cell.Value));
    }

    /// <summary>What is as claimed in the middle only, rounds of both sides mixed, may be so by chance.</summary>
    [Theory]
    [InlineData(new double[] { 0, 1, 2, 2 }, new double[] { 3, 3, 4, 4 }, "reproduced")]
    [InlineData(new double[] { 1, 3, 3, 5 }, new double[] { 2, 4, 4, 6 }, "cannot be shown here because these rounds leave it open")]
    [InlineData(new double[] { 2, 4, 4, 6 }, new double[] { 1, 3, 3, 5 }, "cannot be shown here because these rounds leave it open")]
    [InlineData(new double[] { 3, 3, 3, 3 }, new double[] { 3, 3, 3, 3 }, "differs because few are needed")]
    [InlineData(new double[] { 4, 4, 4, 4 }, new double[] { 3, 3, 3, 3 }, "differs because few are needed")]
    [InlineData(new double[] { 1, 1, 1 }, new double[] { 3, 3, 3 }, "cannot be shown here because there are too few rounds")]
    public void What_is_smaller_is_judged_by_all_rounds(double[] rounds, double[] than, string verdict) =>
        Assert.Equal(verdict, Claim.Smaller(rounds, than, "few are needed"));

    [Fact]
    public void The_report_sets_every_figure_of_the_article_beside_ours()
    {
        var run = GcRuns.Of(new() { Rounds = 1 },
            (GcRuns.Variant("async-tasks/Baseline", "workstation", "net8.0"), 1, Allocated(405.34)),
            (GcRuns.Variant("async-tasks/WithoutTaskRun", "workstation", "net8.0"), 1, Allocated(176.22)),
            (GcRuns.Variant("async-tasks/SharedDelayOneTask", "workstation", "net8.0"), 1, Allocated(32)));

        var text = MarkdownDocument.Format(Article.All[^1].Build(run, new TimelineFiles([], [])));

        Assert.Contains("| allocated, WithoutTaskRun against Baseline | 0.43 | 0.43 | 1 and 1 | - | +1 | reproduced |", text,
            StringComparison.Ordinal);
        Assert.Contains("| allocated by SharedDelayOneTask, .NET 6 (here 8), MB | 39.63 | 32.00 | 1 | - | -19 | differs because an array of a "
            + "million references",
            text, StringComparison.Ordinal);
        Assert.Contains("| lock contentions in Baseline, .NET 8 | 9,165 | - | - | - | - | not in this run |", text, StringComparison.Ordinal);
        Assert.Contains("fewer contentions | 14,887 to 10,811 | - | - | - | - | cannot be shown here because .NET 6 and 7 are out of support", text,
            StringComparison.Ordinal);
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

        Assert.Empty(new ClaimedCell("datas-call", "net10.0", "datas").Of(run, Metric.PeakRss));
    }

    /// <summary>Two patches side by side say nothing of what the newest one does.</summary>
    [Fact]
    public void A_patch_is_a_runtime_of_its_own()
    {
        var run = new ArticleRun(
            GcRuns.Of(new(), (GcRuns.Variant("hello-minimal", "default", "net9.0@9.0.1"), 1, new() { ["throughput"] = 100 })),
            new TimelineFiles([], []));
        var cell = new ClaimedCell("hello-minimal", "net9.0", "default");

        Assert.Empty(cell.Of(run, Metric.Throughput));
        Assert.Equal([100.0], (cell with { Runtime = "net9.0@9.0.1" }).Of(run, Metric.Throughput));
    }

    /// <summary>What follows can be looked up in tables of the Mann-Whitney test: 2 of 25 differences are left out at each end, 0 of 16.</summary>
    [Fact]
    public void Rounds_of_different_blocks_have_an_interval_without_pairs()
    {
        double[] from = [.. Powers([0, 1, 2, 3, 4])], to = [.. Powers([10, 20, 30, 40, 50])];

        var change = UnpairedChange.Of(from, to);

        Assert.Equal(28, change.Location, 9);
        Assert.Equal((8, 48), (Math.Round(change.Interval!.Value.Low, 9), Math.Round(change.Interval.Value.High, 9)));
        Assert.Equal((7, 40), (UnpairedChange.Of(from[..4], to[..4]).Interval!.Value.Low,
            Math.Round(UnpairedChange.Of(from[..4], to[..4]).Interval!.Value.High, 9)));
        Assert.Null(UnpairedChange.Of(from[..3], to[..3]).Interval);

        static IEnumerable<double> Powers(double[] logarithms) => logarithms.Select(Math.Exp);
    }

    /// <summary>100 and 50 requests/s in turn are 66.7: an hour of each has more of the faster.</summary>
    [Fact]
    public void Requests_in_turn_are_as_fast_as_their_harmonic_mean()
    {
        var run = new ArticleRun(GcRuns.Of(new(),
            (GcRuns.Variant("hello-minimal", "default"), 2, new() { ["throughput"] = 100 }),
            (GcRuns.Variant("hello-minimal-post", "default"), 2, new() { ["throughput"] = 50 })), new TimelineFiles([], []));
        var mix = new ClaimedCell("hello-minimal", "net10.0", "default") { InTurnWith = "hello-minimal-post" };

        Assert.Equal([66.667, 66.667], mix.Of(run, Metric.Throughput).Select(value => Math.Round(value, 3)));
        Assert.Empty((mix with { Runtime = "net8.0" }).Of(run, Metric.Throughput));
    }

    private static Claimed? Rounds(double? value) => value is { } known ? new(known, "2", null) : null;

    private static Dictionary<string, double> Allocated(double megabytes) =>
        new() { ["allocatedPerOperation"] = megabytes * Bytes.PerMegabyte, ["meanTime"] = 1e9 };
}
