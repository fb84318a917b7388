using System.Runtime.CompilerServices;

namespace PerfMatrix.Statistics;

/// <summary>What a set of pairs says of an effect.</summary>
/// <param name="Interval">The exact interval; null when there are too few pairs for its confidence.</param>
internal sealed record Estimate(double Location, Interval? Interval, int Pairs)
{
    public double EffectPercent => LogRatio.ToPercent(Location);
    public double? LowPercent => Interval?.LowPercent;
    public double? HighPercent => Interval?.HighPercent;

    public static Estimate Of(ReadOnlySpan<double> logRatios) =>
        new(HodgesLehmann.Estimate(logRatios), SignedRank.Interval(logRatios), logRatios.Length);
}

internal readonly record struct Interval(double Low, double High)
{
    public double LowPercent => LogRatio.ToPercent(Low);
    public double HighPercent => LogRatio.ToPercent(High);

    /// <summary>Whether the log ratio lies inside or on an end.</summary>
    public bool Contains(double logRatio) => Low <= logRatio && logRatio <= High;

    /// <summary>Whether every value of the interval is at most <paramref name="limit"/> away from no change.</summary>
    /// <param name="limit">Largest change that counts as none, as a log ratio, at least 0.</param>
    public bool IsWithin(double limit) => -limit <= Low && High <= limit;
}

/// <summary>Conversions between a log ratio, in which all statistics are done, and a change in percent, in which people read it. On the log scale +5
/// % and its inverse have the same size, and the level of a machine cancels.</summary>
internal static class LogRatio
{
    /// <summary>The change in percent: <c>100 (exp(x) - 1)</c>; ln 1.05 is 5.</summary>
    public static double ToPercent(double logRatio) => 100 * (Math.Exp(logRatio) - 1);

    /// <summary>The log ratio of a change in percent: <c>ln(1 + percent / 100)</c>.</summary>
    public static double FromPercent(double percent) => percent > -100 && double.IsFinite(percent)
        ? Math.Log(1 + (percent / 100))
        : throw new ArgumentOutOfRangeException(nameof(percent), percent, "a change must be a finite number above -100 %");
}

/// <summary>Refuses input that no statistic has an answer for.</summary>
internal static class Finite
{
    public static void Require(ReadOnlySpan<double> values, int atLeast = 1, [CallerArgumentExpression(nameof(values))] string name = "")
    {
        if (values.Length < atLeast)
            throw new ArgumentException($"{name} has {values.Length} values, at least {atLeast} needed", name);
        for (var i = 0; i < values.Length; i++)
        {
            if (!double.IsFinite(values[i]))
                throw new ArgumentException($"{name}[{i}] is {values[i]}, a finite number was expected", name);
        }
    }

    public static void RequireLevel(double level, [CallerArgumentExpression(nameof(level))] string name = "")
    {
        if (!(level > 0 && level < 1))
            throw new ArgumentOutOfRangeException(name, level, "a level lies between 0 and 1, both excluded");
    }
}

/// <summary>A share and the interval that its number of trials allows: E. Wilson (1927), "Probable inference, the law of succession, and statistical
/// inference", J. Am. Stat. Assoc. 22. Unlike the textbook interval it is honest at 0 and 100 %.</summary>
internal readonly record struct WilsonInterval(int Successes, int Trials, double Low, double High)
{
    public double Share => (double)Successes / Trials;

    public static WilsonInterval Of(int successes, int trials, double confidence = 0.95)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(trials, 1);
        ArgumentOutOfRangeException.ThrowIfNegative(successes);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(successes, trials);
        Finite.RequireLevel(confidence);
        var z = NormalDistribution.Quantile(1 - ((1 - confidence) / 2));
        double n = trials, share = successes / n, spread = z * z / n;
        var centre = (share + (spread / 2)) / (1 + spread);
        var half = z * Math.Sqrt((share * (1 - share) / n) + (spread / (4 * n))) / (1 + spread);
        return new(successes, trials, successes == 0 ? 0 : centre - half, successes == trials ? 1 : centre + half);
    }
}
