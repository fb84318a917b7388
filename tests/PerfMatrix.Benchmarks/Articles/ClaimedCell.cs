namespace PerfMatrix.Benchmarks.Articles;

/// <summary>Where a claim finds its figure: a cell of a run, on whatever cores it was measured.</summary>
/// <param name="Runtime">As asked for: <c>net9.0</c> is the newest patch, and <c>net9.0@9.0.1</c> a claim of its own.</param>
internal sealed record ClaimedCell(string Scenario, string Runtime, string Gc)
{
    /// <summary>A scenario whose requests take turns with those of this one: then throughput is that of the mix.</summary>
    public string? InTurnWith { get; init; }

    /// <summary>None, unless an article says so: in a container the same cell has other figures.</summary>
    public ResourceLimits Limits { get; init; }

    private IEnumerable<ClaimedCell> Parts => InTurnWith is { } other ? [this with { InTurnWith = null }, new(other, Runtime, Gc)] : [this];

    public VariantRecord? Find(ArticleRun run) => run.Measured.FirstOrDefault(variant =>
        (variant.Cell.Scenario, variant.Cell.Runtime, variant.Cell.Gc, variant.Cell.Limits) == (Scenario, Runtime, Gc, Limits));

    /// <summary>A metric in each good round; none where the run does not have it. Of two scenarios that take turns it is the harmonic mean.</summary>
    public IReadOnlyList<double> Of(ArticleRun run, Metric metric)
    {
        List<IReadOnlyList<double>> parts = [.. Parts.Select(part => part.Find(run) is { } found ? run.Values(found, metric) : [])];
        return parts is [var one] ? one : [.. parts[0].Zip(parts[1], (a, b) => 2 / ((1 / a) + (1 / b)))];
    }

    public string Rounds(ArticleRun run) => Text.Number(Find(run) is { } found ? run.GoodRounds(found) : 0);

    public Func<ArticleRun, Claimed?> Value(Metric metric, double scale = 1) => run => Claimed.Of(Of(run, metric), scale);

    /// <summary>Its figure divided by that of another one.</summary>
    public Func<ArticleRun, Claimed?> Over(ClaimedCell other, Metric metric) => run => Ratio(run, other, metric) is { } ratio
        ? Claimed.Of(ratio, $"{other.Rounds(run)} and {Rounds(run)}") : null;

    /// <summary>The change from another one to this.</summary>
    public Change? Change(ArticleRun run, ClaimedCell from, Metric metric) =>
        Ratio(run, from, metric) is { } ratio ? Reporting.Change.Of(ratio, metric.Direction) : null;

    /// <summary>What a timeline of each of its rounds says.</summary>
    public Func<ArticleRun, Claimed?> OfTimelines(Func<TimelineFacts, double?> value) => run =>
        Claimed.Of([.. Timelines(run).Select(value).OfType<double>()]);

    public IEnumerable<TimelineFacts> Timelines(ArticleRun run) =>
        Find(run) is { } found ? run.Timelines.Where(facts => facts.Cell.Id == found.Id) : [];

    // A mix is compared by rounds of the same number: those of each of its scenarios were measured side by side.
    private Estimate? Ratio(ArticleRun run, ClaimedCell from, Metric metric)
    {
        if (InTurnWith is null && from.InTurnWith is null)
            return from.Find(run) is { } before && Find(run) is { } after ? run.Ratio(metric, before, after) : null;
        var (old, now) = (from.Of(run, metric), Of(run, metric));
        return old.Count == 0 || now.Count == 0 ? null
            : from.Scenario == Scenario && old.Count == now.Count ? Estimate.Of([.. old.Zip(now, (a, b) => Math.Log(b / a))])
            : UnpairedChange.Of(old, now);
    }
}
