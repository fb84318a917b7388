namespace PerfMatrix.History;

/// <summary>Kinds of events: what can change besides the code.</summary>
internal static class EventKinds
{
    public const string Runtime = "runtime";
    public const string Sdk = "sdk";
    public const string Image = "image";
    public const string Cpu = "cpu";
    public const string Cores = "cores";
    public const string Os = "os";
    public const string Driver = "driver";
    public const string Tool = "tool";
    public const string Reference = "reference";
}

/// <summary>Finds what changed around the code: values that no run had before. A pool of machines gives one event a model, not one a run.</summary>
internal static class EventFinder
{
    public static IReadOnlyList<HistoryEvent> Of(StoredRun run, RunTable table, IReadOnlyList<HistoryEvent> before) =>
    [
        .. from fact in Values(run, table).Distinct()
           where !string.IsNullOrEmpty(fact.Value)
           let earlier = before.Where(one => one.Kind == fact.Kind && one.Subject == fact.Subject).ToList()
           where !earlier.Exists(one => one.To == fact.Value)
           select new HistoryEvent(run.Sequence, fact.Kind, fact.Subject, earlier.LastOrDefault()?.To, fact.Value!),
    ];

    // Null or empty where the run does not say it.
    private static IEnumerable<(string Kind, string Subject, string? Value)> Values(StoredRun run, RunTable table) =>
    [
        .. from variant in Enumerable.Range(0, run.Variants.Cell.Count)
           where run.Variants.Side[variant] == 'h' && run.Variants.RuntimeVersion[variant] is not null
           let version = run.RuntimeVersions[run.Variants.RuntimeVersion[variant]!.Value]
           select (EventKinds.Runtime, table.Cells[run.Variants.Cell[variant]].Runtime, version),
        (EventKinds.Sdk, "", table.Settings.Sdk),
        (EventKinds.Image, "", run.Machine.RunnerImage),
        (EventKinds.Cpu, "", run.Machine.CpuModel),
        (EventKinds.Cores, run.Machine.CpuModel, run.Machine.Cores > 0 ? $"{run.Machine.Cores}" : null),
        (EventKinds.Os, "", run.Machine.Os),
        (EventKinds.Driver, "", run.Machine.Driver),
        (EventKinds.Tool, "", run.Tool.Version),
    ];
}
