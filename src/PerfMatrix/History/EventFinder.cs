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
           let earlier = before.Where(one => one.Kind == fact.Kind && one.Subject == fact.Subject).ToList()
           where !earlier.Exists(one => one.To == fact.Value)
           select new HistoryEvent(run.Sequence, fact.Kind, fact.Subject, earlier.LastOrDefault()?.To, fact.Value),
    ];

    private static IEnumerable<(string Kind, string Subject, string Value)> Values(StoredRun run, RunTable table)
    {
        for (var variant = 0; variant < run.Variants.Cell.Count; variant++)
        {
            if (run.Variants.Side[variant] == 'h' && run.Variants.RuntimeVersion[variant] is { } version)
                yield return (EventKinds.Runtime, table.Cells[run.Variants.Cell[variant]].Runtime, run.RuntimeVersions[version]);
        }

        var machine = run.Machine;
        foreach (var (kind, subject, value) in new[]
        {
            (EventKinds.Sdk, "", table.Settings.Sdk),
            (EventKinds.Image, "", machine.RunnerImage),
            (EventKinds.Cpu, "", machine.CpuModel),
            (EventKinds.Cores, machine.CpuModel, machine.Cores > 0 ? $"{machine.Cores}" : null),
            (EventKinds.Os, "", machine.Os),
            (EventKinds.Driver, "", machine.Driver),
            (EventKinds.Tool, "", run.Tool.Version),
        })
            if (!string.IsNullOrEmpty(value)) yield return (kind, subject, value);
    }
}
