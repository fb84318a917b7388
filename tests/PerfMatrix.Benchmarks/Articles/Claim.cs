using PerfMatrix.Evidence;

namespace PerfMatrix.Benchmarks.Articles;

/// <summary>What an article says that a run can be held against.</summary>
internal abstract record Claim(string What)
{
    /// <summary>What may differ without an explanation.</summary>
    public const double Tolerance = 0.1;

    /// <summary>Percent on the claimed side that rounds may leave and still rule the claim out: the smallest claimed change is 2.4.</summary>
    protected const double Negligible = 2;

    /// <summary>The verdict where an interval leaves room for the claim as well as for its contrary.</summary>
    public const string Open = "cannot be shown here because these rounds leave it open";

    public const string Unexplained = "differs, unexplained";

    /// <summary>The end of a reason that explains a part of a difference only.</summary>
    public const string Rest = "; the rest is unexplained";

    public const string Title = "What the article claims";

    public static IReadOnlyList<string> Headings { get; } = ["Claim", "Article", "Here", "Rounds", "95 % interval", "Difference %", "Verdict"];

    /// <summary>What can be said without a run.</summary>
    public abstract ClaimRow Unmeasured { get; }

    /// <summary>Why the machines here measure nothing for it, though others can; null where a run of the subset brings it.</summary>
    public string? Lacks { get; init; }

    public abstract ClaimRow Row(ArticleRun run);

    /// <param name="because">Null where nobody knows, which is said.</param>
    public static string Differs(string? because) => because is null ? Unexplained
        : $"differs{(because.EndsWith(Rest, StringComparison.Ordinal) ? ", in part" : "")} because {because}";

    /// <summary>Whether something is smaller in some rounds than in others, by their ranks: it may be 0, of which there is no ratio.</summary>
    /// <param name="because">Why it may not be smaller.</param>
    public static string Smaller(IReadOnlyList<double> rounds, IReadOnlyList<double> than, string? because = null) =>
        MannWhitneyDistribution.FromTable(rounds.Count, than.Count, 0).Less > UnpairedChange.Tail
            ? "cannot be shown here because there are too few rounds"
        : MannWhitney.Test([.. rounds], [.. than]) is var test && test.Less <= UnpairedChange.Tail ? "reproduced"
        : test.Greater <= UnpairedChange.Tail || rounds.Concat(than).Distinct().Count() == 1 ? Differs(because) : Open;

    /// <summary>Every claim with ours beside it, and what is to be thought of the difference.</summary>
    public static ReportSection Section(IReadOnlyList<Claim> claims, ArticleRun run) => new(Title,
    [
        new DataTable(
            $"Reproduced: differs by at most {100 * Tolerance:0} %. The rules for changes, open verdicts and intervals: "
                + "docs/articles.md#how-a-claim-is-judged.",
            Headings, [.. claims.Select(claim => claim.Row(run).Cells)])
        {
            Texts = [0, Headings.Count - 1],
        },
    ]);
}

internal sealed record ClaimRow(string What, string Article, string Verdict)
{
    public const string NotMeasured = "not in this run";
    public const string Nothing = "-";

    public string Here { get; init; } = Nothing;
    public string Rounds { get; init; } = Nothing;
    public string Interval { get; init; } = Nothing;
    public string Difference { get; init; } = Nothing;

    public IReadOnlyList<CellText> Cells => [What, Article, Here, Rounds, Interval, Difference, Verdict];
}

/// <param name="Ours">The same from a run; null where the run does not have it.</param>
internal sealed record FigureClaim(string What, double Figure, Func<ArticleRun, Claimed?> Ours) : Claim(What)
{
    public int Decimals { get; init; }

    /// <summary>Why ours is another one, should it be, whichever way; null where nobody knows, which is said.</summary>
    public string? Because { get; init; }
    public string? IfMore { get; init; }
    public string? IfLess { get; init; }

    /// <summary>Whether the figures are changes in percent.</summary>
    public bool IsChange { get; init; }

    /// <summary>The change that an article's ratio is.</summary>
    /// <param name="ratio">Near 1, where 10 % of it are more than half of the change and may have the other sign.</param>
    public static FigureClaim OfChange(string what, double ratio, Func<ArticleRun, Claimed?> ours) =>
        new($"{what}, %", Claimed.Percent(ratio), run => ours(run)?.AsChange()) { Decimals = 1, IsChange = true };

    // What is as the article says lies between both. A change must have its sign, which 0 has not.
    private double Low => IsChange && Figure > 0 ? Math.Max(Figure - Room, double.Epsilon) : Figure - Room;
    private double High => IsChange && Figure < 0 ? Math.Min(Figure + Room, -double.Epsilon) : Figure + Room;
    private double Room => Math.Max(Tolerance * Math.Abs(Figure), IsChange ? Negligible : 0);

    public string Verdict(Claimed? ours) =>
        ours is null ? ClaimRow.NotMeasured
        : Low <= ours.Value && ours.Value <= High ? "reproduced"
        : ours.Interval is { } interval && interval.Low <= High && interval.High >= Low ? Open
        : Differs((ours.Value > Figure ? IfMore : IfLess) ?? Because);

    public override ClaimRow Unmeasured => new(What, Shown(Figure), Verdict(null));

    public override ClaimRow Row(ArticleRun run) => Ours(run) is not { } ours ? Unmeasured : Unmeasured with
    {
        Here = Shown(ours.Value),
        Rounds = ours.Rounds,
        Interval = ours.Interval is { } interval ? $"{Shown(interval.Low)} to {Shown(interval.High)}" : "-",
        Difference = IsChange ? "-" : Text.Signed(100 * ((ours.Value / Figure) - 1), 0),
        Verdict = Verdict(ours),
    };

    private string Shown(double value) => IsChange ? Text.Signed(value, Decimals) : Text.Number(value, Decimals);
}

/// <summary>What an article says without a figure that could be compared.</summary>
/// <param name="Judge">What a run says of it; null where the run does not have it.</param>
internal sealed record StatementClaim(string What, string Article, Func<ArticleRun, Statement?> Judge) : Claim(What)
{
    /// <summary>What no run changes; null where a run is needed.</summary>
    public Statement? Known { get; init; }

    public override ClaimRow Unmeasured => RowOf(Known);

    public static StatementClaim Cannot(string what, string article, string because) =>
        Always(what, article, "-", $"cannot be shown here because {because}");

    /// <summary>What a test holds, whatever a run says.</summary>
    public static StatementClaim Always(string what, string article, string here, string verdict) =>
        new(what, article, _ => null) { Known = new(here, verdict) };

    /// <summary>That everything goes well in every planned round: one with a single failed request, or whose process ended, is not good.</summary>
    public static StatementClaim WithoutFault(string what, string article, ClaimedCell cell) => new(
        what, article, run => cell.Find(run) is not { } found ? null : new(
            $"{run.Rounds(found)} rounds without a fault",
            run.Run.Settings.Of(found.Cell.Scenario).Rounds is not { } planned
                ? "cannot be shown here because how many rounds were planned is not known"
            : run.GoodRounds(found) >= planned ? "reproduced" : "cannot be shown here because rounds failed or were not measured",
            run.Rounds(found)));

    /// <summary>That a metric is better, worse or the same in one cell than in another one.</summary>
    /// <param name="reasons">Why it may be otherwise: what explains no difference explains none the other way round.</param>
    public static StatementClaim Of(string what, string article, Metric metric, ClaimedCell from, ClaimedCell to, Difference expected,
        params (Difference Found, string Because)[] reasons) => new(
        what, article, run => to.Change(run, from, metric) is not { } change ? null : new(
            ChangeWords.InSentence(change), change.Difference == Difference.TooFewRounds ? "cannot be shown here because there are too few rounds"
            : IsOpen(change, expected, metric.Direction) ? Open
            : change.Difference == expected ? "reproduced"
            : Differs(Array.Find(reasons, reason => reason.Found == change.Difference).Because), $"{from.Rounds(run)} and {to.Rounds(run)}"));

    // Without a significant change: what no direction is claimed of must be the same within the tolerance.
    private static bool IsOpen(Change change, Difference expected, Direction direction) => change.Difference == Difference.None
        && (expected == Difference.None ? Math.Max(-change.LowPercent!.Value, change.HighPercent!.Value) > 100 * Tolerance
        : (expected == Difference.Better) == (direction == Direction.HigherIsBetter) ? change.HighPercent > Negligible
        : -change.LowPercent > Negligible);

    public override ClaimRow Row(ArticleRun run) => RowOf(Known ?? Judge(run));

    private ClaimRow RowOf(Statement? statement) => statement is null ? new ClaimRow(What, Article, ClaimRow.NotMeasured)
        : new ClaimRow(What, Article, statement.Verdict) { Here = statement.Here, Rounds = statement.Rounds };
}

internal sealed record Statement(string Here, string Verdict, string Rounds = "-");

/// <summary>A figure of a run.</summary>
/// <param name="Rounds">How many it is of; of both sides, where there are two.</param>
/// <param name="Interval">95 %; null with too few rounds.</param>
internal sealed record Claimed(double Value, string Rounds, (double Low, double High)? Interval)
{
    /// <summary>Of the values of rounds; null without.</summary>
    public static Claimed? Of(IReadOnlyCollection<double> values, double scale = 1) => values.Count == 0 ? null
        : new(OrderStatistics.Median([.. values]) / scale, Text.Number(values.Count),
            values.All(value => value > 0) && SignedRank.Interval([.. values.Select(value => Math.Log(value / scale))]) is { } interval
            ? (Math.Exp(interval.Low), Math.Exp(interval.High)) : null);

    public static double Percent(double ratio) => 100 * (ratio - 1);

    /// <summary>Of a ratio, the change that it is, in percent.</summary>
    public Claimed AsChange() =>
        this with { Value = Percent(Value), Interval = Interval is { } ratio ? (Percent(ratio.Low), Percent(ratio.High)) : null };

    /// <summary>Of a change, as the ratio that it is.</summary>
    public static Claimed Of(Estimate change, string rounds) =>
        new(Math.Exp(change.Location), rounds, change.Interval is { } interval ? (Math.Exp(interval.Low), Math.Exp(interval.High)) : null);
}
