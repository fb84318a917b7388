namespace PerfMatrix.Reporting.Gc;

/// <summary>Which GC modes of a run are worth choosing: those that no other one beats. One beats another where it is better in something, and in
/// nothing worse by more than <see cref="TolerancePercent"/>, as far as the rounds exclude that.</summary>
internal sealed class GcAdvice
{
    /// <summary>What a mode may be worse by and still beat another one.</summary>
    public const double TolerancePercent = 5;

    // Of what is called better, this share is expected to be nothing.
    private const double FalseDiscoveryRate = 0.05;

    private static readonly Metric[] s_metrics = [Metric.Throughput, Metric.LatencyP99, Metric.PeakRss, Metric.EndRss];

    private readonly RunPairs _pairs;

    public GcAdvice(RunDocument run)
    {
        _pairs = new RunPairs(run);
        var places = run.Variants.Where(variant => variant is { Status: VariantStatus.Measured, Twin: 0, Side: Side.Head })
            .GroupBy(variant => (variant.Cell.Scenario, variant.Cell.Runtime, variant.Cell.Cores, variant.Cell.Limits))
            .Where(place => place.Count() > 1).Select(place => place.ToList()).ToList();
        if (places.Count == 0)
            throw new UsageException($"run {run.Id} has no place with two GC modes; measure some first: {Invocation.Here} run --scenario NAME "
                + "--gc workstation,server,datas --rounds 10");
        var compared = places.Select(place => Compared(place).ToList()).ToList();
        var adjusted = BenjaminiHochberg.Adjust([.. compared.SelectMany(place => place).Select(one => one.P)]);
        var p = compared.SelectMany(place => place).Zip(adjusted).ToDictionary(one => one.First, one => one.Second);
        Cases = [.. places.Zip(compared, (place, ofPlace) => Judge(place, ofPlace, p, run.Settings))];
    }

    public IReadOnlyList<GcAdviceCase> Cases { get; }

    // Each mode against each other one: ln(other / one), above 0 where the other is worse.
    private IEnumerable<ModePair> Compared(IReadOnlyList<VariantRecord> modes) =>
        from one in modes
        from other in modes
        where string.CompareOrdinal(one.Id, other.Id) < 0
        from metric in s_metrics
        let ratios = _pairs.NaturalLogRatios(metric, one.Id, other.Id)
        where ratios.Length > 0
        let turned = ratios.Select(ratio => metric.WorseSign * ratio).ToArray()
        select new ModePair(one, other.Cell.Gc, metric.Name, Estimate.Of(turned), SignedRank.Test(turned).TwoSided);

    private GcAdviceCase Judge(List<VariantRecord> modes, IReadOnlyList<ModePair> compared, Dictionary<ModePair, double> p, RunSettings settings)
    {
        var cell = modes[0].Cell;
        var rounds = compared.Select(one => one.Estimate.Pairs).DefaultIfEmpty(0).Min();
        return new(cell.WithLimits($"{cell.Scenario}, {cell.Runtime}, {Wording.Counted(cell.Cores, "core")}"), rounds,
            settings.Of(cell.Scenario).Settle,
            [.. modes.Select(mode => new GcAdviceMode(mode.Cell.Gc, [.. s_metrics.Select(metric => Median(metric, mode.Id))],
                modes.Where(other => other != mode && Beats(other.Cell.Gc, mode.Cell.Gc) && !Beats(mode.Cell.Gc, other.Cell.Gc))
                    .Select(other => other.Cell.Gc).FirstOrDefault())
            {
                Changes = mode == modes[0] ? [] : [.. s_metrics.Select(metric => _pairs.NaturalLogRatios(metric, modes[0].Id, mode.Id))
                    .Select(ratios => ratios.Length > 0 ? Estimate.Of(ratios) : null)],
            })]);

        bool Beats(string winner, string loser)
        {
            var own = compared.Where(one => (one.One, one.Other) == (winner, loser) || (one.One, one.Other) == (loser, winner))
                .Select(one => (Worse: one.One == winner ? one.Estimate.Location : -one.Estimate.Location, Interval: Of(one, winner), P: p[one]))
                .ToList();
            // What was not measured could be what the winner is worse in.
            return own.Count == s_metrics.Length && own.Exists(one => one.Worse > 0 && one.P <= FalseDiscoveryRate)
                && own.TrueForAll(one => one.Interval is { } interval && interval.Low >= -LogRatio.FromPercent(TolerancePercent));
        }
    }

    // How much worse the loser is.
    private static Interval? Of(ModePair pair, string winner) =>
        pair.Estimate.Interval is not { } interval ? null : pair.One == winner ? interval : new(-interval.High, -interval.Low);

    private double? Median(Metric metric, string variant) =>
        _pairs.Values(metric, variant) is { Length: > 0 } values ? OrderStatistics.Median(values) : null;

    private sealed record ModePair(VariantRecord First, string Other, string Metric, Estimate Estimate, double P)
    {
        public string One => First.Cell.Gc;
    }
}

/// <summary>The modes of one scenario, runtime, core count and limits.</summary>
/// <param name="Rounds">Fewest rounds of a comparison.</param>
/// <param name="Settle">Time between the load and the last reading of memory; null where the run does not say.</param>
internal sealed record GcAdviceCase(string Place, int Rounds, TimeSpan? Settle, IReadOnlyList<GcAdviceMode> Modes)
{
    /// <summary>The modes that no other one beats; all where each is beaten by another one.</summary>
    public IReadOnlyList<string> Front =>
        [.. Modes.Where(mode => mode.BeatenBy is null || Modes.All(other => other.BeatenBy is not null)).Select(mode => mode.Name)];
}

/// <param name="Values">Medians of throughput, p99, peak and end memory; null where it has none.</param>
/// <param name="BeatenBy">A mode that beats it; null when none does.</param>
internal sealed record GcAdviceMode(string Name, IReadOnlyList<double?> Values, string? BeatenBy)
{
    /// <summary>What the values change by from the first mode to this one; empty for the first.</summary>
    public IReadOnlyList<Estimate?> Changes { get; init; } = [];
}

/// <summary>The advice as a report, with the settings of the modes that are left.</summary>
internal static class GcAdviceReport
{
    // https://learn.microsoft.com/dotnet/core/runtime-config/garbage-collector
    private static readonly Dictionary<string, (string Name, bool IsFlag)> s_properties = new()
    {
        ["DOTNET_gcServer"] = ("System.GC.Server", true),
        ["DOTNET_gcConcurrent"] = ("System.GC.Concurrent", true),
        ["DOTNET_" + GcMode.Adaptation] = ("System.GC.DynamicAdaptationMode", false),
        ["DOTNET_GCHeapCount"] = ("System.GC.HeapCount", false),
        ["DOTNET_GCConserveMemory"] = ("System.GC.ConserveMemory", false),
    };

    /// <param name="settings">Variables of a mode; null for one that the matrix does not have any more.</param>
    public static ReportDocument Build(RunDocument run, GcAdvice advice, Func<string, IReadOnlyDictionary<string, string>?> settings) => new(
        $"Choice of the garbage collector, run {run.Id}", ReportWords.Context(run),
        [
            .. advice.Cases.Select(one => new ReportSection(one.Place, [new Paragraph(Sentence(one)), Table(one)])),
            new ReportSection("Settings to copy",
                [.. advice.Cases.SelectMany(one => one.Front).Distinct().SelectMany(mode => Settings(mode, settings(mode)))]),
        ], run.Source.Repository);

    public static string Sentence(GcAdviceCase one) => one.Front is [var winner] && one.Modes.Count > 1
        ? $"Choose {winner}: every other mode is beaten, in {Wording.Counted(one.Rounds, "round")}."
        : $"No winner among {string.Join(", ", one.Front)}: in {Wording.Counted(one.Rounds, "round")} none of them is better in something without "
            + $"being worse, or possibly worse by more than {GcAdvice.TolerancePercent} %, in something else. Choose by what matters to you, or "
            + "measure more rounds.";

    private static DataTable Table(GcAdviceCase one) => new(
        $"Medians; in brackets the change in percent from {one.Modes[0].Name} with its 95 % interval, each for itself. A beaten mode is worse in "
            + "something and not meaningfully better in anything."
            + (one.Settle == TimeSpan.Zero ? " For memory at rest, give the scenario `measure: { settle: 5s }`." : ""),
        [
            "GC mode", "Throughput req/s", "p99 us (closed loop)", "Peak RSS MiB",
            "End RSS MiB" + (one.Settle is { } settle ? $", {ReportWords.AfterLoad(settle)}" : ""), "Verdict",
        ],
        [.. one.Modes.Select(Row)])
    {
        Texts = [0, 5],
    };

    private static IReadOnlyList<CellText> Row(GcAdviceMode mode) =>
    [
        mode.Name, Shown(mode, 0, 1), Shown(mode, 1, 1), Shown(mode, 2, Bytes.PerMegabyte), Shown(mode, 3, Bytes.PerMegabyte),
        mode.BeatenBy is { } other ? $"beaten by {other}" : "not beaten",
    ];

    private static string Shown(GcAdviceMode mode, int metric, double unit) => mode.Values[metric] is not { } value ? "-"
        : mode.Changes.ElementAtOrDefault(metric) is not { } change ? Text.Number(value / unit)
        : $"{Text.Number(value / unit)} ({VerdictWords.Effect(change.EffectPercent, change.LowPercent, change.HighPercent)})";

    private static IEnumerable<ReportPart> Settings(string mode, IReadOnlyDictionary<string, string>? variables)
    {
        if (variables is null) return [new Paragraph($"{mode}: crank/matrix.yml does not have it any more")];
        if (variables.Count == 0) return [new Paragraph($"{mode}: nothing to set, the application ships with it")];
        var properties = variables.Where(variable => s_properties.ContainsKey(variable.Key))
            .ToDictionary(variable => s_properties[variable.Key].Name, Property);
        var others = string.Concat(variables.Keys.Where(name => !s_properties.ContainsKey(name)).Select(name => $", which has no {name}"));
        return
        [
            new Paragraph($"{mode}, in runtimeconfig.template.json beside the project{others}:"),
            new CodeBlock(DocumentJson.Text(new { ConfigProperties = properties }).TrimEnd()),
            new Paragraph($"{mode}, in the environment instead:"),
            new CodeBlock(string.Join('\n', variables.Select(variable => $"{variable.Key}={variable.Value}"))),
        ];
    }

    // Numbers are hexadecimal in the environment and decimal there.
    private static object Property(KeyValuePair<string, string> variable) =>
        s_properties[variable.Key].IsFlag ? variable.Value != "0"
        : int.TryParse(variable.Value, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var number) ? number : variable.Value;
}
