using PerfMatrix.Gate;
using PerfMatrix.Statistics;

namespace PerfMatrix.Tests.Gate;

/// <summary>Made-up rounds with a known effect and a known scatter.</summary>
internal static class GateSamples
{
    public static Subject Subject(string cell = "a", string metric = "throughput") => new(cell, "hello", metric);

    /// <summary>Log ratios that lie symmetrically around the effect, in an order that mixes high and low.</summary>
    public static double[] Pairs(double effectPercent, double spreadPercent, int rounds) =>
        [.. Enumerable.Range(0, rounds).Select(i => LogRatio.FromPercent(effectPercent) + (spreadPercent / 100 * 1.5 * Place(i, rounds)))];

    public static PairedRounds Rounds(
        double effectPercent, double spreadPercent = 1, int rounds = 7, string cell = "a", string machine = "m0", string metric = "throughput") =>
        new(Subject(cell, metric), machine, "block", Pairs(effectPercent, spreadPercent, rounds));

    public static StageData Data(params PairedRounds[] rounds) => new(rounds, []);

    public static StageData Confirm(double effectPercent, double spreadPercent = 1, int roundsOfMachine = 6, string cell = "a", int machines = 3) =>
        Data([.. Enumerable.Range(1, machines).Select(m => Rounds(effectPercent, spreadPercent, roundsOfMachine, cell, $"m{m}"))]);

    public static IReadOnlyList<PlannedSubject> Plan(params string[] cells) => [.. cells.Select(cell => new PlannedSubject(Subject(cell)))];

    public static CanaryRounds Canary(double effectPercent, double spreadPercent = 1, int rounds = 7, string machine = "m0") =>
        new(machine, "block", "throughput", Pairs(effectPercent, spreadPercent, rounds));

    // -1 to 1, outermost places first, sides in turn.
    private static double Place(int i, int rounds) => (i % 2 == 0 ? 1 : -1) * (rounds - 1 - (i / 2 * 2)) / (double)Math.Max(1, rounds - 1);
}
