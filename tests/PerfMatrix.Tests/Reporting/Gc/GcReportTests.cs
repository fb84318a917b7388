using System.Text.Json;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Reporting.Site;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Reporting.Gc;

public sealed class GcReportTests
{
    [Fact]
    public void The_gc_report_shows_what_was_recorded()
    {
        Approval.Verify(MarkdownDocument.Format(GcReport.Build(GcRuns.Datas, GcRuns.DatasTimelines)), "gc");
    }

    [Fact]
    public void A_run_without_a_timeline_says_in_plain_text_which_scenarios_record_one() => Assert.StartsWith(
        "This run has no timeline. Scenarios with timeline in ",
        Assert.IsType<Paragraph>(GcReport.Build(GcRuns.Datas, new([], [])).Sections[0].Parts[0]).Text, StringComparison.Ordinal);

    [Fact]
    public void The_areas_of_memory_add_up_to_what_is_resident()
    {
        // Before a collection nothing is known to be committed; later less is in use than committed, then more, and once more is committed than
        // resident.
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
        Assert.Equal([79, 60, 40, 0], areas[0].Values);
        Assert.Equal([0, 20, 0, 70], areas[^1].Values);
        for (var i = 0; i < moments.Length; i++)
            Assert.Equal(moments[i].Rss, areas.Sum(area => area.Values[i]), 6);
    }

    [Fact]
    public void What_has_nothing_to_draw_says_why_and_no_chart_has_a_line_without_a_point()
    {
        var cell = GcRuns.Variant("datas-live", "datas").Cell;
        var sample = TimelineSamples.Timeline("datas-live/net10.0/datas/2c", "b1", 1);
        var untold = sample.Collections.Select(collection => collection with { Gc = collection.Gc with { Heaps = 0 } });

        Assert.Equal(
            ["resident, unmanaged, gen 2, gen 1, gen 0, LOH, POH, committed, free", "heaps", "budget (MB), pause (ms)"], Drawn(sample));
        Assert.Equal("Not drawn: no collection since the load began tells how many it used.", Drawn(sample with { Collections = [.. untold] })[1]);
        Assert.Equal("pause (ms)", Drawn(sample with { Collections = [.. untold] })[2]);
        Assert.Equal("resident", Drawn(sample with { Points = [.. sample.Points.Select(point => point with { Gc = null })] })[0]);
        Assert.Equal("Not drawn: no moment was recorded.", Drawn(sample with { Points = [] })[0]);
        Assert.Equal("Not drawn: no collection since the load began was recorded.", Drawn(sample with { Collections = [] })[2]);

        List<string> Drawn(GcTimeline timeline) =>
        [
            .. TimelineCharts.Of(new(cell, timeline, HasDatas: true, IsSustained: true, Schedule: null)).Select(part => part is TimeChart chart
                ? string.Join(", ", chart.Lines.Select(line => line.Name)) : Assert.IsType<Paragraph>(part).Text.Split(". ")[^1]),
        ];
    }

    [Fact]
    public void Rates_of_the_rounds_of_a_cell_are_told_together_and_one_round_is_drawn()
    {
        const string Cell = "datas-idle/net10.0/datas/2c";
        var run = GcRuns.Datas with
        {
            Variants = [GcRuns.Variant("datas-idle", "datas")],
            Rates = [.. Enumerable.Range(1, 3).Select(round => GcRuns.Datas.Rates![0] with
            {
                Variant = Cell,
                Round = round,
                Sustained = round < 3,
                Outcome = GcRuns.Datas.Rates[0].Outcome with { Sent = round < 3 ? 36_000 : 30_000, Late = 10 * round },
            })],
        };
        var files = new TimelineFiles(
            [.. Enumerable.Range(1, 3).Select(round => TimelineSamples.Timeline(Cell, "b1", round, seconds: 20, _ => round == 1 ? 1 : 2,
                silence: (6, 14)))], []);

        var report = GcReport.Build(run, files);
        var text = MarkdownDocument.Format(report);

        Assert.Contains($"- {Cell}, rounds 1 and 2: the rate 3000/12s 0/20s was sustained; of 36,000 requests 15 (10 to 20) were sent more than 100 "
            + "ms late.",
            text, StringComparison.Ordinal);
        Assert.Contains($"- {Cell}, round 3: The rate 3000/12s 0/20s was not sustained", text, StringComparison.Ordinal);
        Assert.Equal(3, report.Sections.SelectMany(section => section.Parts).OfType<TimeChart>().Count());
        Assert.Contains("Charts of round 1; the other 2 are in the tables above.", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Its_page_holds_text_and_charts_as_data_and_reads_again()
    {
        var source = GcRuns.Datas.Source with { Repository = "https://example.com/owner/shop" };
        var report = GcReport.Build(GcRuns.Datas with { Warnings = ["<script>"], Source = source }, GcRuns.DatasTimelines);

        var page = SitePage.Of(report);
        var read = JsonSerializer.Deserialize<ReportDocument>(JsonSerializer.Serialize(report, DocumentJson.Compact), DocumentJson.Compact)!;

        Assert.Equal(6, page.Split("\"kind\":\"time\"").Length - 1);
        Assert.Equal(source.Repository, read.Repository);
        Assert.Equal(MarkdownDocument.Format(report), MarkdownDocument.Format(read));
        var charts = read.Sections.SelectMany(section => section.Parts).OfType<TimeChart>().ToList();
        Assert.Equal(6, charts.Count);
        Assert.All(charts.SelectMany(chart => chart.Lines), line =>
        {
            Assert.Equal(line.Seconds.Count, line.Values.Count);
            Assert.Equal(line.Seconds.Order(), line.Seconds);
        });
        Assert.Equal(2, charts.Single(chart => chart.Marks.Count > 0).Marks.Count);
    }

    [Fact]
    public void A_timeline_that_was_changed_or_is_missing_is_left_out_and_named()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Root, "changed.json"), "{}");
        var run = GcRuns.Datas with
        {
            Timelines = [new TimelineRecord("v", "b", 1, new RawFile("changed.json", new string('0', 64))),
                new TimelineRecord("w", "b", 1, new RawFile("missing.json", ""))],
        };

        var files = TimelineFiles.Read(Path.Combine(folder.Root, "run.json"), run);

        Assert.Empty(files.Timelines);
        Assert.Contains("v: changed.json has been changed", files.Problems[0]);
        Assert.Contains("w: its timeline cannot be read", files.Problems[1]);
    }
}
