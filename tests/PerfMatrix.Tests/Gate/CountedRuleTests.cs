using PerfMatrix.Gate;
using static PerfMatrix.Tests.Gate.GateSamples;

namespace PerfMatrix.Tests.Gate;

public sealed class CountedRuleTests
{
    [Theory]
    [InlineData(1000, 1020, Verdict.Worse)]
    [InlineData(1000, 980, Verdict.Better)]
    [InlineData(2441, 2465, Verdict.Worse)] // One object of the smallest size, though it is less than 1 %.
    [InlineData(100, 108, Verdict.Same)] // 8 bytes are not more than 8.
    [InlineData(0, 0, Verdict.Same)]
    [InlineData(0, 24, Verdict.Worse)] // Nothing before, so the ratio is infinite.
    public void A_change_counts_from_an_amount(double before, double after, Verdict expected) =>
        Assert.Equal(expected, Judge([.. Enumerable.Repeat((before, after), 6)]).Verdict);

    [Fact]
    public void One_pair_of_ten_may_differ() =>
        Assert.Equal(Verdict.Worse, Judge([.. Enumerable.Repeat((1000.0, 1024.0), 9), (1000, 1000)]).Verdict);

    [Theory]
    [InlineData(9, 1)]
    [InlineData(8, 0)]
    [InlineData(-9, -1)]
    [InlineData(0, 0)]
    public void Nine_of_ten_differences_the_same_way_are_a_change(int changed, int expected)
    {
        double[] differences = [.. Enumerable.Repeat(9.0 * Math.Sign(changed), Math.Abs(changed)), .. new double[10 - Math.Abs(changed)]];
        Assert.Equal((expected, 0), (CountedRule.Differs(differences, 8), CountedRule.Differs([], 8)));
    }

    [Fact]
    public void Two_of_ten_are_enough_to_doubt()
    {
        var verdict = Judge([(1000, 1000), (1000, 1000), .. Enumerable.Repeat((1000.0, 1024.0), 8)]);
        Assert.Equal((Verdict.Undecided, "beyond 8 bytes in 8 of 10 pairs only", 2), (verdict.Verdict, verdict.Reason, verdict.MorePairs));
    }

    [Fact]
    public void A_change_in_a_few_pairs_is_the_same() =>
        Assert.Equal(Verdict.Same, Judge([.. Enumerable.Repeat((1000.0, 1001.0), 6), (1000, 5000)]).Verdict);

    [Fact]
    public void What_identical_programs_differ_by_does_not_count()
    {
        (double, double)[] pairs = [.. Enumerable.Repeat((1000.0, 1024.0), 6)];
        Assert.Equal(Verdict.Same, Judge(pairs, twins: [-8, 8, -8, 8, -8, 8]).Verdict);
        Assert.Equal(Verdict.Worse, Judge(pairs, twins: [-2, 2, -2, 2, -2, 400]).Verdict);
        // A copy that was lost makes nothing sharper.
        Assert.Equal(Verdict.Same, Judge(pairs, twins: [8, double.NaN]).Verdict);
    }

    /// <summary>8 bytes are not more than 8, so it is 16.</summary>
    [Fact]
    public void It_says_from_what_share_on_a_change_shows()
    {
        Assert.Equal(1.6, Judge([.. Enumerable.Repeat((1000.0, 1000.0), 6)]).DetectablePercent);
        Assert.Equal(Verdict.Worse, Judge([.. Enumerable.Repeat((1000.0, 1016.0), 6)]).Verdict);
    }

    // 95 of 100 are promised, and no more than 91.5 to 100 tolerated of so few cells, whether pairs are few or differ by little or much.
    [Theory]
    [InlineData(6, 2, 1)]
    [InlineData(6, 30, 20)]
    [InlineData(10, 30, 20)]
    [InlineData(40, 30, 20)]
    [InlineData(20, 200, 1)] // Identical programs do not vary, and head does.
    public void What_is_said_to_be_detectable_shows_in_95_of_100_cases(int pairs, double sigma, double twin)
    {
        const int cells = 800;
        const double before = 100_000;
        var noise = new Random(20261127);
        var passed = 0;
        for (var i = 0; i < cells; i++)
        {
            // What an unchanged cell is told is put into another one, and must show.
            var told = Cell(0).DetectablePercent!.Value / 100 * before;
            passed += Cell(told).Verdict is Verdict.Same or Verdict.Unknown ? 1 : 0;
        }

        Assert.InRange(passed, 0, 0.085 * cells);

        SubjectVerdict Cell(double more) =>
            Judge([.. Enumerable.Range(0, pairs).Select(_ => (before, before + more + (sigma * noise.Normal())))], [-twin, twin, twin]);
    }

    [Fact]
    public void Too_few_pairs_are_not_measured() => Assert.True(Judge([(1000, 2000), (1000, 2000)]).NotMeasured);

    [Fact]
    public void Without_amounts_nothing_is_decided()
    {
        var rounds = Rounds(50, metric: "allocatedPerRequest");
        Assert.Equal("10 of 10 pairs have no usable sample of both sides; run.json has the samples, and its warnings tell what failed",
            CountedRule.Judge(Nothing, rounds, Policy).Reason);
    }

    [Fact]
    public void A_pair_without_the_value_of_a_side_is_left_out() =>
        Assert.Equal(Verdict.Worse, Judge([.. Enumerable.Repeat((1000.0, 1024.0), 7), (1000, double.NaN)]).Verdict);

    private static MetricPolicy Policy => new("allocatedPerRequest", MetricRule.Counted);

    private static SubjectVerdict Nothing => new(Subject(), Stage.Whole);

    private static SubjectVerdict Judge((double Before, double After)[] pairs, double[]? twins = null) => CountedRule.Judge(
        Nothing,
        new(Subject(), "m0", "block", [.. pairs.Select(r => r.Before == r.After ? 0 : Math.Log(r.After / r.Before))],
            [.. pairs.Select(r => r.After - r.Before)])
        { Base = pairs[0].Before, TwinDifferences = twins ?? [] },
        Policy);
}
