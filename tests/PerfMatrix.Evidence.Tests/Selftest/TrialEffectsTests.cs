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

    // How many rounds there are depends on what the first ones showed: where that is little, they are the last.
    [Fact]
    public void The_bias_of_a_machine_is_right_where_comparisons_end_as_soon_as_they_are_decided()
    {
        const double bias = 0.005;
        var noise = new Random(17);
        var shown = MachineBias.Estimate([.. Enumerable.Range(0, 4000).SelectMany(_ => TrialEffects.Of(Decided(noise, bias)))]);
        Assert.InRange(shown, bias - 0.0008, bias + 0.0008);
    }

    // Three rounds of two pairs that vary by 2 %.
    private static ComparisonDocument Comparison(Random noise, double bias)
    {
        var centre = bias * noise.Normal();
        return Comparison([.. Enumerable.Range(0, 6).Select(_ => centre + (0.02 * noise.Normal()))]);
    }

    // As many rounds as the gate asks for.
    private static ComparisonDocument Decided(Random noise, double bias)
    {
        var centre = bias * noise.Normal();
        var pairs = new List<double>();
        var verdict = new SubjectVerdict(GateSamples.Subject(), Stage.Whole) { MorePairs = DecisionLooks.InForce.First };
        while (verdict.MorePairs is { } more && pairs.Count + more <= 2 * DecisionLooks.MostRounds)
        {
            pairs.AddRange(Enumerable.Range(0, more).Select(_ => centre + (0.02 * noise.Normal())));
            verdict = PairedRule.Judge(new(GateSamples.Subject(), Stage.Whole), pairs, _ => GateSamples.Usual, DecisionLooks.InForce);
        }

        return Comparison(pairs);
    }

    private static ComparisonDocument Comparison(IReadOnlyList<double> pairs)
    {
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
                [.. pairs.Select((pair, i) => new PairRound(1 + (i / 2), 1, 1, pair) { Copy = i % 2 })])],
        };
    }
}
