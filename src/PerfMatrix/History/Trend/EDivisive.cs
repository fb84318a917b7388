namespace PerfMatrix.History;

/// <summary>A place that divides a series.</summary>
/// <param name="Split">Index of the first point after it.</param>
/// <param name="Statistic">Scaled energy distance of the two sides.</param>
public readonly record struct Division(int Split, double Statistic);

/// <summary>
/// One step of E-divisive: the split with the largest scaled energy distance, and its permutation test. D. Matteson and N. James (2014), "A nonparametric approach for
/// multiple change point analysis of multivariate data", J. Am. Stat. Assoc. 109(505), with exponent 1; the test is that of N. James and D. Matteson (2014), "ecp", J. Stat. Softw. 62(7).
/// It assumes nothing of the noise but that without a change every order of the points is as likely as any other.
/// </summary>
public sealed class EDivisive
{
    private readonly int _count;
    private readonly double[] _distances;

    /// <summary>Prepares the distances of all points: n squared numbers.</summary>
    public EDivisive(ReadOnlySpan<double> points)
    {
        _count = points.Length;
        _distances = new double[_count * _count];
        for (var i = 0; i < _count; i++)
        {
            for (var k = 0; k < _count; k++) _distances[(i * _count) + k] = Math.Abs(points[i] - points[k]);
        }
    }

    /// <summary>The best split of the points in their order.</summary>
    /// <param name="before">Fewest points before it, at least 2.</param>
    /// <param name="after">Fewest points after it, at least 2.</param>
    public Division Best(int before, int after) => Best([.. Enumerable.Range(0, _count)], before, after);

    /// <summary>Share of orders, the observed one included, whose best split is at least as good; 1 as soon as it is clear that the share is above <paramref name="level"/>.</summary>
    public double PermutationP(Division observed, int before, int after, int permutations, double level, int seed)
    {
        var random = new Random(seed);
        var order = Enumerable.Range(0, _count).ToArray();
        var asGood = 1;
        for (var i = 0; i < permutations; i++)
        {
            random.Shuffle(order);
            if (Best(order, before, after).Statistic < observed.Statistic) continue;
            if (++asGood > level * (permutations + 1)) return 1;
        }

        return (double)asGood / (permutations + 1);
    }

    private Division Best(int[] order, int before, int after)
    {
        double first = 0, second = 0, between = 0;
        for (var i = 0; i < _count; i++) second += Sum(order, i, i + 1, _count);
        var best = new Division(-1, double.NegativeInfinity);
        for (var split = 1; split <= _count - after; split++)
        {
            var toFirst = Sum(order, split - 1, 0, split - 1);
            var toSecond = Sum(order, split - 1, split, _count);
            first += toFirst;
            second -= toSecond;
            between += toSecond - toFirst;
            if (split < before) continue;
            var statistic = Statistic(split, _count - split, first, second, between);
            if (statistic > best.Statistic) best = new(split, statistic);
        }

        return best;
    }

    private double Sum(int[] order, int point, int from, int to)
    {
        var row = order[point] * _count;
        double sum = 0;
        for (var i = from; i < to; i++) sum += _distances[row + order[i]];
        return sum;
    }

    private static double Statistic(double m, double n, double first, double second, double between) =>
        m * n / (m + n) * ((2 * between / (m * n)) - (2 * first / (m * (m - 1))) - (2 * second / (n * (n - 1))));
}
