namespace PerfMatrix.History;

internal sealed record CompactRun(StoredRun Run, RunTable Table)
{
    /// <summary>Makes a run document compact. Metrics that this version does not know are left out, with a warning.</summary>
    public static CompactRun Of(RunDocument run) => new Compaction(run).Compact();

    public CompactRun At(int sequence) => this with { Run = Run with { Sequence = sequence } };

    /// <summary>Its timelines, to be written with it; null when it has none, and for a run whose files are there already.</summary>
    public StoredTimelines? Timelines { get; private init; }

    /// <summary>The run with its timelines, whose variants it names; the same run without any.</summary>
    public CompactRun With(StoredTimelines? timelines) => timelines is null
        ? this
        : this with { Run = Run with { Timelines = [.. timelines.Timelines.Select(timeline => timeline.Variant)] }, Timelines = timelines };
}

/// <summary>Turns the rows of a run document into columns.</summary>
internal sealed class Compaction(RunDocument run)
{
    private readonly HashSet<string> _named = run.Samples.SelectMany(sample => sample.Metrics.Keys).ToHashSet();
    private readonly RunPairs _pairs = new(run);
    private readonly Dictionary<string, int> _index = run.Variants.Index().ToDictionary(variant => variant.Item.Id, variant => variant.Index);
    private readonly ILookup<string, SampleRecord> _samples = run.Samples.ToLookup(sample => sample.Variant);
    private readonly Distinct<string> _artifacts = new(), _versions = new(), _shas = new();
    private readonly Distinct<Cell> _cells = new();
    private readonly Distinct<ProbeProof> _proofs = new(TextOf);
    private readonly Distinct<ProgramFact> _facts = new();
    private readonly Distinct<StoredProgram> _programs = new(TextOf);

    private List<Metric> Metrics => field ??= [.. Metric.All.Where(metric => _named.Contains(metric.Name))];

    public CompactRun Compact()
    {
        var variants = Variants();
        var blocks = run.Blocks.Select(Stored).ToList();
        var references = Counterparts.References(run).ToDictionary(pair => _index[pair.Key], pair => _index[pair.Value]);
        var summary = Metrics.ToDictionary(metric => metric.Name, metric => Summary(metric, references));
        var known = run.Programs?.ToLookup(program => program.ArtifactHash);
        var programs = known is null ? null : _artifacts.Values.Select(artifact => ProgramOf(known[artifact].FirstOrDefault())).ToList();
        var table = new RunTable(HistoryJson.SchemaVersion, Metrics, _cells.Values, _proofs.Values, run.Settings,
            known is null ? null : _facts.Values, known is null ? null : _programs.Values);
        return new(
            new StoredRun
            {
                SchemaVersion = HistoryJson.RunSchemaVersion,
                Id = run.Id,
                Sequence = 0,
                StartedAt = run.StartedAt,
                FinishedAt = run.FinishedAt,
                Complete = run.Complete,
                Tool = run.Tool,
                Source = run.Source,
                Machine = run.Machine,
                Table = HistoryJson.Hash(HistoryJson.Write(table)),
                DocumentSha256 = HistoryJson.Sha256(RunDocument.File.Format(run)),
                Artifacts = _artifacts.Values,
                RuntimeVersions = _versions.Values,
                Shas = _shas.Values,
                Variants = variants,
                Programs = programs,
                Reference = IdOf(blocks.SelectMany(block => block.References.TakeLast(1))),
                OlderReference = IdOf(blocks.SelectMany(block => block.References.SkipLast(1).TakeLast(1))),
                Blocks = blocks,
                Summary = summary,
                Links = Links(blocks) is { Count: > 0 } links ? links : null,
                Rounds = Metrics.ToDictionary(metric => metric.Name, metric => Dots(metric, summary[metric.Name])),
                Pairs = [.. Pairs(blocks)],
                Warnings = [.. run.Warnings,
                    .. _named.Except(Metrics.Select(metric => metric.Name)).Order(StringComparer.Ordinal)
                        .Select(name => $"Metric '{name}' is unknown to this version of perfmatrix and was left out of the history.")],
            },
            table);
    }

    private VariantColumns Variants() => new(
        [.. run.Variants.Select(variant => _cells.IndexOf(variant.Cell.ToCell()))],
        string.Concat(run.Variants.Select(variant => variant.Side.Name()[0])),
        string.Concat(run.Variants.Select(variant => StatusLetters.Of(variant.Status))),
        run.Variants.Where(variant => variant.Reason is not null).ToDictionary(variant => $"{_index[variant.Id]}", variant => variant.Reason!),
        [.. run.Variants.Select(variant => _shas.IndexOfAny(variant.Sha))],
        [.. run.Variants.Select(variant => _versions.IndexOfAny(variant.Cell.RuntimeVersion))],
        [.. run.Variants.Select(variant => _artifacts.IndexOfAny(variant.ArtifactHash))],
        [.. run.Variants.Select(variant => _proofs.IndexOfAny(variant.Proof))]);

    private int? ProgramOf(ProgramRecord? program) => program is null ? null
        : _programs.IndexOf(new([.. program.Facts.Select(_facts.IndexOf)], program.Incomplete));

    // Two records with equal lists are not equal.
    private static string TextOf<T>(T record) => JsonSerializer.Serialize(record, DocumentJson.Compact);

    private StoredBlock Stored(BlockRecord block)
    {
        var variants = block.Variants.Where(_index.ContainsKey).Select(id => _index[id]).ToList();
        return new(
            block.Id,
            variants,
            [.. variants.Where(variant => run.Variants[variant] is { Side: Side.Reference, Status: VariantStatus.Measured })],
            [.. block.Rounds.Select(round => (int)(round.StartedAt - run.StartedAt).TotalSeconds)],
            block.Rounds.Select((round, index) => round.Raw.Path == $"raw/{block.Id}-{index + 1}.json").All(isUsual => isUsual) ? null
                : [.. block.Rounds.Select(round => round.Raw.Path)],
            [.. block.Rounds.Select(round => ShortDigest.Of(round.Raw.Sha256))]);
    }

    private string? IdOf(IEnumerable<int> references)
    {
        var ids = references.Select(variant => run.Variants[variant]).Select(variant => variant.Sha ?? variant.ArtifactHash ?? variant.Id).Distinct()
            .Order(StringComparer.Ordinal).ToList();
        return ids.Count switch { 0 => null, 1 => ids[0], _ => HistoryJson.Hash(string.Join('\n', ids)) };
    }

    private PointColumns Summary(Metric metric, Dictionary<int, int> references)
    {
        var points = PointColumns.Empty();
        for (var variant = 0; variant < run.Variants.Count; variant++)
            points.Add(Point(metric, variant, references.TryGetValue(variant, out var reference) ? reference : null));
        return points.Trimmed();
    }

    private SeriesPoint Point(Metric metric, int variant, int? reference)
    {
        if (OrderStatistics.MedianOfKnown(Values(run.Variants[variant], metric)) is not { } median) return SeriesPoint.None;
        var value = SignificantDigits.Round(median);
        var ratios = reference is { } pinned ? _pairs.NaturalLogRatios(metric, run.Variants[pinned].Id, run.Variants[variant].Id) : [];
        if (ratios.Length == 0) return new(value);
        var interval = SignedRank.Interval(ratios);
        return new(value, LogUnits.Of(HodgesLehmann.Estimate(ratios)), interval is { } low ? LogUnits.Of(low.Low) : null, interval is { } high
            ? LogUnits.Of(high.High) : null);
    }

    private IReadOnlyList<IReadOnlyList<double?>> Dots(Metric metric, PointColumns medians) =>
        [.. run.Variants.Select((variant, index) => RoundDots.Of(Values(variant, metric), medians.Value[index]))];

    private List<double?> Values(VariantRecord variant, Metric metric) =>
        [.. _samples[variant.Id].Select(sample => sample.Metrics.TryGetValue(metric.Name, out var value) ? value : (double?)null)];

    private List<ReferenceLink> Links(IReadOnlyList<StoredBlock> blocks) =>
    [
        .. from block in blocks
           where block.References.Count > 1
           let newer = block.References[^1]
           let older = block.References[^2]
           from metric in Metrics
           let ratios = _pairs.NaturalLogRatios(metric, run.Variants[older].Id, run.Variants[newer].Id)
           where ratios.Length > 0
           select new ReferenceLink(metric.Name, older, newer, LogUnits.Of(HodgesLehmann.Estimate(ratios))),
    ];

    private IEnumerable<StoredPairs> Pairs(IReadOnlyList<StoredBlock> blocks) =>
        from entry in blocks.Select((block, index) => (block, index))
        where entry.block.Variants.Count > 0 && _named.Contains(Metric.Throughput.Name)
        let other = entry.block.References.Count > 0 ? entry.block.References[^1] : entry.block.Variants[0]
        let compared = (from variant in entry.block.Variants
                        where variant != other
                        let ratios = _pairs.NaturalLogRatios(Metric.Throughput, run.Variants[other].Id, run.Variants[variant].Id)
                        where ratios.Length > 0
                        select (Variant: variant, Ratios: ratios)).ToList()
        where compared.Count > 0
        select new StoredPairs(entry.index, other, [.. compared.Select(pair => pair.Variant)],
            [.. compared.Select(pair => (IReadOnlyList<int>)[.. pair.Ratios.Select(LogUnits.Of)])]);
}

internal static class StatusLetters
{
    /// <summary>In the order of <see cref="VariantStatus"/>.</summary>
    public const string All = "mfunid";

    public static char Of(VariantStatus status) => All[(int)status];

    public static VariantStatus Parse(char letter) => All.IndexOf(letter, StringComparison.Ordinal) is >= 0 and var place
        ? (VariantStatus)place
        : throw new FormatException($"found the status '{letter}', expected one of {string.Join(", ", All.AsEnumerable())}");
}

/// <param name="key">What is equal where two of them are the same; null for themselves.</param>
internal sealed class Distinct<T>(Func<T, object>? key = null)
    where T : notnull
{
    private readonly OrderedDictionary<object, T> _values = [];

    public IReadOnlyList<T> Values => _values.Values;

    public int IndexOf(T value)
    {
        _values.TryAdd(key?.Invoke(value) ?? value, value, out var index);
        return index;
    }

    public int? IndexOfAny(T? value) => value is null ? null : IndexOf(value);
}
