namespace PerfMatrix.Evidence.Selftest;

/// <summary>The dated document of <c>reports/selftest/</c>: every table, and every real run behind them.</summary>
internal static class SelftestMarkdown
{
    public static string Format(SelftestDocument document) => MarkdownText.Lines(
    [
        $"# How sure the gate is, {Date(document)}", "",
        $"Written by `perfmatrix selftest`, version {document.Tool.Version}{Commit(document)}, from a `selftest.json`; not by hand.",
        .. document is { Trials.Count: 0, Simulation: null, Replay: null, Causes: null }
            ? ["", "Nothing has been run yet."] : Array.Empty<string>(),
        .. SelftestTables.Of(document).SelectMany(Lines),
        .. document.Trials.Count > 0 ? Lines(Runs(document)) : [],
    ]);

    /// <summary>Name of the file: the day of the newest result.</summary>
    public static string FileName(SelftestDocument document) => $"{Date(document)}.md";

    private static IEnumerable<string> Lines(DataTable table) =>
        ["", $"## {MarkdownText.Escape(table.Title)}", "", .. MarkdownText.Table(table), "", MarkdownText.Escape(table.Caption)];

    private static DataTable Runs(SelftestDocument document) => new(
        "In the order they ended; times are UTC. Effects are those of the gating cells and metrics, above 0 is worse.",
        ["Run", "Ended", "Injected", "Outcome", "Rounds", "Effects %"],
        [.. document.Trials.Select(Run)],
        Title: "Every real gate run");

    private static IReadOnlyList<CellText> Run(TrialRecord trial) =>
    [
        trial.Id, $"{trial.FinishedAt.UtcDateTime:yyyy-MM-dd HH:mm}",
        trial.Injection is { } injection ? $"{injection.Name} ({injection.Amount})" : "nothing",
        trial.Outcome.Word(), $"{trial.Verdicts.Select(verdict => verdict.Rounds).DefaultIfEmpty().Max()}", Effects(trial),
    ];

    private static string Effects(TrialRecord trial)
    {
        var effects = trial.Verdicts.Where(verdict => verdict is { Gates: true, EffectPercent: not null })
            .Select(verdict => verdict.EffectPercent!.Value).ToList();
        return effects.Count == 0 ? "-" : $"{Text.Signed(effects.Min())} to {Text.Signed(effects.Max())}";
    }

    private static string Date(SelftestDocument document)
    {
        var times = document.Trials.Select(trial => trial.FinishedAt).ToList();
        times.AddRange((document.Causes ?? []).Select(trial => trial.FinishedAt));
        if (document.Simulation is { } simulation) times.Add(simulation.StartedAt);
        if (document.Replay is { } replay) times.Add(replay.StartedAt);
        return times.Count == 0 ? "no date" : $"{times.Max().UtcDateTime:yyyy-MM-dd}";
    }

    private static string Commit(SelftestDocument document) => document.Tool.Commit is { } commit ? $" (`{Wording.ShortId(commit)}`)" : "";
}
