using PerfMatrix.Explain;

namespace PerfMatrix.Benchmarks.Articles;

/// <summary>The part of a run that belongs to an article, and the tables every article needs.</summary>
/// <param name="Traced">Cells whose collections were traced later.</param>
internal sealed record ArticleRun(RunDocument Run, TimelineFiles Files, params IReadOnlyList<GcCell> Traced)
{
    private readonly RunPairs _pairs = new(Run);

    public IReadOnlyList<TimelineFacts> Timelines { get; } = TimelineFacts.Of(Run, Files);

    public IReadOnlyList<VariantRecord> Measured => [.. Run.Variants.Where(variant => variant.Status == VariantStatus.Measured)];

    public double? Median(VariantRecord variant, Metric metric) =>
        _pairs.Values(metric, variant.Id) is { Length: > 0 } values ? OrderStatistics.Median(values) : null;

    public IReadOnlyList<double> Values(VariantRecord variant, Metric metric) => _pairs.Values(metric, variant.Id);

    public Change? Compare(Metric metric, VariantRecord from, VariantRecord to) =>
        Ratio(metric, from, to) is { } ratio ? Change.Of(ratio, metric.Direction) : null;

    /// <summary>ln(to / from), in pairs where one block measured both, otherwise of all rounds of one against all of the other.</summary>
    public Estimate? Ratio(Metric metric, VariantRecord from, VariantRecord to)
    {
        if (_pairs.NaturalLogRatios(metric, from.Id, to.Id) is { Length: > 0 } pairs) return Estimate.Of(pairs);
        var (old, now) = (Values(from, metric), Values(to, metric));
        return old.Count > 0 && now.Count > 0 && old.Concat(now).All(value => value > 0) ? UnpairedChange.Of(old, now) : null;
    }

    public VariantRecord? Find(string scenario, string runtime, string gc, int cores) => Measured.FirstOrDefault(
        variant => (variant.Cell.Scenario, variant.Cell.Runtime, variant.Cell.Gc, variant.Cell.Cores) == (scenario, runtime, gc, cores));

    /// <summary>Good rounds of a variant and those planned, e.g. <c>19/20</c>; the good ones alone where nobody said how many were.</summary>
    public string Rounds(VariantRecord variant) =>
        Run.Settings.Of(variant.Cell.Scenario).Rounds is { } planned ? $"{Text.Number(GoodRounds(variant))}/{planned}"
        : Text.Number(GoodRounds(variant));

    /// <summary>Rounds of a variant that gave samples: none of their requests failed.</summary>
    public int GoodRounds(VariantRecord variant) => Run.Samples.Count(sample => sample.Variant == variant.Id);

    /// <summary>A table of the measured variants with their rounds, and requests a round where fixed; metrics of no variant have no column.</summary>
    public DataTable Table(string caption, IReadOnlyList<FigureColumn> columns, IReadOnlyList<VariantRecord>? variants = null)
    {
        var shown = variants ?? Measured;
        List<FigureColumn> known = [.. columns.Where(column => shown.Any(variant => Median(variant, column.Metric) is not null))];
        var isBounded = shown.Any(variant => Run.Settings.Of(variant.Cell.Scenario).Requests is not null);
        return new DataTable(
            caption,
            ["Cell", "rounds good/planned", .. isBounded ? ["requests per round"] : Array.Empty<string>(), .. known.Select(column => column.Heading)],
            [.. shown.Select(variant =>
                (IReadOnlyList<CellText>)[variant.Id, Rounds(variant),
                    .. isBounded ? [Text.OrDash(Run.Settings.Of(variant.Cell.Scenario).Requests)] : Array.Empty<string>(),
                    .. known.Select(column => column.Shown(Median(variant, column.Metric)))])]);
    }

    /// <summary>How far the rounds of a metric lie apart, so that no transient of one round is quoted as a need; nothing without several.</summary>
    public IEnumerable<ReportPart> Spread(FigureColumn column)
    {
        var several = Measured.Select(variant => (variant.Id, Values: _pairs.Values(column.Metric, variant.Id)))
            .Where(one => one.Values.Length > 1).ToList();
        if (several.Count > 0)
            yield return new DataTable(
                $"{column.Heading} of the single rounds.", ["Cell", "rounds", "smallest", "median", "largest"],
                [.. several.Select(one => (IReadOnlyList<CellText>)[one.Id, Text.Number(one.Values.Length), column.Shown(one.Values.Min()),
                    column.Shown(OrderStatistics.Median(one.Values)), column.Shown(one.Values.Max())])]);
    }

    public BarChart Bars(string name, string caption, FigureColumn column, IReadOnlyList<(string Name, double Value)> article) => new(name, caption,
    [
        .. article.Select(bar => new Bar($"article: {bar.Name}", bar.Value, Text.Number(bar.Value, column.Decimals), IsForeign: true)),
        .. from variant in Measured
           let value = Median(variant, column.Metric) / column.Scale
           where value is not null
           select new Bar(variant.Id, value.Value, Text.Number(value.Value, column.Decimals), IsForeign: false),
    ]);

    /// <summary>What was not measured, and why: a missing cell is loud.</summary>
    public IEnumerable<ReportSection> Skipped()
    {
        List<VariantRecord> skipped = [.. Run.Variants.Where(variant => variant.Status != VariantStatus.Measured)];
        if (skipped.Count > 0)
            yield return new ReportSection("Not measured",
                [new Bullets([.. skipped.Select(variant => $"{variant.Id}: {ReportWords.StatusOf(variant.Status)}: {variant.Reason}")])]);
        if (Run.Warnings.Where(warning => Run.Variants.Any(variant => warning.StartsWith(variant.Id, StringComparison.Ordinal)))
            .ToList() is { Count: > 0 } warnings)
            yield return new ReportSection("Warnings", [new Bullets(warnings)]);
    }
}

internal sealed record FigureColumn(string Heading, Metric Metric, double Scale = 1, int Decimals = 0)
{
    public const string Legend =
        "Medians over the good rounds. CPU is the application's CPU time and B/req allocated bytes for each request, gen0/1k and gen2/1k are "
        + "collections of that generation and above in 1,000 requests, pause is all pauses of a round together. RSS is resident memory: right after "
        + "the last request (load), the largest of the process with start-up and warm-up (peak), and just before its stop (end); MB are 2^20 bytes.";

    public static IReadOnlyList<FigureColumn> OfLoad { get; } =
    [
        new("req/s", Metric.Throughput),
        new("p50 ms", Metric.LatencyP50, 1000, 2),
        new("p99 ms", Metric.LatencyP99, 1000, 2),
        new("p99.9 ms", Metric.LatencyP999, 1000, 2),
        new("CPU us/req", Metric.CpuPerRequest, 1, 1),
        new("B/req", Metric.AllocatedPerRequest),
        new("gen0/1k", Metric.Gen0PerThousand, 1, 2),
        new("gen2/1k", Metric.Gen2PerThousand, 1, 2),
        new("pause ms", Metric.GcPauseTotal, 1, 1),
        new("load RSS MB", Metric.LoadRss, Bytes.PerMegabyte, 1),
        new("peak RSS MB", Metric.PeakRss, Bytes.PerMegabyte, 1),
        new("end RSS MB", Metric.EndRss, Bytes.PerMegabyte, 1),
    ];

    public string Shown(double? value) => Text.OrDash(value / Scale, Decimals);
}
