using PerfMatrix.Gate;
using static PerfMatrix.Tests.Gate.GateSamples;

namespace PerfMatrix.Tests.Gate;

public sealed class CanaryTests
{
    private static readonly PullRequestGate s_gate = new(new(), MachineBias.None, isAlone: true);

    [Fact]
    public void Where_identical_copies_differ_nothing_is_believed_and_more_rounds_are_asked_for()
    {
        var verdict = s_gate.Screen(Plan("a"), [Rounds(20) with { Canary = Canary(8) }]).Single();
        Assert.Equal((Verdict.Unknown, true, 3), (verdict.Verdict, verdict.NotMeasured, verdict.MoreRounds));
        Assert.Equal("machine m0 unfit: identical copies in block block differ by +8.0 % in Throughput; measure again while nothing else runs there "
            + "(`doctor` says what disturbs it)", verdict.Reason);
    }

    [Theory]
    [InlineData(7, 2)]
    [InlineData(20, 3)]
    public void As_many_rounds_as_are_left_may_clear_a_machine(int mostRounds, int more)
    {
        var gate = new PullRequestGate(new() { MostRounds = mostRounds }, MachineBias.None, isAlone: true);
        Assert.Equal(more, gate.Screen(Plan("a"), [Rounds(20, rounds: 5) with { Canary = Canary(8) }]).Single().MoreRounds);
    }

    /// <summary>The limits are half of the size, 2.5 %, and what the bias of two copies explains, 2.2 %.</summary>
    [Theory]
    [InlineData(4, 0.5)]
    [InlineData(-4, 0.5)]
    [InlineData(4, 1)]
    public void A_little_more_than_the_limit_makes_a_machine_unfit_where_the_copies_hardly_scatter(double effectPercent, double spreadPercent) =>
        Assert.Contains("unfit", s_gate.Screen(Plan("a"), [Rounds(20) with { Canary = Canary(effectPercent, spreadPercent) }]).Single().Reason,
            StringComparison.Ordinal);

    [Theory]
    [InlineData(0, 1)]
    [InlineData(2, 1)] // Less than what fails a change.
    [InlineData(2.4, 0.2)]
    [InlineData(4, 9)] // No more than chance explains.
    public void An_ordinary_canary_changes_nothing(double effectPercent, double spreadPercent) =>
        Assert.Equal(Verdict.Worse, s_gate.Screen(Plan("a"), [Rounds(20) with { Canary = Canary(effectPercent, spreadPercent) }]).Single().Verdict);

    [Fact]
    public void A_machine_that_is_known_to_favour_a_side_may_show_it()
    {
        var gate = new PullRequestGate(new() { MachineBiasPercent = 1.5 }, MachineBias.None, isAlone: true);
        Assert.False(gate.Screen(Plan("a"), [Rounds(20) with { Canary = Canary(5) }]).Single().NotMeasured);
    }

    [Fact]
    public void A_canary_without_rounds_is_no_reassurance() =>
        Assert.Equal("the identical copies of block block have no Throughput of two rounds; if they failed, the warnings of run.json say how",
            s_gate.Screen(Plan("a"), [Rounds(20) with { Canary = [] }]).Single().Reason);

    [Fact]
    public void The_size_of_a_tail_grows_with_what_two_copies_of_base_scatter_by_and_not_with_head()
    {
        var table = new LimitTable(new() { Metrics = [new("throughput", MetricRule.Tail) { DetectPercent = 20 }] }, MachineBias.None, 1);
        Assert.Equal(20, Of(5, 40).DetectPercent, 3);
        Assert.Equal(20, Of(40, 0.1).DetectPercent, 3);
        var wide = Of(40, 40);
        Assert.InRange(wide.DetectPercent, 50, 160);
        Assert.Equal(Of(5, 40).Bias, wide.Bias);

        Limits Of(double @base, double head) =>
            table.At(Rounds(0, rounds: 7) with { Twins = Pairs(0, @base, 7), HeadTwins = Pairs(0, head, 7) }, 14);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Where_the_copy_of_base_is_lost_the_size_of_a_tail_grows_with_what_those_of_both_sides_scatter_by(int left)
    {
        var table = new LimitTable(new() { Metrics = [new("throughput", MetricRule.Tail) { DetectPercent = 20 }] }, MachineBias.None, 1);
        double[] ofBase = [.. Pairs(0, 5, left), .. Enumerable.Repeat(double.NaN, 7 - left)];
        var rounds = Rounds(0, rounds: 7) with { Twins = ofBase, HeadTwins = Pairs(0, 40, 7) };
        Assert.InRange(table.At(rounds, 14).DetectPercent, 50, 160);
        Assert.Equal(16, table.At(rounds, 14).LeastPairs);
        Assert.Equal(20, table.At(rounds with { HeadTwins = [] }, 14).DetectPercent, 3);
    }

    [Fact]
    public void The_size_of_a_tail_at_a_look_does_not_depend_on_later_rounds()
    {
        var table = new LimitTable(new() { Metrics = [new("throughput", MetricRule.Tail)] }, MachineBias.None, 1);
        var rounds = Rounds(0, rounds: 6) with { Twins = [0.01, -0.01, 0.01, 0.3, -0.3, 0.3] };
        Assert.Equal(5, table.At(rounds, 6).DetectPercent, 3);
        Assert.InRange(table.At(rounds, 12).DetectPercent, 20, 200);
    }
}
