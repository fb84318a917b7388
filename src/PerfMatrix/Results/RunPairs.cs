using PerfMatrix.Metrics;

namespace PerfMatrix.Results;

/// <summary>Log ratios of any two variants of a run, one a round.</summary>
public static class RunPairs
{
    /// <summary>
    /// ln(b / a) in the natural direction of the metric (above 0: b's value is larger). Recorded pairs come first; where none are recorded, those of the samples
    /// of the same block and round, which is their definition for every metric but throughput.
    /// </summary>
    public static double[] NaturalLogRatios(RunDocument run, Metric metric, string a, string b)
    {
        var recorded = run.Pairs
            .Where(pair => pair.Metric == metric.Name && ((pair.A == a && pair.B == b) || (pair.A == b && pair.B == a)))
            .Select(pair => metric.WorseSign * (pair.B == b ? pair.LogRatio : -pair.LogRatio))
            .ToArray();
        return recorded.Length > 0 || metric.Name == MetricNames.Throughput ? recorded : OfSamples(run, metric.Name, a, b);
    }

    private static double[] OfSamples(RunDocument run, string metric, string a, string b)
    {
        var ofA = run.Samples.Where(sample => sample.Variant == a).ToLookup(sample => (sample.Block, sample.Round));
        return
        [
            .. from sample in run.Samples
               where sample.Variant == b && sample.Metrics.ContainsKey(metric)
               from other in ofA[(sample.Block, sample.Round)]
               where other.Metrics.ContainsKey(metric)
               let ratio = Math.Log(sample.Metrics[metric] / other.Metrics[metric])
               where double.IsFinite(ratio)
               select ratio,
        ];
    }
}
