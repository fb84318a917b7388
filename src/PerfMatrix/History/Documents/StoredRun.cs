using System.Text.Json.Serialization;
using PerfMatrix.Contract;
using PerfMatrix.Matrix;
using PerfMatrix.Metrics;
using PerfMatrix.Results;

namespace PerfMatrix.History;

#pragma warning disable MA0016 // columns are appended to in place

/// <summary>A run as the history keeps it: <c>runs/&lt;yyyy&gt;/&lt;id&gt;.json</c>. Columns instead of rows; what many runs share is in its <see cref="RunTable"/>.</summary>
public sealed record StoredRun
{
    /// <summary>Version of this document.</summary>
    public required int SchemaVersion { get; init; }

    /// <summary>Id of the run.</summary>
    public required string Id { get; init; }

    /// <summary>Its place in the order of publishing, from 0.</summary>
    public required int Sequence { get; init; }

    /// <summary>When the run began.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>When it ended.</summary>
    public required DateTimeOffset FinishedAt { get; init; }

    /// <summary>Whether every planned cell was measured in every round.</summary>
    public required bool Complete { get; init; }

    /// <summary>The program that measured.</summary>
    public required ToolInfo Tool { get; init; }

    /// <summary>The code under test.</summary>
    public required SourceInfo Source { get; init; }

    /// <summary>The machine.</summary>
    public required MachineInfo Machine { get; init; }

    /// <summary>Hash of the table.</summary>
    public required string Table { get; init; }

    /// <summary>Hash of the run document that was published.</summary>
    public required string DocumentSha256 { get; init; }

    /// <summary>Where a run was taken over from; null for one of our own.</summary>
    public string? Imported { get; init; }

    /// <summary>What the tool it was taken over from kept of it; null for one of our own.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public RunOrigin? Origin { get; init; }

    /// <summary>Distinct hashes of published applications.</summary>
    public required IReadOnlyList<string> Artifacts { get; init; }

    /// <summary>Distinct runtime versions.</summary>
    public required IReadOnlyList<string> RuntimeVersions { get; init; }

    /// <summary>Distinct commits of variants.</summary>
    public required IReadOnlyList<string> Shas { get; init; }

    /// <summary>The variants.</summary>
    public required VariantColumns Variants { get; init; }

    /// <summary>Id of the pinned reference that ratios are against; null without one.</summary>
    public string? Reference { get; init; }

    /// <summary>Id of the reference pinned before, when both were measured.</summary>
    public string? OlderReference { get; init; }

    /// <summary>The blocks.</summary>
    public required IReadOnlyList<StoredBlock> Blocks { get; init; }

    /// <summary>Points by metric and variant; kept for ever.</summary>
    public required IReadOnlyDictionary<string, PointColumns> Summary { get; init; }

    /// <summary>Ratios of the newer reference to the older one; null unless two were measured.</summary>
    public IReadOnlyList<ReferenceLink>? Links { get; init; }

    /// <summary>What each round was, by metric and variant; null after a prune.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<RoundDots>>? Rounds { get; init; }

    /// <summary>Log ratios of throughput by round; null after a prune.</summary>
    public IReadOnlyList<StoredPairs>? Pairs { get; init; }

    /// <summary>What a reader must know.</summary>
    public required IReadOnlyList<string> Warnings { get; init; }

    /// <summary>Variants that have a timeline in <see cref="StoredTimelines"/>; null, and not written, without any.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<int>? Timelines { get; init; }

    /// <summary>The run without its raw rounds and timelines.</summary>
    public StoredRun WithoutRounds() => this with { Rounds = null, Pairs = null, Timelines = null, Blocks = [.. Blocks.Select(block => block with { Start = null, Path = null, Sha256 = null })] };
}

/// <summary>What runs share: named by the hash of its content, stored once.</summary>
/// <param name="SchemaVersion">Version of this document.</param>
/// <param name="Metrics">Metrics with unit and direction as they were when the run was measured.</param>
/// <param name="Cells">Cells, axis by axis.</param>
/// <param name="Proofs">What processes reported of themselves.</param>
/// <param name="Settings">How it was measured.</param>
public sealed record RunTable(
    int SchemaVersion,
    IReadOnlyList<Metric> Metrics,
    IReadOnlyList<Cell> Cells,
    IReadOnlyList<ProbeProof> Proofs,
    RunSettings Settings);

/// <summary>The variants of a run in columns; the place in a column is the index of the variant.</summary>
/// <param name="Cell">Index in the table's cells.</param>
/// <param name="Side">One letter each: h head, b base, r reference.</param>
/// <param name="Status">One letter each: m measured, f failed, u unavailable, n not applicable.</param>
/// <param name="Reason">Why one is not measured, by index.</param>
/// <param name="Sha">Index in <see cref="StoredRun.Shas"/>.</param>
/// <param name="RuntimeVersion">Index in <see cref="StoredRun.RuntimeVersions"/>.</param>
/// <param name="Artifact">Index in <see cref="StoredRun.Artifacts"/>.</param>
/// <param name="Proof">Index in the table's proofs.</param>
public sealed record VariantColumns(
    IReadOnlyList<int> Cell,
    string Side,
    string Status,
    IReadOnlyDictionary<string, string> Reason,
    IReadOnlyList<int?> Sha,
    IReadOnlyList<int?> RuntimeVersion,
    IReadOnlyList<int?> Artifact,
    IReadOnlyList<int?> Proof);

/// <summary>A block of a stored run.</summary>
/// <param name="Id">Name.</param>
/// <param name="Variants">Variants, the anchor first.</param>
/// <param name="References">Those that are references, the newest pin last.</param>
/// <param name="Start">Seconds from the start of the run to that of each round.</param>
/// <param name="Path">Raw file of each round; null when they are <c>raw/&lt;block&gt;-&lt;round&gt;.json</c>, as the tool names them.</param>
/// <param name="Sha256">Hash of each raw file, see <see cref="ShortDigest"/>.</param>
public sealed record StoredBlock(
    string Id, IReadOnlyList<int> Variants, IReadOnlyList<int> References, IReadOnlyList<int>? Start, IReadOnlyList<string>? Path, IReadOnlyList<string>? Sha256);

/// <summary>Points of one metric in columns, by variant or by run.</summary>
/// <param name="Value">Median over the rounds, in the unit of the metric.</param>
/// <param name="Ratio">Hodges-Lehmann estimate against the reference, see <see cref="LogUnits"/>.</param>
/// <param name="Low">Lower end of its 95 % interval.</param>
/// <param name="High">Upper end.</param>
public sealed record PointColumns(
    [property: JsonConverter(typeof(SignificantDigits))] List<double?> Value, List<int?> Ratio, List<int?> Low, List<int?> High)
{
    /// <summary>Columns without points.</summary>
    public static PointColumns Empty() => new([], [], [], []);

    /// <summary>Fills up with nothing, so that the columns have <paramref name="count"/> points.</summary>
    public void PadTo(int count)
    {
        while (Value.Count < count) Add(SeriesPoint.None);
    }

    /// <summary>Adds a point.</summary>
    public void Add(SeriesPoint point)
    {
        Value.Add(point.Value);
        Ratio.Add(point.Ratio);
        Low.Add(point.Low);
        High.Add(point.High);
    }

    /// <summary>A point.</summary>
    public SeriesPoint this[int index] => new(Value[index], At(Ratio, index), At(Low, index), At(High, index));

    /// <summary>For writing: a column without anything is empty, which is how most of the columns of a run without a reference are stored.</summary>
    public PointColumns Trimmed() => this with { Ratio = Trimmed(Ratio), Low = Trimmed(Low), High = Trimmed(High) };

    /// <summary>For changing: every column has its whole length.</summary>
    public PointColumns Whole()
    {
        foreach (var column in new[] { Ratio, Low, High })
        {
            while (column.Count < Value.Count) column.Add(null);
        }

        return this;
    }

    private static int? At(List<int?> column, int index) => index < column.Count ? column[index] : null;

    private static List<int?> Trimmed(List<int?> column) => column.TrueForAll(point => point is null) ? [] : column;
}

/// <summary>A point of a series.</summary>
/// <param name="Value">In the unit of the metric; null when not measured.</param>
/// <param name="Ratio">Against the reference, see <see cref="LogUnits"/>.</param>
/// <param name="Low">Lower end of the interval.</param>
/// <param name="High">Upper end of the interval.</param>
public readonly record struct SeriesPoint(double? Value, int? Ratio, int? Low, int? High)
{
    /// <summary>Not measured.</summary>
    public static SeriesPoint None => default;

    /// <summary>The point against an older reference.</summary>
    /// <param name="link">Log ratio of the newer reference to the older one.</param>
    public SeriesPoint Chained(int link) => this with { Ratio = Ratio + link, Low = Low + link, High = High + link };

    /// <summary>The point with its value only.</summary>
    public SeriesPoint WithoutRatio() => new(Value, null, null, null);
}

/// <summary>The ratio of two references measured in one block.</summary>
/// <param name="Metric">Name of the metric.</param>
/// <param name="Older">Variant of the older one.</param>
/// <param name="Newer">Variant of the newer one.</param>
/// <param name="Ratio">ln(newer / older), see <see cref="LogUnits"/>.</param>
public sealed record ReferenceLink(string Metric, int Older, int Newer, int Ratio);

/// <summary>Throughput pairs of a block.</summary>
/// <param name="Block">Index of the block.</param>
/// <param name="A">Variant compared with.</param>
/// <param name="B">Variants compared.</param>
/// <param name="Ratio">For each of them ln(b / a) in the natural direction, one a round, see <see cref="LogUnits"/>.</param>
public sealed record StoredPairs(int Block, int A, IReadOnlyList<int> B, IReadOnlyList<IReadOnlyList<int>> Ratio);
