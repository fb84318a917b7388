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
        var files = Files(run => run < step ? 0 : 523, _ => 0);
        var history = new HistoryStore(files);

        var young = StepChart.Of(files, history, Member(0, -5.1, step), step + 30);
        var old = StepChart.Of(files, history, Member(0, -5.1, step), 499);

        Assert.Equal((40, 20), (young!.Before.Count, young.After.Count));
        Assert.Equal(young.ToMarkdown(), old!.ToMarkdown());
    }

    /// <summary>Ratios against another reference would show a recovery that is none, or another step; also where one is pinned again.</summary>
    /// <param name="pinned">That of the runs up to 119, of ten each, and of those from 160 on; only c is linked to the one before.</param>
    [Theory]
    [InlineData("abbccd", "bc", 30, 10)]
    [InlineData("abaaab", "a", 40, 10)]
    [InlineData("ababba", "b", 20, 10)]
    public void It_has_only_runs_whose_reference_is_linked_to_that_of_the_step(string pinned, string linked, int before, int after)
    {
        char Pin(int run) => pinned[Math.Clamp((run - 110) / 10, 0, 5)];
        var files = Files(run => !linked.Contains(Pin(run), StringComparison.Ordinal) ? 900 : run < 150 ? 0 : 523, run => Pin(run) - 'a');

        var chart = StepChart.Of(files, new HistoryStore(files), Member(0, -5.1, 150), 499)!;

        Assert.Equal((before, after), (chart.Before.Count, chart.After.Count));
        Assert.All(chart.Before, percent => Assert.InRange(percent, -0.5, 0.5));
        Assert.All(chart.After, percent => Assert.InRange(percent, -6, -4.5));
    }

    /// <summary>The throughput of 500 runs, by how much lower its ratio is, and by the references.</summary>
    private static MemoryFiles Files(Func<int, int> lower, Func<int, int> reference)
    {
        var files = new MemoryFiles();
        var changes = new FileChanges();
        var references = "abcd".Select(id => new ReferenceEntry($"{id}", null, 0, Chained: id is 'a' or 'c'));
        changes.Set(HistoryPaths.Catalogue, HistoryJson.Write(Catalogue with { References = [.. references] }));
        foreach (var chunk in Enumerable.Range(0, 5))
        {
            var runs = Enumerable.Range(100 * chunk, 100).ToList();
            changes.Set(HistoryPaths.RunList(chunk), HistoryJson.Write(new RunListDocument(
                1, chunk, 100 * chunk, [.. runs.Select(run => Index().Newest! with { Sequence = run, Reference = reference(run) })])));
            var ratios = runs.Select(run => (int?)((20 * (run % 3)) - lower(run)));
            changes.Set(HistoryPaths.Shard("throughput", "hello", chunk), HistoryJson.Write(new ShardDocument(
                1, "throughput", "hello", chunk, 100 * chunk, 100, [new(0, [.. Enumerable.Repeat((double?)1000, 100)], [.. ratios], [], [])])));
        }

        files.Apply(changes);
        return files;
    }
}
