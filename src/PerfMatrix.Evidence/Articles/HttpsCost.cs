namespace PerfMatrix.Evidence.Articles;

internal static class HttpsCost
{
    private const string Suffix = "-https";

    public static IEnumerable<ReportSection> Of(ArticleRun run)
    {
        var pairs = (from secure in run.Measured
                     where secure.Cell.Scenario.EndsWith(Suffix, StringComparison.Ordinal)
                     let plain = run.Find(secure.Cell.Scenario[..^Suffix.Length], secure.Cell.Runtime, secure.Cell.Gc, secure.Cell.Cores)
                     where plain is not null
                     select SecuredCell.Of(run, plain, secure)).OfType<SecuredCell>().ToList();
        if (pairs.Count == 0) yield break;
        yield return new ReportSection("What HTTPS costs", [new Paragraph(Sentence(run, pairs)), Table(pairs)]);
    }

    private static string Sentence(ArticleRun run, IReadOnlyList<SecuredCell> pairs)
    {
        var change = FromTo([.. pairs.Select(pair => pair.Ratio.EffectPercent)], percent => Text.Signed(percent, 0));
        return $"Requests/s over HTTPS are {change} % against HTTP; the article says -10 to -15 %. Each was measured in a block of its own, so the "
            + "interval compares all rounds of one with all of the other. "
            + $"{Cpu([.. pairs.Select(pair => pair.SecureCpu - pair.PlainCpu).OfType<double>()])}Why it is not the article's share "
            + $"is likely, not measured: client and server share {run.Run.Machine.Cores} CPUs here and our client spends little on a request, so "
            + "what TLS adds is a larger part of it; the author's client needed more CPU time than his server.";
    }

    private static string Cpu(IReadOnlyList<double> added) => added.Count == 0 ? ""
        : $"TLS costs the server {FromTo(added, time => Text.Number(time, 1))} us of CPU time for each request, and the client pays for its side as "
        + "well. ";

    /// <summary>The smallest to the largest; one number where both are shown alike.</summary>
    private static string FromTo(IReadOnlyList<double> values, Func<double, string> shown) =>
        string.Join(" to ", new[] { shown(values.Min()), shown(values.Max()) }.Distinct());

    private static DataTable Table(IReadOnlyList<SecuredCell> pairs) => new(
        "Medians over the good rounds.",
        ["Cell", "HTTP req/s", "HTTPS req/s", "change % [95 %]", "HTTP CPU us/req", "HTTPS CPU us/req"],
        [.. pairs.Select(pair => (IReadOnlyList<CellText>)[pair.Cell, Text.Number(pair.Plain), Text.Number(pair.Secure),
            ChangeWords.InTable(pair.Change), Text.OrDash(pair.PlainCpu, 1), Text.OrDash(pair.SecureCpu, 1)])]);

    private sealed record SecuredCell(string Cell, double Plain, double Secure, double? PlainCpu, double? SecureCpu, Estimate Ratio)
    {
        public Change Change => Change.Of(Ratio, Metric.Throughput.Direction);

        public static SecuredCell? Of(ArticleRun run, VariantRecord plain, VariantRecord secure) =>
            run.Median(plain, Metric.Throughput) is { } before && run.Median(secure, Metric.Throughput) is { } after
            && run.Ratio(Metric.Throughput, plain, secure) is { } ratio
            ? new(plain.Id, before, after, run.Median(plain, Metric.CpuPerRequest), run.Median(secure, Metric.CpuPerRequest), ratio) : null;
    }
}
