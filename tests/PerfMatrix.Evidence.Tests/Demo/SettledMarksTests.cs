using PerfMatrix.History;
using PerfMatrix.Tests.History;
using static PerfMatrix.Evidence.Tests.Demo.PartialRuns;

namespace PerfMatrix.Evidence.Tests.Demo;

/// <summary>What people have said of a change holds for what they saw, not for a small step that came later.</summary>
public sealed class SettledMarksTests
{
    private const int First = 30;
    private const int Second = 50;

    [Theory]
    [InlineData(false, First)]
    [InlineData(true, First, Second)]
    public void A_label_does_not_hold_for_a_step_that_is_found_later_also_after_a_rebuild(bool isLabelled, params int[] expected)
    {
        var files = new MemoryFiles();
        foreach (var (number, run) in Of(Second + 12).Index())
        {
            files.Apply(Publishing.Add(files, Stepped(run, number)));
            if (isLabelled && number == Second - 5) LabelTheChange(files);
        }

        Assert.Equal(expected, new HistoryStore(files).Changes.Select(change => change.Sequence));
        Assert.Empty(HistoryCheck.Of(files).Stale);
    }

    private static void LabelTheChange(MemoryFiles files)
    {
        var changes = new FileChanges();
        var change = Assert.Single(new HistoryStore(files).Changes);
        ChangeLabels.AddTo(files, changes, new Dictionary<string, ChangeNote> { [change.Id] = new("noise") });
        files.Apply(changes);
    }

    /// <summary>Throughput falls by 2 %, twice, with a noise of a tenth of a percent.</summary>
    private static CompactRun Stepped(CompactRun run, int number)
    {
        var ratio = (10 * ((number % 3) - 1)) - (number < First ? 0 : number < Second ? 200 : 400);
        return run with
        {
            Run = run.Run with
            {
                Summary = run.Run.Summary.ToDictionary(metric => metric.Key, metric => new PointColumns(
                    metric.Value.Value, Column(metric.Value, ratio), Column(metric.Value, ratio - 30), Column(metric.Value, ratio + 30))),
            },
        };
    }

    private static List<int?> Column(PointColumns points, int ratio) => [.. points.Value.Select(value => value is null ? null : (int?)ratio)];
}
