using PerfMatrix.History;
using static PerfMatrix.Evidence.Tests.Demo.PartialRuns;

namespace PerfMatrix.Evidence.Tests.Demo;

/// <summary>Between which commits a change of the trend lies, where not every run measures every cell.</summary>
public sealed class CommitRangeTests
{
    private static readonly IReadOnlyList<CompactRun> s_runs = Of(38);

    [Theory]
    [InlineData(0, 1, 2, 3)]
    [InlineData(0)]
    public void A_change_begins_at_the_newest_run_that_measured_its_series_not_at_one_in_which_it_failed(params int[] failed)
    {
        var change = ChangeOf(s_runs.Select((run, commit) => commit == Bad - 1 ? Failing(run, failed) : Stepped(run, commit)));

        Assert.Equal((Bad, Sha(Bad - 2), Sha(Bad), "commit"), (change.Sequence, change.ShaBefore, change.ShaAfter, change.Cause));
    }

    [Theory]
    [InlineData(1)] // two kinds of machines in one workflow run
    [InlineData(2)] // two projects, each with a workflow
    public void Two_documents_of_a_commit_are_not_the_two_sides_of_a_change(int workflows)
    {
        var change = ChangeOf(s_runs.SelectMany((run, commit) => new[]
        {
            Only(run, $"gh{workflows * commit}-1-aaaaaa", 0, 1),
            Only(Stepped(run, commit), $"gh{(workflows * commit) + workflows - 1}-1-bbbbbb", 2, 3),
        }));

        Assert.Equal(
            ((2 * Bad) + 1, Sha(Bad - 1), Sha(Bad), "commit"), (change.Sequence, change.ShaBefore, change.ShaAfter, change.Cause));
    }

    /// <summary>The second attempt of a workflow run measures again what the first one did.</summary>
    [Theory]
    [InlineData(true, Bad - 1, "commit")]
    [InlineData(false, Bad, "same")]
    public void A_commit_is_the_same_on_both_sides_only_where_two_workflow_runs_measured_it(bool isOneRun, int before, string cause)
    {
        var change = ChangeOf(s_runs.SelectMany((run, commit) => commit != Bad ? new[] { Stepped(run, commit) } :
        [
            run, Only(Stepped(run, commit), isOneRun ? $"gh{commit}-2-aaaaaa" : "gh99-1-aaaaaa", 0, 1, 2, 3),
        ]));

        Assert.Equal((Bad + 1, Sha(before), Sha(Bad), cause), (change.Sequence, change.ShaBefore, change.ShaAfter, change.Cause));
    }

    [Theory]
    [InlineData(Bad - 2, "same", false)]
    [InlineData(Bad - 1, "commit", true)]
    [InlineData(Bad, "commit", true)]
    public void A_commit_with_local_changes_is_not_the_same_on_both_sides(int dirty, string cause, bool isLocal)
    {
        var change = ChangeOf(s_runs.Select((run, commit) => WithLocalChanges(Stepped(run, commit), Sha(0), commit == dirty)));

        Assert.Equal((Bad, Sha(0), Sha(0), cause, isLocal),
            (change.Sequence, change.ShaBefore, change.ShaAfter, change.Cause, change.LocalChanges));
    }

    [Fact]
    public void Local_changes_are_told_also_where_the_commit_or_the_machine_changed()
    {
        var dirty = s_runs.Select((run, commit) => WithLocalChanges(Stepped(run, commit), Sha(commit), isDirty: true)).ToList();
        var moved = dirty.Select((run, commit) => On(run, machine => commit < Bad ? machine : machine with { RunnerImage = "another" }));

        Assert.Equal([("commit", true), ("image", true)], new[] { ChangeOf(dirty), ChangeOf(moved) }.Select(one => (one.Cause, one.LocalChanges)));
    }

    [Fact]
    public void What_changed_while_a_series_was_not_measured_is_a_suspect()
    {
        var change = ChangeOf(s_runs.Select((run, commit) => On(
            commit == Bad - 1 ? Failing(run, 0, 1, 2, 3) : Stepped(run, commit),
            machine => commit < Bad - 1 ? machine : machine with { RunnerImage = "another" })));

        Assert.Equal("image", change.Cause);
    }

    [Fact]
    public void What_is_new_on_the_machine_of_another_document_is_no_suspect()
    {
        var store = Published(s_runs.SelectMany((run, commit) => new[]
        {
            On(
                Only(run, $"gh{commit}-1-aaaaaa", 0, 1),
                machine => commit < Bad ? machine : machine with { Fingerprint = "another", CpuModel = "another" }),
            Only(Stepped(run, commit), $"gh{commit}-1-bbbbbb", 2, 3),
        }));

        Assert.Contains(store.Events, one => one is { Kind: EventKinds.Cpu, Sequence: 2 * Bad, From: not null });
        Assert.Equal("commit", Assert.Single(store.Changes).Cause);
    }

    private static CompactRun WithLocalChanges(CompactRun run, string sha, bool isDirty) =>
        run with { Run = run.Run with { Source = run.Run.Source with { Sha = sha, Dirty = isDirty } } };

    private static ChangeGroup ChangeOf(IEnumerable<CompactRun> runs) => Assert.Single(Published(runs).Changes);
}
