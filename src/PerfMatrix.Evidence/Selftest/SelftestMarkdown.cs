using System.Text;
using PerfMatrix.Reporting;
using static System.FormattableString;

namespace PerfMatrix.Evidence.Selftest;

/// <summary>The dated document of <c>reports/selftest/</c>: every table, and every real run behind them.</summary>
public static class SelftestMarkdown
{
    /// <summary>The Markdown of a document.</summary>
    public static string Format(SelftestDocument document)
    {
        var text = new StringBuilder();
        MarkdownText.Line(text, $"# How sure the gate is, {Date(document)}", "", $"Written by `perfmatrix selftest`, version {document.Tool.Version}{Commit(document)}, from a `selftest.json`; not by hand.");
        if (document.Trials.Count == 0 && document.Simulation is null)
            MarkdownText.Line(text, "", "Nothing has been run yet.");
        foreach (var table in SelftestTables.Of(document))
            Append(text, table);
        if (document.Trials.Count > 0)
            Append(text, Runs(document));
        return text.ToString();
    }

    /// <summary>Name of the file: the day of the newest result.</summary>
    public static string FileName(SelftestDocument document) => $"{Date(document)}.md";

    private static void Append(StringBuilder text, SelftestTable table)
    {
        MarkdownText.Line(text, "", $"## {MarkdownText.Escape(table.Title)}", "", MarkdownText.Row(table.Headings.Select(MarkdownText.Escape)), MarkdownText.Row(table.Headings.Select((_, column) => column == 0 ? "---" : "---:")));
        foreach (var row in table.Rows)
            MarkdownText.Line(text, MarkdownText.Row(row.Select(MarkdownText.Escape)));
        MarkdownText.Line(text, "", MarkdownText.Escape(table.Caption));
    }

    private static SelftestTable Runs(SelftestDocument document) => new(
        "Every real gate run",
        "In the order they ended; times are UTC. Effects are those of the gating cells and metrics, above 0 is worse.",
        ["Run", "Ended", "Put in", "Outcome", "Rounds", "Effects %"],
        [.. document.Trials.Select(trial => (IReadOnlyList<string>)[
            trial.Id, Invariant($"{trial.FinishedAt.UtcDateTime:yyyy-MM-dd HH:mm}"), trial.Injection is { } injection ? Invariant($"{injection.Name} ({injection.Amount})") : "nothing",
            trial.Outcome.ToString().ToLowerInvariant(), Invariant($"{trial.Verdicts.Select(verdict => verdict.Rounds).DefaultIfEmpty().Max()}"), Effects(trial)])]);

    private static string Effects(TrialRecord trial)
    {
        var effects = trial.Verdicts.Where(verdict => verdict is { Gates: true, EffectPercent: not null }).Select(verdict => verdict.EffectPercent!.Value).ToList();
        return effects.Count == 0 ? "-" : $"{Text.Signed(effects.Min())} to {Text.Signed(effects.Max())}";
    }

    private static string Date(SelftestDocument document)
    {
        var times = document.Trials.Select(trial => trial.FinishedAt).ToList();
        if (document.Simulation is { } simulation)
            times.Add(simulation.StartedAt);
        return times.Count == 0 ? "no date" : Invariant($"{times.Max().UtcDateTime:yyyy-MM-dd}");
    }

    private static string Commit(SelftestDocument document) => document.Tool.Commit is { } commit ? $" (`{commit[..Math.Min(8, commit.Length)]}`)" : "";
}
