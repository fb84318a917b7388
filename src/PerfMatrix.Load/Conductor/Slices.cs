namespace PerfMatrix.Load.Conductor;

/// <summary>Balanced random order of the slices. Each cycle holds every variant once; over a group of cycles every variant stands equally often at
/// every place and (for an even number of variants within one group, for an odd number over a group and its mirror image) follows every other equally
/// often, so neither position nor predecessor favours a variant. Rows of a Williams design (E. J. Williams, "Experimental designs balanced for the
/// estimation of residual effects of treatments", 1949), with variants and rows shuffled for each group.</summary>
internal static class SliceOrder
{
    public static IEnumerable<(int Cycle, int Variant)> Balanced(int variants, int cycles, ulong seed)
    {
        var random = new SplitMix64(seed);
        var rows = new Queue<int[]>();
        for (var cycle = 0; cycle < cycles; cycle++)
        {
            if (rows.Count == 0) rows = new Queue<int[]>(Group(variants, random));
            foreach (var variant in rows.Dequeue()) yield return (cycle, variant);
        }
    }

    /// <summary>The order in which a round starts its processes, warms them up and reads their counters: balanced likewise.</summary>
    public static int[] OfRound(int variants, int round, ulong seed) =>
        [.. Balanced(variants, round, seed).Where(place => place.Cycle == round - 1).Select(place => place.Variant)];

    private static int[][] Group(int variants, SplitMix64 random)
    {
        var labels = Enumerable.Range(0, variants).ToArray();
        random.Shuffle(labels);
        var first = Enumerable.Range(0, variants).Select(i => i % 2 == 0 ? i / 2 : variants - 1 - i / 2).ToArray();
        var rows = Enumerable.Range(0, variants).Select(shift => first.Select(v => labels[(v + shift) % variants]).ToArray()).ToList();
        if (variants % 2 == 1) rows.AddRange(rows.ConvertAll(row => row.Reverse().ToArray()));
        var shuffled = rows.ToArray();
        random.Shuffle(shuffled);
        return shuffled;
    }
}

/// <summary>The slices of a round, once its warm-up has shown how long a response takes. A process goes through a slice as it began, a fifth faster
/// or slower, so many short ones tell more than few long ones. But one of a few responses would measure the waiting at its end.</summary>
internal static class SliceLength
{
    /// <summary>Responses, one behind the other, that a slice has time for.</summary>
    private const int Responses = 8;

    /// <summary>Slices that a round keeps, however slow the responses are.</summary>
    private const int FewestSlices = 20;

    /// <summary>The settings with longer and fewer slices where responses need that; the measured time stays.</summary>
    /// <param name="rate">Throughput of the slowest variant, in requests/s; null when it is not known.</param>
    /// <param name="connections">Requests in flight; with the rate they give the response time (Little's law).</param>
    public static MeasureSettings Fitted(MeasureSettings settings, double? rate, int connections)
    {
        if (rate is not > 0) return settings;
        var wanted = TimeSpan.FromMilliseconds(Math.Ceiling(Responses * connections / rate.Value * 1000));
        var longest = settings.Duration / FewestSlices;
        var slice = wanted < longest ? wanted : longest;
        return slice <= settings.Slice ? settings : settings with { Slice = slice, Slices = Math.Max(1, (int)Math.Round(settings.Duration / slice)) };
    }
}

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

    /// <summary>Cycles below 0 are for settling. Those that count are balanced by themselves.</summary>
    public IEnumerable<(int Cycle, int Variant)> Order =>
        from place in SliceOrder.Balanced(plan.Variants.Count, _paced.SettlingSlices, plan.Seed + (ulong)round)
            .Select(place => (Cycle: place.Cycle - _paced.SettlingSlices, place.Variant))
            .Concat(SliceOrder.Balanced(plan.Variants.Count, _paced.Slices, ~(plan.Seed + (ulong)round)))
        where _rates[place.Variant] > 0
        select place;

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
        var due = Due(variant, cycle + 1) - Due(variant, cycle);
        var arrivals = new PoissonArrivals(due, _paced.Slice, plan.Seed + ((ulong)round << 32) + (ulong)cycle);
        var result = generator.RunPaced(variant, arrivals, plan.Measure.WakeUp, Patience * _paced.Slice);
        if (cycle < 0) return;
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

    // Requests that are due from cycle 0 to the start of this one, so that fractions add up.
    private long Due(int variant, int cycle) => (long)Math.Floor(_rates[variant] * _paced.Slice.TotalSeconds * cycle);

    private static double RateOf(BlockVariant variant, BlockPlan plan, IReadOnlyList<SliceObservation> slices)
    {
        var basis = slices.Where(slice => variant.PacedBy.Contains(plan.Variants[slice.Variant].Id)).ToList();
        var seconds = basis.Sum(slice => slice.Elapsed.TotalSeconds);
        return seconds > 0 ? plan.Measure.Paced!.Share * basis.Sum(slice => slice.Requests) / seconds : 0;
    }
}
