using System.Text;
using PerfMatrix.Gate;
using PerfMatrix.Reporting;

namespace PerfMatrix.GitHub;

/// <summary>A verdict as annotations: an error for each cell, or each scenario, that is worse; one warning for what did not report, one for what is unknown.</summary>
public static class VerdictAnnotations
{
    // GitHub shows ten of each level a step; the last one tells of the rest.
    private const int Most = 10;

    /// <summary>One error for each regression; empty when there is nothing to tell.</summary>
    public static string Of(VerdictDocument verdict) =>
        Errors([.. Worse(verdict).Select(cell => ($"{cell.Cell}: {cell.Metric} is worse", VerdictWords.Sentence(cell)))], "more regressions") + Unknown(verdict);

    /// <summary>One error for each scenario.</summary>
    /// <param name="verdict">The verdict.</param>
    /// <param name="plan">The plan, which knows the scenario of a cell.</param>
    /// <param name="problems">What did not report.</param>
    public static string ByScenario(VerdictDocument verdict, JobPlan plan, IReadOnlyList<string> problems)
    {
        var scenarios = plan.Cells().ToDictionary(cell => cell.Id, cell => cell.Scenario);
        var worse = Worse(verdict).GroupBy(cell => scenarios.GetValueOrDefault(cell.Cell, cell.Cell));
        var incomplete = problems.Count > 0 ? WorkflowCommand.Warning("Incomplete", problems[0] + Others(problems.Count - 1)) + "\n" : "";
        return Errors([.. worse.Select(scenario => ($"{scenario.Key} is worse", VerdictWords.Sentence(scenario.First()) + Others(scenario.Count() - 1)))], "more scenarios are worse")
            + incomplete
            + Unknown(verdict);
    }

    private static IEnumerable<CellVerdict> Worse(VerdictDocument verdict) =>
        verdict.Cells.Where(cell => cell is { Gates: true, Verdict: Verdict.Worse, Acknowledged: null }).OrderByDescending(cell => cell.EffectPercent);

    private static string Errors(IReadOnlyList<(string Title, string Text)> errors, string more)
    {
        var shown = errors.Count > Most ? Most - 1 : errors.Count;
        var text = new StringBuilder();
        foreach (var error in errors.Take(shown))
            text.Append(WorkflowCommand.Error(error.Title, error.Text)).Append('\n');
        if (errors.Count > shown)
            text.Append(WorkflowCommand.Error($"{errors.Count - shown} {more}", "See the summary of the job.")).Append('\n');
        return text.ToString();
    }

    private static string Unknown(VerdictDocument verdict) =>
        verdict.Cells.Count(cell => cell is { Gates: true, Verdict: Verdict.Unknown }) is > 0 and var unknown
            ? WorkflowCommand.Warning("Unknown verdicts", VerdictWords.Unknown(verdict, unknown)) + "\n"
            : "";

    private static string Others(int count) => count > 0 ? $" And {count} more; see the summary of the job." : "";
}
