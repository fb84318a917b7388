namespace PerfMatrix.History;

/// <summary>Everything that is derived from runs, in memory: loaded as far as a change needs it, appended to, written back. Appending reads and
/// writes only the last two chunks, so its cost does not depend on the length of the history. For one caller at a time.</summary>
internal sealed class HistoryStore(IHistoryFiles files)
{
    private readonly LoadedDocument<IndexDocument> _index = new(files, HistoryPaths.Index, () =>
        new(HistoryJson.SchemaVersion, null, 0, HistoryPaths.ChunkRuns, 0, null, null, null, null, 0, []) { Size = new Bytes(0) });
    private readonly LoadedDocument<CatalogueDocument> _catalogue = new(files, HistoryPaths.Catalogue, CatalogueDocument.Empty);
    private readonly LoadedDocument<LatestDocument> _latest = new(files, HistoryPaths.Latest, () => new(HistoryJson.SchemaVersion, []));
    private readonly LoadedDocument<EventsDocument> _events = new(files, HistoryPaths.Events, () => new(HistoryJson.SchemaVersion, []));
    private readonly LoadedDocument<ReferencesDocument> _references = new(files, HistoryPaths.References, () => new(HistoryJson.SchemaVersion, []));
    private readonly LoadedDocument<ChangesDocument> _changes =
        new(files, HistoryPaths.Changes, () => new(HistoryJson.SchemaVersion, TrendRule.Sentence, []));

    private readonly Dictionary<int, LoadedDocument<RunListDocument>> _runLists = [];
    private readonly FileChanges _written = new();
    private readonly SeriesStore _series = new(files);
    private Bytes? _sizeBefore;

    private CatalogueTables Tables => field ??= new(_catalogue);
    private References Pins => field ??= new(_catalogue, _references);
    private TrendUpdate Trend => field ??= new(this, _series, _latest, _changes);

    public IndexDocument Index => _index.Value;
    public CatalogueDocument Catalogue => _catalogue.Value;
    public IReadOnlyList<HistoryEvent> Events => _events.Value.Events;
    public IReadOnlyList<ChangeGroup> Changes => _changes.Value.Changes;
    public LatestDocument Latest => _latest.Value;
    public int NextSequence => Index.Newest is { } newest ? newest.Sequence + 1 : 0;

    /// <summary>What people had said of change points that are found anew.</summary>
    public IReadOnlyDictionary<string, ChangeNote> Notes { get; init; } = new Dictionary<string, ChangeNote>();

    public RunListDocument RunList(int chunk) => RunLists(chunk).Value;

    public RunEntry? RunAt(int sequence)
    {
        if (sequence < 0) return null;
        var runs = RunList(HistoryPaths.ChunkOf(sequence)).Runs;
        var expected = runs.FindLastIndex(Math.Min(runs.Count - 1, sequence % HistoryPaths.ChunkRuns), run => run.Sequence <= sequence);
        return expected >= 0 && runs[expected].Sequence == sequence ? runs[expected] : null;
    }

    /// <exception cref="HistoryException">The history lacks it.</exception>
    public RunEntry RequiredRun(int sequence) => RunAt(sequence)
        ?? throw new HistoryException(HistoryPaths.RunList(HistoryPaths.ChunkOf(sequence)), $"lacks the run {sequence}", isNewer: false);

    /// <summary>Appends a run that has its place: files of the run itself and everything derived from it.</summary>
    /// <param name="isStored">Whether its file is there, in whatever version it was written: it stays as it is.</param>
    public void Append(CompactRun compact, bool isStored = false)
    {
        var (run, table) = (compact.Run, compact.Table);
        if (!isStored) WriteRun(compact);
        var machine = Tables.Update(run, table);
        var events = EventFinder.Of(run, table, _events.Value.Events);
        var pin = Pins.Update(run, table, Tables);
        if (pin is { IsNew: true })
            events = [.. events, new(run.Sequence, EventKinds.Reference, "", pin.Before, run.Reference!, pin.Before is null ? null : pin.IsChained)];
        if (events.Count > 0) _events.Changing().Events.AddRange(events.Select(one => one with { Run = run.Id, StartedAt = run.StartedAt }));
        var entry = Entry(run, machine, pin?.Index);
        RunLists(HistoryPaths.ChunkOf(run.Sequence)).Changing().Runs.Add(entry);
        SetIndex(entry, run);
        AppendPoints(compact, pin);
        Trend.Update(run, Tables.Heads(compact));
    }

    internal void Keep(string path, byte[] content) => _written.Set(files, path, content);
    internal void Drop(string path) => _written.Remove(path);

    /// <summary>Notes in the entry point what is not derived from runs.</summary>
    internal void Note(Func<IndexDocument, IndexDocument> change) => _index.Value = change(Index);

    internal void SetNotes(IReadOnlyDictionary<string, ChangeNote> notes)
    {
        if (notes.Count > 0) _changes.Value = ChangeLabels.Over(_changes.Value, notes, null);
    }

    /// <summary>Files that differ from those the history was opened with.</summary>
    public FileChanges Save()
    {
        Trend.NoteNoise();
        if (Index.Marks != Changes.Count) _index.Value = Index with { Marks = Changes.Count };
        _index.Changing();
        _catalogue.WriteTo(_written);
        _latest.WriteTo(_written);
        _events.WriteTo(_written);
        _references.WriteTo(_written);
        _changes.WriteTo(_written);
        foreach (var list in _runLists.Values) list.WriteTo(_written);
        _series.WriteTo(_written);
        _written.Set(files, HistoryPaths.Feed, AtomFeed.Of(Index, () => Catalogue, Changes));
        Badges.Write(files, this, _written);
        _written.Set(files, HistoryPaths.NoJekyll, []);
        NoteSize();
        _index.WriteTo(_written);
        return _written;
    }

    /// <summary>A size that is not known stays so until somebody reads everything.</summary>
    private void NoteSize()
    {
        _sizeBefore ??= Index.Size;
        if (_sizeBefore is { } before) _index.Value = Index with { Size = new Bytes(before.Count + HistorySize.Added(files, _written)) };
    }

    private LoadedDocument<RunListDocument> RunLists(int chunk) => _runLists.TryGetValue(chunk, out var list) ? list
        : (_runLists[chunk] = new(
            files, HistoryPaths.RunList(chunk), () => new(HistoryJson.SchemaVersion, chunk, chunk * HistoryPaths.ChunkRuns, [])));

    private void WriteRun(CompactRun compact)
    {
        _written.Set(files, HistoryPaths.Run(compact.Run.Id), HistoryJson.Write(compact.Run));
        _written.Set(files, HistoryPaths.Table(compact.Run.Table), HistoryJson.Write(compact.Table));
        if (compact.Timelines is { } timelines) _written.Set(files, HistoryPaths.Timelines(compact.Run.Id), HistoryJson.Write(timelines));
    }

    private void SetIndex(RunEntry entry, StoredRun run) => _index.Value = Index with
    {
        UpdatedAt = new[] { Index.UpdatedAt, run.FinishedAt }.Max(), // a run may be published late
        Runs = Index.Runs + 1,
        Chunks = HistoryPaths.ChunkOf(run.Sequence) + 1,
        Newest = entry,
        Repository = GitSource.PageOf(run.Source.Repository) ?? Index.Repository,
        Generated = run.Generated || Index.Generated,
    };

    private void AppendPoints(CompactRun compact, Pin? pin)
    {
        foreach (var (metric, points) in compact.Run.Summary)
        {
            foreach (var head in Tables.Heads(compact).Where(head => points[head.Variant].Value is not null))
                _series.Set(Tables.Metric(metric), Tables.Scenario(head.Axes.Scenario), head.Cell, compact.Run.Sequence,
                    Chained(points[head.Variant], pin, metric, head.Cell));
        }
    }

    private SeriesPoint Chained(SeriesPoint point, Pin? pin, string metric, int cell) => pin is null ? point
        : IsBroken(pin.Index, metric, cell) ? new SeriesPoint(point.Value) : point.Chained(Pins.Offset(pin.Index, metric, cell));

    /// <summary>Whether a series has ratios against an older reference to which nothing links those against this one: they would draw a step that
    /// nobody made. Its newest point tells, also that it was so before.</summary>
    private bool IsBroken(int pin, string metric, int cell) =>
        Pins.IsUnlinked(pin, metric, cell)
        && Latest.Metrics.TryGetValue(metric, out var columns)
        && cell < columns.Sequence.Count
        && columns.Sequence[cell] is { } newest
        && (newest < Catalogue.References[pin].First) == (columns.Ratio[cell] is not null);

    private static RunEntry Entry(StoredRun run, int machine, int? pin)
    {
        return new(
            run.Sequence, run.Id, HistoryPaths.Run(run.Id), run.StartedAt, run.FinishedAt, run.Complete, run.Source.Sha, run.Source.Ref,
            run.Source.Dirty, machine, Measured: Count(VariantStatus.Measured), Failed: Count(VariantStatus.Failed),
            Unavailable: Count(VariantStatus.Unavailable), NotApplicable: Count(VariantStatus.NotApplicable), Warnings: run.Warnings.Count,
            Rounds: run.Blocks.Select(block => block.Start?.Count ?? 0).DefaultIfEmpty().Max(), Reference: pin, Imported: run.Imported is not null);

        int Count(VariantStatus status) => run.Variants.Status.Count(letter => letter == StatusLetters.Of(status));
    }
}

/// <summary>A document of the history in memory, read when first used and written when changed.</summary>
internal sealed class LoadedDocument<T>(IHistoryFiles files, string path, Func<T> create)
    where T : class
{
    private T? _value;
    private bool _isChanged;

    public T Value
    {
        get => _value ??= files.Read(path) is { } content ? HistoryJson.Read<T>(path, content) : create();
        set => (_value, _isChanged) = (value, true);
    }

    /// <summary>The document, which the caller is about to change.</summary>
    public T Changing()
    {
        _isChanged = true;
        return Value;
    }

    public void WriteTo(FileChanges changes)
    {
        if (_isChanged) changes.Set(files, path, HistoryJson.Write(Value));
    }
}
