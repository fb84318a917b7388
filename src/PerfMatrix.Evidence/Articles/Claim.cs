namespace PerfMatrix.Evidence.Articles;

/// <summary>A figure of an article that a run can be held against.</summary>
/// <param name="Figure">The article's.</param>
/// <param name="Ours">The same from a run; null where the run does not have it.</param>
internal sealed record Claim(string What, double Figure, Func<ArticleRun, double?> Ours)
{
    /// <summary>What may differ without an explanation.</summary>
    public const double Tolerance = 0.1;

    public int Decimals { get; init; }

    /// <summary>Why ours is another one, should it be; null where nobody knows, which is said.</summary>
    public string? Because { get; init; }

    /// <summary>Every claim with ours beside it, and what is to be thought of the difference; none without claims.</summary>
    public static IEnumerable<ReportSection> Section(IReadOnlyList<Claim> claims, ArticleRun run)
    {
        if (claims.Count == 0) yield break;
        yield return new ReportSection("What the article claims",
        [
            new DataTable(
                $"Reproduced is what differs by at most {100 * Tolerance:0} %. Other differences have an explanation, or the word unexplained.",
                ["Claim", "Article", "Here", "Difference %", "Verdict"], [.. claims.Select(claim => claim.Row(run))]) { Texts = [0, 4] },
        ]);
    }

    public string Verdict(double? ours) =>
        ours is not { } value ? "not in this run"
        : Math.Abs(value - Figure) <= Tolerance * Figure ? "reproduced"
        : Because is null ? "differs, unexplained"
        : $"differs because {Because}";

    private IReadOnlyList<CellText> Row(ArticleRun run)
    {
        var ours = Ours(run);
        return
        [
            What, Text.Number(Figure, Decimals), ours is { } value ? Text.Number(value, Decimals) : "-",
            ours is { } other ? Text.Signed(100 * DifferenceOf(other), 0) : "-", Verdict(ours),
        ];
    }

    private double DifferenceOf(double ours) => (ours / Figure) - 1;
}

/// <summary>Where a claim finds its figure: a cell of a run, on whatever cores it was measured.</summary>
internal sealed record ClaimedCell(string Scenario, string Runtime, string Gc)
{
    /// <summary>Median of a metric there; null where the run does not have it.</summary>
    public double? Of(ArticleRun run, Metric metric) =>
        run.Measured.FirstOrDefault(variant => variant.Cell is { Limits.Any: false } cell
            && (cell.Scenario, cell.Selector.Framework, cell.Gc) == (Scenario, Runtime, Gc)) is { } found ? run.Median(found, metric) : null;

    public Func<ArticleRun, double?> Value(Metric metric, double scale = 1) => run => Of(run, metric) / scale;

    /// <summary>Its figure divided by that of another one.</summary>
    public Func<ArticleRun, double?> Over(ClaimedCell other, Metric metric) => run => Of(run, metric) / other.Of(run, metric);
}
