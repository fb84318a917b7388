using PerfMatrix.Gate;
using static PerfMatrix.Tests.Gate.GateSamples;

namespace PerfMatrix.Tests.Gate;

public sealed class PullRequestGateTests
{
    private static readonly PullRequestGate s_two = new(new(), MachineBias.None, isAlone: false);
    private static readonly PullRequestGate s_alone = new(new(), MachineBias.None, isAlone: true);

    [Fact]
    public void One_machine_decides_alone_where_there_is_no_other()
    {
        var verdict = s_alone.Screen(Plan("a"), Data(Rounds(6))).Single();
        Assert.Equal((Verdict.Worse, Stage.Whole, 5, 1), (verdict.Verdict, verdict.Stage, verdict.Rounds, verdict.Machines));
        Assert.Empty(s_alone.Suspects([verdict]));
    }

    [Fact]
    public void What_one_machine_finds_worse_is_worse_when_a_second_agrees()
    {
        var screened = s_two.Screen(Plan("a", "b"), Data(Rounds(6), Rounds(0, cell: "b")));
        Assert.Equal(["a"], s_two.Suspects(screened).Select(suspect => suspect.Subject.Cell));
        var verdicts = s_two.Confirm(screened, Data(Rounds(5, machine: "m1")));
        Assert.Equal([(Verdict.Worse, 2, Stage.Confirm), (Verdict.Same, 1, Stage.Screen)], verdicts.Select(v => (v.Verdict, v.Machines, v.Stage)));
    }

    [Theory]
    [InlineData(0, 1, Verdict.Same, Outcome.Pass)] // Luck, or the machine.
    [InlineData(0, 12, Verdict.Undecided, Outcome.Undecided)] // Too noisy to have shown what the first one saw.
    [InlineData(5, 12, Verdict.Undecided, Outcome.Undecided)]
    [InlineData(-6, 1, Verdict.Unknown, Outcome.Pass)]
    public void The_second_machine_decides_by_its_own_rounds(double effectPercent, double spreadPercent, Verdict expected, Outcome outcome)
    {
        var screened = s_two.Screen(Plan("a"), Data(Rounds(6)));
        var verdicts = s_two.Confirm(screened, Data(Rounds(effectPercent, spreadPercent, machine: "m1")));
        Assert.Equal((expected, outcome), (verdicts.Single().Verdict, Outcomes.Of(verdicts)));
    }

    [Theory]
    [InlineData(-2.2, 1, true)] // Too near to half the size to be the same,
    [InlineData(2.2, 1, true)] // on either side.
    [InlineData(2.2, 4, false)] // Too few pairs for their noise,
    [InlineData(-3, 4, true)] // but for signs of the opposite.
    [InlineData(-2, 12, false)]
    public void What_a_second_machine_would_have_shown_or_excludes_fails_nothing(double effectPercent, double spreadPercent, bool isCleared)
    {
        var screened = s_two.Screen(Plan("a"), Data(Rounds(6)));
        var second = Rounds(effectPercent, spreadPercent, machine: "m1");
        var verdict = s_two.Confirm(screened, Data(second)).Single();
        Assert.Equal(Verdict.Unknown, s_two.Screen(Plan("a"), Data(second)).Single().Verdict);
        Assert.Equal(isCleared ? (Verdict.Unknown, Suspicion.None, 2) : (Verdict.Undecided, Suspicion.Worse, 2),
            (verdict.Verdict, verdict.Suspicion, verdict.Machines));
        Assert.Equal(isCleared, verdict.Reason == "looked worse, but a second machine would have shown a worsening by 5 %, or excludes it");
        Assert.Equal(isCleared ? Outcome.Pass : Outcome.Undecided, Outcomes.Of([verdict]));
    }

    [Theory]
    [InlineData(5, Verdict.Undecided)]
    [InlineData(8, Verdict.Same)]
    public void What_a_second_machine_lacks_to_clear_a_tail_whose_size_has_grown_is_rounds(int rounds, Verdict expected)
    {
        var gate = new PullRequestGate(new() { Metrics = [new("throughput", MetricRule.Tail)] }, MachineBias.None, isAlone: false);
        var screened = gate.Screen(Plan("a"), Data(Rounds(6)));
        var copies = Pairs(0, 10, rounds);
        var verdict = gate.Confirm(screened, Data(Rounds(0, 3, rounds, machine: "m1") with { Twins = copies, HeadTwins = copies })).Single();
        Assert.Equal(expected, verdict.Verdict);
        Assert.Equal(expected == Verdict.Undecided, verdict.Reason.StartsWith(
            "looked worse, and a second machine cannot exclude it: no sign of a change, but 16 pairs are needed",
            StringComparison.Ordinal));
    }

    // The second machine is too noisy for the size of the policy, and both say +9 %.
    [Theory]
    [InlineData(20, 9, Verdict.Undecided)]
    [InlineData(5, 9, Verdict.Unknown)] // Too few rounds for a proof where a size has grown.
    [InlineData(20, 3, Verdict.Unknown)]
    public void What_is_proven_on_the_first_machine_is_cleared_by_a_small_estimate_alone(int firstRounds, double effectPercent, Verdict expected)
    {
        var gate = new PullRequestGate(new() { DetectPercent = 7, Metrics = [new("throughput", MetricRule.Tail)] }, MachineBias.None, isAlone: false);
        var (calm, wide) = (Pairs(0, 8, firstRounds), Pairs(0, 17.5, 20));
        var first = Rounds(9, 8, firstRounds) with { Twins = calm, HeadTwins = calm };
        var second = Rounds(effectPercent, 17.5, 20, machine: "m1") with { Twins = wide, HeadTwins = wide };
        Assert.Equal(expected, gate.Confirm(gate.Screen(Plan("a"), Data(first)), Data(second)).Single().Verdict);
    }

    [Fact]
    public void A_tail_that_doubles_is_worse_at_the_usual_noise_of_its_copies()
    {
        var copies = Pairs(0, 8, 6);
        var rounds = Rounds(100, 8, 6, metric: "latencyP99") with { Twins = copies, HeadTwins = copies };
        var verdict = s_alone.Screen([new(rounds.Subject)], Data(rounds)).Single();
        Assert.Equal((Verdict.Worse, null), (verdict.Verdict, verdict.SizePercent));
    }

    [Theory]
    [InlineData(40, Verdict.Same)] // Where the copies of base are as erratic, that is its nature.
    [InlineData(1, Verdict.Unknown)]
    public void An_erratic_head_does_not_widen_what_it_is_the_same_by(double spreadOfBase, Verdict expected)
    {
        var rounds = Rounds(0, 40, 8, metric: "latencyP99") with { Twins = Pairs(0, spreadOfBase, 8), HeadTwins = Pairs(0, 40, 8) };
        var verdict = s_alone.Screen([new(rounds.Subject)], Data(rounds)).Single();
        Assert.Equal((expected, expected == Verdict.Same), (verdict.Verdict, verdict.SizePercent > 20));
    }

    [Fact]
    public void What_counted_bytes_show_in_a_few_pairs_is_never_cleared()
    {
        double[] second = [-24, -24, 24, 0, 0, 0, -24, 24];
        var screened = s_two.Screen(Counted, Data(Bytes("m0", [.. Enumerable.Repeat(24.0, 8)])));
        var verdict = s_two.Confirm(screened, Data(Bytes("m1", second))).Single();
        Assert.Equal((Verdict.Undecided, Suspicion.Worse), (verdict.Verdict, verdict.Suspicion));
    }

    [Theory]
    [InlineData(-6, 6, 1)] // What depends on the machine is no fault of the code,
    [InlineData(-6, 5, 5)] // whether the second one shows the opposite or only signs of it.
    [InlineData(6, -6, 1)]
    public void Machines_that_find_opposite_changes_fail_nothing(double first, double second, double spreadPercent)
    {
        var screened = s_two.Screen(Plan("a"), Data(Rounds(first)));
        var verdict = s_two.Confirm(screened, Data(Rounds(second, spreadPercent, rounds: 4, machine: "m1"))).Single();
        Assert.Equal((Verdict.Unknown, $"looked {(first > 0 ? "worse" : "better")}, and a second machine found the opposite"),
            (verdict.Verdict, verdict.Reason));
    }

    [Fact]
    public void An_improvement_that_a_second_machine_cannot_exclude_is_only_unknown()
    {
        var screened = s_two.Screen(Plan("a"), Data(Rounds(-6)));
        Assert.Equal(Verdict.Unknown, s_two.Confirm(screened, Data(Rounds(0, 12, machine: "m1"))).Single().Verdict);
    }

    [Fact]
    public void A_suspect_that_no_second_machine_measured_is_incomplete_never_passed()
    {
        var screened = s_two.Screen(Plan("a"), Data(Rounds(6)));
        var verdict = s_two.Confirm(screened, Data()).Single();
        Assert.Equal((Verdict.Undecided, true, "suspected to be worse, not measured on a second machine: run the failed jobs again"),
            (verdict.Verdict, verdict.NotMeasured, verdict.Reason));
        Assert.Equal((Outcome.Incomplete, 3), (Outcomes.Of([verdict]), Outcomes.Of([verdict]).ExitCode(UndecidedRule.Warn)));
    }

    [Fact]
    public void What_may_be_better_and_was_not_measured_again_fails_nothing()
    {
        var verdict = s_two.Confirm(s_two.Screen(Plan("a"), Data(Rounds(-6))), Data()).Single();
        Assert.Equal((Verdict.Unknown, false, Outcome.Pass), (verdict.Verdict, verdict.NotMeasured, Outcomes.Of([verdict])));
    }

    [Fact]
    public void The_same_machine_again_is_no_second_machine()
    {
        var screened = s_two.Screen(Plan("a"), Data(Rounds(6)));
        var verdict = s_two.Confirm(screened, Data(Rounds(6))).Single();
        var other = s_two.Confirm(screened, Data(Rounds(6, machine: "m1"))).Single();
        Assert.Equal((Verdict.Worse, 1, $"{other.Reason}, on the machine that suspected it"), (verdict.Verdict, verdict.Machines, verdict.Reason));
    }

    [Theory]
    [InlineData(2.2, 1, "looked worse, but the same machine later would have shown a worsening by 5 %, or excludes it")]
    [InlineData(0, 12, "looked worse, and the same machine later cannot exclude it: ")]
    [InlineData(-6, 1, "looked worse, and the same machine later found the opposite")]
    public void What_the_same_machine_says_later_is_not_said_of_a_second_one(double effectPercent, double spreadPercent, string reason)
    {
        var screened = s_two.Screen(Plan("a"), Data(Rounds(6)));
        var verdict = s_two.Confirm(screened, Data(Rounds(effectPercent, spreadPercent))).Single();
        Assert.StartsWith(reason, verdict.Reason, StringComparison.Ordinal);
    }

    // A machine measures more rounds where it is less sure, so their number must not choose between two.
    [Theory]
    [InlineData(5, 20)]
    [InlineData(20, 5)]
    public void Of_two_machines_that_confirm_the_first_decides_whichever_has_more_rounds(int first, int second)
    {
        var screened = s_two.Screen(Plan("a"), Data(Rounds(6)));
        var fresh = Data(Rounds(6, rounds: first, machine: "m1"), Rounds(0, rounds: second, machine: "m2"));
        var verdict = s_two.Confirm(screened, fresh).Single();
        Assert.Equal((Verdict.Worse, "m1", first), (verdict.Verdict, verdict.Machine, verdict.Rounds));
    }

    [Theory]
    [InlineData(true, 1)]
    [InlineData(false, 0)]
    public void Improvements_are_confirmed_unless_the_policy_does_not_ask(bool improvements, int suspects)
    {
        var gate = new PullRequestGate(new() { Improvements = improvements }, MachineBias.None, isAlone: false);
        Assert.Equal(suspects, gate.Suspects(gate.Screen(Plan("a"), Data(Rounds(-6)))).Count);
    }

    [Fact]
    public void Two_pairs_a_round_halve_the_rounds_that_are_asked_for()
    {
        Assert.Equal((4, 2), More(Rounds(0, spreadPercent: 9, rounds: 6)));
        Assert.Equal((4, 4), More(Rounds(0, spreadPercent: 9, rounds: 6) with { Rounds = 12 }));

        static (int?, int?) More(PairedRounds rounds) =>
            s_alone.Screen(Plan("a"), Data(rounds)).Single() is var verdict ? (verdict.MorePairs, verdict.MoreRounds) : default;
    }

    [Fact]
    public void A_metric_that_only_reports_is_judged_and_does_not_gate()
    {
        var gate = new PullRequestGate(new() { Metrics = [new("throughput", MetricRule.Report)] }, MachineBias.None, isAlone: true);
        var verdict = gate.Screen(Plan("a"), Data(Rounds(6))).Single();
        Assert.Equal((Verdict.Worse, false), (verdict.Verdict, verdict.Gates));
    }

    private static IReadOnlyList<PlannedSubject> Counted => [new(Subject("a", "allocatedPerRequest"))];

    private static PairedRounds Bytes(string machine, double[] differences) => new(
        Subject("a", "allocatedPerRequest"), machine, "block", [.. differences.Select(more => Math.Log((1000 + more) / 1000))], differences)
    {
        Base = 1000,
    };
}
