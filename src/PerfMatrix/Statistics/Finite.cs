using System.Runtime.CompilerServices;

namespace PerfMatrix.Statistics;

/// <summary>Refuses input that no statistic has an answer for.</summary>
internal static class Finite
{
    /// <summary>Throws when there are too few values, or one of them is NaN or infinite.</summary>
    /// <exception cref="ArgumentException">Names the index and what was found there.</exception>
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

    /// <summary>Throws unless the level lies strictly between 0 and 1.</summary>
    /// <exception cref="ArgumentOutOfRangeException">Names the level.</exception>
    public static void RequireLevel(double level, [CallerArgumentExpression(nameof(level))] string name = "")
    {
        if (!(level > 0 && level < 1))
            throw new ArgumentOutOfRangeException(name, level, "a level lies between 0 and 1, both excluded");
    }
}
