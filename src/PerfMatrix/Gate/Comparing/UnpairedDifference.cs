using PerfMatrix.Metrics;
using PerfMatrix.Results;
using PerfMatrix.Statistics;

namespace PerfMatrix.Gate;

/// <summary>Effect and interval of samples that share no rounds: drift between the two measurements is part of it.</summary>
internal static class UnpairedDifference
{
    /// <summary>Differences of couples within one run.</summary>
    public static IEnumerable<CellDifference> Of(StagedRun run, IEnumerable<VariantCouple> couples, IReadOnlyList<Metric> catalogue, string reason) =>
        couples.SelectMany(couple => Of(couple.Cell.Id, run.Stage, (run.Run, couple.Base), (run.Run, couple.Head), catalogue, reason));

    /// <summary>Differences of two variants, one entry a metric that both have.</summary>
    public static IEnumerable<CellDifference> Of(
        string cell, Stage stage, (RunDocument Run, VariantRecord Variant) old, (RunDocument Run, VariantRecord Variant) now, IReadOnlyList<Metric> catalogue, string reason) =>
        from metric in catalogue
        let ofOld = Values(old.Run, old.Variant.Id, metric.Name)
        let ofNow = Values(now.Run, now.Variant.Id, metric.Name)
        where ofOld.Length > 0 && ofNow.Length > 0
        select Of(cell, metric, stage, ofOld, ofNow, reason);

    private static CellDifference Of(string cell, Metric metric, Stage stage, double[] old, double[] now, string reason)
    {
        var difference = new CellDifference
        {
            Cell = cell,
            Metric = metric.Name,
            Stage = stage,
            Pairing = Pairing.Unpaired,
            Reason = reason,
            Base = Selection.Median([.. old]),
            Head = Selection.Median([.. now]),
            Rounds = Math.Min(old.Length, now.Length),
        };
        if (Array.Exists(old, value => value <= 0) || Array.Exists(now, value => value <= 0))
            return difference with { Reason = $"{reason}; a sample is 0, so there is no ratio" };
        var shift = MannWhitneyShift.Of(Logarithms(metric, old), Logarithms(metric, now));
        return difference with
        {
            EffectPercent = LogRatio.ToPercent(shift.Location),
            LowPercent = shift.Interval?.LowPercent,
            HighPercent = shift.Interval?.HighPercent,
        };
    }

    private static double[] Logarithms(Metric metric, double[] values) => [.. values.Select(value => metric.WorseSign * Math.Log(value))];

    private static double[] Values(RunDocument run, string variant, string metric) =>
    [
        .. run.Samples.Where(sample => sample.Variant == variant && sample.Metrics.TryGetValue(metric, out var value) && double.IsFinite(value)).Select(sample => sample.Metrics[metric]),
    ];
}
