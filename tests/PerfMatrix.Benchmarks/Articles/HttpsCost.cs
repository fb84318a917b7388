namespace PerfMatrix.Benchmarks.Articles;

internal static class HttpsCost
{
    private const string Suffix = "-https";

    public static IEnumerable<ReportSection> Of(ArticleRun run)
    {
        var pairs = (from secure in run.Measured
                     where secure.Cell.Scenario.EndsWith(Suffix, StringComparison.Ordinal)
                     let plain = run.Find(secure.Cell.Scenario[..^Suffix.Length], secure.Cell.Runtime, secure.Cell.Gc, secure.Cell.Cores)
                     where plain is not null
                     let ratio = run.Ratio(Metric.Throughput, plain, secure)
                     where ratio is not null
                     select new SecuredCell(plain, secure, ratio)).ToList();
        if (pairs.Count == 0) yield break;
        yield return new ReportSection("What HTTPS costs", [new Paragraph(Sentence(run, pairs)), Table(run, pairs)]);
    }

    private static string Sentence(ArticleRun run, IReadOnlyList<SecuredCell> pairs)
    {
        var change = FromTo([.. pairs.Select(pair => pair.Ratio.EffectPercent)], percent => Text.Signed(percent, 0));
        return $"Requests/s over HTTPS are {change} % against HTTP; the article says -10 to -15 %. Each was measured in a block of its own, so the "
            + "interval compares all rounds of one with all of the other. "
            + $"{Added([.. pairs.Select(pair => Cpu(pair.Secure) - Cpu(pair.Plain)).OfType<double>()])}Why it is not the article's share "
            + $"is in part unexplained: client and server share {run.Run.Machine.Cores} CPUs here. Where they shared two, the same client lost 28 % "
            + "on an AMD EPYC (2026-11-22, 282b3a5f) and 54 to 56 % on an Intel Xeon (2026-11-26, e3b9844d).";

        double? Cpu(VariantRecord variant) => run.Median(variant, Metric.CpuPerRequest);
    }

    private static string Added(IReadOnlyList<double> added) => added.Count == 0 ? ""
        : $"TLS costs the server {FromTo(added, time => Text.Number(time, 1))} us of CPU time for each request, and the client pays for its side as "
        + "well. ";

    private static string FromTo(IReadOnlyList<double> values, Func<double, string> shown) => Text.Range(shown(values.Min()), shown(values.Max()));

    private static DataTable Table(ArticleRun run, IReadOnlyList<SecuredCell> pairs)
    {
        return new(
            "Medians over the good rounds.",
            ["Cell", "HTTP req/s", "HTTPS req/s", "change % [95 %]", "HTTP CPU us/req", "HTTPS CPU us/req"],
            [.. pairs.Select(pair => (IReadOnlyList<CellText>)[pair.Plain.Id, Of(pair.Plain, Metric.Throughput), Of(pair.Secure, Metric.Throughput),
                ChangeWords.InTable(Change.Of(pair.Ratio, Metric.Throughput.Direction)), Of(pair.Plain, Metric.CpuPerRequest, 1),
                Of(pair.Secure, Metric.CpuPerRequest, 1)])]);

        string Of(VariantRecord variant, Metric metric, int decimals = 0) => Text.OrDash(run.Median(variant, metric), decimals);
    }

    private sealed record SecuredCell(VariantRecord Plain, VariantRecord Secure, Estimate Ratio);
}
