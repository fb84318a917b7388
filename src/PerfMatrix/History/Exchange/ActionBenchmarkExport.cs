namespace PerfMatrix.History.Exchange;

/// <summary>An entry that github-action-benchmark v1.22.0 reads: <c>customBiggerIsBetter</c>, <c>customSmallerIsBetter</c>.</summary>
/// <param name="Name">Name of the series; stable, because the action finds the value before by it.</param>
/// <param name="Range">Scatter; shown, never used by the action.</param>
internal sealed record ActionBenchmarkEntry(string Name, string Unit, double Value, string Range, string Extra);

/// <summary>A group of charts on the page of github-action-benchmark, and the table of all of them. The page has a chart for each entry, so there is
/// one a scenario, of BenchmarkDotNet one a project: all cells against the pinned reference; without one, of a scenario's first cell alone.</summary>
/// <param name="Name">Name of the file, and how the page calls the group.</param>
internal sealed record ActionBenchmarkSuite(string Name, Metric Metric)
{
    public static IReadOnlyList<ActionBenchmarkSuite> All { get; } =
        [new("throughput", Metric.Throughput), new("cpu", Metric.CpuPerRequest), new("memory", Metric.PeakRss), new("time", Metric.MeanTime)];

    /// <summary>The file of runs, the newest first, which counts where two measured the same. Null without an entry: the action fails then.</summary>
    public ExportFile? FileOf(IReadOnlyList<RunDocument> runs)
    {
        var entries = Of(runs);
        return entries.Count == 0 ? null : new($"{Name}.json", DocumentJson.Text(entries), Wording.Counted(entries.Count, "chart"));
    }

    /// <summary>The entries of runs, maybe several machines' parts of one plan; without a value no scenario: the action knows none missing.</summary>
    public IReadOnlyList<ActionBenchmarkEntry> Of(params IReadOnlyList<RunDocument> runs)
    {
        var measured = runs.Select(run => CellsOf(run).ToList()).ToList();
        var charts = measured.SelectMany(cells => cells).Where(cell => cell.LogRatios.Length > 0).DistinctBy(cell => cell.Cell.Id).ToLookup(ChartOf);
        return
        [
            .. charts.Select(Relative),
            .. measured.SelectMany(cells => cells.DistinctBy(cell => cell.Cell.Scenario))
                .Where(cell => cell.Values.Length > 0 && !charts.Contains(ChartOf(cell)))
                .Select(Absolute).DistinctBy(entry => entry.Name),
        ];
    }

    private IEnumerable<ChartedCell> CellsOf(RunDocument run)
    {
        var (pairs, references) = (new RunPairs(run), Counterparts.References(run));
        return run.Variants.Where(variant => variant is { Side: Side.Head, Twin: 0, Status: VariantStatus.Measured })
            .Select(variant => new ChartedCell(run, variant.Cell, [.. pairs.Values(Metric, variant.Id).Where(double.IsFinite)],
                references.TryGetValue(variant.Id, out var reference) ? pairs.NaturalLogRatios(Metric, reference, variant.Id) : []));
    }

    // A case is the scenario PROJECT/CASE.
    private string ChartOf(ChartedCell cell) => Metric == Metric.MeanTime ? cell.Cell.Scenario.Split('/')[0] : cell.Cell.Scenario;

    private ActionBenchmarkEntry Relative(IGrouping<string, ChartedCell> chart)
    {
        var cells = chart.OrderBy(cell => cell.LogRatio).ToList();
        return new($"{chart.Key} {Metric.Name} against the reference", "% of the reference",
            Percent(cells.Average(cell => cell.LogRatio)), Range(cells.Select(cell => Percent(cell.LogRatio))), string.Join('\n',
                $"geometric mean of {Wording.Counted(cells.Count, "cell")}, each against the pinned reference in the same rounds",
                $"{Text(cells[0])} to {Text(cells[^1])}; {string.Join("; ", chart.Select(cell => Measured(cell.Run)).Distinct())}"));

        static string Text(ChartedCell cell) => $"{cell.Cell.Id} {Percent(cell.LogRatio):F1} %";
    }

    private ActionBenchmarkEntry Absolute(ChartedCell cell) => new(
        $"{cell.Cell.Id} {Metric.Name}", Metric.Unit, OrderStatistics.Median([.. cell.Values]), Range(cell.Values), string.Join('\n',
            $"median of {Wording.Counted(cell.Values.Length, "round")}, runtime {cell.Cell.RuntimeVersion ?? cell.Cell.Runtime}; "
                + Measured(cell.Run),
            "No reference is pinned, so that values of different machines are not comparable."));

    private static double Percent(double logRatio) => 100 * Math.Exp(logRatio);

    /// <summary>With a sign and a number that the action can scale when a unit changes; halved before it is subtracted, to stay a number.</summary>
    private static string Range(IEnumerable<double> values) => $"± {(values.Max() / 2) - (values.Min() / 2):G4}";

    private static string Measured(RunDocument run) => $"run {run.Id} on {run.Machine.CpuModel} ({run.Machine.Fingerprint})";
}

/// <param name="Values">Of the metric of a suite, one a round.</param>
/// <param name="LogRatios">Against the pinned reference; none without one.</param>
internal sealed record ChartedCell(RunDocument Run, CellRecord Cell, double[] Values, double[] LogRatios)
{
    public double LogRatio => HodgesLehmann.Estimate(LogRatios);
}

/// <param name="What">What it holds, for the message that it is written.</param>
internal sealed record ExportFile(string Name, string Text, string What);
