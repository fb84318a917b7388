using PerfMatrix.Gate;
using static PerfMatrix.Tests.Gate.GateSamples;

namespace PerfMatrix.Tests.Gate;

public sealed class FamiliesTests
{
    [Fact]
    public void A_small_common_shift_shows_in_the_family_and_in_no_cell()
    {
        var cells = Enumerable.Range(0, 24).Select(i => Rounds(1, spreadPercent: 3, cell: $"c{i}", machine: $"m{i % 3}")).ToList();
        var gate = new PullRequestGate(new(), MachineBias.None, isAlone: true);
        Assert.DoesNotContain(gate.Screen([.. cells.Select(c => new PlannedSubject(c.Subject))], cells),
            v => v.IsWorse || v.Suspicion != Suspicion.None);

        var family = Families.Pool("hello", cells, new Random(5));
        Assert.Equal(("hello", "throughput", 24, 3), (family.Family, family.Metric, family.Cells, family.Machines));
        Assert.Equal(1, family.EffectPercent, 0.1);
        Assert.True(family.LowPercent > 0, $"{family}");
    }
}
