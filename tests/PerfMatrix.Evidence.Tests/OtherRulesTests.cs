namespace PerfMatrix.Evidence.Tests;

public sealed class OtherRulesTests
{
    private static readonly double[] s_base = [0, 0.01, -0.01, 0.02, -0.02, 0.005, -0.005];

    [Theory]
    [InlineData(105, 1.06, true)]
    [InlineData(105, 1.04, false)]
    [InlineData(110, 1.06, false)]
    [InlineData(120, 1.30, true)]
    [InlineData(200, 1.99, false)]
    [InlineData(200, 2.01, true)]
    public void Last_against_previous_compares_the_means_of_two_runs(int percent, double ratio, bool fails) =>
        Assert.Equal(fails, Rule($"last against previous, {percent} %").Fails(
            new(s_base, [Math.Log(ratio) + 1.3, Math.Log(ratio) + 0.3, Math.Log(ratio) - 0.7], 0.3)));

    [Fact]
    public void Without_a_history_last_against_previous_cannot_say() =>
    Assert.Null(Rule("last against previous, 105 %").Fails(new(s_base, s_base, null)));

    [Theory]
    [InlineData(0.04, false)]
    [InlineData(0.06, true)]
    public void The_mean_of_three_takes_the_first_three(double change, bool fails) =>
        Assert.Equal(fails, Rule("mean of three, 5 %").Fails(new(s_base, [.. s_base.Take(3).Select(cost => cost + change), -9, -9], null)));

    [Fact]
    public void Two_rounds_are_too_few_for_a_mean_of_three() => Assert.Null(Rule("mean of three, 5 %").Fails(new([0, 0], [1, 1, 1], null)));

    [Theory]
    [InlineData(0.1, true)]
    [InlineData(0.0, false)]
    [InlineData(-0.1, false)]
    public void Mann_Whitney_fails_what_is_significantly_worse(double change, bool fails) =>
        Assert.Equal(fails, Rule("Mann-Whitney 0.05, uncorrected").Fails(new(s_base, [.. s_base.Select(cost => cost + change)], null)));

    /// <summary>What is larger by the threshold alone is as large as it may be.</summary>
    [Theory]
    [InlineData(2, 0.1, true)]
    [InlineData(5, 0.1, true)]
    [InlineData(2, 0.045, true)]
    [InlineData(5, 0.045, false)]
    [InlineData(2, 0.0, false)]
    [InlineData(2, -0.1, false)]
    public void ResultsComparer_fails_what_is_worse_by_more_than_its_threshold(int percent, double change, bool fails) =>
        Assert.Equal(fails, Rule($"ResultsComparer, {percent} %").Fails(new(s_base, [.. s_base.Select(cost => cost + change)], null)));

    /// <summary>So 5 % of it are 5.3 % of base.</summary>
    [Theory]
    [InlineData(1.051, false)]
    [InlineData(1.054, true)]
    public void The_threshold_of_ResultsComparer_is_a_share_of_the_mean_of_head(double ratio, bool fails) => Assert.Equal(fails,
        Rule("ResultsComparer, 5 %").Fails(new([.. s_base.Select(_ => 0.0)], [.. s_base.Select(_ => Math.Log(ratio))], null)));

    [Fact]
    public void Names_are_unique() => Assert.Equal(OtherRules.All.Count, OtherRules.All.Select(rule => rule.Name).Distinct().Count());

    private static OtherRule Rule(string name) => OtherRules.All.Concat(OtherRules.OfBenchmarks).First(rule => rule.Name == name);
}
