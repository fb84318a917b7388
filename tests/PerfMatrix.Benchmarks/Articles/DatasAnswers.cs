namespace PerfMatrix.Benchmarks.Articles;

/// <summary>Answers from timelines to three questions about DATAS. Each says what was seen and where.</summary>
internal static class DatasAnswers
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
        var datas = timelines.Where(facts => facts.HasDatas && facts.Heaps.Count > 0).GroupBy(facts => facts.Cell.Id).ToList();
        var isOne = datas.TrueForAll(rounds => rounds.All(facts => facts.Heaps[^1].Heaps == 1));
        yield return new Paragraph(
            datas.Count == 0 ? "This run has no collection under DATAS, so it does not tell."
            : isOne
            ? "In this run, yes: every collection under DATAS had one heap. It need not hold where collections cost more."
            : "No. The largest number of heaps under DATAS was:");
        if (datas.Count > 0 && !isOne)
            yield return new Bullets([.. datas.Select(rounds =>
                $"{rounds.Key}: {RoundWords.Counted([.. rounds], facts => Wording.Counted(facts.Heaps[^1].Heaps, "heap"))}.")]);
        yield return new Paragraph(
            "Heaps are read from the event GCGlobalHeapHistory of each collection. The summary of PerfView takes the number once, at the first "
                + "collection of the process, and DATAS starts with one heap.");
        yield return new DataTable(
            "Heaps at the collections since the load began.",
            ["Cell", "Round", "Collections", "Collections by number of heaps"],
            [.. timelines.Select(facts => (IReadOnlyList<CellText>)[facts.Cell.Id, Text.Number(facts.Timeline.Round),
                Text.Number(facts.Collections.Count),
                facts.Heaps.Count == 0 ? "-" : string.Join("; ", facts.Heaps.Select(heaps => $"{heaps.Heaps}: {heaps.Collections}"))])]);
    }

    private static IEnumerable<ReportPart> Shrink(IReadOnlyList<TimelineFacts> timelines)
    {
        var silent = timelines.Where(facts => facts.Silence is not null).ToList();
        var overloaded = timelines
            .Where(facts => !facts.IsSustained && facts.Schedule?.Parts.Any(part => part.From + part.To == 0) == true).GroupBy(facts => facts.Cell.Id)
            .Select(rounds => $"{rounds.Key} ({InRounds.Named(rounds.Select(facts => facts.Timeline.Round))})").ToList();
        if (overloaded.Count > 0)
            yield return new Paragraph(
                $"Left out because their rate was not sustained, so that requests still waited when the silence was "
                    + $"due: {string.Join(", ", overloaded)}.");
        if (silent.Count == 0)
        {
            yield return new Paragraph("This run has no scenario with a silence, so it does not tell.");
            yield break;
        }

        foreach (var rounds in silent.Where(facts => facts.HasDatas).GroupBy(facts => facts.Cell.Id))
            yield return new Paragraph(Sentence(rounds.Key, [.. rounds.Select(facts => facts.Silence!)]));
        yield return new DataTable(
            "The silence, watched from outside: nothing asked the process, so it had no reason to allocate.",
            ["Cell", "Round", "Silence s", "RSS MB at its start", "RSS MB at its end", "Heaps before", "Heaps at the first collection after",
                "Heaps at the end"],
            [.. silent.Select(facts => Row(facts, facts.Silence!))]);
    }

    private static string Sentence(string cell, IReadOnlyCollection<Silence> silences) =>
        $"{cell}: in {InRounds.Spread([.. silences.Select(silence => silence.Length.TotalSeconds)])} s without a request resident memory went "
        + $"from {InRounds.Spread([.. silences.Select(silence => silence.First.Process.Rss.Megabytes)])} "
        + $"to {InRounds.Spread([.. silences.Select(silence => silence.Last.Process.Rss.Megabytes)])} MB; "
        + $"{RoundWords.Counted(silences, Outcome)}.";

    private static string Outcome(Silence silence) => (silence.Before?.Gc.Heaps, silence.After?.Gc.Heaps) switch
    {
        (null, _) => "there was no collection before the silence, so there were no heaps to give up,",
        (_, null) => "no collection followed, so the number of heaps after it is not known,",
        ({ } old, { } now) when silence.HeapsShrank() == true => $"the heaps shrank from {old} to {now}, as the first collection after it said,",
        _ when silence.HeapsShrank() is null => "one heap was in use before the silence already, so nothing could shrink,",
        ({ } old, { } now) =>
            $"{old} heaps were in use before it and {now} at the first collection after it, so they did not shrink without allocation,",
    };

    private static IReadOnlyList<CellText> Row(TimelineFacts facts, Silence silence) =>
    [
        facts.Cell.Id, Text.Number(facts.Timeline.Round), Text.Number(silence.Length.TotalSeconds),
        Text.Number(silence.First.Process.Rss.Megabytes), Text.Number(silence.Last.Process.Rss.Megabytes),
        Text.OrDash(silence.Before?.Gc.Heaps), Text.OrDash(silence.After?.Gc.Heaps), Text.OrDash(silence.AtEnd?.Gc.Heaps),
    ];

    private static IEnumerable<ReportPart> Budget(IReadOnlyList<TimelineFacts> timelines)
    {
        yield return new Paragraph(
            "A collection of generation 0 comes when its budget is used up, so their number is about the allocated bytes divided by the budget of "
                + "all heaps together. "
            + "The last column is what was seen divided by what that rule expects: near 1 the budget can explain the "
            + "number, unless large objects asked, which have a budget of their own; far from 1 it does not, for it changes between collections.");
        if (SameHeaps(timelines) is { Count: > 0 } sentences) yield return new Bullets(sentences);
        yield return new DataTable(
            "Collections against budget, between the first and the last moment the process was asked.",
            ["Cell", "Round", "Allocated MB", "Budget of all heaps MB (median)", "Collections expected", "Collections seen", "Seen / expected"],
            [.. timelines.Select(facts => Row(facts))]);
    }

    /// <summary>Modes that had equally many heaps and different budgets tell the two apart; only what was seen is said.</summary>
    private static List<string> SameHeaps(IReadOnlyList<TimelineFacts> timelines) =>
        [.. (from one in timelines
             from other in timelines
             where one.Timeline.Round == other.Timeline.Round && one.Cell.With(Axis.Gc, other.Cell.Gc).Id == other.Cell.Id
             select (Smaller: one, Larger: other))
            .GroupBy(pair => (pair.Smaller.Cell.Id, pair.Larger.Cell.Id))
            .Select(rounds => rounds.ToLookup(IsSmallerWithSameHeaps)).Where(rounds => rounds.Contains(true))
            .Select(rounds => Compared([.. rounds[true]], [.. rounds[false].Select(round => round.Smaller.Timeline.Round)]))];

    private static bool IsSmallerWithSameHeaps((TimelineFacts Smaller, TimelineFacts Larger) round) =>
        round is ({ Heaps: [.., var one] } smaller, { Heaps: [.., var other] } larger) && one.Heaps == other.Heaps
        && smaller.TotalBudget()?.Count < ClearlySmaller * larger.TotalBudget()?.Count;

    /// <param name="leftOut">Numbers of the rounds that do not tell.</param>
    private static string Compared(IReadOnlyList<(TimelineFacts Smaller, TimelineFacts Larger)> rounds, IReadOnlyList<int> leftOut)
    {
        var (one, other) = (rounds[0].Smaller.Cell, rounds[0].Larger.Cell);
        var (smaller, larger) = (rounds.Select(round => round.Smaller).ToList(), rounds.Select(round => round.Larger).ToList());
        return $"{one.Scenario}, {one.Runtime}: {one.GcWithLimits} and {other.GcWithLimits} used "
            + $"{RoundWords.Counted(smaller, facts => $"up to {Wording.Counted(facts.Heaps[^1].Heaps, "heap")} alike")}, with budgets "
            + $"of {Budget(smaller)} and {Budget(larger)} MB, and collected {Collected(smaller)} and {Collected(larger)} times: "
            + $"{RoundWords.Counted(rounds, round => round.Smaller.CollectionsBetween() > round.Larger.CollectionsBetween()
                ? "the smaller budget collected more often, with no more heaps," : "the smaller budget did not collect more often")}."
            + (leftOut.Count == 0 ? "" : $" Left out: {InRounds.Named(leftOut)}, where the heaps were not as many, or the first budget was not "
                + "smaller by a fifth.");

        static string Budget(List<TimelineFacts> mode) => InRounds.Spread(mode.ConvertAll(facts => facts.TotalBudget()!.Value.Megabytes));

        static string Collected(List<TimelineFacts> mode) => InRounds.Spread(mode.ConvertAll(facts => (double)facts.CollectionsBetween()));
    }

    private static IReadOnlyList<CellText> Row(TimelineFacts facts)
    {
        var seen = facts.CollectionsBetween();
        var expected = facts.TotalBudget() is { Count: > 0 } budget ? (double)facts.Allocated().Count / budget.Count : (double?)null;
        return
        [
            facts.Cell.Id, Text.Number(facts.Timeline.Round), Text.Number(facts.Allocated().Megabytes, 1),
            Text.OrDash(facts.TotalBudget()?.Megabytes, 1), Text.OrDash(expected, 1), Text.Number(seen),
            Text.OrDash(expected > 0 ? seen / expected : null, 2),
        ];
    }
}
