using PerfMatrix.Metrics;
using PerfMatrix.Reporting.Agents;
using PerfMatrix.Tests.Reporting.Exports;

namespace PerfMatrix.Tests.Reporting.Agents;

public sealed class RunsComparedTests
{
    private const string Cell = "hello-minimal/net10.0/server/2c";

    /// <summary>Without recorded pairs, so that the samples count.</summary>
    private static readonly RunDocument s_run = ExportSamples.WithReference() with { Pairs = [] };

    [Fact]
    public void A_cell_that_became_larger_against_the_reference_is_found_whatever_the_machine_does()
    {
        // Twice as much of everything on the other machine, and of this cell a fifth more beside.
        var head = s_run with
        {
            Samples = [.. s_run.Samples.Select(sample => sample with
        {
            Metrics = sample.Metrics.ToDictionary(metric => metric.Key, metric => metric.Value * (sample.Variant == Cell ? 2.4 : 2)),
        })]
        };

        var found = RunsCompared.Of(s_run, head, Metric.PeakRss).ToDictionary(cell => cell.Cell);

        Assert.Equal(20, found[Cell].Change!.Percent);
        Assert.True(found[Cell].Change!.LowPercent > 0);
        Assert.Equal(0, found["hello-minimal/net9.0/server/2c"].Change!.Percent);
    }

    [Fact]
    public void Without_a_common_reference_nothing_is_known()
    {
        var other = s_run with
        {
            Variants = [.. s_run.Variants.Select(variant => variant.Side == Side.Reference ? variant with { Sha = "other" } : variant)],
        };

        Assert.All(RunsCompared.Of(s_run, ExportSamples.Run, Metric.PeakRss), cell => Assert.Equal(
            (null, "one of the runs measured no reference beside it"), (cell.Change, cell.Reason)));
        Assert.All(RunsCompared.Of(s_run, other, Metric.PeakRss),
            cell => Assert.Equal((null, "the runs have different references"), (cell.Change, cell.Reason)));
        Assert.NotEmpty(RunsCompared.Of(s_run, other, Metric.PeakRss));
    }

    [Fact]
    public void Six_rounds_are_too_few()
    {
        var few = s_run with { Samples = [.. s_run.Samples.Where(sample => sample.Round <= 6)] };

        Assert.All(RunsCompared.Of(s_run, few, Metric.PeakRss), cell => Assert.Equal(
            (null, "too few rounds for an interval: 7 are needed in both runs"), (cell.Change, cell.Reason)));
    }
}
