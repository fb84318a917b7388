namespace PerfMatrix.Metrics;

/// <summary>What one round showed of one variant, slices included: the input of every sample.</summary>
internal sealed record VariantRound(VariantObservation Observation, IReadOnlyList<SliceObservation> Slices)
{
    /// <summary>The slices without those of moments that disturbed several programs at once (<see cref="DisturbedMoments"/>).</summary>
    public IReadOnlyList<SliceObservation> Undisturbed { get; private init; } = Slices;

    /// <summary>Takes variant number <paramref name="index"/> out of a round.</summary>
    public static VariantRound Of(RoundObservation round, int index) => new(round.Variants[index], Own(round.Slices, index))
    {
        Undisturbed = Own(DisturbedMoments.Without(round), index),
        Metrics = round.StartsOnly ? [Metric.Startup] : Metric.All,
    };

    // What an idle process shows of the others says nothing of it under load.
    private IReadOnlyList<Metric> Metrics { get; init; } = Metric.All;

    /// <summary>Requests per second over all undisturbed slices; null without any.</summary>
    public double? Throughput =>
        new TimeSpan(Undisturbed.Sum(slice => slice.Elapsed.Ticks)) is { Ticks: > 0 } time
        ? Undisturbed.Sum(slice => slice.Requests) / time.TotalSeconds : null;

    /// <summary>Percentage of throughput that slow slices cost: what it lacks to the median slice; null below ten slices.</summary>
    public double? StallShare =>
        Undisturbed.Count >= 10 && Throughput is { } all && Usual(Undisturbed) is var usual && usual > 0
        ? Math.Max(0, 100 * (1 - (all / usual)))
        : null;

    internal static double Usual(IEnumerable<SliceObservation> slices)
    {
        double[] rates = [.. slices.Select(Rate).Order()];
        return (rates[(rates.Length - 1) / 2] + rates[rates.Length / 2]) / 2;
    }

    internal static double Rate(SliceObservation slice) => slice.Elapsed > TimeSpan.Zero ? slice.Requests / slice.Elapsed.TotalSeconds : 0;

    private static IReadOnlyList<SliceObservation> Own(IEnumerable<SliceObservation> slices, int index) =>
        [.. slices.Where(slice => slice.Variant == index)];

    public TimeSpan Elapsed => new(Slices.Sum(slice => slice.Elapsed.Ticks));

    /// <summary>Growth of a probe counter from before the first slice to after the last one; null without a probe.</summary>
    public double? Growth(Func<ProbeCounters, double> counter) =>
        Observation is { CountersBefore: { } before, CountersAfter: { } after } ? counter(after) - counter(before) : null;

    /// <summary>A total divided by the requests answered correctly; null when either is unknown or there were none.</summary>
    public double? PerRequest(double? total) => Observation.Requests > 0 ? total / Observation.Requests : null;

    /// <summary>A total divided by the time under load; null when either is unknown or there was none.</summary>
    public double? PerSecond(double? total) => Elapsed > TimeSpan.Zero ? total / Elapsed.TotalSeconds : null;

    /// <summary>The samples by metric; metrics that cannot be known are absent, and a failed round has none at all.</summary>
    public IReadOnlyDictionary<string, double> Samples() =>
        (from metric in Metrics
         where Observation.Failure is null
         let value = metric.Formula(this)
         where value is { } known && double.IsFinite(known)
         select (metric.Name, value.Value)).ToDictionary();
}

/// <summary>Moments in which the machine stood in the way: two successive slices, of different programs, that both gave less than half of what is
/// usual for their variant. What slows one program down is none, however often it does so.</summary>
internal static class DisturbedMoments
{
    private const double FarBelow = 0.5;

    /// <summary>The slices outside such moments, in their order.</summary>
    public static IReadOnlyList<SliceObservation> Without(RoundObservation round)
    {
        var isDisturbed = Of(round);
        return [.. round.Slices.Where((_, index) => !isDisturbed[index])];
    }

    /// <summary>The variant in whose slice each moment begins.</summary>
    public static IEnumerable<string> Beginnings(RoundObservation round)
    {
        var isDisturbed = Of(round);
        return from index in Enumerable.Range(0, isDisturbed.Length)
               where isDisturbed[index] && (index == 0 || !isDisturbed[index - 1])
               select round.Variants[round.Slices[index].Variant].Variant;
    }

    private static bool[] Of(RoundObservation round)
    {
        var slices = round.Slices;
        var usual = slices.GroupBy(slice => slice.Variant).ToDictionary(own => own.Key, VariantRound.Usual);
        string[] programs = [.. round.Variants.Select(variant => VariantIds.ProgramOf(variant.Variant))];
        bool[] isLow = [.. slices.Select(slice => VariantRound.Rate(slice) < FarBelow * usual[slice.Variant])];
        return [.. slices.Select((_, index) => Together(index, index - 1) || Together(index, index + 1))];

        bool Together(int one, int other) => other >= 0 && other < slices.Count && isLow[one] && isLow[other]
            && programs[slices[one].Variant] != programs[slices[other].Variant];
    }
}

/// <summary>What the id of a variant tells by itself, where nobody has the variant.</summary>
internal static class VariantIds
{
    /// <summary>Whether it is of base, or of a copy of it.</summary>
    public static bool IsBase(string id) => ProgramOf(id).EndsWith("@base", StringComparison.Ordinal);

    /// <summary>The id without the number of the copy: copies run one program.</summary>
    public static string ProgramOf(string id) => id.Split('#')[0];
}
