using PerfMatrix.Statistics;

namespace PerfMatrix.Gate;

/// <summary>What pairs say of a subject, with the doubt that the machines add.</summary>
/// <param name="Estimate">Effect and shown interval, widened by the machine bias.</param>
/// <param name="Sameness">The interval of the two one-sided tests of sameness, widened likewise; null with too few pairs.</param>
/// <param name="Machines">Machines the pairs come from.</param>
internal sealed record Evidence(Estimate Estimate, Interval? Sameness, int Machines)
{
    public static Evidence Of(ReadOnlySpan<double> pairs, int machines, PolicyScales scales)
    {
        var estimate = Estimate.Of(pairs, scales.Confidence);
        var sameness = SignedRank.Interval(pairs, scales.SameConfidence);
        return new(
            estimate with { Interval = Widen(estimate.Interval, estimate.Location, scales.BiasOfInterval, machines) },
            Widen(sameness, estimate.Location, scales.BiasOfSame, machines),
            machines);
    }

    /// <summary>
    /// Whether the subject is unchanged: two one-sided tests exclude every effect beyond the margin (D. Schuirmann 1987, "A comparison of the two one-sided
    /// tests procedure and the power approach for assessing the equivalence of average bioavailability", J. Pharmacokin. Biopharm. 15), and the
    /// estimate itself is below the threshold of a failure.
    /// </summary>
    public bool IsSame(Limits limits) =>
        Sameness is { } interval && interval.IsWithin(limits.Same) && Math.Abs(Estimate.Location) < limits.Threshold;

    /// <summary>The interval of a family of a few cells with the doubt that their machines add: each cell is a measurement of its own, with a bias of its own.</summary>
    /// <param name="family">The family, its interval that of the rounds.</param>
    /// <param name="biasOfOne">Half-width that one machine's bias makes, a log ratio.</param>
    public static FamilyRecord Widen(FamilyRecord family, double biasOfOne)
    {
        var rounds = new Interval(LogRatio.FromPercent(family.LowPercent), LogRatio.FromPercent(family.HighPercent));
        var wide = Widen(rounds, LogRatio.FromPercent(family.EffectPercent), biasOfOne, family.Cells)!.Value;
        return family with { LowPercent = wide.LowPercent, HighPercent = wide.HighPercent };
    }

    /// <summary>
    /// Adds to the uncertainty of the rounds that of the machines, a random effect whose share only more machines reduce: independent errors add in squares.
    /// </summary>
    private static Interval? Widen(Interval? interval, double location, double biasOfOne, int machines)
    {
        if (interval is not { } rounds)
            return null;
        var bias = biasOfOne / Math.Sqrt(machines);
        return new(location - Norm(location - rounds.Low, bias), location + Norm(rounds.High - location, bias));
    }

    private static double Norm(double a, double b) => Math.Sqrt((a * a) + (b * b));
}
