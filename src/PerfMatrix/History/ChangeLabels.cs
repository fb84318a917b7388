namespace PerfMatrix.History;

/// <summary>What people found change points to be, in <c>crank/labels.yml</c>: the share of <c>noise</c> among them is how often the trend was
/// wrong.</summary>
internal static class ChangeLabels
{
    public const string Real = "real";

    /// <summary>The labels: a change of the code that nobody wanted, none at all, one that was meant, and one of the machines around it.</summary>
    private static readonly string[] s_all = [Real, "noise", "wanted", "infrastructure"];

    /// <summary>The label of each change point by its id; none without the file.</summary>
    /// <exception cref="UsageException">A key or label is unknown, or a change point is named twice; names file, line and key.</exception>
    public static IReadOnlyDictionary<string, string> Read(ConfigurationFiles files)
    {
        var labels = new Dictionary<string, string>();
        if (files.Find(ConfigurationFiles.Labels) is not { } file) return labels;
        foreach (var entry in file.Allow("labels").Required("labels").AsList().Items.Select(item => item.AsMap().Allow("change", "label", "reason")))
        {
            var label = entry.Required("label");
            if (!s_all.Contains(label.AsText())) throw label.Expected($"one of {string.Join(", ", s_all)}");
            if (!labels.TryAdd(entry.Required("change").AsText(), label.AsText()))
                throw entry.Place.Error($"found change {entry.Required("change").AsText()} twice; keep one of the two");
        }

        return labels;
    }

    /// <summary>The labels that a history has.</summary>
    public static IReadOnlyDictionary<string, string> In(IHistoryFiles files) =>
        HistoryJson.Find<ChangesDocument>(HistoryPaths.Changes, files.Read(HistoryPaths.Changes)) is { } document
            ? document.Changes.Where(change => change.Label is not null).ToDictionary(change => change.Id, change => change.Label!)
            : new Dictionary<string, string>();

    /// <summary>Makes the labels of a history those that are given; one that is not given any more goes.</summary>
    /// <returns>The ids that no change point has.</returns>
    public static IReadOnlyList<string> AddTo(IHistoryFiles files, FileChanges changes, IReadOnlyDictionary<string, string> labels)
    {
        if (changes.Read(files, HistoryPaths.Changes) is not { } content) return [.. labels.Keys];
        var before = HistoryJson.Read<ChangesDocument>(HistoryPaths.Changes, content);
        var after = Over(before, labels);
        if (!after.Changes.SequenceEqual(before.Changes))
        {
            changes.Set(files, HistoryPaths.Changes, HistoryJson.Write(after));
            HistorySize.NoteAdded(files, changes);
        }

        return [.. labels.Keys.Except(before.Changes.Select(change => change.Id))];
    }

    public static ChangesDocument Over(ChangesDocument document, IReadOnlyDictionary<string, string> labels) => document with
    {
        Changes = [.. document.Changes.Select(change =>
            labels.GetValueOrDefault(change.Id) is var label && label == change.Label ? change : change with { Label = label })],
    };
}
