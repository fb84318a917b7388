using PerfMatrix.Gate;
using PerfMatrix.Metrics;
using PerfMatrix.Statistics;

namespace PerfMatrix.Evidence.Selftest;

/// <summary>Measures what an injection really did, over all rounds of a trial.</summary>
internal static class TrialTruth
{
    /// <summary>The truth, cell by cell. For allocations the change is that of the medians, in percent, too: they hardly scatter.</summary>
    public static IReadOnlyList<TruthRecord> Of(ComparisonDocument comparison, InjectionLeg leg)
    {
        var metric = leg == InjectionLeg.Cpu ? Metric.CpuPerRequest.Name : Metric.AllocatedPerRequest.Name;
        return
        [
            .. from series in comparison.Pairs
               where series.Metric == metric
               group series by series.Cell into cell
               let ratios = cell.SelectMany(series => series.Rounds).Select(round => round.LogRatio).OfType<double>().ToArray()
               where ratios.Length > 0
               let estimate = Estimate.Of(ratios)
               select new TruthRecord(cell.Key, metric, estimate.EffectPercent, estimate.LowPercent, estimate.HighPercent, ratios.Length),
        ];
    }
}
