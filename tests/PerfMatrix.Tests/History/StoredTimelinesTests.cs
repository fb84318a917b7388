using PerfMatrix.History;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.History;

public sealed class StoredTimelinesTests
{
    private const int Long = 5000;

    [Fact]
    public void A_short_timeline_is_kept_moment_by_moment()
    {
        var stored = Assert.Single(Of(Timeline(10)).Timelines);

        Assert.Equal([.. Enumerable.Range(0, 10).Select(second => 1000L * second)], stored.Points.AtMs);
        Assert.Equal(90L * 1024, stored.Points.RssKib[0]);
        Assert.Equal(20L * 1024, stored.Points.CommittedKib[0]);
        Assert.Equal(3L * 1024, stored.Points.Gen2Kib[0]);
        Assert.Equal([1000L, 3000L, 5000L, 7000L, 9000L], stored.Collections.AtMs);
        Assert.Equal(("fffff", 1600L), (stored.Collections.Kind, stored.Collections.PauseUs[0]));
        Assert.Equal(new RecordedTimeline(10, 5, 0, 8, 1, 1), stored.Recorded);
    }

    [Fact]
    public void Where_nobody_asked_the_process_there_is_nothing_but_its_resident_memory()
    {
        var points = Assert.Single(Of(TimelineSamples.Timeline(Variant(0), "block", 1, silence: (2, 4))).Timelines).Points;

        Assert.All(
            [points.Gen0Kib, points.Gen1Kib, points.Gen2Kib, points.LohKib, points.PohKib, points.CommittedKib], column => Assert.Null(column[2]));
        Assert.Equal(92L * 1024, points.RssKib[2]);
    }

    [Fact]
    public void A_long_timeline_is_thinned_to_what_a_chart_can_show_and_keeps_its_peaks_ends_and_sums()
    {
        var whole = TimelineSamples.Timeline(Variant(0), "block", 1, Long, heapsAt: second => second is > 2000 and < 2010 ? 4 : 2);
        var peaked = whole with
        {
            Points = [.. whole.Points.Select((point, second) => second == 3333 ? point with
            {
                Process = point.Process with { Rss = new Bytes(9L << 30) },
            } : point)],
            Collections = [.. whole.Collections.Select((collection, index) => index == 777 ? collection with
            {
                Gc = collection.Gc with { PauseMilliseconds = 250 },
            } : collection)],
        };

        var stored = Assert.Single(Of(peaked).Timelines);

        Assert.InRange(stored.Points.AtMs.Count, 100, StoredTimelines.MostPoints);
        Assert.InRange(stored.Collections.AtMs.Count, 50, StoredTimelines.MostPoints);
        Assert.Equal((0L, 1000L * (Long - 1)), (stored.Points.AtMs[0], stored.Points.AtMs[^1]));
        Assert.Equal(9L << 20, stored.Points.RssKib.Max());
        Assert.Equal(250_000L, stored.Collections.PauseUs.Max());
        Assert.Equal([2, 4], stored.Collections.Heaps.Distinct().Order());
        Assert.Equal(stored.Points.AtMs.Order(), stored.Points.AtMs);
        Assert.Equal(stored.Collections.AtMs.Order(), stored.Collections.AtMs);
        Assert.Equal(new RecordedTimeline(Long, Long / 2, 0, Math.Round((1.6 * ((Long / 2) - 1)) + 250, 3), 2, 4), stored.Recorded);
    }

    [Fact]
    public void The_file_of_a_run_stays_below_a_megabyte_and_a_half_however_many_variants_have_long_timelines()
    {
        var timeline = Timeline(Long);
        var stored = StoredTimelines.Of("20261121T075012345Z-0000", [.. Enumerable.Range(0, 200).Select(variant => (variant, timeline))])!;

        Assert.InRange(stored.Timelines.Sum(one => one.Points.AtMs.Count), 1, StoredTimelines.MostPointsOfRun);
        Assert.InRange(HistoryJson.Write(stored).Length, 1, 1_500_000);
    }

    [Fact]
    public void The_first_timeline_of_a_variant_counts_and_those_of_unknown_variants_are_left_out()
    {
        var run = HistorySamples.Document(0);
        var stored = StoredTimelines.Of(run, [TimelineSamples.Timeline(Variant(1), "block", 1), TimelineSamples.Timeline(Variant(0), "block", 3),
            TimelineSamples.Timeline(Variant(1), "block", 2), TimelineSamples.Timeline("other", "block", 1)])!;

        Assert.Equal([(0, 3), (1, 1)], stored.Timelines.Select(one => (one.Variant, one.Round)));
        Assert.Equal([0, 1], HistorySamples.Compact(run).With(stored).Run.Timelines);
        Assert.Null(StoredTimelines.Of(run, []));
    }

    [Fact]
    public void The_file_is_written_with_its_run_and_not_beside_one_that_was_published_without()
    {
        var run = HistorySamples.Document(0);
        var stored = StoredTimelines.Of(run, [TimelineSamples.Timeline(Variant(0), "block", 1)])!;
        var files = HistorySamples.Published(HistorySamples.Compact(run));

        Assert.Empty(Publishing.Add(files, HistorySamples.Compact(run).With(stored)).Files);
        Assert.Contains(HistoryPaths.Timelines(run.Id), Publishing.Add(new MemoryFiles(), HistorySamples.Compact(run).With(stored)).Files.Keys);
    }

    private static string Variant(int index) => HistorySamples.Document(0).Variants[index].Id;

    private static GcTimeline Timeline(int seconds) => TimelineSamples.Timeline(Variant(0), "block", 1, seconds);

    private static StoredTimelines Of(GcTimeline timeline) => StoredTimelines.Of(HistorySamples.Document(0), [timeline])!;
}
