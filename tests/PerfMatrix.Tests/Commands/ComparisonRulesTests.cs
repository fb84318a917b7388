using PerfMatrix.Commands;
using PerfMatrix.Gate;

namespace PerfMatrix.Tests.Commands;

public sealed class ComparisonRulesTests
{
    private static readonly SuspectsDocument s_suspects = new() { MostRounds = 40, Suspects = [] };

    [Fact]
    public void A_second_machine_has_the_rounds_of_the_suspects_unless_it_is_given_others()
    {
        Assert.Equal(40, ComparisonRules.OfStage(Checkout.Root, null, s_suspects).Policy.MostRounds);
        Assert.Equal(8, ComparisonRules.OfStage(Checkout.Root, 8, s_suspects).Policy.MostRounds);
        Assert.Equal(DecisionLooks.MostRounds, ComparisonRules.OfStage(Checkout.Root, null).Policy.MostRounds);
    }
}
