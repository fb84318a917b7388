using PerfMatrix.Gate;
using static PerfMatrix.Tests.Gate.GateRuns;
using static PerfMatrix.Tests.Gate.GateSamples;

namespace PerfMatrix.Tests.Gate;

public sealed class FamiliesTests
{
    private static readonly GateRules s_rules = new(new());

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

    [Fact]
    public void A_common_small_shift_shows_in_the_families()
    {
        Truth[] cells = [.. new[] { "net8.0", "net9.0", "net10.0" }.SelectMany(
            runtime => new[] { "server", "datas" }.Select(gc => new Truth(runtime, 1.2, gc)))];
        var families = GateDecision.Of([Comparison(Run("r", 10, cells))], s_rules).Verdict.Families;
        var family = families.Single(f => f is { Family: "hello-minimal", Metric: "throughput" });
        Assert.Equal(families.OrderBy(f => f.Metric, StringComparer.Ordinal).ThenBy(f => f.Family, StringComparer.Ordinal), families);
        Assert.Equal(6, family.Cells);
        Assert.True(family.LowPercent > 0.5 && family.HighPercent < 2, $"{family}");
    }

    [Fact]
    public void A_common_shift_is_pooled_over_the_machines_that_measured_it()
    {
        var runs = Enumerable.Range(0, 3)
            .Select(m => Run($"r{m}", 10, new Truth("net8.0", 1.2, $"gc{2 * m}"), new Truth("net8.0", 1.2, $"gc{(2 * m) + 1}")).On($"machine-{m}"));
        var family = GateDecision.Of([.. runs.Select(run => Comparison(run))], s_rules).Verdict.Families.Single(
            f => f is { Family: "hello-minimal", Metric: "throughput" });
        Assert.Equal((6, 3), (family.Cells, family.Machines));
        Assert.True(Families.IsShift(family), $"{family}");
    }

    [Theory]
    [InlineData(1.9, 3, true)]
    [InlineData(1.9, 1, false)] // One machine may shift three cells by itself.
    [InlineData(0.7, 3, false)] // No more than the bias of three machines explains.
    public void Fewer_than_six_cells_tell_a_shift_only_where_several_machines_agree_on_more_than_their_bias(
        double effectPercent, int machines, bool expected)
    {
        var runs = Enumerable.Range(0, 3).Select(m => Run($"r{m}", 10, new Truth("net8.0", effectPercent, $"gc{m}")).On($"machine-{m % machines}"));
        var family = GateDecision.Of([.. runs.Select(run => Comparison(run))], s_rules).Verdict.Families.Single(
            f => f is { Family: "hello-minimal", Metric: "throughput" });
        Assert.Equal((3, machines), (family.Cells, family.Machines));
        Assert.Equal(expected, Families.IsShift(family));
    }
}
