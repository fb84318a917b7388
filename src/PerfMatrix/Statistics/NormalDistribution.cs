namespace PerfMatrix.Statistics;

internal static class NormalDistribution
{
    private const double TailStart = 3;

    /// <summary>P(Z &gt;= x). Relative error below 1e-12 for x up to 30.</summary>
    /// <remarks>Series around 0: G. Marsaglia (2004), "Evaluating the normal distribution", J. Stat. Software 11(4). Tail: Laplace's continued
    /// fraction, M. Abramowitz and I. Stegun (1964), "Handbook of Mathematical Functions", 26.2.14.</remarks>
    public static double Upper(double x) => x < 0 ? 1 - Upper(-x) : x < TailStart ? 0.5 - Central(x) : Tail(x);

    /// <summary>The value x with P(Z &lt;= x) = <paramref name="probability"/>, found by bisection to the last bit.</summary>
    public static double Quantile(double probability)
    {
        Finite.RequireLevel(probability);
        if (probability > 0.5) return -Quantile(1 - probability);
        double low = 0, high = 40;
        for (var middle = 20.0; low < middle && middle < high; middle = (low + high) / 2)
        {
            if (Upper(middle) > probability)
                low = middle;
            else
                high = middle;
        }
        return -high;
    }

    private static double Density(double x) => Math.Exp(-x * x / 2) / Math.Sqrt(2 * Math.PI);

    private static double Central(double x)
    {
        double term = x, sum = x;
        for (var k = 3; term > sum * 1e-17; k += 2)
        {
            term *= x * x / k;
            sum += term;
        }
        return Density(x) * sum;
    }

    private static double Tail(double x)
    {
        var fraction = x;
        for (var k = 120; k > 0; k--) fraction = x + (k / fraction);
        return Density(x) / fraction;
    }
}
