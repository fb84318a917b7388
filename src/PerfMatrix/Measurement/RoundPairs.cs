namespace PerfMatrix.Measurement;

/// <summary>The pairs of one round: every variant against the anchor for every metric, and for throughput every two variants. Above 0 means b is
/// worse. A pair that is undefined (failed round, sample missing or zero) is not recorded.</summary>
/// <remarks>The ratio of throughput is that of totals: requests by time, over all slices but those of moments that disturb several programs
/// (<see cref="DisturbedMoments"/>). An estimate that is robust against single slices, as Hodges-Lehmann over cycles, takes the stalls of one side
/// for noise: 15 ms in 8 % of head's slices cost 5.9 % and read as 1.1 % where slices vary by 5 %, as 2.9 % where they vary by 13 % (simulated). In
/// real rounds of identical programs both spread alike. The figures are in docs/evidence.md.</remarks>
internal static class RoundPairs
{
    /// <param name="samples">Samples of each variant, in the order of the round; empty for a failed one.</param>
    public static IReadOnlyList<PairRecord> Of(RoundObservation round, IReadOnlyList<IReadOnlyDictionary<string, double>> samples)
    {
        var pairs = from a in Enumerable.Range(0, samples.Count)
                    from b in Enumerable.Range(0, samples.Count).Skip(a + 1)
                    from metric in Metric.All
                    where a == 0 || metric.Name == Metric.Throughput.Name
                    select Pair(round, samples, a, b, metric);
        return [.. pairs.OfType<PairRecord>()];
    }

    private static PairRecord? Pair(
        RoundObservation round, IReadOnlyList<IReadOnlyDictionary<string, double>> samples, int a, int b, Metric metric) =>
        LogRatio(samples[a], samples[b], metric) is { } ratio
            ? new PairRecord(
            round.Block, round.Round, round.Variants[a].Variant, round.Variants[b].Variant, metric.Name, 0.0 + (metric.WorseSign * ratio))
            : null;

    private static double? LogRatio(IReadOnlyDictionary<string, double> ofA, IReadOnlyDictionary<string, double> ofB, Metric metric) =>
        ofA.TryGetValue(metric.Name, out var a) && ofB.TryGetValue(metric.Name, out var b) ? metric.LogRatio(a, b) : null;
}

/// <summary>What recording a timeline costs, from the windows of a control round.</summary>
internal static class ControlPairs
{
    /// <summary>Most that recording may cost, as a share of throughput.</summary>
    public const double Limit = 0.02;

    /// <summary>Widest interval, in percent points, that a verdict on the limit may rest on: a wider one says nothing of the recording.</summary>
    private const double WidestInterval = 10;

    /// <summary>One record a variant; none for a variant without a whole pair.</summary>
    public static IEnumerable<ControlRecord> Of(RoundObservation round, RawFile raw) =>
        from windows in (round.Control ?? []).GroupBy(window => window.Variant)
        let ratios = windows.GroupBy(window => window.Pair).Select(LogRatio).OfType<double>().ToArray()
        where ratios.Length > 0
        orderby windows.Key
        select new ControlRecord(round.Variants[windows.Key].Variant, round.Block, ratios, raw);

    /// <summary>What the pairs of windows say; warnings and tables both follow from it.</summary>
    public static ControlVerdict Judge(IReadOnlyList<double> logRatios) => Estimate.Of([.. logRatios]).Interval switch
    {
        { } wide when wide.HighPercent - wide.LowPercent > WidestInterval => ControlVerdict.TooNoisy,
        { } interval when interval.Low > Math.Log(1 - Limit) => ControlVerdict.Below,
        { } interval when interval.High < Math.Log(1 - Limit) => ControlVerdict.Above,
        _ => ControlVerdict.Open,
    };

    /// <summary>Sentences for variants whose recording has been shown to cost more than the limit.</summary>
    public static IEnumerable<string> Warnings(IEnumerable<ControlRecord> controls) =>
        from control in controls
        where Judge(control.LogRatios) == ControlVerdict.Above
        let interval = Estimate.Of([.. control.LogRatios]).Interval
        let cost = $"{-interval.Value.HighPercent:0.0} to {-interval.Value.LowPercent:0.0} % of throughput"
        select $"{control.Variant}: recording its timeline costs {cost} (95 % interval of its control round), more than {100 * Limit:0} %.";

    private static double? LogRatio(IEnumerable<ControlWindow> pair)
    {
        var windows = pair.ToLookup(window => window.Recorded);
        if (windows[true].Count() != 1 || windows[false].Count() != 1) return null;
        var ratio = Math.Log(Rate(windows[true].First()) / Rate(windows[false].First()));
        return double.IsFinite(ratio) ? ratio : null;
    }

    private static double Rate(ControlWindow window) => window.Requests / window.Elapsed.TotalSeconds;
}

/// <summary>Whether recording costs more than <see cref="ControlPairs.Limit"/>.</summary>
public enum ControlVerdict
{
    TooNoisy,
    Below,
    Above,

    /// <summary>Neither is shown, or there are too few pairs for an interval.</summary>
    Open,
}
