namespace PerfMatrix.Evidence.Demo;

/// <summary>Steps of known size put into the runs of a history: how many of them the trend marks at their place, and how soon. The runs keep their
/// order, their machines and their noise, also what generated ones lack: noise that lasts from run to run.</summary>
/// <param name="runs">In the order of publishing.</param>
internal sealed class HistoryInjection(IReadOnlyList<CompactRun> runs)
{
    /// <summary>Runs with a step, the first included, within which it is found soon, or at all.</summary>
    public const int Soon = 5;
    public const int Late = 20;

    private const int Near = 2;
    private const int Fewest = TrendRule.MinimumBefore + Late;

    // A step of one cell, and one of all cells of a metric.
    private static readonly bool[] s_cells = [false, true];

    /// <summary>An imported run to inject into: each value as if against the same reference of 1. What changes in the machine stays in it.</summary>
    public static CompactRun AsRatios(CompactRun imported) => imported with
    {
        Run = imported.Run with
        {
            Summary = imported.Run.Summary.ToDictionary(metric => metric.Key, metric => metric.Value with
            {
                Ratio = [.. metric.Value.Value.Select(value => value > 0 ? LogUnits.Of(Math.Log(value.Value)) : (int?)null)],
            }),
        },
    };

    /// <summary>How much is marked without a step: real changes of the code, or false alarms.</summary>
    public int CountMarks()
    {
        var store = new HistoryStore(new EmptyFiles());
        foreach (var run in runs) Append(store, run);
        return store.Changes.Count;
    }

    /// <summary>Of stretches as long as a step needs: a whole series may have steps of its own.</summary>
    public IReadOnlyList<SeriesNoise> Noise() =>
    [
        .. from series in Series()
           from stretch in series.Ratios.Chunk(Fewest)
           where stretch.Length == Fewest
           group stretch by series.Metric.Name into stretches
           select SeriesNoise.Of(stretches.Key, [.. stretches.Select(stretch => stretch.Select(point => point.Ratio).ToArray())]),
    ];

    /// <summary>Injects every size into one cell, and into all cells of a scenario.</summary>
    /// <param name="trials">Steps of each kind, spread evenly over the places that have enough runs on both sides, and over the cells.</param>
    public IReadOnlyList<InjectedShare> Inject(IReadOnlyList<double> percents, int trials, CancellationToken cancellation)
    {
        var series = Series().Where(one => one.Ratios.Count >= Fewest).ToLookup(one => one.Metric);
        if (series.Count == 0)
            throw new UsageException($"found no series of {Fewest} runs among these {runs.Count}: {TrendRule.MinimumBefore} lie before a step and "
                + $"{Late} after it. Publish more runs; of a history only those with a ratio to a pinned reference count.");
        var steps = from metric in series
                    from percent in percents
                    from isWhole in s_cells
                    from trial in Enumerable.Range(0, trials)
                    select Step(metric.Key, [.. metric], percent, isWhole, trial, trials);
        var found = steps.AsParallel().AsOrdered().WithCancellation(cancellation).Select(step => (Step: step, Runs: RunsUntilMarked(step)));
        return
        [
            .. found.AsEnumerable().GroupBy(one => (one.Step.Metric.Name, one.Step.IsWhole, one.Step.Percent)).Select(group => new InjectedShare(
                group.Key.Name, group.Key.IsWhole, group.Key.Percent, WilsonInterval.Of(group.Count(one => one.Runs <= Soon), group.Count()),
                WilsonInterval.Of(group.Count(one => one.Runs <= Late), group.Count()))),
        ];
    }

    private static InjectedStep Step(Metric metric, IReadOnlyList<RatioSeries> series, double percent, bool isWhole, int trial, int trials)
    {
        var one = series[trial % series.Count];
        var (first, last) = (TrendRule.MinimumBefore, one.Ratios.Count - Late);
        var place = one.Ratios[first + (int)((long)(last - first) * trial / Math.Max(1, trials - 1))].Run;
        return new(metric, percent, isWhole, place, one.Cell);
    }

    /// <summary>Runs until the step is marked; null when it is not. Only the runs that the rule looks at are replayed.</summary>
    public int? RunsUntilMarked(InjectedStep step)
    {
        var store = new HistoryStore(new EmptyFiles());
        var first = Math.Max(0, step.Place - TrendRule.Window);
        for (var run = first; run < Math.Min(runs.Count, step.Place + Late); run++)
        {
            Append(store, run < step.Place ? runs[run] : step.In(runs[run]));
            if (run >= step.Place && IsMarked(store, step, step.Place - first)) return run - step.Place + 1;
        }

        return null;
    }

    private static bool IsMarked(HistoryStore store, InjectedStep step, int place) => store.Changes.Any(change => change.Members.Any(member =>
        member.Metric == step.Metric.Name && member.Verdict == "worse" && Math.Abs(member.Sequence - place) <= Near
        && step.Holds(store.Catalogue.Cells[member.Cell].Scenario, store.Catalogue.Cells[member.Cell].Id)));

    private IEnumerable<RatioSeries> Series() =>
        from point in runs.SelectMany((run, at) => CatalogueTables.HeadsOf(run.Run).SelectMany(head => Ratios(run, head, at)))
        group point by (point.Cell, point.Metric.Name) into series
        select new RatioSeries(series.First().Cell, series.First().Metric, [.. series.Select(point => (point.Run, point.Ratio))]);

    private static IEnumerable<(Cell Cell, Metric Metric, int Run, double Ratio)> Ratios(CompactRun run, int head, int at) =>
        from metric in run.Table.Metrics
        let points = run.Run.Summary.GetValueOrDefault(metric.Name)
        where points?[head].Ratio is not null
        select (run.Table.Cells[run.Run.Variants.Cell[head]], metric, at, LogUnits.ToLog(points![head].Ratio!.Value));

    private static void Append(HistoryStore store, CompactRun run) => store.Append(run.At(store.NextSequence), isStored: true);
}

/// <param name="Ratios">Index of the run, and natural log ratio to the reference.</param>
internal sealed record RatioSeries(Cell Cell, Metric Metric, IReadOnlyList<(int Run, double Ratio)> Ratios);

/// <param name="IsWhole">Whether all cells of the scenario get it, as by most changes of code; otherwise one alone.</param>
/// <param name="Place">Index of the first run with it.</param>
internal sealed record InjectedStep(Metric Metric, double Percent, bool IsWhole, int Place, Cell Cell)
{
    public bool Holds(string scenario, string cell) => IsWhole ? scenario == Cell.Scenario : cell == Cell.Id;

    /// <summary>A run after the step: its ratios are worse by the percentage.</summary>
    public CompactRun In(CompactRun run)
    {
        if (!run.Run.Summary.TryGetValue(Metric.Name, out var before)) return run;
        var shift = LogUnits.Of(LogRatio.FromPercent(Metric.Direction == Direction.LowerIsBetter ? Percent : -Percent));
        var held = CatalogueTables.HeadsOf(run.Run)
            .Where(head => run.Table.Cells[run.Run.Variants.Cell[head]] is var cell && Holds(cell.Scenario, cell.Id)).ToHashSet();
        List<int?> Moved(IReadOnlyList<int?> column) => [.. column.Select((ratio, variant) => held.Contains(variant) ? ratio + shift : ratio)];
        var after = new PointColumns(before.Value, Moved(before.Ratio), Moved(before.Low), Moved(before.High));
        return run with { Run = run.Run with { Summary = new Dictionary<string, PointColumns>(run.Run.Summary) { [Metric.Name] = after } } };
    }
}

/// <summary>How the ratios of a metric move without a step; medians over stretches of all its cells.</summary>
/// <param name="Percent">Standard deviation from run to run.</param>
/// <param name="Autocorrelation">Of neighbouring runs: 0 where each run has its own noise, towards 1 where noise lasts.</param>
internal sealed record SeriesNoise(string Metric, double Percent, double Autocorrelation)
{
    public static SeriesNoise Of(string metric, IReadOnlyList<double[]> stretches) => new(
        metric, LogRatio.ToPercent(OrderStatistics.Median([.. stretches.Select(stretch => Spread.StandardDeviation(stretch))])),
        OrderStatistics.Median([.. stretches.Select(Spread.Autocorrelation)]));
}

/// <summary>How many steps of a size were marked at their place.</summary>
internal sealed record InjectedShare(string Metric, bool IsWhole, double Percent, WilsonInterval Soon, WilsonInterval Late)
{
    public string Sentence =>
        $"{Metric}, {(IsWhole ? "all cells of a scenario" : "one cell")}, {Text.Number(Percent, Percent % 1 == 0 ? 0 : 1)} % worse: "
        + $"within {HistoryInjection.Soon} runs {DemoTrials.Text(Soon)}, within {HistoryInjection.Late} runs {DemoTrials.Text(Late)}";
}
