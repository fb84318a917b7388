namespace PerfMatrix.Evidence.Articles;

/// <summary>Says which scenarios counted from the first request on, as the articles did, and which were warmed up before: a warm-up at full speed
/// fills pools, and memory that nothing collects.</summary>
internal static class WarmUps
{
    public static IEnumerable<ReportPart> Of(ArticleRun run)
    {
        var known = (from scenario in run.Measured.Select(variant => variant.Cell.Scenario).Distinct()
                     let isCold = run.Run.Settings.Of(scenario).IsCold()
                     where isCold is not null
                     select (Scenario: scenario, IsCold: isCold.Value)).ToLookup(one => one.IsCold, one => one.Scenario);
        string[] sentences =
        [
            .. known[true].Any()
                ? [$"Counted from the first requests on, as in the article: {string.Join(", ", known[true])}."] : Array.Empty<string>(),
            .. known[false].Any()
                ? [$"Behind a warm-up at full speed, whose requests are not counted: {string.Join(", ", known[false])}."] : Array.Empty<string>(),
        ];
        if (sentences.Length > 0) yield return new Paragraph(string.Join(' ', sentences));
    }
}
