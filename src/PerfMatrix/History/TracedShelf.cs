namespace PerfMatrix.History;

/// <summary>What traced rounds showed (<c>why.json</c>, <c>gc.json</c>), filed by what it is about.</summary>
/// <param name="Kind">why or gc.</param>
/// <param name="Id">Id of the run or verdict; an explanation that has none has an id of its own.</param>
/// <param name="From">What is compared with, for people.</param>
/// <param name="ShaBefore">Newest commit that is as before; null where nobody knows.</param>
/// <param name="ShaAfter">Commit that is changed; null where nobody knows.</param>
internal sealed record TracedDocument(
    string Kind, string Id, string From, string To, string? ShaBefore, string? ShaAfter, IReadOnlyList<string> Cells, JsonElement Document)
{
    public string Path => HistoryPaths.Dated(HistoryPaths.Traced, $"{Id}.{Kind}");

    public static IReadOnlyList<TracedDocument> Beside(string path, string id)
    {
        var folder = FolderOf(path);
        var (why, gc) = (WhyDocument.File.Beside(folder), GcDocument.File.Beside(folder));
        return [.. new[] { why is null ? null : Of(id, why), gc is null ? null : Of(id, gc) }.OfType<TracedDocument>()];
    }

    /// <summary>An explanation by itself. That of a bisection is about the change between the two ends that it searched.</summary>
    public static TracedDocument OfFile(string path, string id)
    {
        var traced = Of(id, WhyDocument.File.Read(path));
        return BisectDocument.File.Find(BisectDocument.File.In(FolderOf(path))) is { Candidates: [.., var bad] } search
            ? traced with { ShaBefore = search.Good.Id, ShaAfter = bad.Id } : traced;
    }

    public static TracedDocument Of(string id, WhyDocument why) => new(
        "why", id, why.Base.Label, why.Head.Label, why.Base.Sha, why.Head.Sha, [.. why.Cells.Select(cell => cell.Cell)],
        JsonSerializer.SerializeToElement(why.Bounded(), DocumentJson.Compact));

    public static TracedDocument Of(string id, GcDocument gc) => new(
        "gc", id, gc.From, gc.To, null, null, [.. gc.Cells.Select(cell => cell.Cell)],
        JsonSerializer.SerializeToElement(gc.Bounded(), DocumentJson.Compact));

    private static string FolderOf(string path) => System.IO.Path.GetDirectoryName(System.IO.Path.GetFullPath(path))!;
}

/// <summary>The traced documents of a history: the newest <see cref="Most"/>, each of at most 300 KB, with a list of them.</summary>
internal static class TracedShelf
{
    public const int Most = 100;

    /// <summary>Adds documents, or what has become of them since; none that is there already.</summary>
    public static void AddTo(
        IHistoryFiles files, FileChanges changes, IReadOnlyList<TracedDocument> documents, DateTimeOffset publishedAt, SourceInfo? source)
    {
        var added = documents.Where(one => !IsThere(files, one)).ToList();
        if (added.Count == 0) return;
        foreach (var one in added)
            changes.Set(one.Path, HistoryJson.Write(new Envelope(HistoryJson.SchemaVersion, one.Id, publishedAt, source, null, one.Document)));
        Write(files, changes,
        [
            .. added.Select(one => new TracedEntry(
                one.Id, one.Kind, one.Path, publishedAt, one.From, one.To, one.ShaBefore, one.ShaAfter, one.Cells)),
            .. Items(files).Where(item => !added.Exists(one => one.Path == item.Path)),
        ]);
    }

    public static void Prune(IHistoryFiles files, FileChanges changes, DateTimeOffset before)
    {
        var items = Items(files);
        var kept = items.Where(item => item.PublishedAt >= before).ToList();
        if (kept.Count < items.Count) Write(files, changes, kept);
    }

    public static int Count(IHistoryFiles files) => Items(files).Count;

    /// <summary>Why the cells of a run or verdict changed; null where no traced rounds showed it.</summary>
    public static WhyDocument? WhyOf(IHistoryFiles files, string id) =>
        Items(files).FirstOrDefault(one => one.Kind == "why" && one.Id == id) is { } item && files.Read(item.Path) is { } content
            ? WhyDocument.File.Parse(HistoryJson.Read<Envelope>(item.Path, content).Document.GetRawText(), item.Path) : null;

    private static bool IsThere(IHistoryFiles files, TracedDocument document) =>
        HistoryJson.Find<Envelope>(files, document.Path) is { } there && JsonElement.DeepEquals(there.Document, document.Document);

    // One that cannot be read lists nothing: what it named is added again when somebody publishes it.
    private static IReadOnlyList<TracedEntry> Items(IHistoryFiles files) => HistoryJson.Find<TracedList>(files, HistoryPaths.TracedList)?.Items ?? [];

    private static void Write(IHistoryFiles files, FileChanges changes, IReadOnlyList<TracedEntry> items)
    {
        var kept = items.Take(Most).ToList();
        foreach (var old in Items(files).ExceptBy(kept.Select(item => item.Path), item => item.Path).Where(old => files.Paths.Contains(old.Path)))
            changes.Remove(old.Path);
        changes.Set(files, HistoryPaths.TracedList, HistoryJson.Write(new TracedList(HistoryJson.SchemaVersion, kept)));
        changes.SetIndex(files, index => index with { Traced = kept.Count });
        HistorySize.NoteAdded(files, changes);
    }
}
