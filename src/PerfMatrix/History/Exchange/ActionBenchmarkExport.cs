namespace PerfMatrix.History.Exchange;

/// <summary>An entry of a list that github-action-benchmark v1.22.0 reads with the tools <c>customBiggerIsBetter</c> and
/// <c>customSmallerIsBetter</c>.</summary>
/// <param name="Name">Name of the series; stable, because the action finds the value before by it.</param>
/// <param name="Range">Scatter; shown, never used by the action.</param>
internal sealed record ActionBenchmarkEntry(string Name, string Unit, double Value, string Range, string Extra);

/// <summary>A group of charts on the page of github-action-benchmark, and the table of all of them. The page has a chart for each entry, so there is
/// one a scenario: all its cells against the pinned reference, or without a reference its first cell alone.</summary>
/// <param name="Name">Name of the file, and how the page calls the group.</param>
internal sealed record ActionBenchmarkSuite(string Name, Metric Metric)
{
    public static IReadOnlyList<ActionBenchmarkSuite> All { get; } =
        [new("throughput", Metric.Throughput), new("cpu", Metric.CpuPerRequest), new("memory", Metric.PeakRss), new("time", Metric.MeanTime)];

    /// <summary>The file of runs, of which the newest comes first: where two measured the same, it counts. Null without an entry: the action fails
    /// on an empty list.</summary>
    public ExportFile? FileOf(IReadOnlyList<RunDocument> runs)
    {
        var entries = runs.SelectMany(Of).DistinctBy(entry => entry.Name).ToList();
        return entries.Count == 0 ? null : new($"{Name}.json", DocumentJson.Text(entries), Wording.Counted(entries.Count, "chart"));
    }

    /// <summary>The entries of a run; a scenario without a value is left out, as the action knows no missing ones.</summary>
    public IReadOnlyList<ActionBenchmarkEntry> Of(RunDocument run)
    {
        var (pairs, references) = (new RunPairs(run), Counterparts.References(run));
        return
        [
            .. from scenario in run.Variants.Where(variant => variant is { Side: Side.Head, Twin: 0, Status: VariantStatus.Measured })
                   .GroupBy(variant => variant.Cell.Scenario)
               let entry = Relative(run, pairs, references, [.. scenario]) ?? Absolute(run, pairs, scenario.First())
               where entry is not null
               select entry,
        ];
    }

    private ActionBenchmarkEntry? Relative(
        RunDocument run, RunPairs pairs, IReadOnlyDictionary<string, string> references, IReadOnlyList<VariantRecord> variants)
    {
        var effects = (from variant in variants
                       where references.ContainsKey(variant.Id)
                       let ratios = pairs.NaturalLogRatios(Metric, references[variant.Id], variant.Id)
                       where ratios.Length > 0
                       select (variant.Cell.Id, Effect: HodgesLehmann.Estimate(ratios))).OrderBy(cell => cell.Effect).ToList();
        if (effects.Count == 0) return null;
        return new($"{variants[0].Cell.Scenario} {Metric.Name} against the reference", "% of the reference",
            Percent(effects.Average(cell => cell.Effect)), Range(effects.Select(cell => Percent(cell.Effect))), string.Join('\n',
                $"geometric mean of {Wording.Counted(effects.Count, "cell")}, each against the pinned reference in the same rounds",
                $"{Cell(effects[0])} to {Cell(effects[^1])}; {Measured(run)}"));

        static string Cell((string Id, double Effect) cell) => $"{cell.Id} {Percent(cell.Effect):F1} %";
    }

    private ActionBenchmarkEntry? Absolute(RunDocument run, RunPairs pairs, VariantRecord variant)
    {
        var values = pairs.Values(Metric, variant.Id).Where(double.IsFinite).ToArray();
        return values.Length == 0 ? null : new(
            $"{variant.Cell.Id} {Metric.Name}", Metric.Unit, OrderStatistics.Median([.. values]), Range(values), string.Join('\n',
                $"median of {Wording.Counted(values.Length, "round")}, runtime {variant.Cell.RuntimeVersion ?? variant.Cell.Runtime}; "
                    + Measured(run),
                "No reference is pinned, so that values of different machines are not comparable."));
    }

    private static double Percent(double logRatio) => 100 * Math.Exp(logRatio);

    /// <summary>With a sign and a number that the action can scale when a unit changes; halved before it is subtracted, so that it stays a number
    /// whatever the values are.</summary>
    private static string Range(IEnumerable<double> values) => $"± {(values.Max() / 2) - (values.Min() / 2):G4}";

    private static string Measured(RunDocument run) => $"run {run.Id} on {run.Machine.CpuModel} ({run.Machine.Fingerprint})";
}

/// <summary>A file for another program.</summary>
/// <param name="What">What it holds, for the message that it is written.</param>
internal sealed record ExportFile(string Name, string Text, string What);
