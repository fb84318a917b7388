using PerfMatrix.Gate;
using static PerfMatrix.Tests.Gate.GateSamples;

namespace PerfMatrix.Tests.Gate;

public sealed class ConfirmationTests
{
    private readonly PullRequestGate _gate = new(new());

    [Fact]
    public void A_suspect_that_repeats_on_three_machines_is_worse()
    {
        var verdict = Decide(6, Confirm(6));
        Assert.Equal((Verdict.Worse, Stage.Confirm, 18, 3), (verdict.Verdict, verdict.Stage, verdict.Rounds, verdict.Machines));
        Assert.Equal(6, verdict.Estimate!.EffectPercent, 0.2);
        Assert.Equal("worse than the margin of 1.5 % on 3 machines, p < 0.0001", verdict.Reason);
        Assert.Null(verdict.MoreRounds);
    }

    [Fact]
    public void The_same_the_other_way_is_better()
    {
        var verdict = Decide(-6, Confirm(-6));
        Assert.Equal(Verdict.Better, verdict.Verdict);
        Assert.Equal(-6, verdict.Estimate!.EffectPercent, 0.2);
        Assert.True(verdict.Estimate.HighPercent < 0);
    }

    [Fact]
    public void A_suspect_that_does_not_repeat_is_the_same() => Assert.Equal(Verdict.Same, Decide(6, Confirm(0.5)).Verdict);

    [Fact]
    public void A_suspect_that_repeats_the_other_way_is_not_worse() => Assert.NotEqual(Verdict.Worse, Decide(6, Confirm(-6)).Verdict);

    [Fact]
    public void A_confirmed_effect_below_the_threshold_is_not_worse()
    {
        var verdict = Decide(6, Confirm(2.2, spreadPercent: 0.3));
        Assert.Equal(Verdict.Same, verdict.Verdict);
    }

    [Fact]
    public void What_the_first_look_leaves_open_the_second_decides()
    {
        var policy = new GatePolicy { Confirm = new() { FalseDiscoveryRate = 0.005 } };
        var gate = new PullRequestGate(policy);
        var first = Decide(8, Confirm(6, spreadPercent: 7), gate);
        Assert.Equal((Verdict.Unknown, Stage.Confirm, 18), (first.Verdict, first.Stage, first.Rounds));
        var second = Decide(8, Confirm(6, spreadPercent: 7, roundsOfMachine: 10), gate);
        Assert.Equal((Verdict.Worse, 30), (second.Verdict, second.Rounds));
    }

    [Fact]
    public void A_verdict_of_the_first_look_stays_whatever_comes_later()
    {
        var early = Confirm(6).Rounds;
        var data = Data([.. early.Select(r => r with { LogRatios = [.. r.LogRatios, -0.5, -0.5, -0.5, -0.5] })]);
        var verdict = Decide(6, data);
        Assert.Equal((Verdict.Worse, 18), (verdict.Verdict, verdict.Rounds));
    }

    [Fact]
    public void Without_fresh_rounds_a_suspect_stays_unknown_with_the_rounds_it_needs()
    {
        var verdict = Decide(6, Data());
        Assert.Equal((Verdict.Unknown, Stage.Screen, 18), (verdict.Verdict, verdict.Stage, verdict.MoreRounds));
        verdict = Decide(6, Confirm(6, machines: 2));
        Assert.Equal((Verdict.Unknown, 6), (verdict.Verdict, verdict.MoreRounds));
        Assert.Equal("suspected to be worse, 12 of 18 fresh rounds", verdict.Reason);
    }

    [Fact]
    public void One_machine_alone_has_to_show_more()
    {
        Assert.Equal(Verdict.Worse, Decide(6, Confirm(3.2, spreadPercent: 0.6)).Verdict);
        var alone = Decide(6, Confirm(3.2, spreadPercent: 1.5, roundsOfMachine: 18, machines: 1));
        Assert.NotEqual(Verdict.Worse, alone.Verdict);
        Assert.Equal(Verdict.Worse, Decide(6, Confirm(8, spreadPercent: 1.5, roundsOfMachine: 18, machines: 1)).Verdict);
    }

    [Fact]
    public void Looks_take_the_same_number_of_rounds_of_every_machine()
    {
        // Rounds 7 to 10 of each machine are absurd; at the first look nobody may see them.
        var data = Data([.. Confirm(0.5).Rounds.Select(r => r with { LogRatios = [.. r.LogRatios, 9, 9, 9, 9] })]);
        Assert.Equal((Verdict.Same, 18), (Decide(6, data).Verdict, Decide(6, data).Rounds));
    }

    [Fact]
    public void Many_suspects_need_stronger_evidence_each()
    {
        var cells = Enumerable.Range(0, 40).Select(i => $"c{i}").ToArray();
        var findings = _gate.Screen(Plan(cells), Data([.. cells.Select(c => Rounds(6, cell: c))]));
        var one = Confirm(5, spreadPercent: 5, cell: "c0").Rounds;
        var others = cells.Skip(1).SelectMany(c => Confirm(0, spreadPercent: 5, cell: c).Rounds);
        Assert.Equal(Verdict.Unknown, _gate.Decide(findings, Data([.. one, .. others]))[0].Verdict);
        Assert.Equal(Verdict.Worse, _gate.Decide([findings[0]], Data([.. one]))[0].Verdict);
    }

    [Fact]
    public void Cells_that_were_not_suspect_keep_their_verdict_and_their_place()
    {
        var findings = _gate.Screen(Plan("a", "b", "c"), Data(Rounds(0.2, cell: "a"), Rounds(6, cell: "b"), Rounds(-0.2, cell: "c")));
        var verdicts = _gate.Decide(findings, Confirm(6, cell: "b"));
        Assert.Equal([Verdict.Same, Verdict.Worse, Verdict.Same], verdicts.Select(v => v.Verdict));
        Assert.Equal(["a", "b", "c"], verdicts.Select(v => v.Subject.Cell));
    }

    [Fact]
    public void Improvements_are_not_measured_again_when_the_policy_says_so()
    {
        var gate = new PullRequestGate(new() { Confirm = new() { Improvements = false } });
        var findings = gate.Screen(Plan("a"), Data(Rounds(-6)));
        Assert.Empty(gate.Suspects(findings));
        Assert.Equal(Verdict.Unknown, gate.Decide(findings, Data()).Single().Verdict);
    }

    [Theory]
    [InlineData(-12)]
    [InlineData(12)]
    public void A_tail_latency_that_fresh_rounds_show_to_be_noisy_is_shown_and_does_not_gate(double effectPercent)
    {
        var verdict = DecideTail(effectPercent, freshSpreadPercent: 9);
        Assert.Equal((Verdict.Unknown, false, 18, Stage.Confirm), (verdict.Verdict, verdict.Gates, verdict.Rounds, verdict.Stage));
        Assert.Matches("^reported only: pairs spread [0-9.]+ %, at most 5 % gates$", verdict.Reason);
        Assert.Equal(effectPercent, verdict.Estimate!.EffectPercent, 1.0);
        Assert.Null(verdict.MoreRounds);
    }

    [Fact]
    public void A_tail_latency_that_stays_calm_gates() =>
        Assert.Equal((Verdict.Worse, true), (DecideTail(12, freshSpreadPercent: 3).Verdict, DecideTail(12, freshSpreadPercent: 3).Gates));

    [Fact]
    public void Fresh_rounds_say_how_noisy_a_metric_is_whatever_the_history_says()
    {
        var gate = new PullRequestGate(new(), new Dictionary<string, double> { ["latencyP99"] = 0.03 });
        Assert.False(DecideTail(12, freshSpreadPercent: 9, gate: gate).Gates);
    }

    [Fact]
    public void A_metric_without_a_limit_gates_however_it_spreads() =>
    Assert.Equal((Verdict.Worse, true), (Decide(8, Confirm(20, spreadPercent: 9)).Verdict, Decide(8, Confirm(20, spreadPercent: 9)).Gates));

    private SubjectVerdict DecideTail(double effectPercent, double freshSpreadPercent, PullRequestGate? gate = null)
    {
        gate ??= _gate;
        var findings = gate.Screen([new(Subject(metric: "latencyP99"))], Data(Rounds(effectPercent, spreadPercent: 3, metric: "latencyP99")));
        Assert.Single(gate.Suspects(findings));
        return gate.Decide(findings, Data([.. Enumerable.Range(1, 3)
            .Select(m => Rounds(effectPercent, freshSpreadPercent, rounds: 6, machine: $"m{m}", metric: "latencyP99"))])).Single();
    }

    private SubjectVerdict Decide(double screenedPercent, StageData fresh, PullRequestGate? gate = null)
    {
        gate ??= _gate;
        var findings = gate.Screen(Plan("a"), Data(Rounds(screenedPercent)));
        return gate.Decide(findings, fresh).Single();
    }
}
