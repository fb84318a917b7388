using PerfMatrix.Commands;
using PerfMatrix.Gate;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Commands;

public sealed class PolicyChoiceTests
{
    private static readonly GatePolicy s_policy = new() { DetectPercent = 6, Mode = GateMode.Advise };

    [Fact]
    public void What_is_not_said_stays_as_the_policy_has_it() => Assert.Equal(s_policy, new PolicyChoice().Of(s_policy));

    [Fact]
    public void What_is_said_holds_instead()
    {
        var changed = new PolicyChoice(GateMode.Enforce, 3).Of(s_policy);

        Assert.Equal((GateMode.Enforce, 3), (changed.Mode, changed.DetectPercent));
    }

    [Fact]
    public void A_size_that_no_gate_finds_is_refused_with_its_option() =>
        Assert.Equal("--detect: is 0.1, a number from 0.5 to 1000 was expected",
            Assert.Throws<UsageException>(() => new PolicyChoice(DetectPercent: 0.1).Of(s_policy)).Message);
}
