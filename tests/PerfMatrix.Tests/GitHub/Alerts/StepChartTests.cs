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
        var files = new MemoryFiles();
        var changes = new FileChanges();
        foreach (var chunk in Enumerable.Range(0, 5))
        {
            var ratios = Enumerable.Range(100 * chunk, 100).Select(run => (int?)((20 * (run % 3)) - (run < step ? 0 : 523)));
            changes.Set(HistoryPaths.Shard("throughput", "hello", chunk), HistoryJson.Write(new ShardDocument(
                1, "throughput", "hello", chunk, 100 * chunk, 100, [new(0, [.. Enumerable.Repeat((double?)1000, 100)], [.. ratios], [], [])])));
        }

        files.Apply(changes);

        var young = StepChart.Of(files, Catalogue, Member(0, -5.1, step), step + 30);
        var old = StepChart.Of(files, Catalogue, Member(0, -5.1, step), 499);

        Assert.Equal((40, 20), (young!.Before.Count, young.After.Count));
        Assert.Equal(young.ToMarkdown(), old!.ToMarkdown());
    }
}
