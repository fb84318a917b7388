namespace PerfMatrix.Metrics;

/// <summary>The formula of one metric: a good round of one variant in, one number out. A new metric is a new class beside this one and a line in <see cref="SampleFormulas.All"/>.</summary>
public interface ISampleFormula
{
    /// <summary>Name of the metric; a line of <c>crank/metrics.yml</c> gives its unit and direction.</summary>
    string Metric { get; }

    /// <summary>The sample, in the unit of the catalogue; null when it cannot be known, e.g. without a probe.</summary>
    double? Compute(VariantRound round);
}
