using PerfMatrix.History;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.History;

public sealed class PruningTests
{
    [Fact]
    public void A_prune_reads_no_run_that_it_does_not_prune()
    {
        var files = new ReadLog(HistorySamples.Published(Enumerable.Range(0, 5).Select(number => HistorySamples.Compact(number))));

        var changes = Pruning.Prune(files, HistorySamples.Document(2).StartedAt);

        Assert.Equal(
            Enumerable.Range(0, 2).Select(number => HistoryPaths.Run(HistorySamples.Document(number).Id)),
            files.Asked.Where(path => path.StartsWith(HistoryPaths.Runs, StringComparison.Ordinal)).Distinct().Order(StringComparer.Ordinal));
        Assert.DoesNotContain(files.Asked, path => path.StartsWith("series/", StringComparison.Ordinal));
        Assert.Equal(4, changes.Files.Count); // two runs, their list, the entry point
    }

    /// <summary>The paths of a folder are a walk through it, and a long history has thousands of them.</summary>
    [Fact]
    public void A_prune_lists_the_paths_once_however_many_timelines_it_removes()
    {
        var history = new MemoryFiles();
        foreach (var number in Enumerable.Range(0, 4)) history.Apply(Publishing.Add(history, WithTimeline(number)));
        var files = new ReadLog(history);

        var changes = Pruning.Prune(files, HistorySamples.Document(3).StartedAt);

        Assert.Equal(3, changes.Files.Count(file => file.Value is null));
        Assert.Equal(1, files.Listings);
    }

    [Fact]
    public void A_pruned_history_keeps_its_summaries_and_stays_whole()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0), HistorySamples.Compact(1));
        var before = files.Text("series/throughput/hello-controllers/0.json");

        files.Apply(Pruning.Prune(files, HistorySamples.Document(1).StartedAt));

        var path = HistoryPaths.Run(HistorySamples.Document(0).Id);
        var pruned = HistoryJson.Read<StoredRun>(path, files.Read(path)!);
        Assert.Null(pruned.Rounds);
        Assert.Equal([0, 6], new HistoryStore(files).RunList(0).Runs.Select(run => run.Rounds));
        Assert.Equal(before, files.Text("series/throughput/hello-controllers/0.json"));
        Assert.True(HistoryCheck.Of(files).IsWhole);
        Assert.Empty(Publishing.Add(files, HistorySamples.Compact(0)).Files);
    }

    [Fact]
    public void Timelines_stay_with_a_rebuild_and_go_with_a_prune()
    {
        var files = new MemoryFiles();
        foreach (var number in Enumerable.Range(0, 2)) files.Apply(Publishing.Add(files, WithTimeline(number)));

        Assert.True(HistoryCheck.Of(files).IsWhole);
        Assert.Equal(2, files.Paths.Count(path => path.StartsWith("timelines/2026/", StringComparison.Ordinal)));

        files.Apply(Pruning.Prune(files, HistorySamples.Document(1).StartedAt));

        Assert.Equal([HistoryPaths.Timelines(HistorySamples.Document(1).Id)],
            files.Paths.Where(path => path.StartsWith("timelines/", StringComparison.Ordinal)));
        Assert.DoesNotContain("\"timelines\"", files.Text(HistoryPaths.Run(HistorySamples.Document(0).Id)), StringComparison.Ordinal);
        Assert.Contains("\"timelines\":[2]", files.Text(HistoryPaths.Run(HistorySamples.Document(1).Id)), StringComparison.Ordinal);
        Assert.True(HistoryCheck.Of(files).IsWhole);
    }

    private static CompactRun WithTimeline(int number)
    {
        var document = HistorySamples.Document(number);
        return HistorySamples.Compact(document).With(StoredTimelines.Of(document, [TimelineSamples.Timeline(document.Variants[2].Id, "block", 1)]));
    }

    /// <summary>Notes which files are read, and how often they are listed.</summary>
    private sealed class ReadLog(MemoryFiles files) : IHistoryFiles
    {
        public List<string> Asked { get; } = [];

        public int Listings { get; private set; }

        public IReadOnlyCollection<string> Paths
        {
            get
            {
                Listings++;
                return files.Paths;
            }
        }

        public byte[]? Read(string path)
        {
            Asked.Add(path);
            return files.Read(path);
        }
    }
}
