namespace PerfMatrix.History;

/// <summary>What people said of a change point.</summary>
/// <param name="Label">What it was; null where nobody said so.</param>
/// <param name="Acknowledged">The last day on which they know of it; null where they do not.</param>
/// <param name="UpdatedAt">When a history last noted something of it; null of a configuration.</param>
/// <param name="SettledAt">When a history first noted what they said; the same.</param>
internal sealed record ChangeNote(
    string? Label, DateOnly? Acknowledged = null, DateTimeOffset? UpdatedAt = null, DateTimeOffset? SettledAt = null);

/// <summary>What people found change points and verdicts to be (<c>crank/labels.yml</c>): the share of <c>noise</c> was false alarms.</summary>
internal static class ChangeLabels
{
    public const string Real = "real";

    /// <summary>The labels: a change of the code that nobody wanted, none at all, one that was meant, and one of the machines around it.</summary>
    private static readonly string[] s_all = [Real, "noise", "wanted", "infrastructure"];

    /// <summary>The label of each change point and verdict by its id; none without the file.</summary>
    public static IReadOnlyDictionary<string, string> Read(ConfigurationFiles files)
    {
        var labels = new Dictionary<string, string>();
        if (files.Find(ConfigurationFiles.Labels) is not { } file) return labels;
        foreach (var entry in file.Allow("labels").Required("labels").AsList().Items.Select(item => item.AsMap()))
        {
            var label = entry.Allow("change", "verdict", "label", "reason").Required("label");
            if (!s_all.Contains(label.AsText())) throw label.Expected($"one of {string.Join(", ", s_all)}");
            var kind = entry.Find("verdict") is null ? "change" : "verdict";
            if (kind == "verdict" && entry.Find("change") is not null) throw entry.Place.Error("found a change and a verdict; give each an entry");
            if (!labels.TryAdd(entry.Required(kind).AsText(), label.AsText()))
                throw entry.Place.Error($"found {kind} {entry.Required(kind).AsText()} twice; keep one of the two");
        }

        return labels;
    }

    /// <summary>What people said of each change point, by its id: its label, and until when it is acknowledged, of several days the last.</summary>
    public static IReadOnlyDictionary<string, ChangeNote> Notes(ConfigurationFiles files)
    {
        var (labels, days) = (Read(files), AcknowledgementFile.Changes(files).ToLookup(entry => entry.Change, entry => (DateOnly?)entry.Expires));
        return labels.Keys.Union(days.Select(entries => entries.Key))
            .ToDictionary(id => id, id => new ChangeNote(labels.GetValueOrDefault(id), days[id].Max()));
    }

    /// <summary>What a history knows of it.</summary>
    public static IReadOnlyDictionary<string, ChangeNote> In(IHistoryFiles files) =>
        (HistoryJson.Find<ChangesDocument>(files, HistoryPaths.Changes)?.Changes ?? [])
        .Where(change => (change.Label, change.Acknowledged, change.UpdatedAt) is not (null, null, null))
        .ToDictionary(change => change.Id, change => new ChangeNote(change.Label, change.Acknowledged, change.UpdatedAt, change.SettledAt));

    /// <summary>Makes what a history knows of it what is given; what is not given any more goes.</summary>
    /// <returns>The ids that no change point and no verdict of the list has.</returns>
    public static IReadOnlyList<string> AddTo(IHistoryFiles files, FileChanges changes, IReadOnlyDictionary<string, ChangeNote> notes)
    {
        var unknown = notes.Keys.Except(Shelf.Label(files, changes, notes));
        if (HistoryJson.Find<ChangesDocument>(files, HistoryPaths.Changes, changes) is not { } before) return [.. unknown];
        var index = HistoryJson.Find<IndexDocument>(files, HistoryPaths.Index, changes);
        var after = Over(before, notes, index?.UpdatedAt);
        if (!after.Changes.SequenceEqual(before.Changes))
        {
            changes.Set(files, HistoryPaths.Changes, HistoryJson.Write(after));
            if (index is not null && HistoryJson.Find<CatalogueDocument>(files, HistoryPaths.Catalogue, changes) is { } catalogue)
                changes.Set(files, HistoryPaths.Feed, AtomFeed.Of(index, () => catalogue, after.Changes));
            HistorySize.NoteAdded(files, changes);
        }

        return [.. unknown.Except(before.Changes.Select(change => change.Id))];
    }

    /// <param name="now">When the newest run ended: that is when what is new of them was noted; null where all was noted before.</param>
    public static ChangesDocument Over(ChangesDocument document, IReadOnlyDictionary<string, ChangeNote> notes, DateTimeOffset? now) => document with
    {
        Changes = [.. from change in document.Changes
                      let note = notes.GetValueOrDefault(change.Id)
                      let noted = (note?.Label, note?.Acknowledged) == (change.Label, change.Acknowledged) ? null : now
                      let times = new[] { change.UpdatedAt, note?.UpdatedAt, noted }
                      let settled = change.SettledAt ?? note?.SettledAt ?? ((note?.Label, note?.Acknowledged) is (null, null) ? null : now)
                      select change with { Label = note?.Label, Acknowledged = note?.Acknowledged, UpdatedAt = times.Max(), SettledAt = settled }],
    };
}
