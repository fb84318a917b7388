namespace PerfMatrix.Reporting.Gc;

/// <summary>Answers whether heaps and memory shrink when a load falls that goes on allocating: without a load nothing collects, so nothing can
/// shrink.</summary>
internal static class FallingLoad
{
    public static IEnumerable<ReportSection> Of(RunDocument run, IReadOnlyList<TimelineFacts> timelines)
    {
        List<Fall> falls = [.. timelines.Select(facts => Fall.Of(run, facts)).OfType<Fall>()];
        if (falls.Count == 0) yield break;
        yield return new ReportSection("Do heaps shrink when the load falls?",
        [
            new Bullets([.. falls.Select(fall => fall.Sentence)]),
            new DataTable(
                "What was in force at the end of each part of the schedule.",
                ["Cell", "Round", "requests/s", "Collections", "Heaps", "GC committed MB", "RSS MB"],
                [.. falls.SelectMany(fall => fall.Parts.Select(part => Row(fall, part)))]),
        ]);
    }

    private static IReadOnlyList<CellText> Row(Fall fall, FallPart part) =>
    [
        fall.Facts.Cell.Id, Text.Number(fall.Facts.Timeline.Round), Text.Number(part.Rate), Text.Number(part.Collections),
        part.Heaps is { } heaps ? Text.Number(heaps) : "-", part.Committed is { } committed ? Text.Number(committed.Megabytes) : "-",
        Text.Number(part.Rss.Megabytes),
    ];
}

/// <summary>A schedule of constant rates, each lower than the one before and none of them 0, and what was seen of it.</summary>
internal sealed record Fall(TimelineFacts Facts, IReadOnlyList<FallPart> Parts)
{
    /// <summary>A change of memory by less than this share is none.</summary>
    private const double Tolerance = 0.05;

    /// <summary>Null where the load did not fall.</summary>
    public static Fall? Of(RunDocument run, TimelineFacts facts)
    {
        var outcome = run.Rates?.FirstOrDefault(rate => rate.Variant == facts.Timeline.Variant && rate.Round == facts.Timeline.Round)?.Outcome;
        var parts = outcome is null ? [] : RateSchedule.Parse(outcome.Schedule).Parts.ToList();
        var falls = parts.Count > 1 && parts.TrueForAll(part => part.From > 0 && part.From == part.To)
            && parts.Zip(parts.Skip(1)).All(two => two.Second.From < two.First.From);
        return falls ? new(facts, [.. parts.Select(part => FallPart.Of(facts, part.Start, part.End, part.From))]) : null;
    }

    public string Sentence
    {
        get
        {
            var (first, last) = (Parts[0], Parts[^1]);
            return $"{Facts.Cell.Id}, round {Facts.Timeline.Round}: "
                + (!Facts.IsSustained ? "the rate was not sustained, so requests still waited when the load was due to fall."
                    : $"from {Text.Number(first.Rate)} to {Text.Number(last.Rate)} requests/s {HeapsOf(first, last)}, and resident memory went from "
                    + $"{Text.Number(first.Rss.Megabytes)} to {Text.Number(last.Rss.Megabytes)} MB: it {Movement(first, last)}.");
        }
    }

    private static string HeapsOf(FallPart first, FallPart last) => (first.Heaps, last.Heaps) switch
    {
        (null, _) or (_, null) => "the number of heaps is not known",
        _ when last.Collections == 0 => "nothing was collected at the end, so the number of heaps could not change",
        ({ } before, { } after) when before == after => $"the heaps stayed {Text.Number(after)}",
        ({ } before, { } after) => $"the heaps went from {Text.Number(before)} to {Text.Number(after)}",
    };

    private static string Movement(FallPart first, FallPart last) =>
        last.Rss.Count < (1 - Tolerance) * first.Rss.Count ? "shrank"
        : last.Rss.Count > (1 + Tolerance) * first.Rss.Count ? "grew"
        : "stayed, within 5 %";
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
