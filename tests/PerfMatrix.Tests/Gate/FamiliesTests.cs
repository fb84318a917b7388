using PerfMatrix.Gate;
using PerfMatrix.Statistics;
using static PerfMatrix.Tests.Gate.GateRuns;
using static PerfMatrix.Tests.Gate.GateSamples;

namespace PerfMatrix.Tests.Gate;

public sealed class FamiliesTests
{
    private static readonly GateRules s_rules = new(new());

    private static readonly string[] s_metrics = ["throughput", "cpuPerRequest", "peakRss", "latencyP99"];

    [Fact]
    public void A_small_common_shift_shows_in_the_family_and_in_no_cell()
    {
        var cells = Enumerable.Range(0, 24).Select(
            i => Rounds(0.6 + (0.4 * (i % 3)), spreadPercent: 3, cell: $"c{i}", machine: $"m{i % 3}")).ToList();
        var gate = new PullRequestGate(new(), MachineBias.None, isAlone: true);
        var verdicts = gate.Screen([.. cells.Select(c => new PlannedSubject(c.Subject))], cells);
        Assert.DoesNotContain(verdicts, v => v.IsWorse || v.Suspicion != Suspicion.None);

        var known = verdicts.ToDictionary(v => v.Cell, _ => new ComparedCell(new("hello", "net10.0", "server", 2)));
        var family = Families.Pool(verdicts, known, new()).Single(f => f.Family == "hello");
        Assert.Equal(("throughput", 24, 3), (family.Metric, family.Cells, family.Machines));
        Assert.Equal(1, family.EffectPercent, 0.1);
        Assert.True(family.LowPercent > 0, $"{family}");
    }

    [Fact]
    public void A_common_small_shift_shows_in_the_families()
    {
        Truth[] cells = [.. new[] { "net8.0", "net9.0", "net10.0" }.SelectMany(
            (runtime, i) => new[] { new Truth(runtime, 1 + (0.1 * i)), new Truth(runtime, 1.3 + (0.1 * i), "datas") })];
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
            .Select(m => Run($"r{m}", 10, new Truth("net8.0", 1.1, $"gc{2 * m}"), new Truth("net8.0", 1.3, $"gc{(2 * m) + 1}")).On($"machine-{m}"));
        var family = GateDecision.Of([.. runs.Select(run => Comparison(run))], s_rules).Verdict.Families.Single(
            f => f is { Family: "hello-minimal", Metric: "throughput" });
        Assert.Equal((6, 3), (family.Cells, family.Machines));
        Assert.True(Families.IsShift(family), $"{family}");
    }

    [Fact]
    public void Fewer_than_six_cells_tell_no_shift_and_one_that_changed_is_no_common_one()
    {
        Truth[] few = [.. Enumerable.Range(0, 5).Select(i => new Truth("net8.0", 1 + (0.1 * i), $"gc{i}"))];
        Assert.Empty(GateDecision.Of([Comparison(Run("r", 10, few))], s_rules).Verdict.Families);

        var families = GateDecision.Of([Comparison(Run("r", 10, [.. few.Select(cell => cell with { EffectPercent = 0.1 * cell.EffectPercent }),
            new Truth("net9.0", 1e9)]))], s_rules).Verdict.Families;
        Assert.Contains(families, family => family is { Family: "hello-minimal", Cells: 6 });
        Assert.DoesNotContain(families, Families.IsShift);
        Assert.All(families, family => Assert.InRange(family.HighPercent, 0, 100_000)); // What a comment accepts are 1,000,000.
    }

    [Fact]
    public void Unchanged_comparisons_show_a_common_shift_in_about_five_of_a_hundred_and_changed_ones_nearly_always()
    {
        var random = new Random(17);

        // Expected are 10 of 200; with an interval of 95 % for each family by itself they are many times as many.
        Assert.InRange(Enumerable.Range(0, 200).Count(_ => Measured(random, 0).Any(Families.IsShift)), 1, 20);
        Assert.InRange(Enumerable.Range(0, 25).Count(_ => Measured(random, 1).Any(Families.IsShift)), 20, 25);
    }

    // Twelve cells of two runtimes, which spread by 1 %.
    private static IReadOnlyList<FamilyRecord> Measured(Random random, double percent)
    {
        var cells = Enumerable.Range(0, 12).ToDictionary(i => $"c{i}", i => new ComparedCell(new("hello", $"net{i % 2}.0", "server", 2)));
        return Families.Pool(
            [.. from cell in cells.Keys
                from metric in s_metrics
                select new SubjectVerdict(Subject(cell, metric), Stage.Whole)
                {
                    Estimate = new Estimate((percent + random.Normal()) / 100, null, 12),
                }], cells, new());
    }
}
