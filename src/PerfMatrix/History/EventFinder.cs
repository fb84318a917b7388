namespace PerfMatrix.History;

/// <summary>Finds what changed around the code: values that no run had before. A pool of machines gives one event a model, not one a run.</summary>
internal static class EventFinder
{
    /// <summary>Kind of events of a runtime, each of one target framework.</summary>
    public const string Runtime = "runtime";

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
                yield return (Runtime, table.Cells[run.Variants.Cell[variant]].Runtime, run.RuntimeVersions[version]);
        }

        var machine = run.Machine;
        foreach (var (kind, subject, value) in new[]
        {
            ("sdk", "", table.Settings.Sdk),
            ("image", "", machine.RunnerImage),
            ("cpu", "", machine.CpuModel),
            ("cores", machine.CpuModel, machine.Cores > 0 ? $"{machine.Cores}" : null),
            ("os", "", machine.Os),
            ("driver", "", machine.Driver),
            ("tool", "", run.Tool.Version),
        })
            if (!string.IsNullOrEmpty(value)) yield return (kind, subject, value);
    }
}
