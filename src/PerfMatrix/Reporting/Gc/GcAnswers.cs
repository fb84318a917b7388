namespace PerfMatrix.Reporting.Gc;

/// <summary>Answers from timelines to the three questions that the article on DATAS left open. Each says what was seen and where.</summary>
internal static class GcAnswers
{
    /// <summary>A budget of less than this share of another is another budget.</summary>
    private const double ClearlySmaller = 0.8;

    public static IEnumerable<ReportSection> Of(IReadOnlyList<TimelineFacts> timelines)
    {
        yield return new ReportSection("Is the heap count always 1?", [.. AlwaysOne(timelines)]);
        yield return new ReportSection("Do heaps shrink when the application idles?", [.. Shrink(timelines)]);
        yield return new ReportSection("How do collections relate to heaps and budget?", [.. Budget(timelines)]);
    }

    private static IEnumerable<ReportPart> AlwaysOne(IReadOnlyList<TimelineFacts> timelines)
    {
        var datas = timelines.Where(facts => facts.Cell.Gc == "datas" && facts.Heaps.Count > 0).ToList();
        var moved = datas.Where(facts => facts.Heaps.Any(heaps => heaps.Heaps > 1)).ToList();
        yield return new Paragraph(
            datas.Count == 0 ? "This run has no collection under DATAS, so it does not tell."
            : moved.Count == 0
            ? "In this run, yes: every collection under DATAS had one heap. It does not hold where collections cost more; datas-live makes them."
            : moved.Count < datas.Count
            ? $"No. It stayed at 1 in {string.Join(", ", datas.Except(moved).Select(facts => facts.Cell.Id))}, and went "
            + $"to {moved.Max(facts => facts.Heaps[^1].Heaps)} in {string.Join(", ", moved.Select(facts => facts.Cell.Id))}."
            : $"No. DATAS used up to {moved.Max(facts => facts.Heaps[^1].Heaps)} heaps.");
        yield return new Paragraph(
            "Heaps are read from the event GCGlobalHeapHistory of each collection. The summary of PerfView, which the article looked at, takes the "
                + "number once, at the first collection of the process, and DATAS starts with one heap.");
        yield return new DataTable(
            "Heaps at the collections since the load began.",
            ["Cell", "Collections", "Collections by number of heaps"],
            [.. timelines.Select(facts => (IReadOnlyList<CellText>)[facts.Cell.Id, Text.Number(facts.Collections.Count), facts.Heaps.Count == 0 ? "-"
                : string.Join("; ", facts.Heaps.Select(heaps => $"{heaps.Heaps}: {heaps.Collections}"))])]);
    }

    private static IEnumerable<ReportPart> Shrink(IReadOnlyList<TimelineFacts> timelines)
    {
        var silent = timelines.Where(facts => facts.Silence is not null).ToList();
        var overloaded = timelines.Where(facts => !facts.IsSustained).Select(facts => facts.Cell.Id).ToList();
        if (overloaded.Count > 0)
            yield return new Paragraph(
                $"Left out because their rate was not sustained, so that requests still waited when the silence was "
                    + $"due: {string.Join(", ", overloaded)}.");
        if (silent.Count == 0)
        {
            yield return new Paragraph("This run has no scenario with a silence (datas-idle), so it does not tell.");
            yield break;
        }

        var datas = silent.Where(facts => facts.Cell.Gc == "datas").ToList();
        foreach (var facts in datas) yield return new Paragraph(Sentence(facts, facts.Silence!));
        yield return new DataTable(
            "The silence, watched from outside: nothing asked the process, so it had no reason to allocate.",
            ["Cell", "Silence s", "RSS MB at its start", "RSS MB at its end", "Heaps before", "Heaps at the first collection after",
                "Heaps at the end"],
            [.. silent.Select(facts => Row(facts, facts.Silence!))]);
    }

    private static string Sentence(TimelineFacts facts, Silence silence)
    {
        var start = $"{facts.Cell.Id}: in {Text.Number(silence.Length.TotalSeconds)} s without a request resident memory went "
            + $"from {Text.Number(silence.First.Process.Rss.Megabytes)} to {Text.Number(silence.Last.Process.Rss.Megabytes)} MB";
        return (silence.Before, silence.After) switch
        {
            (null, _) => $"{start}; there was no collection before the silence, so there were no heaps to give up.",
            (_, null) => $"{start}; no collection followed, so the number of heaps after it is not known.",
            ({ } before, { } after) when after.Gc.Heaps < before.Gc.Heaps =>
                $"{start}, and the heaps from {before.Gc.Heaps} to {after.Gc.Heaps} at the first collection after it: they shrank.",
            ({ Gc.Heaps: 1 }, _) => $"{start}; one heap was in use before the silence already, so nothing could shrink.",
            ({ } before, { } after) =>
                $"{start}; {before.Gc.Heaps} heaps were in use before it and {after.Gc.Heaps} at the first collection after it: they did not "
                + $"shrink without allocation.",
        };
    }

    private static IReadOnlyList<CellText> Row(TimelineFacts facts, Silence silence) =>
    [
        facts.Cell.Id, Text.Number(silence.Length.TotalSeconds), Text.Number(silence.First.Process.Rss.Megabytes),
            Text.Number(silence.Last.Process.Rss.Megabytes),
        Heaps(silence.Before), Heaps(silence.After), Heaps(silence.AtEnd),
    ];

    private static string Heaps(GcTimelineCollection? collection) => collection is null ? "-" : Text.Number(collection.Gc.Heaps);

    private static IEnumerable<ReportPart> Budget(IReadOnlyList<TimelineFacts> timelines)
    {
        yield return new Paragraph(
            "A collection of generation 0 comes when its budget is used up, so their number is about the allocated bytes divided by the budget of "
                + "all heaps together. "
            + "The last column is what was seen divided by what that rule expects: near 1 the budget alone explains the number; far from 1 it does "
            + "not, for it changes between collections, and other reasons collect as well.");
        if (SameHeaps(timelines) is { Count: > 0 } sentences) yield return new Bullets(sentences);
        yield return new DataTable(
            "Collections against budget, between the first and the last moment the process was asked.",
            ["Cell", "Allocated MB", "Budget of all heaps MB (median)", "Collections expected", "Collections seen", "Seen / expected"],
            [.. timelines.Select(facts => Row(facts))]);
    }

    /// <summary>Legs that had equally many heaps and different budgets tell the two apart; only what was seen is said.</summary>
    private static List<string> SameHeaps(IReadOnlyList<TimelineFacts> timelines) =>
        [.. timelines.SelectMany(one => timelines.Where(other => IsSmallerWithSameHeaps(one, other)).Select(other => Compared(one, other)))];

    private static bool IsSmallerWithSameHeaps(TimelineFacts one, TimelineFacts other) =>
        (one.Cell.Scenario, one.Cell.Runtime, one.Cell.Cores, one.Timeline.Round) == (other.Cell.Scenario, other.Cell.Runtime, other.Cell.Cores,
            other.Timeline.Round)
        && one.Heaps.Count > 0 && other.Heaps.Count > 0 && one.Heaps[^1].Heaps == other.Heaps[^1].Heaps
        && one.TotalBudget?.Count < ClearlySmaller * other.TotalBudget?.Count;

    private static string Compared(TimelineFacts one, TimelineFacts other)
    {
        var heaps = one.Heaps[^1].Heaps == 1 ? "1 heap" : $"{Text.Number(one.Heaps[^1].Heaps)} heaps";
        var seen = $"{one.Cell.Scenario}, {one.Cell.Runtime}: {one.Cell.Gc} and {other.Cell.Gc} used up to {heaps} alike, with budgets "
            + $"of {Text.Number(one.TotalBudget!.Value.Megabytes)} and {Text.Number(other.TotalBudget!.Value.Megabytes)} MB, and "
            + $"collected {Text.Number(one.CollectionsBetween)} and {Text.Number(other.CollectionsBetween)} times";
        return one.CollectionsBetween > other.CollectionsBetween ? $"{seen}: the smaller budget collected more often, with no more heaps."
            : $"{seen}: the smaller budget did not collect more often here.";
    }

    private static IReadOnlyList<CellText> Row(TimelineFacts facts)
    {
        var seen = facts.CollectionsBetween;
        var expected = facts.TotalBudget is { Count: > 0 } budget ? (double)facts.Allocated.Count / budget.Count : (double?)null;
        return
        [
            facts.Cell.Id, Text.Number(facts.Allocated.Megabytes, 1), facts.TotalBudget is { } total ? Text.Number(total.Megabytes, 1) : "-",
            expected is { } number ? Text.Number(number, 1) : "-", Text.Number(seen), expected is > 0 and var some ? Text.Number(seen / some, 2)
                : "-",
        ];
    }
}
