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
    public void The_gc_report_answers_with_what_was_seen()
    {
        Approval.Verify(MarkdownDocument.Format(GcReport.Build(GcRuns.Datas, GcRuns.DatasTimelines)), "gc");
    }

    [Fact]
    public void Without_a_silence_the_report_says_that_it_does_not_tell()
    {
        var timelines = GcRuns.DatasTimelines with
        {
            Timelines = [TimelineSamples.Timeline("datas-live/net10.0/datas/2c", "b1", 1, seconds: 10, _ => 1)],
        };
        Assert.Contains("This run has no scenario with a silence", MarkdownDocument.Format(GcReport.Build(GcRuns.Datas with
        {
            Rates = null,
        }, timelines)), StringComparison.Ordinal);
    }

    /// <summary>What ships is DATAS on newer runtimes, and a mode of any name may ask for it.</summary>
    [Theory]
    [InlineData("default", true, true)]
    [InlineData("default", false, false)]
    [InlineData("my-adaptive", true, true)]
    [InlineData("server", false, false)]
    public void What_is_under_DATAS_is_told_by_the_proof_and_not_by_a_name(string gc, bool isDatas, bool isAnswered)
    {
        var variant = GcRuns.Variant("datas-idle", gc) with { Proof = isDatas ? GcRuns.DatasProof : RunSamples.ProofOf("10.0.14", isServer: true) };
        var timeline = TimelineSamples.Timeline(variant.Id, "b1", 1, seconds: 20, _ => 2, silence: (6, 14));

        var text = MarkdownDocument.Format(GcReport.Build(GcRuns.Datas with { Variants = [variant], Rates = null }, new([timeline], [])));

        Assert.Equal(isAnswered, text.Contains($"- {variant.Id}: 2 heaps in 1 round.", StringComparison.Ordinal));
        Assert.Equal(isAnswered, text.Contains($"{variant.Id}: in 7 s without a request resident memory went", StringComparison.Ordinal));
        Assert.Equal(!isAnswered, text.Contains("This run has no collection under DATAS, so it does not tell.", StringComparison.Ordinal));
    }

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
            .. TimelineCharts.Of(new(cell, timeline)).Select(part => part is TimeChart chart
                ? string.Join(", ", chart.Lines.Select(line => line.Name)) : Assert.IsType<Paragraph>(part).Text.Split(". ")[^1]),
        ];
    }

    [Fact]
    public void Modes_with_as_many_heaps_and_different_budgets_are_compared_by_what_was_seen()
    {
        VariantRecord[] variants = [GcRuns.Variant("datas-live", "server"), GcRuns.Variant("datas-live", "datas")];
        var server = TimelineSamples.Timeline(variants[0].Id, "b1", 1, seconds: 10, _ => 2);
        var datas = TimelineSamples.Timeline(variants[1].Id, "b2", 1, seconds: 20, _ => 2);
        datas = datas with
        {
            Collections = [.. datas.Collections.Select(collection => collection with { Gc = collection.Gc with { BudgetBytes = 1 << 20 } })],
        };
        var files = new TimelineFiles([server, datas], []);

        var text = MarkdownDocument.Format(GcReport.Build(GcRuns.Datas with { Variants = variants, Rates = null }, files));

        Assert.Contains("- datas-live, net10.0: datas and server used up to 2 heaps alike in 1 round, with budgets of 2 and 8 MB, and collected 9 "
            + "and 4 "
            + "times: the smaller budget collected more often, with no more heaps, in 1 round.", text, StringComparison.Ordinal);
        Assert.DoesNotContain("Left out", text, StringComparison.Ordinal);
    }

    /// <summary>In round 2 both have the same budget.</summary>
    [Fact]
    public void A_round_whose_budgets_are_alike_is_named_as_left_out()
    {
        VariantRecord[] variants = [GcRuns.Variant("datas-live", "server"), GcRuns.Variant("datas-live", "datas")];
        var timelines = variants.SelectMany(variant => Enumerable.Range(1, 2).Select(round =>
            TimelineSamples.Timeline(variant.Id, "b1", round, seconds: 20, _ => 2))).ToList();
        timelines[2] = timelines[2] with
        {
            Collections = [.. timelines[2].Collections.Select(collection => collection with { Gc = collection.Gc with { BudgetBytes = 1 << 20 } })],
        };

        var text = MarkdownDocument.Format(GcReport.Build(GcRuns.Datas with { Variants = variants, Rates = null }, new TimelineFiles(timelines, [])));

        Assert.Contains("in 1 round. Left out: round 2, where the heaps were not as many, or the first budget was not smaller by a fifth.", text,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true, 100, 2, 1,
        "from 1,000 to 20 requests/s the heaps went from 2 to 1 in 1 round; resident memory went from 100 to 119 MB and grew in 1 round.",
        "| 20 | 5 | 1 | 20 | 119 |")]
    [InlineData(true, 50, 2, 2,
        "from 1,000 to 20 requests/s the heaps stayed 2 in 1 round; resident memory went from 100 to 69 MB and shrank in 1 round.",
        "| 20 | 5 | 2 | 20 | 69 |")]
    [InlineData(false, 50, 2, 1, "In round 1 the rate was not sustained, so requests still waited when the load was due to fall.",
        "| 20 | 5 | 1 | 20 | 69 |")]
    public void A_load_that_falls_says_whether_heaps_and_memory_shrank(
        bool isSustained, int lastMegabytes, int before, int after, string sentence, string row)
    {
        var variant = GcRuns.Variant("datas-falling", "datas");
        var timeline = TimelineSamples.Timeline(variant.Id, "b1", 1, seconds: 30, second => second < 20 ? before : after);
        timeline = timeline with
        {
            Points = [.. timeline.Points.Select(point => point.At < TimeSpan.FromSeconds(11) ? point : point with
            {
                Process = point.Process with { Rss = new(((long)lastMegabytes + (point.At.Seconds - 10)) << 20) },
            })],
        };
        var rate = GcRuns.Datas.Rates![0] with
        {
            Variant = variant.Id,
            Sustained = isSustained,
            Outcome = GcRuns.Datas.Rates[0].Outcome with { Schedule = "1000/10s 200/10s 20/10s" },
        };
        var run = GcRuns.Datas with { Variants = [variant], Rates = [rate] };

        var text = MarkdownDocument.Format(GcReport.Build(run, new TimelineFiles([timeline], [])));

        Assert.Contains($"- datas-falling/net10.0/datas/2c: {sentence}", text, StringComparison.Ordinal);
        Assert.Contains($"| datas-falling/net10.0/datas/2c | 1 | 1,000 | 5 | {before} | 20 | 100 |", text, StringComparison.Ordinal);
        Assert.Contains($"| datas-falling/net10.0/datas/2c | 1 {row}", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("3000/12s 0/20s", true)]
    [InlineData("4000/30s", false)]
    public void A_silence_that_was_not_due_is_not_said_to_be_left_out(string schedule, bool isDue)
    {
        var rate = GcRuns.Datas.Rates![0];
        var run = GcRuns.Datas with { Rates = [rate with { Outcome = rate.Outcome with { Schedule = schedule } }] };

        var text = MarkdownDocument.Format(GcReport.Build(run, GcRuns.DatasTimelines));

        Assert.Equal(isDue, text.Contains("requests still waited when the silence was due", StringComparison.Ordinal));
    }

    [Fact]
    public void Rounds_of_a_cell_are_counted_and_no_cell_is_said_to_be_both()
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

        Assert.Contains($"- {Cell}: 1 heap in 1 of 3 rounds, 2 heaps in 2.\n", text, StringComparison.Ordinal);
        Assert.Contains($"- {Cell}, rounds 1 and 2: the rate 3000/12s 0/20s was sustained; of 36,000 requests 15 (10 to 20) were sent more than 100 "
            + "ms late.",
            text, StringComparison.Ordinal);
        Assert.Contains($"- {Cell}, round 3: The rate 3000/12s 0/20s was not sustained", text, StringComparison.Ordinal);
        Assert.Contains($"due: {Cell} (round 3).", text, StringComparison.Ordinal);
        Assert.Contains($"{Cell}: in 7 s without a request resident memory went from 96 to 103 MB; 2 heaps were in use before it and 2 at the first "
            + "collection "
            + "after it, so they did not shrink without allocation, in 1 of 2 rounds, one heap was in use before the silence already, so nothing "
                + "could "
            + "shrink, in 1.", text, StringComparison.Ordinal);
        Assert.Contains($"| {Cell} | 3 | 6 | 2: 6 |", text, StringComparison.Ordinal);
        Assert.Equal(3, report.Sections.SelectMany(section => section.Parts).OfType<TimeChart>().Count());
        Assert.Contains("Charts of round 1; the other 2 are in the tables above.", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("1000/10s 0/10s")]
    [InlineData("1000/10s 1000/10s")]
    [InlineData("1000..20/20s")]
    [InlineData("20/10s 1000/10s")]
    public void A_load_that_does_not_fall_or_stops_has_no_such_answer(string schedule)
    {
        var rate = GcRuns.Datas.Rates![0] with { Outcome = GcRuns.Datas.Rates[0].Outcome with { Schedule = schedule } };

        Assert.DoesNotContain("when the load falls", MarkdownDocument.Format(
            GcReport.Build(GcRuns.Datas with { Rates = [rate] }, GcRuns.DatasTimelines)), StringComparison.Ordinal);
    }

    [Fact]
    public void Its_page_holds_text_and_charts_as_data_and_reads_again()
    {
        var report = GcReport.Build(GcRuns.Datas with { Warnings = ["<script>"] }, GcRuns.DatasTimelines);

        var page = SitePage.Of(report);
        var read = JsonSerializer.Deserialize<ReportDocument>(JsonSerializer.Serialize(report, DocumentJson.Compact), DocumentJson.Compact)!;

        Assert.Equal(6, page.Split("\"kind\":\"time\"").Length - 1);
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
