namespace PerfMatrix.History;

/// <summary>Verdict and self-test documents of the history, as published, with a list of the newest 200; of verdicts no more are kept.</summary>
internal static class Shelf
{
    public const string Verdicts = "verdicts";
    public const string Selftests = "selftests";
    private const int Listed = 200;

    /// <param name="folder"><see cref="Verdicts"/> or <see cref="Selftests"/>.</param>
    public static FileChanges Add(
        IHistoryFiles files, string folder, string id, JsonElement document, DateTimeOffset publishedAt, SourceInfo? source) => Errors.Or(
        () => AddTo(files, folder, new Envelope(HistoryJson.SchemaVersion, id, publishedAt, source, null, document)),
        (HistoryException problem) => throw problem.ToUsage());

    /// <summary>Writes into the list what people found verdicts to be, and nothing else of it; gives the ids in it.</summary>
    public static IReadOnlyList<string> Label(IHistoryFiles files, FileChanges changes, IReadOnlyDictionary<string, ChangeNote> notes)
    {
        if (HistoryJson.Find<VerdictList>(files, HistoryPaths.VerdictList, changes) is not { } list) return [];
        List<VerdictEntry> items = [.. list.Items.Select(item => item with { Label = notes.GetValueOrDefault(item.Id)?.Label })];
        changes.Set(files, HistoryPaths.VerdictList, HistoryJson.Write(list with { Items = items }));
        if (changes.Files.ContainsKey(HistoryPaths.VerdictList)) HistorySize.NoteAdded(files, changes);
        return [.. items.Select(item => item.Id)];
    }

    /// <summary>Makes the newest entries of the index from the documents.</summary>
    internal static void Restore(IHistoryFiles files, HistoryStore store)
    {
        var (verdict, test) = (NewestVerdict(NewestFirst(files, Verdicts)), NewestTest(NewestFirst(files, Selftests)));
        store.Note(index => index with { Verdict = verdict ?? index.Verdict, Selftest = test ?? index.Selftest, Traced = TracedShelf.Count(files) });
    }

    private static FileChanges AddTo(IHistoryFiles files, string folder, Envelope envelope)
    {
        var path = HistoryPaths.Dated(folder, envelope.Id);
        if (files.Read(path) is { } content)
        {
            var there = HistoryJson.Read<Envelope>(path, content);
            return JsonElement.DeepEquals(there.Document, envelope.Document)
                ? new FileChanges()
                : throw new UsageException(
                $"{path}: a document of this id with other content was published before. Documents are never overwritten; give --id.");
        }

        var store = new HistoryStore(files);
        var all = NewestFirst(files, folder, envelope);
        store.Note(index => folder == Verdicts ? index with { Verdict = NewestVerdict(all) } : index with { Selftest = NewestTest(all) });
        store.Keep(path, HistoryJson.Write(envelope));
        // Every pull request brings one, and each change reads them all.
        foreach (var old in all.Skip(Listed).Where(old => folder == Verdicts && old.Id != store.Index.Verdict?.Id))
            store.Drop(HistoryPaths.Dated(folder, old.Id));
        store.Keep($"{folder}/index.json", folder == Verdicts
            ? HistoryJson.Write(new VerdictList(HistoryJson.SchemaVersion, Math.Min(all.Count, Listed), [.. all.Take(Listed).Select(VerdictOf)]))
            : HistoryJson.Write(new SelftestList(HistoryJson.SchemaVersion, all.Count, [.. all.Take(Listed).Select(SelftestOf)])));
        return store.Save();
    }

    private static List<Envelope> NewestFirst(IHistoryFiles files, string folder, params IEnumerable<Envelope> added)
    {
        var paths = files.Paths.Where(path => path.StartsWith($"{folder}/", StringComparison.Ordinal) && path.Count(c => c == '/') == 2).ToList();
        files.Prepare(paths);
        return [.. paths.Select(path => HistoryJson.Find<Envelope>(files, path)).OfType<Envelope>().Concat(added)
            .OrderByDescending(one => one.PublishedAt).ThenByDescending(one => one.Id, StringComparer.Ordinal)];
    }

    // That of a pull request says nothing of the branch, of which the badge speaks.
    private static VerdictEntry? NewestVerdict(List<Envelope> newestFirst) =>
        newestFirst.Find(one => PullRequestOf(one.Document) is null) is { } newest ? VerdictOf(newest) : null;

    // A comparison by hand has the object, too, without a number.
    private static JsonElement? PullRequestOf(JsonElement verdict) => Part(verdict, "pullRequest") is var asked
        && Has(asked, "number", JsonValueKind.Number) ? asked.GetProperty("number") : null;

    private static VerdictEntry VerdictOf(Envelope envelope)
    {
        var kinds = Items(envelope.Document, "cells").Where(cell => !Has(cell, "gates", JsonValueKind.False)).Select(KindOf).ToList();
        // Whoever publishes may be elsewhere, e.g. in a checkout of the default branch.
        var source = envelope.Source;
        var head = Text(Part(envelope.Document, "head"), "sha") ?? source?.Sha;
        var branch = PullRequestOf(envelope.Document) is { } number ? $"pull/{number}" : head == source?.Sha ? source?.Ref : null;
        return new(
            envelope.Id, HistoryPaths.Dated(Verdicts, envelope.Id), envelope.PublishedAt, head, branch,
            Text(envelope.Document, "outcome") ?? "unknown", kinds.Count(kind => kind == VerdictKind.Worse),
            kinds.Count(kind => kind == VerdictKind.Better), kinds.Count(kind => kind == VerdictKind.Same), kinds.Count(kind => kind.IsOpen()));
    }

    private static VerdictKind KindOf(JsonElement cell) => VerdictKinds.Of(
        Enum.TryParse<Verdict>(Text(cell, "verdict"), ignoreCase: true, out var verdict) ? verdict : Verdict.Unknown,
        Text(cell, "acknowledged") is not null, Has(cell, "dropped", JsonValueKind.True), Has(cell, "notMeasured", JsonValueKind.True));

    // A replay alone has no trials, of which the badge and the footer of the site speak.
    private static SelftestEntry? NewestTest(List<Envelope> newestFirst) => newestFirst.Select(SelftestOf).MaxBy(test => test.AaRuns > 0);

    /// <summary>The red rate of the real A/A trials; everything else of a self-test is read from its document.</summary>
    private static SelftestEntry SelftestOf(Envelope envelope)
    {
        var trials = Items(envelope.Document, "trials").Where(trial => Text(trial, "kind") == "aa").ToList();
        var red = trials.Count(trial => Text(trial, "outcome") == "regressed");
        var interval = trials.Count > 0 ? WilsonInterval.Of(red, trials.Count) : (WilsonInterval?)null;
        return new(
            envelope.Id, HistoryPaths.Dated(Selftests, envelope.Id), envelope.PublishedAt, envelope.Source?.Sha, envelope.Source?.Ref,
            trials.Count, red, interval?.Share, interval?.Low, interval?.High,
            trials.Count(trial => Text(trial, "outcome") is not ("pass" or "regressed")),
            Has(envelope.Document, "replay", JsonValueKind.Object));
    }

    private static IEnumerable<JsonElement> Items(JsonElement document, string name) =>
        Has(document, name, JsonValueKind.Array) ? document.GetProperty(name).EnumerateArray() : Enumerable.Empty<JsonElement>();

    private static JsonElement Part(JsonElement document, string name) =>
        Has(document, name, JsonValueKind.Object) ? document.GetProperty(name) : default;

    private static string? Text(JsonElement element, string name) =>
        Has(element, name, JsonValueKind.String) ? element.GetProperty(name).GetString() : null;

    private static bool Has(JsonElement element, string name, JsonValueKind kind) =>
        element.ValueKind == JsonValueKind.Object && element.TryGetProperty(name, out var value) && value.ValueKind == kind;
}
