namespace PerfMatrix.Statistics;

internal static class NormalDistribution
{
    private const double TailStart = 3;

    // Rules have few levels, and ask for three of them with every look at every subject. To bisect one takes longer than all else of a look.
    private static readonly ConcurrentDictionary<double, double> s_quantiles = new();

    /// <summary>P(Z &gt;= x). Relative error below 1e-12 for x up to 30.</summary>
    /// <remarks>Series around 0: G. Marsaglia (2004), "Evaluating the normal distribution", J. Stat. Software 11(4). Tail: Laplace's continued
    /// fraction, M. Abramowitz and I. Stegun (1964), "Handbook of Mathematical Functions", 26.2.14.</remarks>
    public static double Upper(double x) => x < 0 ? 1 - Upper(-x) : x < TailStart ? 0.5 - Central(x) : Tail(x);

    /// <summary>The value x with P(Z &lt;= x) = <paramref name="probability"/>, found by bisection to the last bit.</summary>
    public static double Quantile(double probability)
    {
        Finite.RequireLevel(probability);
        return probability > 0.5 ? -Quantile(1 - probability) : s_quantiles.GetOrAdd(probability, static level =>
        {
            double low = 0, high = 40;
            for (var middle = 20.0; low < middle && middle < high; middle = (low + high) / 2)
                (low, high) = Upper(middle) > level ? (middle, high) : (low, middle);
            return -high;
        });
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

/// <summary>Student's t distribution: "The probable error of a mean" (1908), Biometrika 6(1).</summary>
internal static class StudentT
{
    /// <summary>P(|T| &gt;= |t|).</summary>
    /// <param name="degrees">Degrees of freedom, above 0; need not be whole.</param>
    /// <remarks>Regularised incomplete beta function by Lentz's continued fraction: M. Abramowitz and I. Stegun (1964), 26.5.8 and 26.7.1.</remarks>
    public static double TwoSided(double t, double degrees)
    {
        Finite.Require([t, degrees]);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(degrees);
        return Beta(degrees / (degrees + (t * t)), degrees / 2, 0.5);
    }

    /// <summary>The value that |T| exceeds with probability <paramref name="tail"/>, found by bisection.</summary>
    public static double TwoSidedQuantile(double tail, double degrees)
    {
        Finite.RequireLevel(tail);
        double low = 0, high = 1;
        while (TwoSided(high, degrees) > tail) high *= 2;
        for (var i = 0; i < 100; i++) (low, high) = TwoSided((low + high) / 2, degrees) > tail ? ((low + high) / 2, high) : (low, (low + high) / 2);
        return high;
    }

    private static double Beta(double x, double a, double b)
    {
        if (x is <= 0 or >= 1) return Math.Clamp(x, 0, 1);
        var front = Math.Exp(LogGamma(a + b) - LogGamma(a) - LogGamma(b) + (a * Math.Log(x)) + (b * Math.Log(1 - x)));
        return x < (a + 1) / (a + b + 2) ? front * Fraction(x, a, b) / a : 1 - (front * Fraction(1 - x, b, a) / b);
    }

    private static double Fraction(double x, double a, double b)
    {
        double c = 1, d = 1 / NotZero(1 - ((a + b) * x / (a + 1))), result = d;
        for (var m = 1; m <= 300; m++)
        {
            Step(m * (b - m) * x / ((a + (2 * m) - 1) * (a + (2 * m))));
            var before = result;
            Step(-(a + m) * (a + b + m) * x / ((a + (2 * m)) * (a + (2 * m) + 1)));
            if (Math.Abs(result - before) < 1e-15 * result) break;
        }
        return result;

        void Step(double term)
        {
            d = 1 / NotZero(1 + (term * d));
            c = NotZero(1 + (term / c));
            result *= c * d;
        }
    }

    private static double NotZero(double value) => Math.Abs(value) < 1e-300 ? 1e-300 : value;

    // Stirling's series behind a shift, 6.1.41 of the same handbook; within 1e-12 from 10 on.
    private static double LogGamma(double x)
    {
        var shift = 0.0;
        for (; x < 10; x++) shift -= Math.Log(x);
        var square = 1 / (x * x);
        return shift + ((x - 0.5) * Math.Log(x)) - x + (Math.Log(2 * Math.PI) / 2)
            + (((((((-square / 1680) + (1.0 / 1260)) * square) - (1.0 / 360)) * square) + (1.0 / 12)) / x);
    }
}
