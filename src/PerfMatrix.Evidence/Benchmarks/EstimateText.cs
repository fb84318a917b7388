using System.Globalization;
using PerfMatrix.Statistics;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>An estimate with its interval, in percent.</summary>
internal static class EstimateText
{
    /// <summary>E.g. <c>-1.8 % [-6.7 +4.1]</c>.</summary>
    /// <param name="estimate">The estimate.</param>
    /// <param name="format">Format of each number.</param>
    public static string Of(Estimate estimate, string format = "+0.0;-0.0")
    {
        return $"{Number(estimate.EffectPercent)} % [{Number(estimate.Interval?.LowPercent)} {Number(estimate.Interval?.HighPercent)}]";

        string Number(double? percent) => percent?.ToString(format, CultureInfo.InvariantCulture) ?? "?";
    }
}
