namespace PerfMatrix.Gate;

/// <summary>
/// How many rounds would decide an unknown verdict if effect and spread stay as they look: the half-width of the signed-rank interval is about that of
/// the mean's divided by the square root of its efficiency, 3 / pi (E. Lehmann 1975, "Nonparametrics: Statistical Methods Based on Ranks", appendix).
/// </summary>
internal static class RoundsToDecide
{
    /// <summary>More rounds than this are not worth naming.</summary>
    public const int Feasible = 200;

    private const double Efficiency = 3 / Math.PI;

    // One-sided 95 % for sameness, one-sided q/2 over a few suspects for a change.
    private const double SameScore = 1.645;
    private const double ChangeScore = 2.6;

    /// <summary>Rounds beyond those at hand; null when no feasible number would do.</summary>
    /// <param name="evidence">What is known.</param>
    /// <param name="spread">Standard deviation of a pair, a log ratio.</param>
    /// <param name="limits">What counts for the subject.</param>
    /// <param name="scales">The policy.</param>
    public static int? More(Evidence evidence, double spread, Limits limits, PolicyScales scales)
    {
        var have = evidence.Estimate.Pairs;
        var size = Math.Abs(evidence.Estimate.Location);
        var total = size < limits.Threshold
            ? Rounds(SameScore, spread, Reach(limits.Same - size, scales.BiasOfSame / Math.Sqrt(evidence.Machines)))
            : Rounds(ChangeScore, spread, size - scales.NullOf(evidence.Machines));
        return total <= Feasible ? Math.Max((int)total - have, 1) : null;
    }

    private static double Rounds(double score, double spread, double reach) =>
        reach <= 0 ? double.PositiveInfinity : Math.Ceiling(score * score * spread * spread / (Efficiency * reach * reach));

    // What is left for the rounds of a margin that the machines take their part of.
    private static double Reach(double margin, double bias) => margin > bias ? Math.Sqrt((margin * margin) - (bias * bias)) : 0;
}
