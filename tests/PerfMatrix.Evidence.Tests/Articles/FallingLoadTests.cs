using PerfMatrix.Benchmarks.Articles;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Tests.Measurement;
using PerfMatrix.Tests.Reporting.Gc;

namespace PerfMatrix.Evidence.Tests.Articles;

public sealed class FallingLoadTests
{
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

        var text = MarkdownDocument.Format(
            new ReportDocument("", "", [.. FallingLoad.Of(TimelineFacts.Of(run, new TimelineFiles([timeline], [])))]));

        Assert.Contains($"- datas-falling/net10.0/datas/2c: {sentence}", text, StringComparison.Ordinal);
        Assert.Contains($"| datas-falling/net10.0/datas/2c | 1 | 1,000 | 5 | {before} | 20 | 100 |", text, StringComparison.Ordinal);
        Assert.Contains($"| datas-falling/net10.0/datas/2c | 1 {row}", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("1000/10s 0/10s")]
    [InlineData("1000/10s 1000/10s")]
    [InlineData("1000..20/20s")]
    [InlineData("20/10s 1000/10s")]
    public void A_load_that_does_not_fall_or_stops_has_no_such_answer(string schedule)
    {
        var rate = GcRuns.Datas.Rates![0] with { Outcome = GcRuns.Datas.Rates[0].Outcome with { Schedule = schedule } };

        Assert.Empty(FallingLoad.Of(TimelineFacts.Of(GcRuns.Datas with { Rates = [rate] }, GcRuns.DatasTimelines)));
    }
}
