using PerfMatrix.Gate;

namespace PerfMatrix.Tests.Gate;

public sealed class GatePolicyTests
{
    public static TheoryData<object, string> Broken => new()
    {
        { new GatePolicy { DetectPercent = 0 }, "detectPercent is 0, a number from 0.5 to 1000 was expected" },
        { new GatePolicy { DetectPercent = double.NaN }, "detectPercent is NaN" },
        { new GatePolicy { DetectPercent = double.NaN, MachineBiasPercent = 0.5 }, "detectPercent is NaN" },
        { new GatePolicy { DetectPercent = -150, MachineBiasPercent = 0.5 }, "detectPercent is -150" },
        { new GatePolicy { MachineBiasPercent = double.NaN }, "machineBiasPercent is NaN" },
        { new GatePolicy { MostRounds = 2 }, "mostRounds is 2, a number from 3 to 200 was expected" },
        { new GatePolicy { MachineBiasPercent = 21 }, "machineBiasPercent is 21" },
        { new GatePolicy { MachineBiasPercent = 2 }, "detectPercent is 5, but a bias of 2 % alone looks like half of it; 12.7 or more was expected" },
        { new GatePolicy { MachineBiasPercent = 0.8 }, "detectPercent is 5, but a bias of 0.8 % alone looks like half of it; 5.1 or more" },
        { new GatePolicy { Metrics = [new("peakRss", MetricRule.Paired) { DetectPercent = -1 }] }, "metrics.peakRss.detectPercent is -1" },
        { new GatePolicy { Metrics = [new("allocatedPerRequest", MetricRule.Counted) { Amount = -1 }] }, "metrics.allocatedPerRequest.amount is -1" },
        { new GatePolicy { Scenarios = [new("hello*", null, 0)] }, "scenarios[0].detectPercent is 0" },
    };

    [Fact]
    public void The_defaults_work() => Assert.Empty(PolicyCheck.Problems(new()));

    [Fact]
    public void A_bias_of_the_policy_hides_no_size_of_a_metric_that_it_is_not_of() => Assert.Empty(PolicyCheck.Problems(new()
    {
        MachineBiasPercent = 0.75,
        Metrics = [new("throughput", MetricRule.Paired), new("startup", MetricRule.Tail) { DetectPercent = 2 }],
        Scenarios = [new("hello", "startup", 3)],
    }));

    [Fact]
    public void A_bias_of_the_policy_hides_no_size_that_no_metric_has() => Assert.Empty(PolicyCheck.Problems(new()
    {
        MachineBiasPercent = 1,
        Metrics = [new("throughput", MetricRule.Paired) { DetectPercent = 10 }, new("peakRss", MetricRule.Paired)],
        Scenarios = [new("hello", null, 4)],
    }));

    [Theory]
    [MemberData(nameof(Broken))]
    public void A_policy_that_cannot_work_is_refused_with_its_key(object policy, string complaint)
    {
        var problem = PolicyCheck.Problems((GatePolicy)policy)[0];
        Assert.StartsWith(complaint, $"{problem.Key} {problem.Complaint}", StringComparison.Ordinal);
    }

    [Fact]
    public void The_most_specific_size_wins()
    {
        var policy = new GatePolicy
        {
            Metrics = [new("throughput", MetricRule.Paired), new("peakRss", MetricRule.Paired) { DetectPercent = 10 }],
            Scenarios = [new("datas-*", null, 7), new("datas-call", "throughput", 4)],
        };
        Assert.Equal(5, policy.DetectPercentOf(new("c", "hello", "throughput")));
        Assert.Equal(10, policy.DetectPercentOf(new("c", "hello", "peakRss")));
        Assert.Equal(10, policy.DetectPercentOf(new("c", "datas-call", "peakRss")));
        Assert.Equal(7, policy.DetectPercentOf(new("c", "datas-idle", "throughput")));
        Assert.Equal(4, policy.DetectPercentOf(new("c", "datas-call", "throughput")));
    }

    [Fact]
    public void A_start_up_gets_twice_as_many_rounds_because_they_need_no_load()
    {
        var policy = new GatePolicy { MostRounds = 8 };
        Assert.Equal((16, 8), (policy.MostRoundsOf("startup"), policy.MostRoundsOf("throughput")));
    }
}
