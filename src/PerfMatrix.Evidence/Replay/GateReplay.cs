namespace PerfMatrix.Evidence.Replay;

internal sealed record ReplayOptions(int PullRequests = 2000, int Cells = 12, ulong Seed = 20261123)
{
    public int Threads { get; init; } = Environment.ProcessorCount;
}

/// <summary>Sends pull requests that are drawn from a pool of real rounds through the real gate and counts what it says.</summary>
internal sealed class GateReplay(RoundPool pool, GateRules rules, ReplayOptions options)
{
    private const double MustBeFoundPercent = 5;

    /// <summary>A row without a change, then one for each regression of the pool, which one of the cells has.</summary>
    public IReadOnlyList<ReplayRow> Run(Action<ReplayRow> progress, CancellationToken cancellation) =>
    [
        .. pool.Injected.Select(kind => (IReadOnlyList<PoolRun>?)[.. kind]).Prepend(null).Select((injected, number) =>
        {
            var done = Row(injected, (ulong)number, cancellation);
            progress(done);
            return done;
        }),
    ];

    private ReplayRow Row(IReadOnlyList<PoolRun>? injected, ulong row, CancellationToken cancellation)
    {
        var injection = injected?[0].Recording.Injection;
        var (total, turn) = (new ReplayTally(), new Lock());
        var parallel = new ParallelOptions { MaxDegreeOfParallelism = options.Threads, CancellationToken = cancellation };
        Parallel.For(0, options.PullRequests, parallel, number =>
        {
            var source = NoiseSource.Of(options.Seed, row, (ulong)number);
            ReplayedCell[] cells = [.. Enumerable.Range(1, options.Cells).Select(cell => Cell(
                cell, cell == 1 && injected is not null ? injected : pool.Identical, source))];
            var verdict = new ReplayedGate(rules, cells, pool.Machine).Judge();
            bool?[][] others = [.. cells.Select(cell => cell.FailedBy(OtherRules.OfBenchmarks, cell.Rounds.Undrawn(pool.Identical)))];
            lock (turn) total.Add(verdict, cells, injection, others);
        });
        // Of a row without a change every cell is drawn from the same runs, of another one the cell that has it is drawn from its own.
        var judged = ReplayRow.Of(injection, total) with { Independent = injected?.Count ?? Math.Max(1, pool.Identical.Count / options.Cells) };
        return judged with { Goals = Goals(judged) };
    }

    // All rounds of a simulated cell are of one real cell.
    private static ReplayedCell Cell(int number, IReadOnlyList<PoolRun> from, NoiseSource source)
    {
        var real = from.Select(run => run.Recording.Cell).Distinct().ToList();
        var chosen = real[(int)(source.Uniform() * real.Count)];
        PoolRun[] runs = [.. from.Where(run => run.Recording.Cell == chosen)];
        return ReplayedCell.Of(number, runs[0], new RoundDraw(runs, source));
    }

    private static Goal[] Goals(ReplayRow row) =>
        row.Injection is null ? [Goal.AtMost(Quantity.NotGreen, 1).By(row.ByRuns(row.NotGreen))]
        : row.Injection.Percent < MustBeFoundPercent ? []
        : [Goal.AtLeast(Quantity.Power, 90).By(row.ByRuns(row.Found)), Goal.AtMost(Quantity.CalledSame, 2).By(row.ByRuns(row.CalledSame))];
}

internal sealed class ReplayTally
{
    public int PullRequests, Red, Incomplete, Found, Repeats;
    public long Rounds, Loaded, AffectedRounds, Cells;

    /// <summary>Of each rule of others: pull requests that it fails and that it has data of, and affected cells likewise.</summary>
    public (int Red, int Judged, int Found, int Seen)[] Others { get; } = new (int, int, int, int)[OtherRules.OfBenchmarks.Count];

    /// <summary>Verdicts of the affected cell, or of all cells where none is, by metric.</summary>
    public SortedDictionary<string, int[]> Verdicts { get; } = new(StringComparer.Ordinal);

    /// <param name="injection">What the first cell has more of; null for nothing.</param>
    /// <param name="others">Of each cell, whether each rule of others fails it; null where it cannot say.</param>
    public void Add(VerdictDocument verdict, IReadOnlyList<ReplayedCell> cells, InjectionRecord? injection, bool?[][] others)
    {
        var affected = injection is null ? null : cells[0];
        IReadOnlyList<string> shown = injection?.Kind.Metrics ?? [];
        var counted = verdict.Cells.Where(cell => cell.Gates && (affected is null || cell.Cell == affected.Cell.Id)).ToList();
        PullRequests++;
        Red += verdict.Outcome == Outcome.Regressed ? 1 : 0;
        Incomplete += verdict.Outcome is Outcome.Incomplete or Outcome.Undecided ? 1 : 0;
        Found += counted.Exists(cell => cell.Verdict == Verdict.Worse && shown.Contains(cell.Metric)) ? 1 : 0;
        Repeats += cells.Any(cell => cell.Rounds.Repeats) ? 1 : 0;
        Cells += cells.Count;
        Rounds += cells.Sum(cell => cell.Drawn);
        Loaded += cells.Sum(cell => cell.Loaded);
        AffectedRounds += affected?.Drawn ?? 0;
        for (var rule = 0; rule < Others.Length; rule++)
        {
            var (so, any, own) = (Others[rule], ReplayedCell.Any(others.Select(cell => cell[rule])), others[0][rule]);
            Others[rule] = (so.Red + One(any == true), so.Judged + One(any is not null), so.Found + One(own == true), so.Seen + One(own is not null));
        }

        foreach (var cell in counted)
        {
            if (!Verdicts.TryGetValue(cell.Metric, out var numbers)) Verdicts[cell.Metric] = numbers = new int[Enum.GetValues<Verdict>().Length];
            numbers[(int)cell.Verdict]++;
        }

        static int One(bool counts) => counts ? 1 : 0;
    }
}

/// <summary>What the gate said of the pull requests of one kind.</summary>
/// <param name="Injection">What one cell of each pull request had more of; null for nothing.</param>
/// <param name="Red">Pull requests that failed.</param>
/// <param name="Incomplete">Pull requests without an answer.</param>
/// <param name="RoundsPerCell">Rounds of a cell, on average.</param>
/// <param name="Repeats">Pull requests for which the pool was too small, so that a round came twice.</param>
/// <param name="Metrics">Verdicts of the affected cell, or of all cells where none is, for the metrics that gate.</param>
/// <param name="Others">What rules of others say of the same pull requests, where they have data.</param>
/// <param name="Found">Pull requests in which the affected cell is worse in a metric that shall show it; null where there is none.</param>
/// <param name="CalledSame">Affected cells whose change is called the same in the metric that shall show it; null where that metric does not gate.
/// </param>
/// <param name="LoadedPerCell">Those under load, which take ten times as long as those that only start; null where an older program wrote this.
/// </param>
/// <param name="RoundsOfAffected">Rounds of the affected cell, on average; null where there is none.</param>
/// <param name="Independent">Pull requests that the recorded runs would make with each of them in one alone; null where an older program wrote this.
/// </param>
internal sealed record ReplayRow(
    InjectionRecord? Injection, Share Red, Share Incomplete, Share NotGreen, double RoundsPerCell, Share Repeats, IReadOnlyList<ReplayMetric> Metrics,
    IReadOnlyList<Goal> Goals, IReadOnlyList<OtherRuleRecord> Others, Share? Found = null, Share? CalledSame = null, double? LoadedPerCell = null,
    double? RoundsOfAffected = null, int? Independent = null)
{
    /// <summary>A share of the row as the runs allow to say it: however many pull requests are drawn from a few of them, nobody knows how lucky those
    /// were. Null where the number of runs is not known.</summary>
    public Share? ByRuns(Share? drawn) => drawn is null || Independent is not { } runs ? null
        : Share.OfSome((int)Math.Round(drawn.Percent / 100 * Math.Min(runs, drawn.Trials)), Math.Min(runs, drawn.Trials));

    public static ReplayRow Of(InjectionRecord? injection, ReplayTally tally)
    {
        IReadOnlyList<ReplayMetric> metrics = [.. tally.Verdicts.Select(metric => ReplayMetric.Of(metric.Key, metric.Value))];
        var own = injection is null ? null
            : injection.Kind.Metrics.Select(name => metrics.FirstOrDefault(metric => metric.Metric == name)).OfType<ReplayMetric>()
                .FirstOrDefault();
        var others = from rule in OtherRules.OfBenchmarks.Zip(tally.Others, (known, said) => (known.Name, Said: said))
                     where rule.Said.Judged > 0
                     select new OtherRuleRecord(rule.Name, Share.OfSome(rule.Said.Red, rule.Said.Judged),
                         injection is null ? null : Share.Of(rule.Said.Found, rule.Said.Seen));
        return new(
            injection, Red: Share.OfSome(tally.Red, tally.PullRequests), Incomplete: Share.OfSome(tally.Incomplete, tally.PullRequests),
            NotGreen: Share.OfSome(tally.Red + tally.Incomplete, tally.PullRequests), RoundsPerCell: (double)tally.Rounds / tally.Cells,
            Repeats: Share.OfSome(tally.Repeats, tally.PullRequests), metrics, Goals: [], [.. others],
            Found: injection is null ? null : Share.OfSome(tally.Found, tally.PullRequests), CalledSame: own?.Same,
            LoadedPerCell: (double)tally.Loaded / tally.Cells,
            RoundsOfAffected: injection is null ? null : (double)tally.AffectedRounds / tally.PullRequests);
    }
}

/// <summary>How often the gate said what of a metric.</summary>
internal sealed record ReplayMetric(string Metric, Share Worse, Share Better, Share Same, Share Undecided, Share Unknown)
{
    public static ReplayMetric Of(string metric, int[] verdicts)
    {
        return new(metric, Of(Verdict.Worse), Of(Verdict.Better), Of(Verdict.Same), Of(Verdict.Undecided), Of(Verdict.Unknown));

        Share Of(Verdict verdict) => Share.OfSome(verdicts[(int)verdict], verdicts.Sum());
    }
}

/// <param name="Recorded">Recorded runs, judged as they were measured.</param>
/// <param name="Notes">What a reader must know before trusting the figures.</param>
internal sealed record ReplayRecord(
    DateTimeOffset StartedAt, double ElapsedSeconds, int PullRequests, int Cells, ulong Seed, GatePolicy Policy, PoolFindings Pool,
    IReadOnlyList<ReplayRow> Rows, IReadOnlyList<RecordedGates> Recorded, IReadOnlyList<string> Notes);
