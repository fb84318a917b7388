using PerfMatrix.Gate;
using PerfMatrix.Statistics;

namespace PerfMatrix.Tests.Gate;

/// <summary>Made-up rounds with a known effect and a known scatter.</summary>
internal static class GateSamples
{
    public static Limits Usual { get; } = new(LogRatio.FromPercent(5), LogRatio.FromPercent(0.5));

    public static Subject Subject(string cell = "a", string metric = "throughput") => new(cell, "hello", metric);

    /// <summary>Log ratios that lie symmetrically around the effect, in an order that mixes high and low.</summary>
    public static double[] Pairs(double effectPercent, double spreadPercent, int pairs) =>
        [.. Enumerable.Range(0, pairs).Select(i => LogRatio.FromPercent(effectPercent) + (spreadPercent / 100 * 1.5 * Place(i, pairs)))];

    public static PairedRounds Rounds(
        double effectPercent, double spreadPercent = 1, int rounds = 5, string cell = "a", string machine = "m0", string metric = "throughput") =>
        new(Subject(cell, metric), machine, "block", Pairs(effectPercent, spreadPercent, 2 * rounds)) { Rounds = rounds };

    public static IReadOnlyList<PairedRounds> Data(params PairedRounds[] rounds) => rounds;

    public static IReadOnlyList<PlannedSubject> Plan(params string[] cells) => [.. cells.Select(cell => new PlannedSubject(Subject(cell)))];

    public static double[] Canary(double effectPercent, double spreadPercent = 1) => Pairs(effectPercent, spreadPercent, 14);

    /// <summary>A number of the standard normal distribution (G. Box, M. Muller 1958).</summary>
    public static double Normal(this Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    // -1 to 1, outermost places first, sides in turn.
    private static double Place(int i, int pairs) => (i % 2 == 0 ? 1 : -1) * (pairs - 1 - (i / 2 * 2)) / (double)Math.Max(1, pairs - 1);
}
