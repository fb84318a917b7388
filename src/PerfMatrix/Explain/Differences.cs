namespace PerfMatrix.Explain;

/// <summary>What changed from base to head among many things, by fresh starts of both. The unit of chance is a round, because all samples of a
/// process share its memory layout and what its compiler found out. With few rounds the spread of one thing says little, so it is held against what
/// is expected of it: G. Smyth (2004), "Linear models and empirical Bayes methods for assessing differential expression", Stat. Appl. Genet. Mol.
/// Biol. 3(1).</summary>
internal static class Differences
{
    /// <summary>Expected share of wrong names among those that are named; without any change the chance that something is named.</summary>
    public const double FalseShare = 0.01;

    /// <summary>The same of types, looked at twice (by place, and anywhere), and of each of four kinds of event. With methods it is 4 %.</summary>
    public const double HalfFalseShare = FalseShare / 2;

    // Expected share of intervals, among those of what is named, that miss the truth.
    private const double MissedShare = 0.05;

    // How much the expected spread counts, in rounds.
    private const double PriorDegrees = 6;

    /// <summary>The changes that are not chance, the largest first.</summary>
    /// <param name="rounds">At least two.</param>
    /// <param name="smallest">Changes below this are of no interest, however certain.</param>
    public static IReadOnlyList<MeanChange<TKey>> Of<TKey>(
        IReadOnlyList<(Amounts<TKey> Base, Amounts<TKey> Head)> rounds, double smallest, double falseShare = FalseShare)
        where TKey : notnull
    {
        var degrees = rounds.Count - 1 + PriorDegrees;
        var common = CommonSpread(rounds);
        var tests = rounds.SelectMany(round => round.Base.ByKey.Keys.Concat(round.Head.ByKey.Keys)).Distinct()
            .Select(key => Tested<TKey>.Of(key, rounds, common)).Where(test => test.Error > 0).ToList();
        // What is too small counts as unchanged: it lends no weight to the others, whose intervals would then be about 0.
        var adjusted = BenjaminiHochberg.Adjust(
            [.. tests.Select(test => Math.Abs(test.Mean) < smallest ? 1 : StudentT.TwoSided(test.Mean / test.Error, degrees))]);
        var found = tests.Where((test, index) => adjusted[index] <= falseShare).ToList();
        if (found.Count == 0) return [];
        // Intervals of selected parameters: Y. Benjamini and D. Yekutieli (2005), J. Am. Stat. Assoc. 100.
        var (width, most) = (Width(MissedShare), Width(falseShare));
        return [.. found.Select(test => new MeanChange<TKey>(
            test.Key, test.Mean, test.Mean - (width * test.Error), test.Mean + (width * test.Error), most * test.Error))
            .OrderByDescending(change => Math.Abs(change.Mean))];

        double Width(double share) => StudentT.TwoSidedQuantile(share * found.Count / tests.Count, degrees);
    }

    /// <summary>The mean of one difference and its 95 % interval, over rounds.</summary>
    public static (double Mean, double Low, double High) OfOne(IReadOnlyList<double> differences)
    {
        var error = Spread.StandardDeviation([.. differences]) / Math.Sqrt(differences.Count);
        var half = StudentT.TwoSidedQuantile(0.05, differences.Count - 1) * error;
        return (differences.Average(), differences.Average() - half, differences.Average() + half);
    }

    /// <summary>The mean difference of a key, without any question of chance.</summary>
    public static double MeanOf<TKey>(TKey key, IReadOnlyList<(Amounts<TKey> Base, Amounts<TKey> Head)> rounds)
        where TKey : notnull => rounds.Average(round => round.Head.Of(key).Sum - round.Base.Of(key).Sum);

    // What makes a process as a whole slower or faster makes all its parts so: the spread of the totals beyond that of samples, as a share of them.
    private static double CommonSpread<TKey>(IReadOnlyList<(Amounts<TKey> Base, Amounts<TKey> Head)> rounds)
        where TKey : notnull
    {
        var totals = rounds.Select(round => (Base: round.Base.Total, Head: round.Head.Total)).ToList();
        var mean = totals.Average(total => (total.Base.Sum + total.Head.Sum) / 2);
        var spread = Spread.StandardDeviation([.. totals.Select(total => total.Head.Sum - total.Base.Sum)]);
        var chance = totals.Average(total => total.Base.Squares + total.Head.Squares);
        return mean > 0 ? Math.Sqrt(Math.Max(0, (spread * spread) - chance)) / mean : 0;
    }

    private sealed record Tested<TKey>(TKey Key, double Mean, double Error)
        where TKey : notnull
    {
        public static Tested<TKey> Of(TKey key, IReadOnlyList<(Amounts<TKey> Base, Amounts<TKey> Head)> rounds, double common)
        {
            var pairs = rounds.Select(round => (Base: round.Base.Of(key), Head: round.Head.Of(key))).ToList();
            double[] differences = [.. pairs.Select(pair => pair.Head.Sum - pair.Base.Sum)];
            var chance = pairs.Average(pair => pair.Head.Squares + pair.Base.Squares);
            var amount = pairs.Average(pair => (pair.Head.Sum + pair.Base.Sum) / 2);
            var (own, expected) = (rounds.Count - 1, chance + Math.Pow(common * amount, 2));
            var seen = Math.Pow(Spread.StandardDeviation(differences), 2);
            var variance = Math.Max(chance, ((own * seen) + (PriorDegrees * expected)) / (own + PriorDegrees));
            return new(key, differences.Average(), Math.Sqrt(variance / rounds.Count));
        }
    }
}

/// <summary>A difference, head minus base, and its 95 % interval.</summary>
/// <param name="Chance">What it may be wrong by, as rarely as an unchanged thing is named.</param>
internal sealed record MeanChange<TKey>(TKey Key, double Mean, double Low, double High, double Chance)
{
    /// <summary>Splits off pairs that make up for each other: what was renamed, moved or inlined elsewhere is gone here and there anew.</summary>
    /// <param name="mayPair">Whether one may be the other's counterpart.</param>
    public static (IReadOnlyList<MeanChange<TKey>> Kept, IReadOnlyList<(MeanChange<TKey> One, MeanChange<TKey> Other)> Moved) Moves(
        IReadOnlyList<MeanChange<TKey>> changes, Func<TKey, TKey, bool> mayPair)
    {
        var (kept, moved) = (changes.ToList(), new List<(MeanChange<TKey>, MeanChange<TKey>)>());
        foreach (var one in changes.Where(change => kept.Contains(change)))
        {
            if (kept.Find(other => mayPair(one.Key, other.Key) && one.IsUndoneBy(other)) is not { } other) continue;
            moved.Add((one, other));
            kept = [.. kept.Where(change => change != one && change != other)];
        }
        return (kept, moved);
    }

    private bool IsUndoneBy(MeanChange<TKey> other) => Math.Sign(Mean) == -Math.Sign(other.Mean)
        // Beyond half of it, one has really become slower, however little is known of the other.
        && Math.Abs(Mean + other.Mean) <= Math.Max(Math.Abs(Mean), Math.Abs(other.Mean)) / 2
        && Math.Abs(Mean + other.Mean) <= Math.Sqrt(Math.Pow(Chance, 2) + Math.Pow(other.Chance, 2));
}
