namespace PerfMatrix.Benchmarks.Articles;

/// <summary>Whether the pool still has its large buffers behind a rest: large objects before a silence, at their least in it, and after it.</summary>
internal sealed record TrimmedPool(double Before, double Least, double After)
{
    private const string Suffix = "-trimmed";

    /// <summary>A paragraph for each cell that had such a rest.</summary>
    public static IEnumerable<ReportPart> Of(ArticleRun run) =>
        from rounds in run.Timelines.Where(facts => facts.Cell.Scenario.EndsWith(Suffix, StringComparison.Ordinal)).GroupBy(facts => facts.Cell.Id)
        let pools = rounds.Select(Of).OfType<TrimmedPool>().ToList()
        where pools.Count > 0
        select new Paragraph(Sentence(rounds.Key, pools));

    private static TrimmedPool? Of(TimelineFacts facts)
    {
        if (facts.Silence is not { Before: { } before, AtEnd: { } after } silence) return null;
        var during = facts.Collections.Where(one => one.At > silence.First.At && one.At < silence.Last.At).Select(Large).ToList();
        return during.Count == 0 ? null : new(Large(before), during.Min(), Large(after));
    }

    private static string Sentence(string cell, IReadOnlyCollection<TrimmedPool> pools)
    {
        return $"{cell}: the large object heap held {Spread(pool => pool.Before)} MB under load, at the least {Spread(pool => pool.Least)} MB "
            + $"at the full collections in the silence, and {Spread(pool => pool.After)} MB when the load was back; "
            + $"{RoundWords.Counted(pools, pool => pool.Verdict)}.";

        string Spread(Func<TrimmedPool, double> value) => InRounds.Spread([.. pools.Select(value)], 1);
    }

    private string Verdict => Least >= Before ? "the pool kept its buffers"
        : After > Least ? "the pool let go of buffers that the next answers allocated anew"
        : "the pool let go of buffers, and nothing took their place";

    private static double Large(GcTimelineCollection collection) => collection.Gc.LohBytes / Bytes.PerMegabyte;
}
