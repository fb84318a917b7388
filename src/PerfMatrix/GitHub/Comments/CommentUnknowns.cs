using System.Text;
using PerfMatrix.Gate;
using PerfMatrix.Reporting;

namespace PerfMatrix.GitHub;

/// <summary>What is not known, and what would decide it.</summary>
internal static class CommentUnknowns
{
    private const int Most = 5;

    public static string Of(VerdictDocument verdict, CommentContext context)
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
        if (open.Count > 0 && (verdict.Base?.Sha ?? context.BaseSha) is { } old && context.Run.HeadSha is { } head)
            AppendMoreRounds(text, verdict, [.. open.Take(Most)], old, head, context);
        return text.ToString();
    }

    private static void AppendMoreRounds(StringBuilder text, VerdictDocument verdict, IReadOnlyList<CellVerdict> open, string old, string head, CommentContext context)
    {
        var rounds = open.Max(cell => cell.Rounds + cell.MoreRounds!.Value);
        MarkdownText.Line(text, "", "More rounds, on a machine of your own (fetched as below):", "", "```sh");
        foreach (var selection in CommentCommands.Selections(verdict, open)) MarkdownText.Line(text, $"scripts/perfmatrix compare {old} {head}{selection} --rounds {rounds}");
        MarkdownText.Line(text, "```");
        // A dispatched workflow has the commits of this repository, not those of a fork.
        if (context.IsOwnBranch)
            MarkdownText.Line(text, "", $"Or start the workflow `perf-dispatch` with base `{old}`, head `{head}`, rounds `{rounds}`, and the scenario, runtime, GC mode and cores of a cell.");
    }
}
