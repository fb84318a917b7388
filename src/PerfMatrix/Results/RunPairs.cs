namespace PerfMatrix.Results;

/// <summary>Log ratios of any two variants of a run, one a round. Indexed once, because a large run has 100,000 pairs.</summary>
internal sealed class RunPairs
{
    private readonly ILookup<(string Metric, string A, string B), double> _recorded;
    private readonly ILookup<string, SampleRecord> _samples;

    public RunPairs(RunDocument run)
    {
        _recorded = run.Pairs.ToLookup(pair => (pair.Metric, pair.A, pair.B), pair => pair.LogRatio);
        _samples = run.Samples.ToLookup(sample => sample.Variant);
    }

    /// <summary>ln(b / a) in the natural direction of the metric (above 0: b's value is larger). Recorded pairs come first; where none are recorded,
    /// those of the samples of the same block and round, which is their definition for every metric but throughput.</summary>
    public double[] NaturalLogRatios(Metric metric, string a, string b)
    {
        var recorded = _recorded[(metric.Name, a, b)].Concat(_recorded[(metric.Name, b, a)].Select(ratio => -ratio))
            .Select(ratio => metric.WorseSign * ratio)
            .ToArray();
        return recorded.Length > 0 || metric.Name == Metric.Throughput.Name ? recorded : OfSamples(metric, a, b);
    }

    /// <summary>The samples of a variant, one a good round.</summary>
    public double[] Values(Metric metric, string variant) =>
        [.. from sample in _samples[variant] where sample.Metrics.ContainsKey(metric.Name) select sample.Metrics[metric.Name]];

    private double[] OfSamples(Metric metric, string a, string b)
    {
        var ofA = _samples[a].ToLookup(sample => (sample.Block, sample.Round));
        return
        [
            .. from sample in _samples[b]
               where sample.Metrics.ContainsKey(metric.Name)
               from other in ofA[(sample.Block, sample.Round)]
               where other.Metrics.ContainsKey(metric.Name)
               let ratio = metric.LogRatio(other.Metrics[metric.Name], sample.Metrics[metric.Name])
               where ratio is not null
               select ratio.Value,
        ];
    }
}
