using PerfMatrix.Evidence.Selftest;
using PerfMatrix.Gate;
using PerfMatrix.Tests.Gate;

namespace PerfMatrix.Evidence.Tests.Selftest;

public sealed class TrialEffectsTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void The_bias_of_a_machine_is_right_where_effects_are_of_three_rounds(double biasPercent)
    {
        var noise = new Random(17);
        var shown = MachineBias.Estimate([.. Enumerable.Range(0, 2000).SelectMany(_ => TrialEffects.Of(Comparison(noise, biasPercent / 100)))]);
        Assert.InRange(shown, biasPercent / 100 - 0.002, biasPercent / 100 + 0.002);
    }

    // Three rounds of two pairs that vary by 2 %.
    private static ComparisonDocument Comparison(Random noise, double bias)
    {
        var centre = bias * noise.Normal();
        return new()
        {
            Base = new("base"),
            Head = new("head"),
            Runs = [],
            Cells = [],
            Canaries = [],
            Differences = [],
            Warnings = [],
            Pairs = [new("a", "throughput", "r", "block",
                [.. Enumerable.Range(0, 6).Select(i => new PairRound(1 + (i / 2), 1, 1, centre + (0.02 * noise.Normal())) { Copy = i % 2 })])],
        };
    }
}
