using PerfMatrix.Gate;
using static PerfMatrix.Tests.Gate.GateSamples;

namespace PerfMatrix.Tests.Gate;

public sealed class ScreeningTests
{
    private readonly PullRequestGate _gate = new(new());

    [Theory]
    [InlineData(6, Suspicion.Worse)]
    [InlineData(-6, Suspicion.Better)]
    [InlineData(0, Suspicion.None)]
    [InlineData(1.5, Suspicion.None)] // Clear, but below the effect that is worth a second measurement.
    public void A_clear_effect_is_suspect(double effectPercent, Suspicion expected) =>
        Assert.Equal(expected, Judge(Rounds(effectPercent)).Suspicion);

    [Fact]
    public void A_suspect_is_unknown_until_it_is_confirmed()
    {
        var finding = Judge(Rounds(6));
        Assert.Equal(Verdict.Unknown, finding.Verdict.Verdict);
        Assert.Equal("suspected to be worse, not confirmed", finding.Verdict.Reason);
        Assert.Equal(18, finding.Verdict.MoreRounds);
        Assert.Null(_gate.NextLook(finding));
    }

    [Fact]
    public void A_calm_cell_without_an_effect_is_the_same()
    {
        var finding = Judge(Rounds(0.3));
        Assert.Equal((Verdict.Same, Stage.Screen, 7), (finding.Verdict.Verdict, finding.Verdict.Stage, finding.Verdict.Rounds));
        Assert.Equal("effects beyond 5 % are excluded", finding.Verdict.Reason);
        Assert.Equal([finding], _gate.Suspects([finding]).Concat([finding]));
    }

    [Fact]
    public void A_noisy_cell_is_unknown_and_told_how_many_rounds_would_decide()
    {
        var finding = Judge(Rounds(0, spreadPercent: 8));
        Assert.Equal((Verdict.Unknown, Suspicion.None), (finding.Verdict.Verdict, finding.Suspicion));
        Assert.InRange(finding.Verdict.MoreRounds!.Value, 1, 40);
        Assert.Equal(10, _gate.NextLook(finding));
    }

    [Fact]
    public void After_the_last_look_there_is_no_other()
    {
        Assert.Equal(18, _gate.NextLook(Judge(Rounds(0, spreadPercent: 20, rounds: 13))));
        Assert.Null(_gate.NextLook(Judge(Rounds(0, spreadPercent: 20, rounds: 18))));
    }

    [Fact]
    public void The_promised_number_of_rounds_does_decide()
    {
        foreach (var spread in new[] { 6.0, 8, 10 })
        {
            var finding = Judge(Rounds(0.5, spread));
            Assert.Equal(Verdict.Unknown, finding.Verdict.Verdict);
            var rounds = 7 + finding.Verdict.MoreRounds!.Value;
            Assert.Equal(Verdict.Same, Judge(Rounds(0.5, spread, rounds)).Verdict.Verdict);
        }
    }

    [Fact]
    public void Noise_beyond_reason_has_no_number_of_rounds() => Assert.Null(Judge(Rounds(0, spreadPercent: 90)).Verdict.MoreRounds);

    [Fact]
    public void Too_few_rounds_are_unknown_with_the_number_needed()
    {
        var finding = Judge(Rounds(6, rounds: 5));
        Assert.Equal((Verdict.Unknown, Suspicion.None, 2), (finding.Verdict.Verdict, finding.Suspicion, finding.Verdict.MoreRounds));
        Assert.Equal("5 of 7 rounds", finding.Verdict.Reason);
    }

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.NegativeInfinity)]
    public void A_round_without_a_number_is_unknown_and_named(double bad)
    {
        var rounds = Rounds(6);
        var finding = Judge(rounds with { LogRatios = [.. rounds.LogRatios.Take(3), bad, .. rounds.LogRatios.Skip(4)] });
        Assert.Equal((Verdict.Unknown, "round 4 has no usable sample of both sides"), (finding.Verdict.Verdict, finding.Verdict.Reason));
    }

    [Fact]
    public void Tail_latency_gates_only_where_it_is_calm()
    {
        Assert.Equal(Suspicion.Worse, Judge(Rounds(12, spreadPercent: 3, metric: "latencyP99")).Suspicion);
        var noisy = Judge(Rounds(30, spreadPercent: 8, metric: "latencyP99"));
        Assert.Equal((Suspicion.None, false), (noisy.Suspicion, noisy.Verdict.Gates));
        Assert.Contains("at most 5 % gates", noisy.Verdict.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Stored_noise_decides_before_the_noise_of_the_day()
    {
        var gate = new PullRequestGate(new(), new Dictionary<string, double> { ["latencyP99"] = 0.08 });
        var rounds = Rounds(12, spreadPercent: 3, metric: "latencyP99");
        Assert.False(gate.Screen([new(rounds.Subject)], Data(rounds)).Single().Verdict.Gates);
    }

    [Fact]
    public void A_metric_that_is_not_listed_is_reported_and_never_suspect()
    {
        var finding = Judge(Rounds(50, metric: "peakRss"));
        Assert.Equal((Suspicion.None, false, "reported only"), (finding.Suspicion, finding.Verdict.Gates, finding.Verdict.Reason));
        Assert.Equal(50, finding.Verdict.Estimate!.EffectPercent, 0.1);
    }

    [Fact]
    public void A_planned_cell_that_was_not_measured_is_unknown_with_its_reason()
    {
        var findings = _gate.Screen([new(Subject("a"), "it exited with 134"), new(Subject("b"))], Data());
        Assert.Equal(["not measured: it exited with 134", "not measured: no rounds in the document"], findings.Select(f => f.Verdict.Reason));
    }

    [Fact]
    public void The_interval_holds_the_doubt_about_the_machine()
    {
        var trusting = new PullRequestGate(new() { MachineBiasPercent = 0 });
        var rounds = Rounds(0.3);
        var narrow = trusting.Screen([new(rounds.Subject)], Data(rounds)).Single().Verdict.Estimate!.Interval!.Value;
        var wide = Judge(rounds).Verdict.Estimate!.Interval!.Value;
        Assert.True(wide.HalfWidth > 0.0196 && wide.HalfWidth > narrow.HalfWidth, $"{wide} against {narrow}");
    }

    private ScreenFinding Judge(PairedRounds rounds) => _gate.Screen([new(rounds.Subject)], Data(rounds)).Single();
}
