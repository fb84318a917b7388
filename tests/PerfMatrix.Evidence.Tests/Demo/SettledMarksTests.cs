using PerfMatrix.GitHub.Alerts;
using PerfMatrix.GitHub.Rest;
using PerfMatrix.History;
using PerfMatrix.Tests.History;
using static PerfMatrix.Evidence.Tests.Demo.PartialRuns;

namespace PerfMatrix.Evidence.Tests.Demo;

/// <summary>What people have said of a change holds for what they saw, not for a small step that came later. Nor does one join a change that was
/// taken back before it.</summary>
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
            files.Apply(Publishing.Add(files, Stepped(run, number, (First, -200), (Second, -200))));
            if (isLabelled && number == Second - 5) LabelTheChange(files);
        }

        Assert.Equal(expected, new HistoryStore(files).Changes.Select(change => change.Sequence));
        Assert.Empty(HistoryCheck.Of(files).Stale);
    }

    /// <summary>Two cells became faster, which somebody labelled. Two that failed for a while turn out to be slower since the same run.</summary>
    [Fact]
    public void A_step_that_is_found_later_at_the_run_of_a_labelled_change_is_another_one_with_its_commits_also_after_a_rebuild()
    {
        const int Back = First + 10;
        var files = new MemoryFiles();
        foreach (var (number, run) in Of(Back + 14).Index())
        {
            var stepped = Stepped(run, number, variant => number < First ? 0 : (variant is 2 or 3 ? -200 : 200));
            files.Apply(Publishing.Add(files, number is > First and < Back ? Failing(stepped, 2, 3) : stepped));
            if (number == Back - 1) LabelTheChange(files);
        }

        var history = new HistoryStore(files);
        var changes = history.Changes;
        Assert.Equal([$"{First} better noise", $"{First} worse "], changes.Select(change => $"{change.Sequence} {change.Verdict} {change.Label}"));
        Assert.Equal([2, 2], changes.Select(change => change.Members.Count));
        Assert.Equal(HistoryJson.Hash(history.RequiredRun(First).Id)[..8], changes[0].Id);
        Assert.Equal((Sha(First - 1), Sha(First)), (changes[1].ShaBefore, changes[1].ShaAfter));

        var settled = new Dictionary<string, string> { [changes[0].Id] = "labelled" };
        var alert = Assert.Single(Alert.Of(changes, settled));
        Assert.Equal((changes[1].Id, 2), (alert.First.Id, alert.Standing.Count));
        Assert.Null(Assert.Single(AlertPlan.Of([alert], [], newest: Back + 13)).Issue);
        Assert.Empty(HistoryCheck.Of(files).Stale);
    }

    [Fact]
    public void A_step_after_a_recovery_has_its_own_commits_and_issue_also_after_a_rebuild()
    {
        const int Third = 65;
        var files = new MemoryFiles();
        foreach (var (number, run) in Of(Third + 12).Index())
            files.Apply(Publishing.Add(files, Stepped(run, number, (First, -513), (Second, 513), (Third, -150))));

        var changes = new HistoryStore(files).Changes;
        Assert.Equal([First, Second, Third], changes.Select(change => change.Sequence));
        Assert.All(changes[2].Members, member => Assert.InRange(member.EffectPercent, -1.6, -1.4));
        var alerts = Alert.Of(changes, new Dictionary<string, string>());
        var recovered = new AlertIssue(12, IsOpen: false, changes[0].Id, IsClosedByUs: true, new IssueText("", ""));
        var step = Assert.Single(AlertPlan.Of(alerts, [recovered], newest: Third + 11));
        Assert.Null(step.Issue);
        Assert.Equal(Third, step.Alert.First.Sequence);
        Assert.Empty(HistoryCheck.Of(files).Stale);
    }

    private static void LabelTheChange(MemoryFiles files)
    {
        var changes = new FileChanges();
        var change = Assert.Single(new HistoryStore(files).Changes);
        ChangeLabels.AddTo(files, changes, new Dictionary<string, ChangeNote> { [change.Id] = new("noise") });
        files.Apply(changes);
    }

    /// <summary>Throughput with a noise of a tenth of a percent, and steps of so many hundredths of a percent.</summary>
    private static CompactRun Stepped(CompactRun run, int number, params (int From, int Size)[] steps) =>
        Stepped(run, number, _ => steps.Where(step => number >= step.From).Sum(step => step.Size));

    private static CompactRun Stepped(CompactRun run, int number, Func<int, int> sizeOf)
    {
        var noise = 10 * ((number % 3) - 1);
        return run with
        {
            Run = run.Run with
            {
                Summary = run.Run.Summary.ToDictionary(metric => metric.Key, metric => new PointColumns(
                    metric.Value.Value, Column(metric.Value, noise), Column(metric.Value, noise - 30), Column(metric.Value, noise + 30))),
            },
        };

        List<int?> Column(PointColumns points, int around) =>
            [.. points.Value.Select((value, variant) => value is null ? null : (int?)(around + sizeOf(variant)))];
    }
}
