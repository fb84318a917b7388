using PerfMatrix.Gate;
using PerfMatrix.Metrics;

namespace PerfMatrix.Reporting;

/// <summary>A verdict as a table: one row a cell and metric, the worst first. Pure: the same document gives the same table.</summary>
public static class VerdictReport
{
    private static readonly string[] s_legend =
    [
        "Change is head against base in percent with its 95 % interval; above 0 is worse, whatever the direction of the metric.",
        "Worse and better were confirmed by fresh rounds; same excludes larger changes; unknown means that the data does not say, and is never good.",
    ];

    /// <summary>The table of a verdict.</summary>
    /// <param name="verdict">The verdict.</param>
    /// <param name="headline">What to say first; null for the outcome.</param>
    public static TableReport Of(VerdictDocument verdict, string? headline = null)
    {
        var shown = verdict.Cells.Where(cell => cell.Gates).OrderBy(Rank).ThenByDescending(cell => cell.EffectPercent).ToList();
        return new()
        {
            Headline = headline ?? VerdictWords.Headline(verdict),
            Headings = [new("Verdict"), new("Cell"), new("Metric"), new("Change %", IsNumber: true), new("Rounds", IsNumber: true), new("What is known")],
            Rows = [.. shown.Select(cell => Row(cell, Metric.TitleOf(cell.Metric)))],
            Findings = CommonShifts(verdict),
            Legend = s_legend,
            Notes = [.. Reported(verdict), .. verdict.Warnings],
        };
    }

    /// <summary>One sentence a common shift of cells. Two families of the same cells are told once.</summary>
    public static IReadOnlyList<string> CommonShifts(VerdictDocument verdict) =>
        [.. verdict.Families.Where(Families.IsShift).DistinctBy(family => (family.Metric, family.Cells, family.EffectPercent)).Select(VerdictWords.Family)];

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
            yield return $"{reported.Count} more {(reported.Count == 1 ? "verdict is" : "verdicts are")} reported only, because their metric never fails a change or is too noisy here ({string.Join(", ", reported.Select(cell => cell.Metric).Distinct())}); verdict.json has them.";
    }
}
