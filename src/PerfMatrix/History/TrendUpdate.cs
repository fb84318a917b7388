namespace PerfMatrix.History;

/// <summary>Looks at every series of a new run: notes its newest point, and marks changes.</summary>
internal sealed class TrendUpdate(
    HistoryStore store, SeriesStore series, LoadedDocument<LatestDocument> latest, LoadedDocument<ChangesDocument> changes)
{
    /// <summary>An exact 95 % interval of six rounds spans all of them: about six standard errors of their Hodges-Lehmann estimate.</summary>
    private const double ErrorsPerInterval = 6;

    private readonly Dictionary<(string CpuModel, int Cores, string Driver, int? Reference), int> _levels = [];
    private readonly Dictionary<(int Cell, string Metric), List<TrendPoint>> _windows = [];
    private Dictionary<(int Cell, string Metric), int>? _lastChange;

    /// <summary>Takes a run in whose points are in the shards already.</summary>
    public void Update(StoredRun run, IEnumerable<HeadVariant> heads)
    {
        var found = new List<FoundStep>();
        var all = heads.ToList();
        var blocks = BlocksOf(run);
        foreach (var metric in store.Catalogue.Metrics.Where(metric => run.Summary.ContainsKey(metric.Name)))
        {
            foreach (var head in all.Where(head => run.Summary[metric.Name][head.Variant].Value is not null))
            {
                var window = Window(metric.Name, head.Cell, run.Sequence, out var point);
                var isUnlinked = point.Ratio is null && run.Summary[metric.Name][head.Variant].Ratio is not null;
                Columns(metric.Name).Set(head.Cell, run.Sequence, point, isUnlinked);
                if (point.Ratio is not null && Find(window, head, blocks.GetValueOrDefault(head.Variant, -1), metric) is { } step) found.Add(step);
            }
        }

        if (found.Count == 0) return;
        var marked = changes.Value.Changes.Select(change => ChangeGroups.Earlier(change, store.Catalogue, run.FinishedAt));
        foreach (var group in ChangeMarking.Of(found, [.. marked])) Mark(group, run);
    }

    /// <summary>Notes the noise of the series that have been touched; once, at the end, because only the newest is kept.</summary>
    public void NoteNoise()
    {
        foreach (var ((cell, metric), window) in _windows)
            Columns(metric).Noise[cell] = StepFinder.Noise(window, Columns(metric).Sequence[cell]!.Value) is { } noise ? LogUnits.Of(noise) : null;
    }

    private static Dictionary<int, int> BlocksOf(StoredRun run) =>
        run.Blocks.SelectMany((block, index) => block.Variants.Select(variant => (variant, index))).DistinctBy(entry => entry.variant)
            .ToDictionary(entry => entry.variant, entry => entry.index);

    private static FoundStep? Find(List<TrendPoint> window, HeadVariant head, int block, MetricEntry metric)
    {
        var cellId = head.Axes.Id;
        if (StepFinder.Find(window, Seed(cellId, metric.Name, window[^1].Sequence)) is not { } step) return null;
        return new(head.Cell, head.Axes.Scenario, block, metric.Name, step.Shift > 0 == (metric.Direction == Direction.LowerIsBetter), step,
            () => IsRepeated(window[..^1], step, cellId, metric));
    }

    private static bool IsRepeated(List<TrendPoint> before, SeriesStep step, string cellId, MetricEntry metric) =>
        before.Count > 0 && StepFinder.Find(before, Seed(cellId, metric.Name, before[^1].Sequence)) is { } earlier
        && Math.Abs(earlier.Sequence - step.Sequence) <= step.Tolerance && Math.Sign(earlier.Shift) == Math.Sign(step.Shift);

    private LatestColumns Columns(string metric) => latest.Changing().Metrics.TryGetValue(metric, out var columns) ? columns
        : (latest.Value.Metrics[metric] = new([], [], [], [], [], []));

    /// <summary>The window of a series that ends with the run: kept from run to run, read from the shards the first time.</summary>
    private List<TrendPoint> Window(string metric, int cell, int sequence, out SeriesPoint point)
    {
        point = series.Backwards(store.Catalogue, metric, cell, sequence).First().Point;
        if (!_windows.TryGetValue((cell, metric), out var window)) _windows[(cell, metric)] = window = ReadWindow(metric, cell, sequence);
        else if (point.Ratio is not null) window.Add(PointOf(sequence, point));
        var first = Math.Max(LastChange(cell, metric), (HistoryPaths.ChunkOf(sequence) - 1) * HistoryPaths.ChunkRuns);
        var old = window.FindIndex(one => one.Sequence >= first);
        window.RemoveRange(0, Math.Max(old < 0 ? window.Count : old, window.Count - TrendRule.Window));
        return window;
    }

    private List<TrendPoint> ReadWindow(string metric, int cell, int sequence) => [.. series.Backwards(store.Catalogue, metric, cell, sequence)
        .Where(entry => entry.Point.Ratio is not null).Take(TrendRule.Window).Select(entry => PointOf(entry.Sequence, entry.Point)).Reverse()];

    private TrendPoint PointOf(int sequence, SeriesPoint point) => new(
        sequence, LogUnits.ToLog(point.Ratio!.Value), LevelOf(sequence),
        point is { Low: { } low, High: { } high } ? LogUnits.ToLog(high - low) / ErrorsPerInterval : null);

    /// <summary>Runs of the same kind of machine against the same reference have the same level. A chained reference is another one, because its link
    /// has an error that stays.</summary>
    private int LevelOf(int sequence)
    {
        var run = store.RequiredRun(sequence);
        var machine = store.Catalogue.Machines[run.Machine];
        var key = (machine.CpuModel, machine.Cores, machine.Driver, run.Reference);
        return _levels.TryGetValue(key, out var level) ? level : (_levels[key] = _levels.Count);
    }

    private int LastChange(int cell, string metric)
    {
        _lastChange ??= changes.Value.Changes.SelectMany(change => change.Members).GroupBy(member => (member.Cell, member.Metric))
            .ToDictionary(ofSeries => ofSeries.Key, ofSeries => ofSeries.Max(member => member.Sequence));
        return _lastChange.GetValueOrDefault((cell, metric));
    }

    private void Mark(MarkedSteps group, StoredRun run)
    {
        var all = changes.Changing().Changes;
        var settled = all.Count(change => change.Sequence == group.Sequence && change.SettledAt < run.FinishedAt);
        var id = group.Joined?.Id ?? ChangeGroups.Id(store.RequiredRun(group.Sequence).Id, settled);
        var index = all.FindIndex(change => change.Id == id);
        var members = (index < 0 ? [] : all[index].Members).ToList();
        foreach (var step in group.Steps)
            _lastChange![(step.Cell, step.Metric)] = ChangeGroups.Add(members, step, group.Sequence, run.Sequence).Sequence;
        var change = ChangeGroups.Of(store, series, id, group.Sequence, members, index < 0 ? run.Sequence : all[index].Detected);
        var known = index < 0 ? change with { SettledAt = store.Notes.GetValueOrDefault(change.Id)?.SettledAt } : all[index];
        if (index >= 0) all.RemoveAt(index);
        // A run may be published late, and nothing in a feed goes back.
        var updated = new[] { known.UpdatedAt, run.FinishedAt }.Max();
        all.Add(change with { Label = known.Label, Acknowledged = known.Acknowledged, SettledAt = known.SettledAt, UpdatedAt = updated });
        all.Sort((one, other) => (one.Sequence, one.Detected).CompareTo((other.Sequence, other.Detected)));
    }

    /// <summary>The same series at the same run gives the same permutations, here and when the history is rebuilt.</summary>
    private static int Seed(string cell, string metric, int sequence)
    {
        var hash = 2166136261u;
        foreach (var letter in cell + metric) hash = (hash ^ letter) * 16777619;
        return (int)((hash ^ (uint)sequence) * 16777619 & 0x7fffffff);
    }
}

/// <summary>The rule for change points, and its error rate.</summary>
internal static class TrendRule
{
    /// <summary>Newest points of a series that are looked at; the last change point starts a new window.</summary>
    public const int Window = 60;
    public const int MinimumBefore = 8;
    public const int MinimumAfter = 3;
    public const int Fewest = MinimumBefore + MinimumAfter;

    /// <summary>Points after a place that is looked at: one fewer than needed, because the best of too few is the one before the true one.</summary>
    public const int PlacedAfter = 2;

    /// <summary>Permutations of the test; the observed order must beat all of them, so p is at most 1 in 1,000.</summary>
    public const int Permutations = 999;

    /// <summary>Smallest change that is marked: 1 %.</summary>
    public const double SmallestShift = 0.00995;

    /// <summary>Size of a change in standard errors that a cell needs to count at all. Conbench marks a single series at 5.</summary>
    public const double AgreeingErrors = 5;

    /// <summary>Standard errors of a change that is marked: of cells that agree together, or of one that is found in two runs in a row.</summary>
    public const double MarkedErrors = 7.5;

    /// <summary>Runs between a marked change and that of a cell alone, of its scenario, metric and direction, that is found later: one that noise has
    /// put at the wrong place rather than another change, unless it is larger than so many standard deviations from run to run.</summary>
    public const int LateRuns = 8, LateNoise = 10;

    /// <summary>A change below this size near another of the same scenario, metric and direction continues it: a drift, not a second step.</summary>
    public const double DriftStep = 0.025;

    /// <summary>Runs after which it does not.</summary>
    public const int DriftRuns = 40;

    /// <summary>Points of a machine that are needed before the newest five, to know its level.</summary>
    public const int MachineLevelPoints = 5;

    /// <summary>Newest points that do not count for the level of a machine, because a change may lie between them.</summary>
    public const int NewestPoints = 5;

    public const string Sentence =
        "Ratio to the pinned reference; E-divisive over the newest 60 runs of a series, seeded permutation test p <= 0.001, change >= 1 % and >= 5 "
        + "standard errors; marked when cells that agree have >= 7.5 standard errors together (those of one block are correlated by their "
        + "reference), or one cell alone has them at two runs in a row.";
}
