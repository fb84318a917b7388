using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Metrics;

/// <summary>What one round showed of one variant, slices included: the input of every sample.</summary>
internal sealed record VariantRound(VariantObservation Observation, IReadOnlyList<SliceObservation> Slices)
{
    /// <summary>Takes variant number <paramref name="index"/> out of a round.</summary>
    public static VariantRound Of(RoundObservation round, int index) =>
        new(round.Variants[index], [.. round.Slices.Where(slice => slice.Variant == index)]);

    public TimeSpan Elapsed => new(Slices.Sum(slice => slice.Elapsed.Ticks));

    /// <summary>Growth of a probe counter from before the first slice to after the last one; null without a probe.</summary>
    public double? Growth(Func<ProbeCounters, double> counter) =>
        Observation is { CountersBefore: { } before, CountersAfter: { } after } ? counter(after) - counter(before) : null;

    /// <summary>A total divided by the requests answered correctly; null when either is unknown or there were none.</summary>
    public double? PerRequest(double? total) => Observation.Requests > 0 ? total / Observation.Requests : null;

    /// <summary>A total divided by the time under load; null when either is unknown or there was none.</summary>
    public double? PerSecond(double? total) => Elapsed > TimeSpan.Zero ? total / Elapsed.TotalSeconds : null;

    /// <summary>The samples by metric; metrics that cannot be known are absent, and a failed round has none at all.</summary>
    public IReadOnlyDictionary<string, double> Samples()
    {
        var samples = new Dictionary<string, double>();
        if (Observation.Failure is not null) return samples;
        foreach (var metric in Metric.All)
        {
            if (metric.Formula(this) is { } value && double.IsFinite(value)) samples[metric.Name] = value;
        }

        return samples;
    }
}
