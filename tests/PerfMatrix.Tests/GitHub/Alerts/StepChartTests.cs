using PerfMatrix.GitHub.Alerts;
using PerfMatrix.History;
using PerfMatrix.Tests.History;
using static PerfMatrix.Tests.GitHub.Alerts.AlertSamples;

namespace PerfMatrix.Tests.GitHub.Alerts;

public sealed class StepChartTests
{
    [Theory]
    [InlineData(100)]
    [InlineData(150)]
    [InlineData(199)]
    public void The_picture_of_an_issue_stays_as_it_is_however_long_it_is_open(int step)
    {
        var files = Files(run => run < step ? 0 : 523);

        var young = StepChart.Of(files, Catalogue, Member(0, -5.1, step), step + 30);
        var old = StepChart.Of(files, Catalogue, Member(0, -5.1, step), 499);

        Assert.Equal((40, 20), (young!.Before.Count, young.After.Count));
        Assert.Equal(young.ToMarkdown(), old!.ToMarkdown());
    }

    /// <summary>Ratios against another reference would show a recovery that is none, or another step.</summary>
    [Fact]
    public void It_ends_where_nothing_links_the_references()
    {
        var catalogue = Catalogue with
        {
            References = [new("a", null, 0, true), new("b", null, 120, false), new("c", null, 140, true), new("d", null, 160, false)],
        };

        var chart = StepChart.Of(Files(run => run is < 120 or >= 160 ? 900 : run < 150 ? 0 : 523), catalogue, Member(0, -5.1, 150), 499)!;

        Assert.Equal((30, 10), (chart.Before.Count, chart.After.Count));
        Assert.All(chart.Before, percent => Assert.InRange(percent, -0.5, 0.5));
        Assert.All(chart.After, percent => Assert.InRange(percent, -6, -4.5));
    }

    /// <summary>The throughput of 500 runs, by how much lower its ratio is.</summary>
    private static MemoryFiles Files(Func<int, int> lower)
    {
        var files = new MemoryFiles();
        var changes = new FileChanges();
        foreach (var chunk in Enumerable.Range(0, 5))
        {
            var ratios = Enumerable.Range(100 * chunk, 100).Select(run => (int?)((20 * (run % 3)) - lower(run)));
            changes.Set(HistoryPaths.Shard("throughput", "hello", chunk), HistoryJson.Write(new ShardDocument(
                1, "throughput", "hello", chunk, 100 * chunk, 100, [new(0, [.. Enumerable.Repeat((double?)1000, 100)], [.. ratios], [], [])])));
        }

        files.Apply(changes);
        return files;
    }
}
