using System.Text;
using PerfMatrix.Gate;
using PerfMatrix.Reporting;

namespace PerfMatrix.GitHub;

/// <summary>A verdict as annotations: one error for each scenario that got worse, one warning for what did not report, one for what is unknown.</summary>
public static class ScenarioAnnotations
{
    // GitHub shows ten of each level a step; the last one tells of the rest.
    private const int Most = 10;

    /// <summary>The lines; empty when there is nothing to tell.</summary>
    /// <param name="verdict">The verdict.</param>
    /// <param name="plan">The plan, which knows the scenario of a cell.</param>
    /// <param name="problems">What did not report.</param>
    public static string Of(VerdictDocument verdict, JobPlan plan, IReadOnlyList<string> problems)
    {
        var scenarios = plan.Cells().ToDictionary(cell => cell.Id, cell => cell.Scenario);
        var worse = verdict.Cells.Where(cell => cell is { Gates: true, Verdict: Verdict.Worse, Acknowledged: null })
            .OrderByDescending(cell => cell.EffectPercent)
            .GroupBy(cell => scenarios.GetValueOrDefault(cell.Cell, cell.Cell))
            .ToList();
        var shown = worse.Count > Most ? Most - 1 : worse.Count;
        var text = new StringBuilder();
        foreach (var scenario in worse.Take(shown))
            text.Append(WorkflowCommand.Error($"{scenario.Key} is worse", $"{VerdictWords.Sentence(scenario.First())}{Others(scenario.Count() - 1)}")).Append('\n');
        if (worse.Count > shown)
            text.Append(WorkflowCommand.Error($"{worse.Count - shown} more scenarios are worse", "See the summary of the job.")).Append('\n');
        if (problems.Count > 0)
            text.Append(WorkflowCommand.Warning("Incomplete", $"{problems[0]}{Others(problems.Count - 1)}")).Append('\n');
        if (verdict.Cells.Count(cell => cell is { Gates: true, Verdict: Verdict.Unknown }) is > 0 and var unknown)
            text.Append(WorkflowCommand.Warning("Unknown verdicts", VerdictWords.Unknown(verdict, unknown))).Append('\n');
        return text.ToString();
    }

    private static string Others(int count) => count > 0 ? $" And {count} more; see the summary of the job." : "";
}
