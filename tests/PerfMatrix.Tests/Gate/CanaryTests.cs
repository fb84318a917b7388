using PerfMatrix.Gate;
using static PerfMatrix.Tests.Gate.GateSamples;

namespace PerfMatrix.Tests.Gate;

public sealed class CanaryTests
{
    private readonly PullRequestGate _gate = new(new(), new Dictionary<string, double> { ["throughput"] = 0.01 });

    [Fact]
    public void Where_identical_variants_differ_nothing_is_believed()
    {
        var findings = _gate.Screen(Plan("a"), new([Rounds(20)], [Canary(8)]));
        Assert.Equal((Suspicion.None, Verdict.Unknown), (findings[0].Suspicion, findings[0].Verdict.Verdict));
        Assert.Equal("machine m0 unfit: two identical variants of block block differ by +8.0 % in throughput", findings[0].Verdict.Reason);
        Assert.Null(_gate.NextLook(findings[0]));
    }

    [Fact]
    public void Where_identical_variants_scatter_more_than_usual_nothing_is_believed()
    {
        var findings = _gate.Screen(Plan("a"), new([Rounds(20)], [Canary(0, spreadPercent: 9)]));
        Assert.Contains("1.0 % is usual", findings[0].Verdict.Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(2.5)] // Beyond the limit, but no more than a machine's usual bias explains.
    public void An_ordinary_canary_changes_nothing(double effectPercent) =>
        Assert.Equal(Suspicion.Worse, _gate.Screen(Plan("a"), new([Rounds(20)], [Canary(effectPercent)]))[0].Suspicion);

    [Fact]
    public void Other_blocks_metrics_and_machines_are_not_affected()
    {
        var unfit = Canary(30);
        foreach (var other in new[] { unfit with { Block = "other" }, unfit with { Machine = "m9" }, unfit with { Metric = "latencyP50" } })
            Assert.Equal(Suspicion.Worse, _gate.Screen(Plan("a"), new([Rounds(20)], [other]))[0].Suspicion);
    }

    [Fact]
    public void An_unfit_machine_does_not_take_part_in_a_confirmation()
    {
        var findings = _gate.Screen(Plan("a"), Data(Rounds(6)));
        var fresh = Confirm(6);
        var verdict = _gate.Decide(findings, fresh with { Canaries = [Canary(9, machine: "m2")] }).Single();
        Assert.Equal((Verdict.Unknown, 6), (verdict.Verdict, verdict.MoreRounds));
    }

    [Fact]
    public void A_canary_without_rounds_is_no_reassurance() =>
        Assert.Contains(
        "has no throughput", _gate.Screen(Plan("a"), new([Rounds(20)], [Canary(0, rounds: 1)]))[0].Verdict.Reason, StringComparison.Ordinal);
}
