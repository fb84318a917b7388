using PerfMatrix.Gate;
using PerfMatrix.Metrics;

namespace PerfMatrix.Reporting.Verdicts;

/// <summary>A verdict as a table: one row a cell and metric, the worst first. Pure: the same document gives the same table.</summary>
internal static class VerdictReport
{
    private static readonly string[] s_legend =
    [
        "Change is head against base in percent with its 95 % interval; above 0 is worse, whatever the direction of the metric.",
        "Worse and better were confirmed by fresh rounds; same excludes larger changes; unknown means that the data does not say, and is never good.",
    ];

    /// <param name="headline">What to say first; null for the outcome.</param>
    public static TableReport Of(VerdictDocument verdict, string? headline = null)
    {
        var shown = verdict.Cells.Where(cell => cell.Gates).OrderBy(Rank).ThenByDescending(cell => cell.EffectPercent).ToList();
        return new()
        {
            Headline = headline ?? VerdictWords.Headline(verdict),
            Headings =
                [new("Verdict"), new("Cell"), new("Metric"), new("Change %", IsNumber: true), new("Rounds", IsNumber: true), new("What is known")],
            Rows = [.. shown.Select(cell => Row(cell, Metric.TitleOf(cell.Metric)))],
            Findings = CommonShifts(verdict),
            Legend = s_legend,
            Notes = [.. Reported(verdict), .. verdict.Warnings],
        };
    }

    /// <summary>One sentence a common shift of cells. Two families of the same cells are told once.</summary>
    public static IReadOnlyList<string> CommonShifts(VerdictDocument verdict) =>
        [.. verdict.Families.Where(Families.IsShift).DistinctBy(family => (family.Metric, family.Cells, family.EffectPercent))
            .Select(VerdictWords.Family)];

    private static IReadOnlyList<CellText> Row(CellVerdict cell, string title)
    {
        var tone = ToneOf(cell);
        return
        [
            new(VerdictWords.Word(cell), tone),
            new(cell.Cell),
            new(title),
            new(VerdictWords.Effect(cell.EffectPercent, cell.LowPercent, cell.HighPercent), tone),
            new(cell.Machines > 1 ? $"{cell.Rounds} on {cell.Machines}" : $"{cell.Rounds}"),
            new(VerdictWords.Known(cell)),
        ];
    }

    private static int Rank(CellVerdict cell) => cell switch
    {
        { Verdict: Verdict.Worse, Acknowledged: null } => 0,
        { Verdict: Verdict.Unknown, Rounds: 0 } => 1,
        { Verdict: Verdict.Unknown } => 2,
        { Verdict: Verdict.Worse } => 3,
        { Verdict: Verdict.Better } => 4,
        _ => 5,
    };

    private static Tone ToneOf(CellVerdict cell) => cell switch
    {
        { Verdict: Verdict.Worse } => Tone.Worse,
        { Verdict: Verdict.Better } => Tone.Better,
        { Verdict: Verdict.Unknown } => Tone.Unknown,
        _ => Tone.Plain,
    };

    private static IEnumerable<string> Reported(VerdictDocument verdict)
    {
        var reported = verdict.Cells.Where(cell => !cell.Gates).ToList();
        if (reported.Count > 0)
            yield return $"{reported.Count} more {(reported.Count == 1 ? "verdict is" : "verdicts are")} reported only, because their metric never "
                + $"fails a change or is too noisy here ({string.Join(", ", reported.Select(cell => cell.Metric).Distinct())}); verdict.json has "
                + $"them.";
    }
}

/// <summary>The sentences of a verdict.</summary>
internal static class VerdictWords
{
    public static string Headline(VerdictDocument verdict)
    {
        var gating = verdict.Cells.Where(cell => cell.Gates).ToList();
        var counts = string.Join(", ", Counts(gating));
        return verdict.Outcome switch
        {
            Outcome.Pass => $"Pass: {counts}.",
            Outcome.Regressed => $"Regressed: {counts}.",
            _ => $"Incomplete, this is not a pass: {counts}.",
        };
    }

    public static string Sentence(CellVerdict cell) =>
        $"{cell.Metric} of {cell.Cell} is {Word(cell)} by {Text.Percent(Math.Abs(cell.EffectPercent ?? 0))}"
            + $"{(Interval(cell) is { } interval ? $" {interval}" : "")}, {Rounds(cell)}: {cell.Reason}.";

    /// <summary>What is unknown, and what would help.</summary>
    public static string Unknown(VerdictDocument verdict, int unknown)
    {
        var missing = verdict.Cells.Where(cell => cell is { Gates: true, Rounds: 0 }).ToList();
        var first = missing.Count > 0 ? $" Not measured: {missing[0].Cell}{(missing.Count > 1 ? $" and {missing.Count - 1} more" : "")}." : "";
        return $"{unknown} of {verdict.Cells.Count(cell => cell.Gates)} verdicts are unknown.{first}";
    }

    /// <summary>The verdict as a word; an acknowledged one says so.</summary>
    public static string Word(CellVerdict cell) => cell switch
    {
        { Gates: false } => "reported",
        { Acknowledged: not null } => "worse, known",
        _ => cell.Verdict.ToString().ToLowerInvariant(),
    };

    /// <summary>Effect and interval in percent; a dash when there is nothing to estimate from.</summary>
    public static string Effect(double? effect, double? low, double? high) => effect is not { } percent ? "-"
        : low is { } from && high is { } to ? $"{Text.Signed(percent)} [{Text.Signed(from)} {Text.Signed(to)}]"
        : $"{Text.Signed(percent)} [?]";

    public static string Rounds(CellVerdict cell) =>
        $"{cell.Rounds} {(cell.Rounds == 1 ? "round" : "rounds")}{(cell.Machines > 1 ? $" on {cell.Machines} machines" : "")}";

    /// <summary>What the verdict rests on, or what is missing.</summary>
    public static string Known(CellVerdict cell)
    {
        var more = cell is { Verdict: Verdict.Unknown, Gates: true, MoreRounds: { } rounds }
            ? $"; {More(cell)} {rounds} more {(rounds == 1 ? "round" : "rounds")}" : "";
        return cell.Acknowledged is { } reason ? $"acknowledged: {reason}" : cell.Reason + more;
    }

    /// <summary>A family whose interval excludes no change.</summary>
    public static string Family(FamilyRecord family) =>
        $"Common shift: {family.Family}, {family.Metric}, {Text.Percent(family.EffectPercent)} "
        + $"[{Text.Signed(family.LowPercent)} {Text.Signed(family.HighPercent)}] over {family.Cells} "
        + $"cells{(family.Machines > 1 ? $" on {family.Machines} machines" : "")}.";

    // Too few rounds for the test need at least the missing ones; otherwise the number is a forecast from effect and spread so far.
    private static string More(CellVerdict cell) =>
        cell.EffectPercent is null || cell.Stage == Stage.Tight ? "needs at least" : "to be decided by about";

    private static string? Interval(CellVerdict cell) =>
        cell is { LowPercent: { } low, HighPercent: { } high } ? $"[{Text.Signed(low)} {Text.Signed(high)}]" : null;

    private static IEnumerable<string> Counts(List<CellVerdict> gating)
    {
        yield return $"{gating.Count} verdicts";
        var acknowledged = gating.Count(cell => cell.Acknowledged is not null);
        if (gating.Count(cell => cell is { Verdict: Verdict.Worse, Acknowledged: null }) is > 0 and var worse) yield return $"{worse} worse";
        if (acknowledged > 0) yield return $"{acknowledged} worse but acknowledged";
        if (gating.Count(cell => cell.Rounds == 0) is > 0 and var missing) yield return $"{missing} not measured";
        if (gating.Count(cell => cell is { Verdict: Verdict.Unknown, Rounds: > 0 }) is > 0 and var unknown) yield return $"{unknown} unknown";
        if (gating.Count(cell => cell.Verdict == Verdict.Better) is > 0 and var better) yield return $"{better} better";
        yield return $"{gating.Count(cell => cell.Verdict == Verdict.Same)} the same";
    }
}

/// <summary>The sentence of a list of suspects.</summary>
internal static class SuspectWords
{
    /// <summary>What stage 2 has to do.</summary>
    public static string Headline(SuspectsDocument suspects) => suspects.Suspects.Count == 0
        ? "Screened: nothing is suspect, so there is nothing to measure again."
        : $"Screened: {suspects.Suspects.Count} {(suspects.Suspects.Count == 1 ? "cell is" : "cells are")} suspect; "
        + $"measure {(suspects.Suspects.Count == 1 ? "it" : "them")} again, {suspects.RoundsPerMachine} rounds on each of {suspects.Machines} "
        + $"machines.";
}
