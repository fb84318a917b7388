using System.Text;
using PerfMatrix.Gate;
using PerfMatrix.Reporting;

namespace PerfMatrix.GitHub;

/// <summary>A verdict as annotations: an error for each regression, one warning for all that is unknown.</summary>
public static class VerdictAnnotations
{
    // GitHub shows ten of each level a step; the last one tells of the rest.
    private const int Most = 10;

    /// <summary>The lines; empty when there is nothing to tell.</summary>
    public static string Of(VerdictDocument verdict)
    {
        var worse = verdict.Cells.Where(cell => cell is { Gates: true, Verdict: Verdict.Worse, Acknowledged: null }).OrderByDescending(cell => cell.EffectPercent).ToList();
        var shown = worse.Count > Most ? Most - 1 : worse.Count;
        var text = new StringBuilder();
        foreach (var cell in worse.Take(shown))
            text.Append(WorkflowCommand.Error($"{cell.Cell}: {cell.Metric} is worse", VerdictWords.Sentence(cell))).Append('\n');
        if (worse.Count > shown)
            text.Append(WorkflowCommand.Error($"{worse.Count - shown} more regressions", "See the summary of the job.")).Append('\n');
        if (verdict.Cells.Count(cell => cell is { Gates: true, Verdict: Verdict.Unknown }) is > 0 and var unknown)
            text.Append(WorkflowCommand.Warning("Unknown verdicts", VerdictWords.Unknown(verdict, unknown))).Append('\n');
        return text.ToString();
    }
}
