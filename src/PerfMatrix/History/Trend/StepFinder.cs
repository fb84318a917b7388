using PerfMatrix.Statistics;

namespace PerfMatrix.History;

/// <summary>A point of a window.</summary>
/// <param name="Sequence">Sequence of its run.</param>
/// <param name="Ratio">Log ratio to the reference.</param>
/// <param name="Machine">Which kind of machine.</param>
/// <param name="Error">Standard error by the rounds of the run; null when unknown.</param>
public readonly record struct TrendPoint(int Sequence, double Ratio, int Machine, double? Error);

/// <summary>A step of a series.</summary>
/// <param name="Sequence">First run after it.</param>
/// <param name="Shift">Its size, a log ratio in the natural direction.</param>
/// <param name="Errors">Its size in standard errors.</param>
/// <param name="Noise">Standard deviation from run to run, a log ratio.</param>
public readonly record struct SeriesStep(int Sequence, double Shift, double Errors, double Noise)
{
    /// <summary>How many runs the place may be wrong: the error of a located step grows with the square of noise over shift.</summary>
    public int Tolerance => 1 + (int)Math.Min(9, Math.Round(6 * (Noise / Shift) * (Noise / Shift)));
}

/// <summary>Finds the newest step of a series; pure.</summary>
public static class StepFinder
{
    /// <summary>No noise is smaller than this: 0.1 %, a tenth of the smallest change.</summary>
    private const double SmallestNoise = 0.001;

    /// <summary>A cheap look first: most windows are far from any step.</summary>
    private const double LookErrors = 4;

    /// <summary>The step of a window; null when there is none that the rule accepts.</summary>
    /// <param name="window">Points in order of their runs.</param>
    /// <param name="seed">Seed of the permutations.</param>
    public static SeriesStep? Find(IReadOnlyList<TrendPoint> window, int seed)
    {
        var levels = new MachineLevels(window);
        var points = levels.Points ?? window;
        if (points.Count < TrendRule.MinimumBefore + TrendRule.MinimumAfter) return null;
        var ratios = new double[points.Count];
        for (var i = 0; i < ratios.Length; i++) ratios[i] = points[i].Ratio;
        if (!IsSuspect(ratios, Math.Max(SmallestNoise, FromDifferences(ratios)))) return null;
        var floor = Math.Max(SmallestNoise, MedianError(points));

        var energy = new EDivisive(ratios);
        var division = energy.Best(TrendRule.MinimumBefore, TrendRule.PlacedAfter);
        if (ratios.Length - division.Split < TrendRule.MinimumAfter) return null;
        var step = StepAt(points, levels, ratios, division.Split, floor);
        if (Math.Abs(step.Shift) < TrendRule.SmallestShift || step.Errors < TrendRule.AgreeingErrors) return null;
        var p = energy.PermutationP(division, TrendRule.MinimumBefore, TrendRule.PlacedAfter, TrendRule.Permutations, 1.0 / (TrendRule.Permutations + 1), seed);
        return p <= 1.0 / (TrendRule.Permutations + 1) ? step : null;
    }

    /// <summary>Standard deviation from run to run, robust against steps: from the differences of neighbours. Null below eight points.</summary>
    public static double? Noise(IReadOnlyList<TrendPoint> window)
    {
        if (window.Count < TrendRule.MinimumBefore) return null;
        return FromDifferences([.. window.Select(point => point.Ratio)]);
    }

    private static SeriesStep StepAt(IReadOnlyList<TrendPoint> points, MachineLevels levels, double[] ratios, int split, double floor)
    {
        var (before, after) = (ratios[..split], ratios[split..]);
        var differences = new double[before.Length * after.Length];
        var next = 0;
        foreach (var x in before)
        {
            foreach (var y in after) differences[next++] = y - x;
        }

        var shift = Selection.Median(differences); // Hodges-Lehmann for two samples
        var noise = Math.Max(floor, Residual(before, after));
        var variance = (1.0 / before.Length) + (1.0 / after.Length) + levels.Variance(points, split);
        return new(points[split].Sequence, shift, Math.Abs(shift) / (noise * Math.Sqrt(variance)), noise);
    }

    /// <summary>The larger of a robust and half the plain standard deviation: outliers neither decide nor go unseen.</summary>
    private static double Residual(double[] before, double[] after)
    {
        var (middleBefore, middleAfter) = (Selection.Median(before), Selection.Median(after));
        double[] residuals = [.. before.Select(x => x - middleBefore), .. after.Select(x => x - middleAfter)];
        return Math.Max(Spread.Robust(residuals), Spread.StandardDeviation(residuals) / 2);
    }

    private static bool IsSuspect(double[] ratios, double noise)
    {
        double total = ratios.Sum(), first = 0;
        for (var split = 1; split <= ratios.Length - TrendRule.MinimumAfter; split++)
        {
            first += ratios[split - 1];
            if (split < TrendRule.MinimumBefore) continue;
            var (m, n) = ((double)split, (double)(ratios.Length - split));
            if (Math.Abs((first / m) - ((total - first) / n)) > LookErrors * noise * Math.Sqrt((1 / m) + (1 / n))) return true;
        }

        return false;
    }

    private static double FromDifferences(double[] ratios)
    {
        var differences = new double[ratios.Length - 1];
        for (var i = 0; i < differences.Length; i++) differences[i] = ratios[i + 1] - ratios[i];
        return Spread.Robust(differences) / Math.Sqrt(2);
    }

    private static double MedianError(IReadOnlyList<TrendPoint> points)
    {
        var errors = points.Select(point => point.Error).OfType<double>().ToArray();
        return errors.Length == 0 ? 0 : Selection.Median(errors);
    }
}
