using System.Globalization;
using System.Text;
using PerfMatrix.Evidence.Simulation;
using PerfMatrix.Reporting;
using static System.FormattableString;

namespace PerfMatrix.Evidence.Selftest;

/// <summary>The dated document of <c>reports/selftest/</c>: every table, and every real run behind them.</summary>
internal static class SelftestMarkdown
{
    public static string Format(SelftestDocument document)
    {
        var text = new StringBuilder();
        MarkdownText.Line(text, $"# How sure the gate is, {Date(document)}", "",
            $"Written by `perfmatrix selftest`, version {document.Tool.Version}{Commit(document)}, from a `selftest.json`; not by hand.");
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
        MarkdownText.Line(text, "", $"## {MarkdownText.Escape(table.Title)}", "", MarkdownText.Row(table.Headings.Select(MarkdownText.Escape)),
            MarkdownText.Row(table.Headings.Select((_, column) => column == 0 ? "---" : "---:")));
        foreach (var row in table.Rows)
            MarkdownText.Line(text, MarkdownText.Row(row.Select(MarkdownText.Escape)));
        MarkdownText.Line(text, "", MarkdownText.Escape(table.Caption));
    }

    private static SelftestTable Runs(SelftestDocument document) => new(
        "Every real gate run",
        "In the order they ended; times are UTC. Effects are those of the gating cells and metrics, above 0 is worse.",
        ["Run", "Ended", "Put in", "Outcome", "Rounds", "Effects %"],
        [.. document.Trials.Select(trial => (IReadOnlyList<string>)[
            trial.Id, Invariant($"{trial.FinishedAt.UtcDateTime:yyyy-MM-dd HH:mm}"), trial.Injection is { } injection
                ? Invariant($"{injection.Name} ({injection.Amount})") : "nothing",
            trial.Outcome.ToString()
                .ToLowerInvariant(), Invariant($"{trial.Verdicts.Select(verdict => verdict.Rounds).DefaultIfEmpty().Max()}"), Effects(trial)])]);

    private static string Effects(TrialRecord trial)
    {
        var effects = trial.Verdicts.Where(verdict => verdict is { Gates: true, EffectPercent: not null })
            .Select(verdict => verdict.EffectPercent!.Value).ToList();
        return effects.Count == 0 ? "-" : $"{Text.Signed(effects.Min())} to {Text.Signed(effects.Max())}";
    }

    private static string Date(SelftestDocument document)
    {
        var times = document.Trials.Select(trial => trial.FinishedAt).ToList();
        if (document.Simulation is { } simulation)
            times.Add(simulation.StartedAt);
        return times.Count == 0 ? "no date" : Invariant($"{times.Max().UtcDateTime:yyyy-MM-dd}");
    }

    private static string Commit(SelftestDocument document) =>
        document.Tool.Commit is { } commit ? $" (`{commit[..Math.Min(8, commit.Length)]}`)" : "";
}

/// <summary>A table of the selftest, as texts; terminal and Markdown show the same ones.</summary>
/// <param name="Rows">Rows, as long as the headings.</param>
internal sealed record SelftestTable(string Title, string Caption, IReadOnlyList<string> Headings, IReadOnlyList<IReadOnlyList<string>> Rows)
{
    /// <summary>A share with its interval; a dash where there is none.</summary>
    internal static string WithInterval(Share? share) =>
        share is null ? "-"
        : string.Create(CultureInfo.InvariantCulture, $"{Percent(share.Percent)} [{Percent(share.LowPercent)} {Percent(share.HighPercent)}]");

    /// <summary>A share alone; a dash where there is none.</summary>
    internal static string Short(Share? share) => share is null ? "-" : Percent(share.Percent);

    internal static string Counted(Share? share) =>
        share is null ? "-" : string.Create(
        CultureInfo.InvariantCulture, $"{share.Successes} of {share.Trials} [{Percent(share.LowPercent)} {Percent(share.HighPercent)} %]");

    // 99.97 must not read 100, nor 0.03 read 0.
    private static string Percent(double percent) => percent switch
    {
        0 or 100 => percent.ToString("0", CultureInfo.InvariantCulture),
        < 1 or > 99 => percent.ToString("0.00", CultureInfo.InvariantCulture),
        _ => percent.ToString("0.0", CultureInfo.InvariantCulture),
    };
}

/// <summary>Every table of a selftest document; parts that have not been run have none.</summary>
internal static class SelftestTables
{
    /// <summary>The tables: real runs first, then the simulation.</summary>
    public static IReadOnlyList<SelftestTable> Of(SelftestDocument document) =>
        [.. TrialTables.Of(document), .. document.Simulation is { } simulation ? SimulationTables.Of(simulation) : []];
}
