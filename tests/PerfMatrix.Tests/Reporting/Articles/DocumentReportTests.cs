using PerfMatrix.Reporting.Articles;
using PerfMatrix.Reporting.Documents;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Results;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Reporting.Articles;

public sealed class DocumentReportTests
{
    private static readonly RunDocument s_run = Run();
    private static readonly TimelineFiles s_files = new(
        [
            TimelineSamples.Timeline("datas-live/net10.0/datas/2c", "b1", 1, seconds: 10, second => second > 4 ? 2 : 1),
            TimelineSamples.Timeline("datas-idle/net10.0/datas/2c", "b2", 1, seconds: 20, second => second > 15 ? 1 : 2, silence: (6, 14)),
        ],
        []);

    [Fact]
    public void The_gc_report_answers_with_what_was_seen()
    {
        using var culture = new CultureScope();
        Approval.Verify(MarkdownDocument.Format(GcReport.Build(s_run, s_files), "charts"), "gc");
    }

    [Fact]
    public void Without_a_silence_the_report_says_that_it_does_not_tell()
    {
        var timelines = s_files with { Timelines = [TimelineSamples.Timeline("datas-live/net10.0/datas/2c", "b1", 1, seconds: 10, _ => 1)] };
        Assert.Contains("This run has no scenario with a silence", MarkdownDocument.Format(GcReport.Build(s_run with { Rates = null }, timelines), null), StringComparison.Ordinal);
    }

    [Fact]
    public void The_report_of_an_article_sets_our_figures_beside_its_own()
    {
        using var culture = new CultureScope();
        Approval.Verify(MarkdownDocument.Format(Article.All[0].Build(s_run, s_files), null), "article");
    }

    [Fact]
    public void The_report_on_the_zero_gc_draws_its_memory_beside_that_of_workstation()
    {
        using var culture = new CultureScope();
        var report = new ZeroGcArticle().Build(ArticleRuns.ZeroGc, ArticleRuns.ZeroGcTimelines);

        Approval.Verify(MarkdownDocument.Format(report, "charts"), "zero");
        var chart = MarkdownDocument.Charts(report).Single(chart => chart.Name.EndsWith("-memory", StringComparison.Ordinal)).Svg;
        Assert.Contains(">workstation</text>", chart);
        Assert.Contains(">zero</text>", chart);
        Assert.Equal(2, System.Text.RegularExpressions.Regex.Count(chart, "fill=\"none\""));
    }

    [Fact]
    public void The_report_on_large_json_shows_what_was_asked_for_and_streaming_beside_it()
    {
        using var culture = new CultureScope();
        Approval.Verify(MarkdownDocument.Format(new LargeJsonArticle().Build(ArticleRuns.LargeJson, new TimelineFiles([], [])), "charts"), "large-json");
    }

    [Theory]
    [InlineData("5000", 160, "Peak and end are equal because every process still held its peak 5 s after the load (within 0.5 %): resident memory only grew, and nothing of it was given back.")]
    [InlineData("0", 160, "Peak and end are equal because every process still held its peak right after the load, where it was read (within 0.5 %)")]
    [InlineData(null, 160, "Peak and end are equal because every process still held its peak just before the stop (within 0.5 %)")]
    [InlineData("5500", 120, "1 of 2 cells held less than the peak 5.5 s after the load: hello-minimal/net10.0/workstation/2c (25 % below its peak). Where peak and end are equal, nothing had been given back by then.")]
    public void The_report_on_versions_says_what_became_of_memory_after_the_load(string? settle, int end, string expected)
    {
        var text = MarkdownDocument.Format(new VersionsArticle().Build(ArticleRuns.Versions(settle, end), new TimelineFiles([], [])), null);

        Assert.Contains(expected, text, StringComparison.Ordinal);
        Assert.Contains("| Cell | rounds good/planned | load RSS MB | peak RSS MB | end RSS MB |", text, StringComparison.Ordinal);
        Assert.Contains("| hello-minimal/net8.0/workstation/2c | 6/6 | 158.0 | 160.0 | 160.0 |", text, StringComparison.Ordinal);
        Assert.Contains($"| hello-minimal/net10.0/workstation/2c | 5/6 | 158.0 | 160.0 | {end}.0 |", text, StringComparison.Ordinal);
    }

    [Fact]
    public void The_areas_of_memory_add_up_to_what_is_resident()
    {
        // Before a collection nothing is known to be committed; later less is in use than committed, then more, and once more is committed than resident.
        (long Rss, long Committed, long InUse)[] moments = [(90, 0, 11), (100, 40, 20), (100, 40, 60), (100, 150, 30)];
        var sample = TimelineSamples.Timeline("datas-live/net10.0/datas/2c", "b1", 1, seconds: moments.Length);
        var timeline = sample with
        {
            Points = [.. sample.Points.Zip(moments, (point, moment) => point with
            {
                Process = point.Process with { Rss = new(moment.Rss << 20) },
                Gc = point.Gc! with { CommittedBytes = moment.Committed << 20, InUseBytes = moment.InUse << 20 },
            })],
        };

        var areas = TimelineCharts.Areas(timeline.Points);

        Assert.Equal(["unmanaged", "gen 2", "gen 1", "gen 0", "LOH", "POH", "committed, free"], areas.Select(area => area.Name));
        Assert.Equal([79, 60, 40, 0], areas[0].Points.Select(point => point.Value));
        Assert.Equal([0, 20, 0, 70], areas[^1].Points.Select(point => point.Value));
        for (var i = 0; i < moments.Length; i++)
            Assert.Equal(moments[i].Rss, areas.Sum(area => area.Points[i].Value), 6);
    }

    [Fact]
    public void Legs_with_as_many_heaps_and_different_budgets_are_compared_by_what_was_seen()
    {
        VariantRecord[] variants = [ArticleRuns.Variant("datas-live", "server"), ArticleRuns.Variant("datas-live", "datas")];
        var server = TimelineSamples.Timeline(variants[0].Id, "b1", 1, seconds: 10, _ => 2);
        var datas = TimelineSamples.Timeline(variants[1].Id, "b2", 1, seconds: 20, _ => 2);
        datas = datas with { Collections = [.. datas.Collections.Select(collection => collection with { Gc = collection.Gc with { BudgetBytes = 1 << 20 } })] };
        var files = new TimelineFiles([server, datas], []);

        var text = MarkdownDocument.Format(GcReport.Build(s_run with { Variants = variants, Rates = null }, files), null);

        Assert.Contains("- datas-live, net10.0: datas and server used up to 2 heaps alike, with budgets of 2 and 8 MB, and collected 9 and 4 times: the smaller budget collected more often, with no more heaps.", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Html_needs_nothing_else_and_is_well_formed()
    {
        var html = HtmlDocument.Format(GcReport.Build(s_run with { Warnings = ["<script>"] }, s_files));

        Assert.DoesNotContain("http://", html.Replace("http://www.w3.org/2000/svg", "", StringComparison.Ordinal));
        Assert.DoesNotContain("<script", html);
        Assert.Equal(6, System.Text.RegularExpressions.Regex.Count(html, "<svg "));
        foreach (var chart in MarkdownDocument.Charts(GcReport.Build(s_run, s_files)))
            System.Xml.Linq.XElement.Parse(chart.Svg);
    }

    [Fact]
    public void Every_article_has_a_report_even_of_a_run_without_its_scenarios()
    {
        Assert.Equal(["000", "001", "002", "003", "004"], Article.All.Select(article => article.Number));
        foreach (var article in Article.All)
        {
            var text = MarkdownDocument.Format(article.Build(s_run with { Variants = [] }, new TimelineFiles([], [])), null);
            Assert.Contains("This run has none of the scenarios of the article.", text);
            Assert.Contains("What differs here", text);
        }
    }

    [Fact]
    public void A_timeline_that_was_changed_or_is_missing_is_left_out_and_named()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Root, "changed.json"), "{}");
        var run = s_run with { Timelines = [new TimelineRecord("v", "b", 1, new RawFile("changed.json", new string('0', 64))), new TimelineRecord("w", "b", 1, new RawFile("missing.json", ""))] };

        var files = TimelineFiles.Read(Path.Combine(folder.Root, "run.json"), run);

        Assert.Empty(files.Timelines);
        Assert.Contains("v: changed.json has been changed", files.Problems[0]);
        Assert.Contains("w: its timeline cannot be read", files.Problems[1]);
    }

    private static RunDocument Run()
    {
        VariantRecord[] variants = [Variant("datas-live"), Variant("datas-idle")];
        var file = new RawFile("raw/x.json", new string('0', 64));
        return SampleRun.Create() with
        {
            Variants = variants,
            Samples = [.. variants.Select(variant => new SampleRecord(variant.Id, 1, new Dictionary<string, double> { ["throughput"] = 5000, ["peakRss"] = 120 << 20 }))],
            Pairs = [],
            Blocks = [],
            Controls = [new ControlRecord(variants[0].Id, "b1", [.. Enumerable.Range(0, 12).Select(pair => 0.001 * (pair - 6))], file)],
            Rates = [new RateRecord(variants[0].Id, "b1", 1, false, new PerfMatrix.Contract.RateOutcome { Schedule = "3000/12s 0/20s", Planned = TimeSpan.FromSeconds(32), Scheduled = 36_000, Sent = 30_000, Late = 500, MaximumLag = TimeSpan.FromSeconds(5) })],
        };
    }

    private static VariantRecord Variant(string scenario) => new()
    {
        Id = $"{scenario}/net10.0/datas/2c",
        Cell = new CellRecord($"{scenario}/net10.0/datas/2c", scenario, "net10.0", "10.0.14", "datas", 2),
        Side = "head",
        Status = VariantStatus.Measured,
    };
}
