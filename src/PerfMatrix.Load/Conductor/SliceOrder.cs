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
