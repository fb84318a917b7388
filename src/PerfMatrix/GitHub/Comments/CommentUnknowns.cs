using System.Text;
using PerfMatrix.Gate;
using PerfMatrix.Reporting;

namespace PerfMatrix.GitHub;

/// <summary>What is not known, and what would decide it.</summary>
internal static class CommentUnknowns
{
    private const int Most = 5;

    public static string Of(VerdictDocument verdict)
    {
        var gating = verdict.Cells.Where(cell => cell.Gates).ToList();
        var unknown = gating.Where(cell => cell.Verdict == Verdict.Unknown).ToList();
        if (unknown.Count == 0) return "";
        var text = new StringBuilder();
        MarkdownText.Line(text, $"**Unknown:** {unknown.Count} of {gating.Count} verdicts, which does not mean good. How to decide {(unknown.Count == 1 ? "it" : "them")}:", "");
        var missing = unknown.Where(cell => cell.Rounds == 0).Select(cell => cell.Cell).Distinct().ToList();
        if (missing.Count > 0)
            MarkdownText.Line(text, $"- `{missing[0]}`{(missing.Count > 1 ? $" and {missing.Count - 1} more cells were" : " was")} not measured: run the failed jobs again.");
        var open = unknown.Where(cell => cell is { Rounds: > 0, MoreRounds: not null }).OrderBy(cell => cell.MoreRounds).ToList();
        foreach (var cell in open.Take(Most))
            MarkdownText.Line(text, $"- `{cell.Cell}` {cell.Metric}: about {cell.MoreRounds} more {(cell.MoreRounds == 1 ? "round" : "rounds")}.");
        if (unknown.Count(cell => cell is { Rounds: > 0, MoreRounds: null }) is > 0 and var noisy)
            MarkdownText.Line(text, $"- {noisy} {(noisy == 1 ? "verdict" : "verdicts")} that no feasible number of rounds would decide: measure on a quieter machine.");
        if (open.Count > 0)
            MarkdownText.Line(text, "", "More rounds: start the workflow `perf-dispatch` with these two commits under `compare`, or measure as below.");
        return text.ToString();
    }
}
