using System.Text;
using System.Text.Json;
using PerfMatrix.Commands;
using PerfMatrix.History;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.History;

/// <summary>The size in the entry point, and the warnings that come of it.</summary>
public sealed class HistorySizeTests
{
    private static readonly JsonElement s_verdict = JsonElement.Parse("""{"schemaVersion":1,"outcome":"pass","cells":[]}""");

    [Fact]
    public void Every_change_keeps_the_size_of_the_files()
    {
        var files = new MemoryFiles();
        foreach (var number in Enumerable.Range(0, 3)) AssertCounted(files, Publishing.Add(files, HistorySamples.Compact(number)));
        AssertCounted(files, Shelf.Add(files, Shelf.Verdicts, "20261121T080000000Z-v", s_verdict, RunSamples.Start, source: null));
        AssertCounted(files, Shelf.Add(
            files, Shelf.Selftests, "20261121T080000000Z-t", JsonElement.Parse("""{"schemaVersion":1,"trials":[]}"""), RunSamples.Start,
            source: null));
        AssertCounted(files, Pruning.Prune(files, HistorySamples.Document(2).StartedAt));
        AssertCounted(files, Publishing.Add(files, HistorySamples.Compact(3)));
        files.Overwrite("series/throughput/hello-controllers/0.json", "{");
        SetSize(files, 5);
        AssertCounted(files, Rebuilding.Rebuild(files));
    }

    [Fact]
    public void Files_of_the_front_end_and_of_others_do_not_count()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0));
        var before = SizeIn(files);
        files.Overwrite("index.html", "<p>");
        files.Overwrite("dev/bench/data.js", new string(' ', 1000));
        files.Overwrite("badges/coverage.svg", "<svg/>");

        Assert.True(HistoryCheck.Of(files).IsWhole);
        Assert.Equal(before, HistoryCheck.Of(files).Size);
    }

    [Fact]
    public void Verify_finds_a_size_that_is_not_that_of_the_files()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0));
        var counted = SizeIn(files)!.Value;
        SetSize(files, counted.Count + 7);

        var check = HistoryCheck.Of(files);

        Assert.False(check.IsWhole);
        Assert.Equal([HistoryPaths.Index], check.Stale);
        Assert.Contains(
            $"says that the files have {counted.Count + 7} bytes, they have {counted.Count} bytes", check.ToText(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_history_that_nobody_counted_is_counted_by_the_next_prune()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0));
        SetSize(files, null);

        files.Apply(Publishing.Add(files, HistorySamples.Compact(1)));
        Assert.Null(SizeIn(files));
        AssertCounted(files, Pruning.Prune(files, DateTimeOffset.MinValue));
        Assert.Empty(Pruning.Prune(files, DateTimeOffset.MinValue).Files);
    }

    [Fact]
    public void A_publish_warns_when_the_history_comes_near_to_what_pages_serves()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0));
        SetSize(files, 790_000_000);
        Assert.Empty(Published(files, 1).Warnings);

        SetSize(files, 812_000_000);
        var warning = Assert.Single(Published(files, 2).Warnings);

        Assert.Equal("the history has 812 MB, GitHub Pages serves 1000 MB. Run `perfmatrix history prune --days 30`, which keeps every summary, or "
            + "begin a new branch.", warning);
    }

    [Theory]
    [InlineData(80, 0)]
    [InlineData(81, 1)]
    [InlineData(120, 1)]
    public void A_file_that_comes_near_to_what_the_server_takes_is_named(int mebibytes, int warnings)
    {
        var said = HistoryLimits.Warnings(
            [("runs/2026/small.json", new Bytes(1)), ("runs/2026/large.json", new Bytes((long)mebibytes << 20))], history: null);

        Assert.Equal(warnings, said.Count);
        Assert.All(said, warning => Assert.StartsWith(
            $"runs/2026/large.json has {mebibytes} MiB, GitHub accepts 100 MiB for a file.", warning, StringComparison.Ordinal));
    }

    [Fact]
    public void A_verdict_for_a_damaged_history_is_wrong_usage_and_says_what_to_do()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0));
        files.Overwrite(HistoryPaths.Index, "{\"schemaVersion\":1,");

        var problem = Assert.Throws<UsageException>(
            () => Shelf.Add(files, Shelf.Verdicts, "20261121T080000000Z-v", s_verdict, RunSamples.Start, source: null));

        Assert.Contains("history rebuild", problem.Message, StringComparison.Ordinal);
    }

    private static HistoryPublication Published(MemoryFiles files, int number)
    {
        var publication = HistoryPublication.OfRun(HistorySamples.Document(number), new TimelineFiles([], []));
        publication.Add(files);
        return publication;
    }

    /// <summary>Applies changes, and compares the size in the entry point with that of all files.</summary>
    private static void AssertCounted(MemoryFiles files, FileChanges changes)
    {
        Assert.Contains(HistoryPaths.Index, changes.Files.Keys);
        files.Apply(changes);
        Assert.Equal(files.Paths.Where(path => path is not (HistoryPaths.Index or HistoryPaths.NoJekyll))
            .Sum(path => (long)files.Read(path)!.Length), SizeIn(files)?.Count);
        Assert.True(HistoryCheck.Of(files).IsWhole, HistoryCheck.Of(files).ToText());
    }

    private static Bytes? SizeIn(MemoryFiles files) => new HistoryStore(files).Index.Size;

    private static void SetSize(MemoryFiles files, long? bytes)
    {
        var index = new HistoryStore(files).Index with { Size = bytes is { } count ? new Bytes(count) : null };
        files.Overwrite(HistoryPaths.Index, Encoding.UTF8.GetString(HistoryJson.Write(index)));
    }
}
