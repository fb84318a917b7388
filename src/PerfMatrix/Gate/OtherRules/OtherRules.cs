using PerfMatrix.Statistics;

namespace PerfMatrix.Gate.Simulation;

/// <summary>The rules people use today, on the same rounds that stage 1 sees; a rule says whether it would have failed the cell.</summary>
internal static class RulesOfOthers
{
    public static IReadOnlyList<(string Name, Func<Unpaired, bool> Fails)> All { get; } =
    [
        ("last against previous, 105 %", costs => LastAgainstPrevious(costs, 1.05)),
        ("last against previous, 110 %", costs => LastAgainstPrevious(costs, 1.10)),
        ("last against previous, 120 %", costs => LastAgainstPrevious(costs, 1.20)),
        ("last against previous, 200 %", costs => LastAgainstPrevious(costs, 2.00)),
        ("mean of three, 5 %", MeanOfThree),
        ("Mann-Whitney 0.05, uncorrected", UncorrectedMannWhitney),
    ];

    /// <summary>One number of this run against one number of the run before, which had another machine: github-action-benchmark.</summary>
    private static bool LastAgainstPrevious(Unpaired costs, double ratio) => costs.Head[0] - costs.Previous > Math.Log(ratio);

    /// <summary>Three runs of each side on one machine, their means, 5 %.</summary>
    private static bool MeanOfThree(Unpaired costs) => Mean(costs.Head) > 1.05 * Mean(costs.Base);

    /// <summary>Both sides on one machine, two-sided test, no pairing, no correction for many cells: benchstat and others.</summary>
    private static bool UncorrectedMannWhitney(Unpaired costs)
    {
        var test = MannWhitney.Test(costs.Head, costs.Base);
        return test.TwoSided <= 0.05 && test.Greater < test.Less;
    }

    private static double Mean(double[] costs) => costs.Take(3).Average(Math.Exp);
}
