using System.Globalization;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>Medians and spreads of a few runs.</summary>
internal static class Middle
{
    /// <summary>The median.</summary>
    public static double Median(this IEnumerable<double> values)
    {
        var sorted = values.Order().ToArray();
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }

    /// <summary>The sample variance.</summary>
    public static double Variance(this IReadOnlyCollection<double> values)
    {
        var mean = values.Average();
        return values.Sum(value => (value - mean) * (value - mean)) / (values.Count - 1);
    }

    /// <summary>Smallest and largest, as text.</summary>
    public static string Range(this IReadOnlyCollection<double> values) =>
        string.Create(CultureInfo.InvariantCulture, $"{values.Min():0.00} to {values.Max():0.00} in {values.Count} runs");
}
