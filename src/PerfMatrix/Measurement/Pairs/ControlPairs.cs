using PerfMatrix.Contract;
using PerfMatrix.Results;
using PerfMatrix.Statistics;

namespace PerfMatrix.Measurement;

/// <summary>What recording a timeline costs, from the windows of a control round.</summary>
public static class ControlPairs
{
    /// <summary>Most that recording may cost, as a share of throughput.</summary>
    public const double Limit = 0.02;

    /// <summary>One record a variant; none for a variant without a whole pair.</summary>
    public static IEnumerable<ControlRecord> Of(RoundObservation round, RawFile raw)
    {
        for (var variant = 0; variant < round.Variants.Count; variant++)
        {
            var own = variant;
            double[] ratios = [.. (round.Control ?? []).Where(window => window.Variant == own).GroupBy(window => window.Pair).Select(LogRatio).OfType<double>()];
            if (ratios.Length > 0)
                yield return new ControlRecord(round.Variants[variant].Variant, round.Block, ratios, raw);
        }
    }

    /// <summary>Sentences for variants whose recording has been shown to cost more than the limit.</summary>
    public static IEnumerable<string> Warnings(IEnumerable<ControlRecord> controls) =>
        from control in controls
        let interval = Estimate.Of([.. control.LogRatios]).Interval
        where interval is not null && interval.Value.High < Math.Log(1 - Limit)
        select FormattableString.Invariant($"{control.Variant}: recording its timeline costs {-interval.Value.HighPercent:0.0} to {-interval.Value.LowPercent:0.0} % of throughput (95 % interval of its control round), more than {100 * Limit:0} %.");

    private static double? LogRatio(IEnumerable<ControlWindow> pair)
    {
        var windows = pair.ToLookup(window => window.Recorded);
        if (windows[true].Count() != 1 || windows[false].Count() != 1)
            return null;
        var ratio = Math.Log(Rate(windows[true].First()) / Rate(windows[false].First()));
        return double.IsFinite(ratio) ? ratio : null;
    }

    private static double Rate(ControlWindow window) => window.Requests / window.Elapsed.TotalSeconds;
}
