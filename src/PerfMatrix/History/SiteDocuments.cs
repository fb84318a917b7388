namespace PerfMatrix.History;

/// <summary><c>index.json</c>: the entry point, of the same size whatever the length of the history.</summary>
/// <param name="UpdatedAt">When the run ended that ended last; null in an empty history.</param>
/// <param name="Problems">Files that could not be read when the history was last rebuilt.</param>
/// <param name="Size">Size of the files of the history (<see cref="HistoryPaths.IsCounted"/>); null until a rebuild where nobody counted.</param>
/// <param name="Generated">Whether a run of it was made up; pages and badges say so.</param>
/// <param name="Traced">Documents of traced rounds, see <see cref="TracedShelf"/>; 0 tells that there is no list of them.</param>
/// <param name="Site">Address of the site, ending in a slash, by which the feed links to it; null where nobody told it.</param>
internal sealed record IndexDocument(
    int SchemaVersion, DateTimeOffset? UpdatedAt, int Runs, int Chunk, int Chunks, RunEntry? Newest, string? Repository, VerdictEntry? Verdict,
    SelftestEntry? Selftest, int Marks, IReadOnlyList<HistoryProblem> Problems,
    [property: JsonPropertyName("historyBytes"), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] Bytes? Size = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool Generated = false,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] int Traced = 0,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Site = null);

internal sealed record HistoryProblem(string Path, string Problem);

/// <summary><c>index/&lt;k&gt;.json</c>: the runs of a chunk.</summary>
internal sealed record RunListDocument(int SchemaVersion, int Chunk, int First, List<RunEntry> Runs);

internal sealed record RunEntry(
    int Sequence, string Id, string Path, DateTimeOffset StartedAt, DateTimeOffset FinishedAt, bool Complete, string? Sha, string? Ref, bool Dirty,
    int Machine, int Measured, int Failed, int Unavailable, int NotApplicable, int Warnings, int Rounds, int? Reference, bool Imported);

/// <summary><c>catalogue.json</c>: the tables that the others index.</summary>
internal sealed record CatalogueDocument(
    int SchemaVersion, List<MetricEntry> Metrics, List<ScenarioPath> Scenarios, List<CellEntry> Cells, List<MachineInfo> Machines,
    List<ReferenceEntry> References)
{
    public static CatalogueDocument Empty() => new(HistoryJson.SchemaVersion, [], [], [], [], []);
}

/// <summary>A metric and its folder under <c>series/</c>.</summary>
internal sealed record MetricEntry(string Name, string Title, string Unit, Direction Direction, int Decimals, string Description, string Path);

/// <summary>A scenario and its folder under <c>series/&lt;metric&gt;/</c>.</summary>
internal sealed record ScenarioPath(string Name, string Path);

/// <summary>A cell, the first and the last run that name it, and what became of it in the last.</summary>
internal sealed record CellEntry : Cell
{
    public CellEntry()
    {
    }

    [SetsRequiredMembers]
    public CellEntry(Cell cell) : base(cell)
    {
    }

    /// <summary>Place of the first run, see <see cref="StoredRun.Sequence"/>.</summary>
    public required int First { get; init; }
    public required int Last { get; init; }
    public required VariantStatus Status { get; init; }
    public string? Reason { get; init; }
}

/// <summary>A pinned reference, the first run that measured it, and whether that run links it to the one before.</summary>
internal sealed record ReferenceEntry(string Id, string? Sha, int First, bool Chained);

/// <summary><c>references.json</c>: what is added to a ratio against each reference, by metric and cell.</summary>
internal sealed record ReferencesDocument(int SchemaVersion, List<Dictionary<string, List<int?>>> Offsets);

/// <summary><c>series/&lt;metric&gt;/&lt;scenario&gt;/&lt;k&gt;.json</c>: a shard.</summary>
internal sealed record ShardDocument(int SchemaVersion, string Metric, string Scenario, int Chunk, int First, int Count, List<ShardCell> Cells);

internal sealed record ShardCell(
    int Cell, [property: JsonConverter(typeof(SignificantDigits))] List<double?> Value, List<int?> Ratio, List<int?> Low, List<int?> High);

/// <summary><c>latest.json</c>: the newest point of every series.</summary>
internal sealed record LatestDocument(int SchemaVersion, Dictionary<string, LatestColumns> Metrics);

internal sealed record LatestColumns(
    List<int?> Sequence, [property: JsonConverter(typeof(SignificantDigits))] List<double?> Value, List<int?> Ratio, List<int?> Low, List<int?> High,
    List<int?> Noise)
{
    /// <summary>Cells whose ratio is left out because no run links its reference to the one before; null, and not written, without any.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public SortedSet<int>? Unlinked { get; set; }

    public void Set(int cell, int sequence, SeriesPoint point, bool isUnlinked)
    {
        if (isUnlinked) (Unlinked ??= []).Add(cell);
        else if (Unlinked?.Remove(cell) == true && Unlinked.Count == 0) Unlinked = null;
        while (Sequence.Count <= cell)
        {
            foreach (var column in new[] { Sequence, Ratio, Low, High, Noise }) column.Add(null);
            Value.Add(null);
        }

        (Sequence[cell], Value[cell], Ratio[cell], Low[cell], High[cell]) = (sequence, point.Value, point.Ratio, point.Low, point.High);
    }
}

/// <summary><c>events.json</c>: what changed around the code.</summary>
internal sealed record EventsDocument(int SchemaVersion, List<HistoryEvent> Events);

/// <summary>Something around the code that was never seen before.</summary>
/// <param name="Subject">What of it, e.g. net10.0.</param>
/// <param name="From">The value before; null for that of the first run.</param>
/// <param name="Chained">Of a reference: whether a run links it to the one before.</param>
/// <param name="Run">The run; null where an older program wrote the event, as is when it began.</param>
internal sealed record HistoryEvent(
    int Sequence, string Kind, string Subject, string? From, string To,
        [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Chained = null,
        [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Run = null,
        [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] DateTimeOffset? StartedAt = null);

/// <summary><c>changes.json</c>: change points.</summary>
internal sealed record ChangesDocument(int SchemaVersion, string Rule, List<ChangeGroup> Changes);

/// <summary>The change points of one commit; with <c>Until</c> a drift, which began there and went on until that run.</summary>
/// <param name="LocalChanges">Whether a run on either side of it had local changes, which may be its cause whatever the commits are.</param>
/// <param name="Label">What somebody found it to be, see <see cref="ChangeLabels"/>; null before that.</param>
/// <param name="Acknowledged">The last day on which people know of it and want no issue; null where they did not say so.</param>
/// <param name="UpdatedAt">When it was marked, or last changed: a series joined it, it went on, or somebody said what it is; null of older
/// programs.</param>
/// <param name="SettledAt">End of the last run when somebody first labelled or acknowledged it: nothing found later joins it but what noise
/// misplaced.</param>
internal sealed record ChangeGroup(
    string Id, int Sequence, int? Until, string Run, DateTimeOffset StartedAt, string? ShaBefore, string? ShaAfter, string? Repository, int Detected,
    string Cause, IReadOnlyList<int> Events, string Verdict, double EffectPercent, IReadOnlyList<ChangeMember> Members,
        [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool LocalChanges = false,
        [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Label = null,
        [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] DateOnly? Acknowledged = null,
        [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] DateTimeOffset? UpdatedAt = null,
        [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] DateTimeOffset? SettledAt = null)
{
    /// <summary>An older program said it only by not calling two runs of one commit the same.</summary>
    [JsonIgnore]
    public bool HasLocalChanges => LocalChanges || (Cause == "commit" && ShaBefore is not null && ShaBefore == ShaAfter);
}

/// <param name="Sequence">First run after its newest step.</param>
/// <param name="EffectPercent">In the natural direction of the metric.</param>
/// <param name="NoiseUnits">Size in standard deviations of the series from run to run.</param>
/// <param name="Detected">Sequence of the run at which it was found.</param>
/// <param name="LowPercent">Lower end of the 95 % interval of the effect; null for a drift, which is a sum of steps.</param>
internal sealed record ChangeMember(
    int Cell, string Metric, int Sequence, string Verdict, double EffectPercent, double NoiseUnits, int Detected, double? LowPercent = null,
    double? HighPercent = null);

/// <summary>A verdict or self-test as the history keeps it.</summary>
internal sealed record Envelope(
    int SchemaVersion, string Id, DateTimeOffset PublishedAt, SourceInfo? Source, MachineInfo? Machine, JsonElement Document);

/// <summary><c>verdicts/index.json</c>: newest first.</summary>
internal sealed record VerdictList(int SchemaVersion, int Total, List<VerdictEntry> Items);

/// <summary>A verdict in the list; counts are of cells and metrics that gate, see <see cref="VerdictKind"/>.</summary>
/// <param name="Unknown">How many of them nobody knows.</param>
/// <param name="Label">What somebody found it to be, see <see cref="ChangeLabels"/>; null before that.</param>
internal sealed record VerdictEntry(
    string Id, string Path, DateTimeOffset PublishedAt, string? Sha, string? Ref, string Outcome, int Worse, int Better, int Same, int Unknown,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Label = null);

/// <summary><c>selftests/index.json</c>: newest first.</summary>
internal sealed record SelftestList(int SchemaVersion, int Total, List<SelftestEntry> Items);

/// <summary>A self-test in the list: the share of red runs among real A/A trials, with its Wilson 95 % interval; null without trials.</summary>
/// <param name="AaUnanswered">How many of the trials ended undecided or incomplete; null where an older program wrote the entry.</param>
/// <param name="Replayed">Whether the document has a replay of real rounds.</param>
internal sealed record SelftestEntry(
    string Id, string Path, DateTimeOffset PublishedAt, string? Sha, string? Ref, int AaRuns, int AaRed, double? RedRate, double? Low, double? High,
    int? AaUnanswered = null, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool Replayed = false);

/// <summary><c>traced/index.json</c>: what traced rounds showed, newest first.</summary>
internal sealed record TracedList(int SchemaVersion, IReadOnlyList<TracedEntry> Items);

/// <summary>A document of traced rounds in the list, see <see cref="TracedDocument"/>.</summary>
internal sealed record TracedEntry(
    string Id, string Kind, string Path, DateTimeOffset PublishedAt, string From, string To, string? ShaBefore, string? ShaAfter,
    IReadOnlyList<string> Cells);
