namespace PerfMatrix.History;

/// <summary>Kinds of events: what can change besides the code.</summary>
internal static class EventKinds
{
    public const string Runtime = "runtime";

    /// <summary>.NET SDK that built the applications (the setting <c>sdk</c>).</summary>
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
    public static IReadOnlyList<HistoryEvent> Of(StoredRun run, RunTable table, IReadOnlyList<HistoryEvent> before)
    {
        var events = new List<HistoryEvent>();
        foreach (var (kind, subject, value) in Values(run, table).Distinct())
        {
            var earlier = before.Where(one => one.Kind == kind && one.Subject == subject).ToList();
            if (earlier.Exists(one => one.To == value)) continue;
            events.Add(new(run.Sequence, kind, subject, earlier.Count > 0 ? earlier[^1].To : null, value));
        }

        return events;
    }

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
