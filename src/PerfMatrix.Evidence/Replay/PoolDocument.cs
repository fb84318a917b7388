namespace PerfMatrix.Evidence.Replay;

/// <summary>What is in a pool of real rounds, <c>pool.json</c>: one run with its raw files a recording, in a folder of its id.</summary>
internal sealed record PoolDocument
{
    internal static DocumentFile<PoolDocument> File { get; } = new(
        "pool.json", "a pool of rounds", "Measure one with `perfmatrix selftest record`, or give the folder of one.", "record again")
    {
        IsIndented = true,
    };

    public int SchemaVersion { get; init; } = 1;
    public IReadOnlyList<PoolRecording> Recordings { get; init; } = [];

    /// <summary>How much of each kind is put in on each machine.</summary>
    public IReadOnlyList<PoolSize> Sizes { get; init; } = [];

    /// <summary>Where <c>selftest record</c> puts it unless told otherwise, relative to the root of the checkout.</summary>
    internal static string DefaultFolder { get; } = Path.Combine("artifacts", "selftest", "pool");

    internal static PoolDocument ReadOrEmpty(string folder) => File.Find(File.In(folder)) ?? new();

    internal static PoolDocument Update(string folder, Func<PoolDocument, PoolDocument> change)
    {
        var document = change(ReadOrEmpty(folder));
        File.Write(File.In(folder), document);
        return document;
    }
}

/// <summary>A run of one cell against itself.</summary>
/// <param name="Id">Id of the run, and name of its folder.</param>
/// <param name="Injection">What head had more of; null for nothing (A/A).</param>
/// <param name="Rounds">Rounds that are good on both sides.</param>
internal sealed record PoolRecording(
    string Id, string Cell, InjectionRecord? Injection, DateTimeOffset StartedAt, DateTimeOffset FinishedAt, MachineInfo Machine, SourceInfo Source,
        ToolInfo Tool, int Rounds)
{
    /// <summary>What tables call the recordings without an injection.</summary>
    public const string Nothing = "nothing (A/A)";

    [JsonIgnore]
    public string Name => Injection?.Name ?? Nothing;
}

/// <summary>How much has to be put in for a size, as requests of a scenario on a machine were measured.</summary>
internal sealed record PoolSize(string Scenario, string Fingerprint, InjectionRecord Injection);
