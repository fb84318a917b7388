using System.Buffers.Text;

namespace PerfMatrix.History;

/// <summary>A run as the history keeps it, in columns: <c>runs/&lt;yyyy&gt;/&lt;id&gt;.json</c>; its <see cref="RunTable"/> is shared.</summary>
internal sealed record StoredRun
{
    public required int SchemaVersion { get; init; }
    public required string Id { get; init; }

    /// <summary>Its place in the order of publishing, from 0.</summary>
    public required int Sequence { get; init; }
    public required DateTimeOffset StartedAt { get; init; }
    public required DateTimeOffset FinishedAt { get; init; }

    /// <summary>Whether every planned cell was measured in every round.</summary>
    public required bool Complete { get; init; }
    public required ToolInfo Tool { get; init; }
    public required SourceInfo Source { get; init; }
    public required MachineInfo Machine { get; init; }
    public required string Table { get; init; }
    public required string DocumentSha256 { get; init; }

    /// <summary>Where a run was taken over from; null for one of our own.</summary>
    public string? Imported { get; init; }

    /// <summary>What the tool it was taken over from kept of it; null for one of our own.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public RunOrigin? Origin { get; init; }

    /// <summary>Whether it was made up rather than measured: a run of a demo.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Generated { get; init; }
    public required IReadOnlyList<string> Artifacts { get; init; }
    public required IReadOnlyList<string> RuntimeVersions { get; init; }
    public required IReadOnlyList<string> Shas { get; init; }
    public required VariantColumns Variants { get; init; }

    /// <summary>Index in the table's programs, by artifact; null, and not written, where nothing is known of any.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<int?>? Programs { get; init; }

    /// <summary>Id of the pinned reference that ratios are against; null without one.</summary>
    public string? Reference { get; init; }

    /// <summary>Id of the reference pinned before, when both were measured.</summary>
    public string? OlderReference { get; init; }

    public required IReadOnlyList<StoredBlock> Blocks { get; init; }

    /// <summary>Points by metric and variant; kept for ever.</summary>
    public required IReadOnlyDictionary<string, PointColumns> Summary { get; init; }

    /// <summary>Ratios of the newer reference to the older one; null unless two were measured.</summary>
    public IReadOnlyList<ReferenceLink>? Links { get; init; }

    /// <summary>What each round was, by metric and variant; null after a prune.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<IReadOnlyList<double?>>>? Rounds { get; init; }

    /// <summary>Log ratios of throughput by round; null after a prune.</summary>
    public IReadOnlyList<StoredPairs>? Pairs { get; init; }

    public required IReadOnlyList<string> Warnings { get; init; }

    /// <summary>Variants that have a timeline in <see cref="StoredTimelines"/>; null, and not written, without any.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<int>? Timelines { get; init; }

    public StoredRun WithoutRounds() => this with
    {
        Rounds = null,
        Pairs = null,
        Timelines = null,
        Blocks = [.. Blocks.Select(block => block with { Start = null, Path = null, Sha256 = null })],
    };
}

/// <summary>What runs share: named by the hash of its content, stored once.</summary>
/// <param name="Metrics">Metrics with unit and direction as they were when the run was measured.</param>
/// <param name="Facts">What programs were built with, each once; null, and not written, where nothing is known of any.</param>
internal sealed record RunTable(
    int SchemaVersion, IReadOnlyList<Metric> Metrics, IReadOnlyList<Cell> Cells, IReadOnlyList<ProbeProof> Proofs, RunSettings Settings,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<ProgramFact>? Facts = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<StoredProgram>? Programs = null);

/// <summary>A <see cref="ProgramRecord"/>, whose facts are indexes in those of the table.</summary>
internal sealed record StoredProgram(IReadOnlyList<int> Facts, IReadOnlyList<string> Incomplete);

/// <summary>The variants of a run in columns; the place in a column is the index of the variant.</summary>
/// <param name="Cell">Index in the table's cells.</param>
/// <param name="Side">One letter each: h head, b base, r reference.</param>
/// <param name="Status">One letter each: m measured, f failed, u unavailable, n not applicable, i identical.</param>
/// <param name="Reason">Why one is not measured, by index.</param>
/// <param name="Proof">Index in the table's proofs.</param>
internal sealed record VariantColumns(
    IReadOnlyList<int> Cell, string Side, string Status, IReadOnlyDictionary<string, string> Reason, IReadOnlyList<int?> Sha,
    IReadOnlyList<int?> RuntimeVersion, IReadOnlyList<int?> Artifact, IReadOnlyList<int?> Proof);

/// <param name="References">Those that are references, the newest pin last.</param>
/// <param name="Start">Seconds from the start of the run to that of each round.</param>
/// <param name="Path">Raw file of each round; null when they are <c>raw/&lt;block&gt;-&lt;round&gt;.json</c>, as the tool names them.</param>
/// <param name="Sha256">Hash of each raw file, see <see cref="ShortDigest"/>.</param>
internal sealed record StoredBlock(
    string Id, IReadOnlyList<int> Variants, IReadOnlyList<int> References, IReadOnlyList<int>? Start, IReadOnlyList<string>? Path,
        IReadOnlyList<string>? Sha256);

/// <summary>Points of one metric in columns, by variant or by run.</summary>
/// <param name="Value">Median over the rounds, in the unit of the metric.</param>
/// <param name="Ratio">Hodges-Lehmann estimate against the reference, see <see cref="LogUnits"/>.</param>
internal sealed record PointColumns(
    [property: JsonConverter(typeof(SignificantDigits))] List<double?> Value, List<int?> Ratio, List<int?> Low, List<int?> High)
{
    public static PointColumns Empty() => new([], [], [], []);

    /// <summary>Fills up with nothing, so that the columns have <paramref name="count"/> points.</summary>
    public void PadTo(int count)
    {
        while (Value.Count < count) Add(SeriesPoint.None);
    }

    public void Add(SeriesPoint point)
    {
        Value.Add(point.Value);
        Ratio.Add(point.Ratio);
        Low.Add(point.Low);
        High.Add(point.High);
    }

    public SeriesPoint this[int index] => new(
        Value[index], Ratio.ElementAtOrDefault(index), Low.ElementAtOrDefault(index), High.ElementAtOrDefault(index));

    /// <summary>For writing: a column without anything is empty, which is how most of the columns of a run without a reference are stored.</summary>
    public PointColumns Trimmed() => this with { Ratio = Trimmed(Ratio), Low = Trimmed(Low), High = Trimmed(High) };

    /// <summary>For changing: every column has its whole length.</summary>
    public PointColumns Whole()
    {
        foreach (var column in new[] { Ratio, Low, High }) while (column.Count < Value.Count) column.Add(null);

        return this;
    }

    private static List<int?> Trimmed(List<int?> column) => column.TrueForAll(point => point is null) ? [] : column;
}

/// <param name="Value">In the unit of the metric; null when not measured.</param>
/// <param name="Ratio">Against the reference, see <see cref="LogUnits"/>.</param>
internal readonly record struct SeriesPoint(double? Value, int? Ratio = null, int? Low = null, int? High = null)
{
    public static SeriesPoint None => default;

    /// <param name="link">Log ratio of the newer reference to the older one.</param>
    public SeriesPoint Chained(int link) => this with { Ratio = Ratio + link, Low = Low + link, High = High + link };
}

/// <param name="Ratio">ln(newer / older), see <see cref="LogUnits"/>.</param>
internal sealed record ReferenceLink(string Metric, int Older, int Newer, int Ratio);

/// <param name="Ratio">For each of them ln(b / a) in the natural direction, one a round, see <see cref="LogUnits"/>.</param>
internal sealed record StoredPairs(int Block, int A, IReadOnlyList<int> B, IReadOnlyList<IReadOnlyList<int>> Ratio);

/// <summary>What github-action-benchmark kept of a run besides values. Nothing is computed with it, so it is text as it stood there.</summary>
/// <param name="Texts">Range and extra text of the values, by metric; a metric without either is left out.</param>
internal sealed record RunOrigin(OriginCommit Commit, IReadOnlyList<OriginEntry> Entries, IReadOnlyDictionary<string, OriginTexts> Texts);

/// <summary>A commit as the payload of a push has it; null where something is missing.</summary>
internal sealed record OriginCommit(string? Message, string? Timestamp, string? Url, OriginPerson? Author, OriginPerson? Committer);

internal sealed record OriginPerson(string? Name, string? Email, string? Username);

/// <summary>An entry: what one call of the action stored.</summary>
/// <param name="Suite">The suite, the action's input <c>name</c>.</param>
internal sealed record OriginEntry(string Suite, string Tool, DateTimeOffset Date);

/// <summary>Texts beside the values of a metric, by variant; empty when no variant has one.</summary>
/// <param name="Range">Scatter, e.g. <c>± 5</c>.</param>
internal sealed record OriginTexts(IReadOnlyList<string?> Range, IReadOnlyList<string?> Extra);

/// <summary>SHA-256 in 43 characters of base64url instead of 64 hexadecimal digits: a run has one for every raw file.</summary>
internal static class ShortDigest
{
    private const int HexDigits = 64;

    /// <summary>The short form; what is no SHA-256 in hexadecimal digits stays as it is.</summary>
    public static string Of(string hash) =>
        hash.Length == HexDigits && hash.All(char.IsAsciiHexDigit) ? Base64Url.EncodeToString(Convert.FromHexString(hash)) : hash;
}
