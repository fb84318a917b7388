using PerfMatrix.Statistics;

namespace PerfMatrix.Gate;

/// <summary>Both sides on one machine, two-sided rank test at 0.05, no pairing, no correction for many cells: benchstat and others.</summary>
public sealed class UncorrectedMannWhitney : IOtherRule
{
    private const double Level = 0.05;

    /// <inheritdoc />
    public string Name => "Mann-Whitney 0.05, uncorrected";

    /// <inheritdoc />
    public string Heading => "rank test";

    /// <inheritdoc />
    public bool? Fails(UnpairedCosts costs)
    {
        var test = MannWhitney.Test([.. costs.Head], [.. costs.Base]);
        return test.TwoSided <= Level && test.Greater < test.Less;
    }
}
