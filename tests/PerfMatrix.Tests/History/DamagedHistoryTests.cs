using PerfMatrix.History;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.History;

public sealed class DamagedHistoryTests
{
    [Theory]
    [InlineData(HistoryPaths.Index)]
    [InlineData(HistoryPaths.Catalogue)]
    [InlineData("index/0.json")]
    [InlineData("series/throughput/hello-controllers/0.json")]
    public void A_damaged_derived_file_is_mended_by_the_next_publish(string path)
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0), HistorySamples.Compact(1));
        files.Overwrite(path, "{\"schemaVersion\":1,");

        files.Apply(Publishing.Add(files, HistorySamples.Compact(2)));

        Assert.Equal(3, new HistoryStore(files).Index.Runs);
        Assert.True(HistoryCheck.Of(files).IsWhole);
    }

    [Fact]
    public void A_damaged_run_is_named_and_the_rest_works()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0), HistorySamples.Compact(1));
        var path = HistoryPaths.Run(HistorySamples.Document(0).Id);
        files.Overwrite(path, "not json");

        files.Apply(Rebuilding.Rebuild(files));
        files.Apply(Publishing.Add(files, HistorySamples.Compact(2)));

        var store = new HistoryStore(files);
        Assert.Equal([1, 2], store.RunList(0).Runs.Select(run => run.Sequence));
        Assert.Equal([path], store.Index.Problems.Select(problem => problem.Path));
        Assert.Contains(path, HistoryCheck.Of(files).ToText(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_of_a_newer_schema_is_named_and_the_rest_works()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0), HistorySamples.Compact(1));
        var path = HistoryPaths.Run(HistorySamples.Document(0).Id);
        files.Overwrite(path, files.Text(path).Replace("{\"schemaVersion\":2", "{\"schemaVersion\":9", StringComparison.Ordinal));

        files.Apply(Rebuilding.Rebuild(files));

        Assert.Contains("schemaVersion is 9", Assert.Single(new HistoryStore(files).Index.Problems).Problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(HistoryPaths.Index)]
    [InlineData(HistoryPaths.Events)]
    public void A_newer_history_is_not_overwritten(string path)
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0));
        files.Overwrite(path, "{\"schemaVersion\":2}");

        var problem = Assert.Throws<UsageException>(() => Publishing.Add(files, HistorySamples.Compact(1)));
        Assert.Contains("newer perfmatrix", problem.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_file_that_the_index_does_not_name_is_taken_in_by_the_next_publish()
    {
        var whole = HistorySamples.Published(HistorySamples.Compact(0), HistorySamples.Compact(1));
        var torn = HistorySamples.Published(HistorySamples.Compact(0));
        var path = HistoryPaths.Run(HistorySamples.Document(1).Id);
        torn.Overwrite(path, whole.Text(path));

        torn.Apply(Publishing.Add(torn, HistorySamples.Compact(2)));

        Assert.Equal(3, new HistoryStore(torn).Index.Runs);
        Assert.True(HistoryCheck.Of(torn).IsWhole);
    }
}
