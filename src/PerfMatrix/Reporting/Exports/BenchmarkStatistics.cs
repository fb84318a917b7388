namespace PerfMatrix.Reporting.Exports;

/// <summary>The statistics that BenchmarkDotNet gives of its iterations, by its definitions: quantiles by linear interpolation, outliers beyond 1.5
/// interquartile ranges, the 99.9 % interval of the mean by Student's t. What one value does not have is NaN, as it is there.</summary>
internal sealed class BenchmarkStatistics
{
    private const int Level999 = 12;

    private static readonly int[] s_percents = [0, 25, 50, 67, 80, 85, 90, 95, 100];

    private readonly double[] _sorted;

    public BenchmarkStatistics(double[] values) => (OriginalValues, _sorted) = (values, [.. values.Order()]);

    public IReadOnlyList<double> OriginalValues { get; }

    public int N => _sorted.Length;

    public double Min => _sorted[0];

    public double LowerFence => Q1 - (1.5 * InterquartileRange);

    public double Q1 => Quantile(0.25);

    public double Median => Quantile(0.5);

    public double Mean => _sorted.Average();

    public double Q3 => Quantile(0.75);

    public double UpperFence => Q3 + (1.5 * InterquartileRange);

    public double Max => _sorted[^1];

    public double InterquartileRange => Q3 - Q1;

    public IEnumerable<double> LowerOutliers => _sorted.Where(value => value < LowerFence);

    public IEnumerable<double> UpperOutliers => _sorted.Where(value => value > UpperFence);

    public IEnumerable<double> AllOutliers => LowerOutliers.Concat(UpperOutliers);

    public double StandardError => StandardDeviation / Math.Sqrt(N);

    public double Variance => StandardDeviation * StandardDeviation;

    public double StandardDeviation => N == 1 ? 0 : Spread.StandardDeviation(_sorted);

    public double Skewness => Moment(3);

    public double Kurtosis => Moment(4);

    public object ConfidenceInterval
    {
        get
        {
            var margin = N == 1 ? double.NaN : StandardError * StudentT.TwoSidedQuantile(0.001, N - 1);
            return new { N, Mean, StandardError, Level = Level999, Margin = margin, Lower = Mean - margin, Upper = Mean + margin };
        }
    }

    public IReadOnlyDictionary<string, double> Percentiles =>
        s_percents.ToDictionary(percent => $"P{percent}", percent => Quantile(percent / 100.0));

    private double Quantile(double share)
    {
        var place = share * (N - 1);
        var low = (int)place;
        return _sorted[low] + ((place - low) * (_sorted[Math.Min(low + 1, N - 1)] - _sorted[low]));
    }

    private double Moment(int power) => _sorted.Average(value => Math.Pow(value - Mean, power)) / Math.Pow(StandardDeviation, power);
}
