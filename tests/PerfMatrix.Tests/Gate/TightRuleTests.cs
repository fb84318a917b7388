using PerfMatrix.Gate;
using static PerfMatrix.Tests.Gate.GateSamples;

namespace PerfMatrix.Tests.Gate;

public sealed class TightRuleTests
{
    private readonly PullRequestGate _gate = new(new());

    [Theory]
    [InlineData(1000, 1020, Verdict.Worse)] // 2 % and 20 bytes.
    [InlineData(1000, 980, Verdict.Better)]
    [InlineData(1000, 1009, Verdict.Same)] // 0.9 %.
    [InlineData(100, 108, Verdict.Same)] // 8 % but 8 bytes.
    [InlineData(0, 0, Verdict.Same)]
    [InlineData(0, 24, Verdict.Worse)] // Nothing before, so the ratio is infinite.
    public void A_change_counts_from_a_share_and_an_amount(double before, double after, Verdict expected) =>
        Assert.Equal((expected, Stage.Tight), Judge([.. Enumerable.Repeat((before, after), 7)]));

    [Fact]
    public void One_round_without_the_change_is_enough_to_doubt() =>
        Assert.Equal((Verdict.Unknown, Stage.Tight), Judge([.. Enumerable.Repeat((1000.0, 1020.0), 6), (1000, 1000)]));

    [Fact]
    public void One_round_with_a_change_does_not_count_among_many_without() =>
        Assert.Equal((Verdict.Same, Stage.Tight), Judge([.. Enumerable.Repeat((1000.0, 1001.0), 6), (1000, 5000)]));

    [Fact]
    public void Too_few_rounds_are_unknown() => Assert.Equal((Verdict.Unknown, Stage.Tight), Judge([(1000, 2000), (1000, 2000)]));

    [Fact]
    public void Without_amounts_nothing_is_decided() =>
        Assert.Equal(Verdict.Unknown, _gate.Screen([new(Allocated)], Data(Rounds(50, metric: "allocatedPerRequest"))).Single().Verdict.Verdict);

    private static Subject Allocated => Subject(metric: "allocatedPerRequest");

    private (Verdict, Stage) Judge((double Before, double After)[] rounds)
    {
        var paired = new PairedRounds(
            Allocated, "m0", "block", [.. rounds.Select(r => r.Before == r.After ? 0 : Math.Log(r.After / r.Before))],
                [.. rounds.Select(r => r.After - r.Before)]);
        var finding = _gate.Screen([new(Allocated)], Data(paired)).Single();
        Assert.Equal(Suspicion.None, finding.Suspicion);
        return (finding.Verdict.Verdict, finding.Verdict.Stage);
    }
}
