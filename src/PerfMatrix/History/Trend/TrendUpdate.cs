using PerfMatrix.Metrics;

namespace PerfMatrix.History;

/// <summary>Looks at every series of a new run: notes its newest point and its noise, and marks changes.</summary>
internal sealed class TrendUpdate(HistoryStore store, SeriesStore series, LoadedDocument<LatestDocument> latest, LoadedDocument<ChangesDocument> changes)
{
    /// <summary>An exact 95 % interval of six rounds spans all of them: about six standard errors of their Hodges-Lehmann estimate.</summary>
    private const double ErrorsPerInterval = 6;

    private readonly Dictionary<int, int> _machines = [];
    private readonly Dictionary<(string CpuModel, int Cores, string Driver), int> _machineKinds = [];
    private Dictionary<(int Cell, string Metric), int>? _lastChange;

    public void Update(StoredRun run, RunTable table)
    {
        var found = new List<FoundStep>();
        var start = store.Catalogue.References.Where(reference => !reference.Chained).Select(reference => reference.First).DefaultIfEmpty(0).Max();
        var heads = new Heads(run, table, store.Catalogue);
        foreach (var metric in store.Catalogue.Metrics.Where(metric => run.Summary.ContainsKey(metric.Name)))
        {
            foreach (var (cell, entry, variant) in heads.All)
            {
                if (run.Summary[metric.Name][variant].Value is null) continue;
                var scenario = heads.Scenario(entry.Scenario);
                var window = Window(metric, scenario, cell, run.Sequence, Math.Max(start, LastChange(cell, metric.Name)));
                Note(metric, scenario, cell, run.Sequence, window);
                if (run.Summary[metric.Name][variant].Ratio is not null && Find(window, entry.Id, metric, cell) is { } step) found.Add(step);
            }
        }

        foreach (var group in ChangeMarking.Of(found, [.. changes.Value.Changes.Select(change => change.Sequence)])) Mark(group, run);
    }

    private static FoundStep? Find(List<TrendPoint> window, string cellId, MetricEntry metric, int cell)
    {
        if (window.Count == 0 || StepFinder.Find(window, Seed(cellId, metric.Name, window[^1].Sequence)) is not { } step) return null;
        var before = window[..^1];
        var earlier = before.Count == 0 ? null : StepFinder.Find(before, Seed(cellId, metric.Name, before[^1].Sequence));
        var isRepeated = earlier is { } one && Math.Abs(one.Sequence - step.Sequence) <= step.Tolerance && Math.Sign(one.Shift) == Math.Sign(step.Shift);
        return new(cell, metric.Name, IsWorse(metric, step), step, isRepeated);
    }

    private static bool IsWorse(MetricEntry metric, SeriesStep step) => step.Shift > 0 == (metric.Direction == Direction.LowerIsBetter);

    private List<TrendPoint> Window(MetricEntry metric, ScenarioEntry scenario, int cell, int sequence, int start)
    {
        var window = series.Backwards(metric, scenario, cell, sequence)
            .TakeWhile(entry => entry.Sequence >= start)
            .Where(entry => entry.Point.Ratio is not null)
            .Take(TrendRule.Window)
            .Select(entry => new TrendPoint(
                entry.Sequence,
                LogUnits.ToLog(entry.Point.Ratio!.Value),
                MachineKind(entry.Sequence),
                entry.Point is { Low: { } low, High: { } high } ? LogUnits.ToLog(high - low) / ErrorsPerInterval : null))
            .ToList();
        window.Reverse();
        return window;
    }

    private int MachineKind(int sequence)
    {
        if (_machines.TryGetValue(sequence, out var kind)) return kind;
        var machine = store.Catalogue.Machines[store.RunAt(sequence)!.Machine];
        var key = (machine.CpuModel, machine.Cores, machine.Driver);
        if (!_machineKinds.TryGetValue(key, out kind)) _machineKinds[key] = kind = _machineKinds.Count;
        return _machines[sequence] = kind;
    }

    private int LastChange(int cell, string metric)
    {
        _lastChange ??= changes.Value.Changes
            .SelectMany(change => change.Members.Select(member => ((member.Cell, member.Metric), change.Sequence)))
            .GroupBy(entry => entry.Item1)
            .ToDictionary(group => group.Key, group => group.Max(entry => entry.Sequence));
        return _lastChange.GetValueOrDefault((cell, metric));
    }

    private void Note(MetricEntry metric, ScenarioEntry scenario, int cell, int sequence, List<TrendPoint> window)
    {
        var point = series.Backwards(metric, scenario, cell, sequence).First().Point;
        if (!latest.Changing().Metrics.TryGetValue(metric.Name, out var columns)) latest.Value.Metrics[metric.Name] = columns = new([], [], [], [], [], []);
        columns.Set(cell, sequence, point, StepFinder.Noise(window) is { } noise ? LogUnits.Of(noise) : null);
    }

    private void Mark(MarkedSteps group, StoredRun run)
    {
        var all = changes.Changing().Changes;
        var index = all.FindIndex(change => change.Sequence == group.Sequence);
        var members = (index < 0 ? [] : all[index].Members).ToList();
        foreach (var step in group.Steps.Where(step => !members.Exists(member => member.Cell == step.Cell && member.Metric == step.Metric)))
        {
            members.Add(ChangeGroups.Member(step, run.Sequence));
            _lastChange![(step.Cell, step.Metric)] = group.Sequence;
        }

        if (index >= 0) all[index] = ChangeGroups.With(all[index], members);
        else all.Add(ChangeGroups.Of(store, group.Sequence, members, run.Sequence));
        all.Sort((one, other) => one.Sequence.CompareTo(other.Sequence));
    }

    /// <summary>The same series at the same run gives the same permutations, here and when the history is rebuilt.</summary>
    private static int Seed(string cell, string metric, int sequence)
    {
        var hash = 2166136261u;
        foreach (var letter in cell.Concat(metric)) hash = (hash ^ letter) * 16777619;
        return (int)((hash ^ (uint)sequence) * 16777619 & 0x7fffffff);
    }

    /// <summary>The head variants of a run with their cells.</summary>
    private sealed class Heads(StoredRun run, RunTable table, CatalogueDocument catalogue)
    {
        private readonly Dictionary<string, ScenarioEntry> _scenarios = catalogue.Scenarios.ToDictionary(scenario => scenario.Name);

        public List<(int Cell, CellEntry Entry, int Variant)> All { get; } = List(run, table, catalogue);

        public ScenarioEntry Scenario(string name) => _scenarios[name];

        private static List<(int Cell, CellEntry Entry, int Variant)> List(StoredRun run, RunTable table, CatalogueDocument catalogue)
        {
            var cells = catalogue.Cells.Select((cell, index) => (cell.Id, index)).ToDictionary(cell => cell.Id, cell => cell.index);
            return
            [
                .. from variant in Enumerable.Range(0, run.Variants.Cell.Count)
                   where run.Variants.Side[variant] == 'h'
                   let cell = cells[table.Cells[run.Variants.Cell[variant]].Id]
                   select (cell, catalogue.Cells[cell], variant),
            ];
        }
    }
}
