using PerfMatrix.Commands;
using PerfMatrix.Gate;

namespace PerfMatrix.Tests.Commands;

public sealed class ComparisonRulesTests : IDisposable
{
    private static readonly DateOnly s_today = new(2026, 11, 21);
    private static readonly SuspectsDocument s_suspects = new() { MostRounds = 40, Suspects = [] };

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_second_machine_has_the_rounds_of_the_suspects_unless_it_is_given_others()
    {
        Assert.Equal(40, ComparisonRules.OfStage(Checkout.Root, s_today, null, s_suspects).Policy.MostRounds);
        Assert.Equal(8, ComparisonRules.OfStage(Checkout.Root, s_today, 8, s_suspects).Policy.MostRounds);
        Assert.Equal(DecisionLooks.MostRounds, ComparisonRules.OfStage(Checkout.Root, s_today, null).Policy.MostRounds);
    }

    /// <summary>Whether they may stand there at all is said once, by the verdict.</summary>
    [Fact]
    public void A_stage_knows_the_acknowledgements_that_have_not_expired_and_refuses_none()
    {
        _folder.Write("crank/gate.yml", "detectPercent: 5\n");
        _folder.Write(AcknowledgementFile.Name,
            """
            acknowledged:
              - { cell: hello-minimal/*, metric: throughput, reason: too old, expires: 2026-11-20 }
              - { cell: hello-minimal/*, metric: throughput, reason: the last day, expires: 2026-11-21 }
              - { cell: no-such-cell, metric: throughput, reason: unknown, expires: 2027-01-01 }
            """);

        Assert.Equal(["the last day", "unknown"],
            ComparisonRules.OfStage(_folder.Root, s_today, null).Acknowledgements.Select(entry => entry.Reason));
    }
}
