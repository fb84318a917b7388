namespace PerfMatrix.Load.Conductor;

/// <summary>The paced slices of a round: each variant in turn in an open loop, at a rate that follows from the capacity which base had in the slices
/// before. All variants of a pair get the same rate, and in the same cycle the same random times, so that chance favours none of them.</summary>
internal sealed class PacedSlices(BlockPlan plan, int round, IReadOnlyList<SliceObservation> slices)
{
    /// <summary>What a queue may take to be worked off, as a multiple of the slice; the rest of it is not sent.</summary>
    private const int Patience = 5;

    private readonly PacedSettings _paced = plan.Measure.Paced!;
    private readonly double[] _rates = [.. plan.Variants.Select(variant => RateOf(variant, plan, slices))];
    private readonly PacedOutcome?[] _outcomes = new PacedOutcome?[plan.Variants.Count];

    public static bool AreIn(BlockPlan plan) => plan.Measure.Paced is { Slices: > 0 } && plan.Variants.Any(variant => variant.PacedBy.Count > 0);

    public IEnumerable<(int Cycle, int Variant)> Order =>
        SliceOrder.Balanced(plan.Variants.Count, _paced.Slices, ~(plan.Seed + (ulong)round)).Where(place => _rates[place.Variant] > 0);

    /// <summary>What became of them, without the latencies; null without any.</summary>
    public PacedOutcome? Of(int variant) => _outcomes[variant];

    public void Run(LoadGenerator generator, int cycle, int variant)
    {
        var before = _outcomes[variant] ?? new PacedOutcome
        {
            Rate = _rates[variant],
            Slices = 0,
            Scheduled = 0,
            Sent = 0,
            Behind = 0,
            MaximumLag = TimeSpan.Zero,
            Paused = TimeSpan.Zero,
        };
        var due = (long)(_rates[variant] * _paced.Slice.TotalSeconds * (cycle + 1)) - before.Scheduled;
        var arrivals = new PoissonArrivals(due, _paced.Slice, plan.Seed + ((ulong)round << 32) + (ulong)cycle);
        var result = generator.RunPaced(variant, arrivals, plan.Measure.WakeUp, Patience * _paced.Slice);
        _outcomes[variant] = before with
        {
            Slices = before.Slices + 1,
            Scheduled = before.Scheduled + due,
            Sent = before.Sent + result.Sent,
            Behind = before.Behind + (10 * result.LastLag > _paced.Slice ? 1 : 0),
            MaximumLag = result.MaximumLag > before.MaximumLag ? result.MaximumLag : before.MaximumLag,
            Paused = before.Paused + result.Paused,
        };
    }

    private static double RateOf(BlockVariant variant, BlockPlan plan, IReadOnlyList<SliceObservation> slices)
    {
        var basis = slices.Where(slice => variant.PacedBy.Contains(plan.Variants[slice.Variant].Id)).ToList();
        var seconds = basis.Sum(slice => slice.Elapsed.TotalSeconds);
        return seconds > 0 ? plan.Measure.Paced!.Share * basis.Sum(slice => slice.Requests) / seconds : 0;
    }
}
