namespace PerfMatrix.Benchmarks.Articles;

/// <summary>Says which scenarios counted from the first request on, as the articles did, and which were warmed up before: a warm-up at full speed
/// fills pools, and memory that nothing collects.</summary>
internal static class WarmUps
{
    /// <summary>Whether it counted from the first requests on; null where nobody said.</summary>
    public static bool? IsCold(this ScenarioSettings settings) =>
        (settings.MaximumWarmup ?? settings.MinimumWarmup) is { } warmup ? warmup == TimeSpan.Zero : null;

    public static IEnumerable<ReportPart> Of(ArticleRun run)
    {
        var known = run.Measured.Select(variant => variant.Cell.Scenario).Distinct().ToLookup(scenario => run.Run.Settings.Of(scenario).IsCold());
        string[] sentences = [.. Sentence(true, "Counted from the first requests on, as in the article"),
            .. Sentence(false, "Behind a warm-up at full speed, whose requests are not counted")];
        if (sentences.Length > 0) yield return new Paragraph(string.Join(' ', sentences));

        IEnumerable<string> Sentence(bool isCold, string how) => known[isCold].Any() ? [$"{how}: {string.Join(", ", known[isCold])}."] : [];
    }
}
