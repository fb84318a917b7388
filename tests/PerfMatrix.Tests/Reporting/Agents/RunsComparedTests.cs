using PerfMatrix.History;
using PerfMatrix.Reporting.Agents;
using PerfMatrix.Tests.Reporting.Exports;

namespace PerfMatrix.Tests.Reporting.Agents;

public sealed class RunsComparedTests
{
    private const string PeakRss = "peakRss";

    /// <summary>Without recorded pairs, so that the samples count.</summary>
    private static readonly RunDocument s_run = ExportSamples.WithReference() with { Pairs = [] };
    private static readonly HashSet<string> s_references =
        [.. s_run.Variants.Where(variant => variant.Side == Side.Reference).Select(variant => variant.Id)];

    /// <summary>On a machine where everything takes twice as much, and all but the references a tenth more beside.</summary>
    private static readonly RunDocument s_larger = s_run with
    {
        Samples = [.. s_run.Samples.Select(sample => sample with
        {
            Metrics = sample.Metrics.ToDictionary(metric => metric.Key, metric => metric.Value * (s_references.Contains(sample.Variant) ? 2 : 2.2)),
        })],
    };

    [Fact]
    public void What_is_a_tenth_larger_is_told_with_an_interval_around_it_whatever_the_machine_does()
    {
        var cells = Measured(RunsCompared.Of(CompactRun.Of(s_run), CompactRun.Of(s_larger), PeakRss));

        Assert.NotEmpty(cells);
        Assert.All(cells, cell =>
        {
            Assert.Null(cell.Reason);
            Assert.Equal(10, cell.Change!.Percent, 0.1);
            Assert.InRange(cell.Change.Percent, cell.Change.LowPercent, cell.Change.HighPercent);
        });
    }

    [Fact]
    public void A_run_whose_rounds_the_history_has_pruned_is_compared_as_before()
    {
        var (before, after) = (CompactRun.Of(s_run), CompactRun.Of(s_larger));

        Assert.Equal(RunsCompared.Of(before, after, PeakRss),
            RunsCompared.Of(before with { Run = before.Run.WithoutRounds() }, after, PeakRss));
    }

    [Theory]
    [InlineData("no reference", "one of the runs measured no reference beside it")]
    [InlineData("another reference", "the runs have different references")]
    [InlineData("another metric", "too few rounds for an interval: 6 that measured the metric are needed in both runs")]
    public void What_is_not_known_has_a_reason_and_no_number(string what, string expected)
    {
        var other = what switch
        {
            "no reference" => ExportSamples.Run,
            "another reference" => s_run with
            {
                Variants = [.. s_run.Variants.Select(variant => s_references.Contains(variant.Id) ? variant with { Sha = new('c', 40) } : variant)],
            },
            _ => s_run,
        };

        var cells = Measured(RunsCompared.Of(CompactRun.Of(s_run), CompactRun.Of(other), what == "another metric" ? "meanTime" : PeakRss));

        Assert.NotEmpty(cells);
        Assert.All(cells, cell =>
        {
            Assert.Null(cell.Change);
            Assert.Equal(expected, cell.Reason);
        });
    }

    /// <summary>Without the three that the sample could not measure, which say so.</summary>
    private static List<CellCompared> Measured(IEnumerable<CellCompared> cells)
    {
        var all = cells.ToList();
        Assert.Equal(["not measured in base (failed)", "not measured in base (unavailable)", "not measured in base (n/a)"],
            all.Select(cell => cell.Reason).Where(reason => reason?.StartsWith("not measured", StringComparison.Ordinal) == true));
        return [.. all.Where(cell => cell.Reason?.StartsWith("not measured", StringComparison.Ordinal) != true)];
    }
}
