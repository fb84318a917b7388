using System.Numerics;

namespace PerfMatrix.History;

/// <param name="Ratio">Log ratio to the reference.</param>
/// <param name="Error">Standard error by the rounds of the run; null when unknown.</param>
internal readonly record struct TrendPoint(int Sequence, double Ratio, int Machine, double? Error);

/// <param name="Shift">Its size, a log ratio in the natural direction.</param>
/// <param name="Errors">Its size in standard errors.</param>
/// <param name="Noise">Standard deviation from run to run, a log ratio.</param>
/// <param name="Degrees">Degrees of freedom of the noise, which few runs tell badly.</param>
/// <param name="Lasting">How many times larger the standard error is because noise lasts from run to run. The rule for marks does without.</param>
internal readonly record struct SeriesStep(int Sequence, double Shift, double Errors, double Noise, double Degrees = 60, double Lasting = 1)
{
    /// <summary>Half the 95 % interval of the size, by Student's t.</summary>
    public double Margin => StudentT.TwoSidedQuantile(0.05, Degrees) * Lasting * Math.Abs(Shift) / Errors;

    /// <summary>How many runs the place may be wrong: the error of a located step grows with the square of noise over shift.</summary>
    public int Tolerance => 1 + (int)Math.Min(9, Math.Round(6 * (Noise / Shift) * (Noise / Shift)));
}

/// <summary>Finds the newest step of a series; pure.</summary>
internal static class StepFinder
{
    /// <summary>No noise is smaller than this: 0.1 %, a tenth of the smallest change.</summary>
    private const double SmallestNoise = 0.001;

    /// <summary>A cheap look first: most windows are far from any step.</summary>
    private const double LookErrors = 4;

    /// <summary>A median of absolute deviations tells the size of normal noise as well as 37 % of the values would by their squares: P. Rousseeuw and
    /// C. Croux (1993), "Alternatives to the median absolute deviation", J. Am. Stat. Assoc. 88(424).</summary>
    private const double Efficiency = 0.37;

    /// <summary>The variance of a mean grows without bound towards 1.</summary>
    private const double MostKept = 0.9;

    /// <summary>The step of a window; null when there is none that the rule accepts.</summary>
    public static SeriesStep? Find(IReadOnlyList<TrendPoint> window, int seed)
    {
        var levels = new MachineLevels(window);
        var points = levels.Points ?? window;
        if (points.Count < TrendRule.Fewest) return null;
        double[] ratios = [.. points.Select(point => point.Ratio)];
        if (!IsSuspect(ratios, Math.Max(SmallestNoise, FromDifferences(ratios)))) return null;
        var floor = Math.Max(SmallestNoise, OrderStatistics.MedianOfKnown(points.Select(point => point.Error)) ?? 0);

        var energy = new EDivisive(ratios);
        var division = energy.Best(TrendRule.MinimumBefore, TrendRule.PlacedAfter);
        if (ratios.Length - division.Split < TrendRule.MinimumAfter) return null;
        var step = StepAt(points, levels, ratios, division.Split, floor);
        if (Math.Abs(step.Shift) < TrendRule.SmallestShift || step.Errors < TrendRule.AgreeingErrors) return null;
        var p = energy.PermutationP(
            division, TrendRule.MinimumBefore, TrendRule.PlacedAfter, TrendRule.Permutations, 1.0 / (TrendRule.Permutations + 1), seed);
        return p <= 1.0 / (TrendRule.Permutations + 1) ? step : null;
    }

    /// <summary>Standard deviation from run to run, robust against steps; null where none could be found: too few points, or none of late.</summary>
    public static double? Noise(IReadOnlyList<TrendPoint> window, int run) =>
        window.Count < TrendRule.Fewest || window[^1].Sequence <= run - TrendRule.Fewest ? null : FromDifferences([.. window.Select(x => x.Ratio)]);

    private static SeriesStep StepAt(IReadOnlyList<TrendPoint> points, MachineLevels levels, double[] ratios, int split, double floor)
    {
        var (before, after) = (ratios[..split], ratios[split..]);
        var shift = OrderStatistics.Median([.. from x in before from y in after select y - x]); // Hodges-Lehmann for two samples
        var (middleBefore, middleAfter) = (OrderStatistics.Median([.. before]), OrderStatistics.Median([.. after]));
        double[] residuals = [.. before.Select(x => x - middleBefore), .. after.Select(x => x - middleAfter)];
        // The larger of a robust and half the plain standard deviation: outliers neither decide nor go unseen.
        var noise = Math.Max(floor, Math.Max(Spread.Robust(residuals), Spread.StandardDeviation(residuals) / 2));
        // Too small by (1 + 3 r) / n for each middle that was taken out: F. Marriott and J. Pope (1954), "Bias in the estimation of
        // autocorrelations", Biometrika 41.
        var kept = Math.Clamp(((residuals.Length * Spread.Autocorrelation(residuals)) + 2) / (residuals.Length - 6), 0, MostKept);
        var mixed = levels.Variance(points, split);
        var variance = (1.0 / before.Length) + (1.0 / after.Length) + mixed;
        var lasting = Variance(before.Length, kept) + Variance(after.Length, kept) + mixed;
        return new(points[split].Sequence, shift, Math.Abs(shift) / (noise * Math.Sqrt(variance)), noise,
            Efficiency * (residuals.Length - 2), Math.Sqrt(lasting / variance));
    }

    /// <summary>Variance of the mean of values of which each keeps a part of the one before, in units of theirs: G. Bayley and J. Hammersley (1946),
    /// "The 'effective' number of independent observations in an autocorrelated time series", Suppl. J. R. Stat. Soc. 8(2).</summary>
    private static double Variance(int count, double kept) =>
        (((1 + kept) / (1 - kept)) - (2 * kept * (1 - Math.Pow(kept, count)) / (count * (1 - kept) * (1 - kept)))) / count;

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
}

/// <param name="Split">Index of the first point after it.</param>
/// <param name="Statistic">Scaled energy distance of the two sides.</param>
internal readonly record struct Division(int Split, double Statistic);

/// <summary>One step of E-divisive: the split with the largest scaled energy distance, and its permutation test. D. Matteson and N. James (2014), "A
/// nonparametric approach for multiple change point analysis of multivariate data", J. Am. Stat. Assoc. 109(505), with exponent 1; the test is that
/// of N. James and D. Matteson (2014), "ecp", J. Stat. Softw. 62(7). It assumes nothing of the noise but that without a change every order of the
/// points is as likely as any other.</summary>
internal sealed class EDivisive
{
    private readonly int _count;

    // Each lane of a vector adds up the distances of one point, in the order in which a plain loop would: the sums are the same to the last bit.
    private readonly Vector<double>[] _points, _toEarlier, _toLater;

    public EDivisive(ReadOnlySpan<double> points)
    {
        _count = points.Length;
        var vectors = (_count + Vector<double>.Count - 1) / Vector<double>.Count;
        (_points, _toEarlier, _toLater) = (new Vector<double>[vectors], new Vector<double>[vectors], new Vector<double>[vectors]);
        points.CopyTo(Numbers(_points));
    }

    /// <summary>The best split of the points in their order.</summary>
    /// <param name="before">Fewest points before it, at least 2.</param>
    /// <param name="after">Fewest points after it, at least 2.</param>
    public Division Best(int before, int after) => Best(_points, before, after);

    /// <summary>Share of orders, with the observed, whose best split is as good; 1 as soon as it is clearly above <paramref name="level"/>.</summary>
    public double PermutationP(Division observed, int before, int after, int permutations, double level, int seed)
    {
        var random = new Random(seed);
        Vector<double>[] order = [.. _points];
        var asGood = 1;
        for (var i = 0; i < permutations; i++)
        {
            random.Shuffle(Numbers(order)[.._count]);
            if (Best(order, before, after).Statistic < observed.Statistic) continue;
            if (++asGood > level * (permutations + 1)) return 1;
        }

        return (double)asGood / (permutations + 1);
    }

    private Division Best(Vector<double>[] points, int before, int after)
    {
        AddDistances(points);
        ReadOnlySpan<double> toEarlier = Numbers(_toEarlier), toLater = Numbers(_toLater);
        double first = 0, second = 0, between = 0;
        for (var i = 0; i < _count; i++) second += toLater[i];
        var best = new Division(-1, double.NegativeInfinity);
        for (var split = 1; split <= _count - after; split++)
        {
            var (toFirst, toSecond) = (toEarlier[split - 1], toLater[split - 1]);
            first += toFirst;
            second -= toSecond;
            between += toSecond - toFirst;
            if (split < before) continue;
            var statistic = Statistic(split, _count - split, first, second, between);
            if (statistic > best.Statistic) best = new(split, statistic);
        }

        return best;
    }

    /// <summary>The distances of each point to all before it, and to all behind it.</summary>
    private void AddDistances(Vector<double>[] points)
    {
        ReadOnlySpan<double> numbers = Numbers(points);
        var (toEarlier, toLater) = (_toEarlier, _toLater);
        Array.Clear(toEarlier);
        Array.Clear(toLater);
        for (var i = 0; i < _count; i++)
        {
            var (own, lane) = Math.DivRem(i, Vector<double>.Count);
            var point = new Vector<double>(numbers[i]);
            for (var k = 0; k < own; k++) toLater[k] += Vector.Abs(points[k] - point);
            // The distance of a point to itself is 0.
            var distances = Vector.Abs(points[own] - point);
            var isBefore = Vector.LessThan(Vector<double>.Indices, new Vector<double>(lane));
            toLater[own] += Vector.ConditionalSelect(isBefore, distances, Vector<double>.Zero);
            toEarlier[own] += Vector.ConditionalSelect(isBefore, Vector<double>.Zero, distances);
            for (var k = own + 1; k < points.Length; k++) toEarlier[k] += Vector.Abs(points[k] - point);
        }
    }

    private static Span<double> Numbers(Vector<double>[] vectors) => MemoryMarshal.Cast<Vector<double>, double>(vectors.AsSpan());

    private static double Statistic(double m, double n, double first, double second, double between) =>
        m * n / (m + n) * ((2 * between / (m * n)) - (2 * first / (m * (m - 1))) - (2 * second / (n * (n - 1))));
}
