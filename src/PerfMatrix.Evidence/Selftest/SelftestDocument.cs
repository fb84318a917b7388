namespace PerfMatrix.Evidence.Selftest;

/// <summary>How sure the gate is, <c>selftest.json</c>, schema version 1: error rates by simulation, and gate runs whose truth is known.</summary>
internal sealed record SelftestDocument
{
    internal static DocumentFile<SelftestDocument> File { get; } = new(
        "selftest.json", "a selftest document", "Give the path of a selftest.json.", "give another file with --data")
    {
        IsIndented = true,
    };

    public required int SchemaVersion { get; init; }
    public required ToolInfo Tool { get; init; }

    /// <summary>The newest simulation; null before the first.</summary>
    public SimulationRecord? Simulation { get; init; }

    /// <summary>The newest replay of real rounds; null before the first.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ReplayRecord? Replay { get; init; }

    /// <summary>Searches for causes of known changes, in the order they ended; null before the first.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<CauseTrial>? Causes { get; init; }

    /// <summary>Real gate runs in the order they ended.</summary>
    public required IReadOnlyList<TrialRecord> Trials { get; init; }

    public static SelftestDocument Empty(ToolInfo tool) => new() { SchemaVersion = 1, Tool = tool, Trials = [] };

    /// <summary>Reads a document; one without results when there is no such file yet.</summary>
    internal static SelftestDocument ReadOrEmpty(string path, ToolInfo tool) => File.Find(path) ?? Empty(tool);

    /// <summary>Changes the document of a file, or a new one; a reader sees the old or the new version, never a part.</summary>
    internal static SelftestDocument Update(string path, ToolInfo tool, Func<SelftestDocument, SelftestDocument> change)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
        var document = change(ReadOrEmpty(path, tool)) with { Tool = tool };
        File.Write(path, document);
        return document;
    }
}
