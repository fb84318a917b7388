using System.Globalization;
using System.Text;
using PerfMatrix.Gate;
using PerfMatrix.GitHub;
using PerfMatrix.Matrix;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Progress;

namespace PerfMatrix.Commands;

/// <summary>The plan of jobs as Markdown, for the summary of a step.</summary>
internal static class JobPlanText
{
    private const int MostLeftOut = 50;

    /// <summary>The table, the time, and what is left out.</summary>
    public static string Markdown(JobPlan plan, WallTime time)
    {
        var text = new StringBuilder();
        MarkdownText.Line(text, $"## Plan: {MarkdownText.Escape(plan.Selection)} on {plan.Cores} cores", "");
        if (plan is { Base: { } old, Head: { } head })
            MarkdownText.Line(text, $"{MarkdownText.Escape(head.Label)} against {MarkdownText.Escape(old.Label)}", "");
        if (plan.References is { } references)
            MarkdownText.Line(text, MarkdownText.Escape(Reference(references)), "");
        if (plan.Groups.Count == 0)
            MarkdownText.Line(text, "**Nothing can be measured**, for the reasons below.", "");
        else
            AppendGroups(text, plan, time);
        foreach (var file in plan.PolicyChanges)
            MarkdownText.Line(text, $"- {MarkdownText.Escape(file)} is changed; the rules of the base branch apply, and the change takes effect once it is merged.");
        foreach (var reason in plan.LeftOut.GroupBy(cell => (cell.Status, cell.Reason)).Take(MostLeftOut))
            MarkdownText.Line(text, $"- {reason.Key.Status}: {MarkdownText.Escape(reason.First().Cell)}{(reason.Count() > 1 ? $" and {reason.Count() - 1} more" : "")}: {MarkdownText.Escape(reason.Key.Reason)}");
        return text.ToString();
    }

    private static void AppendGroups(StringBuilder text, JobPlan plan, WallTime time)
    {
        MarkdownText.Line(text, MarkdownText.Row(["Job", "Blocks", "Cells", "Minutes", "At most"]), MarkdownText.Row(["---", "---", "---:", "---:", "---:"]));
        foreach (var group in plan.Groups)
            MarkdownText.Line(text, MarkdownText.Row([group.Slug, MarkdownText.Escape(string.Join(", ", group.Blocks.Select(block => block.Id))), $"{group.Cells().Count()}", Number(group.Minutes), Number(group.MostMinutes)]));
        var confirming = plan.Base is null ? "" : $", {Durations.Text(time.Confirming)} confirming a suspect";
        MarkdownText.Line(text, "", $"About {Durations.Text(time.Total)} with a runner for each job: {Durations.Text(time.Preparing)} around measuring, {Durations.Text(time.Screening)} measuring{confirming}.", "");
    }

    private static string Reference(IReadOnlyList<ComparedSide> references) => references.Count == 0
        ? $"No reference is pinned, so these runs have no ratios and the trend finds no step: write a commit into {ReferenceFile.Name}."
        : $"Reference in every block: {string.Join(" and ", references.Select(reference => reference.Sha == reference.Label ? reference.Label[..12] : $"{reference.Label} ({reference.Sha?[..12]})"))}.";

    private static string Number(double minutes) => minutes.ToString("0.0", CultureInfo.InvariantCulture);
}
