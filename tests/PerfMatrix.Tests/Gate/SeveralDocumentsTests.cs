using PerfMatrix.Gate;
using PerfMatrix.Shared;
using static PerfMatrix.Tests.Gate.GateRuns;

namespace PerfMatrix.Tests.Gate;

/// <summary>What several documents may be judged as, together.</summary>
public sealed class SeveralDocumentsTests
{
    private static readonly GateRules s_rules = new(new());
    private static readonly ComparisonDocument s_screen = Comparison(Run("screen", 10, Unchanged, Slower), Stage.Screen);

    [Fact]
    public void Parts_of_a_screen_may_come_from_several_machines_but_a_cell_only_from_one()
    {
        var other = Run("other", 10, new Truth("net8.0")).On("bbbbbbbbbbbb");
        Assert.Equal(2, Cells(Comparison(Run("r", 10, Unchanged)), Comparison(other)));
        var error = Assert.Throws<UsageException>(() => Cells(Comparison(Run("r", 10, new Truth("net8.0"))), Comparison(other)));
        Assert.StartsWith(
            "hello-minimal/net8.0/server/2c was screened on two machines, 0123456789aa and bbbbbbbbbbbb", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_rounds_of_the_first_machine_cannot_confirm_themselves()
    {
        var error = Assert.Throws<UsageException>(() => GateDecision.Of([s_screen, Comparison(Run("screen", 10, Slower), Stage.Confirm)], s_rules));
        Assert.StartsWith("run screen is in two of the documents", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Documents_of_other_commits_are_refused_with_both()
    {
        var fresh = Confirmation(10, Slower);
        Assert.StartsWith(
            "cannot judge together: found head commit head-sha in run screen and other-sha in run confirm-1, one was expected",
            Refused([s_screen, fresh with { Head = fresh.Head with { Sha = "other-sha" } }]),
            StringComparison.Ordinal);
        Assert.StartsWith("cannot judge together: found base commit base-sha in run screen and other-sha in run confirm-1",
            Refused([s_screen, fresh with { Base = new("base", "other-sha") }]), StringComparison.Ordinal);
        var named = fresh with { Base = new("HEAD~1"), Head = new("HEAD") };
        Assert.Equal(Outcome.Regressed, GateDecision.Of([s_screen, named], s_rules).Verdict.Outcome);
    }

    [Fact]
    public void Documents_of_other_drivers_are_refused_with_both()
    {
        var fresh = Confirmation(10, Slower);
        var crank = fresh with { Runs = [.. fresh.Runs.Select(run => run with { Driver = "crank" })] };
        Assert.StartsWith($"cannot judge together: found driver {s_screen.Runs[0].Driver} in run screen and crank in run confirm-1",
            Refused([s_screen, crank]), StringComparison.Ordinal);
    }

    private static int Cells(params ComparisonDocument[] documents) =>
        GateDecision.Of(documents, s_rules).Verdict.Cells.Select(c => c.Cell).Distinct().Count();

    private static string Refused(IReadOnlyList<ComparisonDocument> documents) =>
        Assert.Throws<UsageException>(() => GateDecision.Of(documents, s_rules)).Message;
}
