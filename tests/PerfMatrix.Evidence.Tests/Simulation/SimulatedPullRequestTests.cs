using PerfMatrix.Evidence.Simulation;
using PerfMatrix.Gate;

namespace PerfMatrix.Evidence.Tests.Simulation;

public sealed class SimulatedPullRequestTests
{
    /// <summary>A block with two metrics would judge each by copies that have the noise of the other, too.</summary>
    [Theory]
    [InlineData(true, 1, 3)]
    [InlineData(true, 3, 6)]
    [InlineData(true, 4, 6)]
    [InlineData(false, 4, 12)]
    public void A_block_has_one_metric_and_one_cell_or_two_at_most_where_one_machine_decides(bool isAlone, int cells, int blocks)
    {
        PlannedSubject[] planned = [.. from metric in new[] { "throughput", "cpuPerRequest", "peakRss" }
                                       from cell in Enumerable.Range(0, cells)
                                       select new PlannedSubject(new($"cell-{cell}", "simulated", metric))];
        var noise = new PairNoise(new(2, 1), new NoiseSource(1));
        var machine = new SimulatedMachine("first", _ => noise, planned, cells, new("", new(2, 1), IsAlone: isAlone), null);
        foreach (var subject in Enumerable.Range(0, planned.Length)) machine.Round(subject, 6);

        var measured = machine.Data([.. Enumerable.Range(0, planned.Length)]).GroupBy(rounds => rounds.Block).ToList();

        Assert.Equal(blocks, measured.Count);
        Assert.All(measured, block => Assert.Single(block.Select(rounds => rounds.Subject.Metric).Distinct()));
        Assert.All(measured, block => Assert.InRange(block.Count(), 1, 2));
    }
}
