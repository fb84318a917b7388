namespace PerfMatrix.Benchmarks.Articles;

/// <summary>Figures of a timeline that the articles ask for.</summary>
internal static class TimelineFigures
{
    /// <summary>Resident memory at the last moment before the load that counts, or at the first of all.</summary>
    public static Bytes StartRss(this TimelineFacts facts) => facts.Timeline.Points is [var first, ..]
        ? (facts.Timeline.Points.LastOrDefault(point => point.At <= TimeSpan.Zero) ?? first).Process.Rss : new Bytes(0);

    public static Bytes EndRss(this TimelineFacts facts) => facts.Timeline.Points is [.., var last] ? last.Process.Rss : new Bytes(0);

    /// <summary>Bytes allocated between the first and the last moment at which the process was asked.</summary>
    public static Bytes Allocated(this TimelineFacts facts) => new(facts.Between(gc => gc.AllocatedBytes));

    public static long CollectionsBetween(this TimelineFacts facts) => facts.Between(gc => gc.Gen0Collections);

    /// <summary>Median over the collections of the budget of generation 0 of all heaps together; null without collections.</summary>
    public static Bytes? TotalBudget(this TimelineFacts facts) =>
        facts.Collections.Where(collection => collection.Gc.BudgetBytes > 0)
            .Select(collection => (double)collection.Gc.BudgetBytes * collection.Gc.Heaps).ToArray() is { Length: > 0 } budgets
            ? new Bytes((long)OrderStatistics.Median(budgets)) : null;

    /// <summary>Null where it is not known, and where a single heap left nothing to give up.</summary>
    public static bool? HeapsShrank(this Silence silence) =>
        (silence.Before?.Gc.Heaps, silence.After?.Gc.Heaps) is ({ } before, { } after) && before > 1 ? after < before : null;

    private static long Between(this TimelineFacts facts, Func<ProbeSample, long> counter) =>
        facts.Timeline.Points.Where(point => point.Gc is not null).Select(point => point.Gc!).ToList() is [var first, .., var last]
            ? counter(last) - counter(first) : 0;
}
