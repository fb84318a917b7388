using System.Globalization;
using PerfMatrix.Contract;
using PerfMatrix.Measurement;
using PerfMatrix.Results;
using PerfMatrix.Statistics;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>
/// What recording a timeline costs: the control round that follows every timeline, again and again, each with a fresh process. In its windows the process is asked every half
/// second, a timeline asks every second.
/// </summary>
internal static class TimelineBenchmark
{
    private const int ControlRounds = 20;

    private static readonly MeasureSettings s_settings = IdenticalVariants.Settings with { Slices = 1, Timeline = TimeSpan.FromSeconds(1), Scheduling = Scheduling.Auto };

    /// <summary>The change of throughput by recording.</summary>
    public static async Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        var variants = new IdenticalVariants(await BenchmarkApplication.PublishAsync());
        var ratios = new List<double>();
        for (var seed = 1; seed <= ControlRounds; seed++)
        {
            var rounds = await variants.MeasureAsync(copies: 1, s_settings, (ulong)seed);
            ratios.AddRange(ControlPairs.Of(rounds[^1], new RawFile("", "")).Single().LogRatios);
            Console.WriteLine($"timeline {seed}/{ControlRounds}: {Text(Estimate.Of([.. ratios]))}");
        }

        var estimate = Estimate.Of([.. ratios]);
        var met = estimate.Interval is { } interval && interval.Low > Math.Log(1 - ControlPairs.Limit);
        return [new BenchmarkRow("timeline/recording", "% of throughput", estimate.EffectPercent, null, "without recording", null, "> -2 % with 95 % confidence", met, $"{ratios.Count} pairs: {Text(estimate)}")];
    }

    private static string Text(Estimate estimate) => EstimateText.Of(estimate, "+0.00;-0.00");
}

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
