using PerfMatrix.Gate;

namespace PerfMatrix.Tests.Gate;

public sealed class GatePolicyTests
{
    public static TheoryData<GatePolicy, string> Broken => new()
    {
        { new() { ThresholdPercent = 0 }, "thresholdPercent is 0, a number from 0.1 to 1000 was expected" },
        { new() { ThresholdPercent = double.NaN }, "thresholdPercent is NaN" },
        { new() { UnknownLimitPercent = 101 }, "unknownLimitPercent is 101" },
        { new() { Confirm = new() { FalseDiscoveryRate = 1 } }, "confirm.falseDiscoveryRate is 1" },
        { new() { Confirm = new() { Looks = [] } }, "confirm.looks is empty" },
        { new() { Confirm = new() { Looks = [18, 18] } }, "confirm.looks[1] is 18, more rounds than at the look before" },
        { new() { Confirm = new() { Looks = [4] } }, "confirm.looks[0] is 4" },
        { new() { Confirm = new() { Machines = 0 } }, "confirm.machines is 0" },
        { new() { Screen = new() { Looks = [4] } }, "screen.looks[0] is 4, but a p value of 0.05 needs at least 5 rounds" },
        { new() { Metrics = [new("peakRss", MetricRule.Paired) { ThresholdPercent = -1 }] }, "metrics.peakRss.thresholdPercent is -1" },
        { new() { Scenarios = [new("hello*", null, 0)] }, "scenarios[0].thresholdPercent is 0" },
    };

    [Fact]
    public void The_defaults_work() => Assert.Empty(PolicyCheck.Problems(new()));

    [Theory]
    [MemberData(nameof(Broken))]
    public void A_policy_that_cannot_work_is_refused_with_its_key(GatePolicy policy, string complaint)
    {
        var problem = Assert.Single(PolicyCheck.Problems(policy));
        Assert.StartsWith(complaint, $"{problem.Key} {problem.Complaint}", StringComparison.Ordinal);
    }

    [Fact]
    public void The_most_specific_threshold_wins()
    {
        var policy = new GatePolicy
        {
            Metrics = [new("throughput", MetricRule.Paired), new("peakRss", MetricRule.Paired) { ThresholdPercent = 10 }],
            Scenarios = [new("datas-*", null, 5), new("datas-call", "throughput", 4)],
        };
        Assert.Equal(2.5, policy.ThresholdPercentOf(new("c", "hello", "throughput")));
        Assert.Equal(10, policy.ThresholdPercentOf(new("c", "hello", "peakRss")));
        Assert.Equal(5, policy.ThresholdPercentOf(new("c", "datas-call", "peakRss")));
        Assert.Equal(4, policy.ThresholdPercentOf(new("c", "datas-call", "throughput")));
    }
}
