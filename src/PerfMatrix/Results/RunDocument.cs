namespace PerfMatrix.Results;

/// <summary>The document of one run, <c>run.json</c>, schema version 1. Written after every block; every released version still reads.</summary>
internal sealed record RunDocument
{
    internal static DocumentFile<RunDocument> File { get; } = new(
        "run.json", "a run document", "Give the path of a run.json or of the folder that holds it.", "measure again");

    public int SchemaVersion { get; init; } = 1;

    /// <summary>Id, also the name of the run's folder; sorts by time.</summary>
    public required string Id { get; init; }
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>When the last block ended, or the run was given up.</summary>
    public required DateTimeOffset FinishedAt { get; init; }

    /// <summary>Whether every planned cell was measured in every round.</summary>
    public required bool Complete { get; init; }
    public required ToolInfo Tool { get; init; }
    public required SourceInfo Source { get; init; }
    public required MachineInfo Machine { get; init; }

    /// <summary>How it was measured; the defaults of the subset and the options, as they were in force.</summary>
    public required RunSettings Settings { get; init; }

    /// <summary>Every variant, also those that were not measured.</summary>
    public required IReadOnlyList<VariantRecord> Variants { get; init; }

    /// <summary>The blocks in the order they ran.</summary>
    public required IReadOnlyList<BlockRecord> Blocks { get; init; }

    /// <summary>One number per metric, variant and round.</summary>
    public required IReadOnlyList<SampleRecord> Samples { get; init; }

    /// <summary>Log ratios of two variants' samples of the same round; above 0 is worse.</summary>
    public required IReadOnlyList<PairRecord> Pairs { get; init; }

    /// <summary>What a reader must know before trusting the numbers.</summary>
    public required IReadOnlyList<string> Warnings { get; init; }

    /// <summary>Timelines of memory and collections, each in a file of its own; null in documents without any.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<TimelineRecord>? Timelines { get; init; }

    /// <summary>What became of the rate schedules; null in documents without any.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<RateRecord>? Rates { get; init; }

    /// <summary>What the programs were built with, each once; null in documents without any.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<ProgramRecord>? Programs { get; init; }

    /// <summary>Of a comparison, what its processes were started with, by variant and name: variables (that of a secret is masked), and a hash of
    /// arguments and requests. Copies of a variant are not listed; null where nobody noted it.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyDictionary<string, IReadOnlyDictionary<string, string>>? Starts { get; init; }
}

/// <summary>What a program was built with beside its sources.</summary>
/// <param name="ArtifactHash">That of its variants.</param>
/// <param name="Incomplete">Kinds of which not all is here: what is missing there is not known.</param>
internal sealed record ProgramRecord(string ArtifactHash, IReadOnlyList<ProgramFact> Facts, IReadOnlyList<string> Incomplete);

/// <param name="Kind">sdk, package or property.</param>
/// <param name="Value">Version or value; that of a secret is masked.</param>
internal sealed record ProgramFact(string Kind, string Name, string Value);

/// <summary>A timeline (<see cref="GcTimeline"/>) of a variant in a round.</summary>
/// <param name="Round">Round, from 1.</param>
internal sealed record TimelineRecord(string Variant, string Block, int Round, RawFile File);

/// <summary>What became of a rate schedule.</summary>
/// <param name="Round">Round, from 1.</param>
/// <param name="Sustained">Whether the rate was sustained; without that there are no latencies.</param>
internal sealed record RateRecord(string Variant, string Block, int Round, bool Sustained, RateOutcome Outcome);

/// <param name="Commit">Its commit; null outside a checkout.</param>
internal sealed record ToolInfo(string Version, string? Commit);

/// <summary>The code under test. All null outside a git checkout.</summary>
/// <param name="Repository">Address of the remote <c>origin</c>, without credentials; over HTTPS or SSH that of its page.</param>
/// <param name="Dirty">Whether the work tree differs from the commit.</param>
internal sealed record SourceInfo(string? Repository, string? Sha, string? Ref, bool Dirty);

/// <summary>The machine; results of different fingerprints are never compared as if equal.</summary>
internal sealed record MachineInfo
{
    /// <summary>Hash of CPU model, cores, memory, system and driver.</summary>
    public required string Fingerprint { get; init; }
    public required string CpuModel { get; init; }
    public required int Cores { get; init; }

    [JsonPropertyName("memoryBytes")]
    public required Bytes Memory { get; init; }

    public required string Os { get; init; }
    public required string Kernel { get; init; }

    /// <summary>Driver that started the processes: <c>local</c> or <c>crank</c>.</summary>
    public required string Driver { get; init; }

    /// <summary>Image of a hosted runner (<c>ImageOS</c> and <c>ImageVersion</c>); null elsewhere.</summary>
    public string? RunnerImage { get; init; }

    /// <summary>Hash of the boot id: equal in all runs between two boots of one machine, different on every fresh virtual machine. Null where the
    /// system has none; the fingerprint then stands for it, so that machines that look alike count as one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Instance { get; init; }
}

public enum VariantStatus
{
    Measured,

    /// <summary>Was planned, and no round of it is good.</summary>
    Failed,

    /// <summary>This machine or feed cannot measure it.</summary>
    Unavailable,
    NotApplicable,

    /// <summary>Head of a cell that was not measured, because base is the same program.</summary>
    Identical,

    /// <summary>Head of a cell that base measures and head cannot.</summary>
    Dropped,
}

internal sealed record VariantRecord
{
    public required string Id { get; init; }
    public required CellRecord Cell { get; init; }
    /// <summary>Head, base or reference; of several references the newest is the last of its block.</summary>
    public required Side Side { get; init; }

    /// <summary>0, or the number of an identical copy of the same cell and side in a comparison; not written when 0.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int Twin { get; init; }

    public string? Sha { get; init; }
    public string? ArtifactHash { get; init; }

    /// <summary>Address of the commit that a preview or daily build of the runtime was made from, by its package; not written when null.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? RuntimeCommit { get; init; }
    public required VariantStatus Status { get; init; }

    /// <summary>Why it is not measured.</summary>
    public string? Reason { get; init; }

    /// <summary>What the process reported of itself; null without a probe.</summary>
    public ProbeProof? Proof { get; init; }
}

internal sealed record CellRecord : Cell
{
    public CellRecord()
    {
    }

    /// <summary>The cell and the exact patch that was measured.</summary>
    [SetsRequiredMembers]
    public CellRecord(Cell cell, string? runtimeVersion) : base(cell) => RuntimeVersion = runtimeVersion;

    /// <summary>Exact patch that was measured; null when it could not be resolved.</summary>
    [JsonPropertyOrder(-35)]
    public string? RuntimeVersion { get; init; }
}

/// <param name="Variants">Ids of its variants, the anchor first.</param>
/// <param name="Machine">The machine it ran on, when it is another than that of the run.</param>
internal sealed record BlockRecord(string Id, IReadOnlyList<string> Variants, IReadOnlyList<RoundRecord> Rounds, MachineInfo? Machine = null);

internal sealed record RoundRecord(DateTimeOffset StartedAt, RawFile Raw);

/// <summary>A file next to the run document, and its hash.</summary>
/// <param name="Path">Path relative to the run document, with forward slashes.</param>
/// <param name="Sha256">Lower-case hexadecimal SHA-256.</param>
internal sealed record RawFile(string Path, string Sha256);

/// <param name="Round">Round, from 1.</param>
/// <param name="Metrics">Value by metric name, in the unit of the metric.</param>
/// <param name="Block">Block of the round; it tells the samples of an anchor apart that several blocks share.</param>
internal sealed record SampleRecord(string Variant, int Round, IReadOnlyDictionary<string, double> Metrics, string Block);

/// <summary>The log ratio of two variants' samples of one round: ln(b / a), sign turned so that above 0 means b is worse.</summary>
/// <param name="Round">Round, from 1.</param>
/// <param name="A">Id of the variant compared with.</param>
internal sealed record PairRecord(string Block, int Round, string A, string B, string Metric, double LogRatio);
