namespace PerfMatrix.Benchmarks.Articles;

/// <summary>Answers whether heaps and memory shrink when a load falls and goes on allocating: without one nothing collects or shrinks.</summary>
internal static class FallingLoad
{
    public static IEnumerable<ReportSection> Of(IReadOnlyList<TimelineFacts> timelines)
    {
        List<Fall> falls = [.. timelines.Select(Fall.Of).OfType<Fall>()];
        if (falls.Count == 0) yield break;
        yield return new ReportSection("Do heaps shrink when the load falls?",
        [
            new Bullets([.. falls.GroupBy(fall => fall.Facts.Cell.Id).Select(rounds => Sentence(rounds.Key, [.. rounds]))]),
            new DataTable(
                "What was in force at the end of each part of the schedule.",
                ["Cell", "Round", "requests/s", "Collections", "Heaps", "GC committed MB", "RSS MB"],
                [.. falls.SelectMany(fall => fall.Parts.Select(part => Row(fall, part)))]),
        ]);
    }

    private static string Sentence(string cell, IReadOnlyList<Fall> all)
    {
        List<Fall> rounds = [.. all.Where(fall => fall.Facts.IsSustained)];
        var late = rounds.Count == all.Count ? "" : $" {(rounds.Count == 0 ? "In" : "Left out:")} "
            + $"{InRounds.Named(all.Except(rounds).Select(fall => fall.Facts.Timeline.Round))}{(rounds.Count == 0 ? "" : ", where")} the rate was "
            + "not sustained, so requests still waited when the load was due to fall.";
        return rounds.Count == 0 ? $"{cell}:{late}"
            : $"{cell}: from {Text.Number(all[0].Parts[0].Rate)} to {Text.Number(all[0].Parts[^1].Rate)} requests/s "
            + $"{RoundWords.Counted(rounds, fall => fall.Heaps)}; resident memory went from {Memory(fall => fall.Parts[0])} "
            + $"to {Memory(fall => fall.Parts[^1])} MB and {RoundWords.Counted(rounds, fall => fall.Movement)}.{late}";

        string Memory(Func<Fall, FallPart> part) => InRounds.Spread([.. rounds.Select(fall => part(fall).Rss.Megabytes)]);
    }

    private static IReadOnlyList<CellText> Row(Fall fall, FallPart part) =>
    [
        fall.Facts.Cell.Id, Text.Number(fall.Facts.Timeline.Round), Text.Number(part.Rate), Text.Number(part.Collections),
        Text.OrDash(part.Heaps), Text.OrDash(part.Committed?.Megabytes), Text.Number(part.Rss.Megabytes),
    ];
}

/// <summary>A schedule of constant rates, each lower than the one before and none of them 0, and what was seen of it.</summary>
internal sealed record Fall(TimelineFacts Facts, IReadOnlyList<FallPart> Parts)
{
    /// <summary>A change of memory by less than this share is none.</summary>
    private const double Tolerance = 0.05;

    /// <summary>Null where the load did not fall.</summary>
    public static Fall? Of(TimelineFacts facts)
    {
        var parts = facts.Schedule?.Parts.ToList() ?? [];
        var falls = parts.Count > 1 && parts.TrueForAll(part => part.From > 0 && part.From == part.To)
            && parts.Zip(parts.Skip(1)).All(two => two.Second.From < two.First.From);
        return falls ? new(facts, [.. parts.Select(part => FallPart.Of(facts, part.Start, part.End, part.From))]) : null;
    }

    public string Heaps => (Parts[0].Heaps, Parts[^1].Heaps) switch
    {
        (null, _) or (_, null) => "the number of heaps is not known",
        _ when Parts[^1].Collections == 0 => "nothing was collected at the end, so the number of heaps could not change,",
        ({ } before, { } after) when before == after => $"the heaps stayed {Text.Number(after)}",
        ({ } before, { } after) => $"the heaps went from {Text.Number(before)} to {Text.Number(after)}",
    };

    /// <summary>Null where it cannot be judged: requests waited, nothing was collected at the end, or a single heap had nothing to give up.</summary>
    public bool? HeapsShrank => Facts.IsSustained && Parts[^1].Collections > 0
        && (Parts[0].Heaps, Parts[^1].Heaps) is ({ } before, { } after) && before > 1 ? after < before : null;

    public string Movement =>
        Parts[^1].Rss.Count < (1 - Tolerance) * Parts[0].Rss.Count ? "shrank"
        : Parts[^1].Rss.Count > (1 + Tolerance) * Parts[0].Rss.Count ? "grew"
        : "stayed within 5 %";
}

/// <param name="Rate">Requests/s.</param>
/// <param name="Heaps">At the last collection up to its end; null before the first.</param>
/// <param name="Committed">By the GC, where it was asked last; null before a collection.</param>
internal sealed record FallPart(double Rate, int Collections, int? Heaps, Bytes? Committed, Bytes Rss)
{
    public static FallPart Of(TimelineFacts facts, TimeSpan start, TimeSpan end, double rate)
    {
        var points = facts.Timeline.Points.Where(point => point.At <= end).ToList();
        return new(
            rate,
            facts.Collections.Count(collection => collection.At >= start && collection.At < end),
            facts.Collections.LastOrDefault(collection => collection.At < end && collection.Gc.Heaps > 0)?.Gc.Heaps,
            points.LastOrDefault(point => point.Gc is { CommittedBytes: > 0 }) is { Gc: { } gc } ? new Bytes(gc.CommittedBytes) : null,
            points is [.., var last] ? last.Process.Rss : new Bytes(0));
    }
}
