namespace PerfMatrix.History;

internal readonly record struct HeadVariant(int Variant, int Cell, Cell Axes);

/// <summary>Keeps the catalogue: entries are added in order of appearance and never move, because others refer to them by index.</summary>
internal sealed class CatalogueTables(LoadedDocument<CatalogueDocument> document)
{
    private Dictionary<string, int> Cells => field ??= document.Value.Cells.Index().ToDictionary(cell => cell.Item.Id, cell => cell.Index);

    private Dictionary<string, MetricEntry> Metrics => field ??= document.Value.Metrics.ToDictionary(metric => metric.Name);
    private Dictionary<string, ScenarioPath> Scenarios => field ??= document.Value.Scenarios.ToDictionary(scenario => scenario.Name);

    public MetricEntry Metric(string name) => Metrics[name];

    public ScenarioPath Scenario(string name) => Scenarios[name];

    public int Update(StoredRun run, RunTable table)
    {
        var catalogue = document.Changing();
        foreach (var metric in table.Metrics)
        {
            var entry = new MetricEntry(
                metric.Name, metric.Title, metric.Unit, metric.Direction, metric.Decimals, metric.Description, HistoryPaths.FolderOf(metric.Name));
            if (!Metrics.TryGetValue(metric.Name, out var before)) catalogue.Metrics.Add(entry);
            else if (before != entry) catalogue.Metrics[catalogue.Metrics.IndexOf(before)] = entry;
            Metrics[metric.Name] = entry;
        }

        foreach (var variant in HeadsOf(run)) Update(catalogue, run, variant, table.Cells[run.Variants.Cell[variant]]);

        // Every hosted run has another instance and every week another kernel and image: the list would grow with every run.
        var machine = catalogue.Machines.FindIndex(known => known.Fingerprint == run.Machine.Fingerprint);
        if (machine >= 0) return machine;
        catalogue.Machines.Add(run.Machine with { Instance = null });
        return catalogue.Machines.Count - 1;
    }

    public IEnumerable<HeadVariant> Heads(CompactRun compact) =>
        from variant in HeadsOf(compact.Run)
        let axes = compact.Table.Cells[compact.Run.Variants.Cell[variant]]
        select new HeadVariant(variant, Cells[axes.Id], axes);

    /// <summary>One head a cell: an identical copy, which is measured to see the noise, comes behind it and is no point of the series.</summary>
    public static IEnumerable<int> HeadsOf(StoredRun run) =>
        Enumerable.Range(0, run.Variants.Cell.Count).Where(variant => run.Variants.Side[variant] == 'h')
        .DistinctBy(variant => run.Variants.Cell[variant]);

    private void Update(CatalogueDocument catalogue, StoredRun run, int variant, Cell axes)
    {
        var scenario = new ScenarioPath(axes.Scenario, HistoryPaths.FolderOf(axes.Scenario));
        if (Scenarios.TryAdd(axes.Scenario, scenario)) catalogue.Scenarios.Add(scenario);
        var status = StatusLetters.Parse(run.Variants.Status[variant]);
        var reason = run.Variants.Reason.GetValueOrDefault($"{variant}");
        if (Cells.TryAdd(axes.Id, catalogue.Cells.Count)) catalogue.Cells.Add(new(axes) { First = run.Sequence });
        var index = Cells[axes.Id];
        catalogue.Cells[index] = catalogue.Cells[index] with { Last = run.Sequence, Status = status, Reason = reason };
    }
}
