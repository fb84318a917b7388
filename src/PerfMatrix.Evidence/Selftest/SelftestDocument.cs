using PerfMatrix.Results;

namespace PerfMatrix.Evidence.Selftest;

/// <summary>How sure the gate is, <c>selftest.json</c>, schema version 1: error rates from simulation, and real gate runs whose truth is known.</summary>
public sealed record SelftestDocument
{
    /// <summary>Version of this document.</summary>
    public required int SchemaVersion { get; init; }

    /// <summary>The program that wrote it last.</summary>
    public required ToolInfo Tool { get; init; }

    /// <summary>The newest simulation; null before the first.</summary>
    public SimulationRecord? Simulation { get; init; }

    /// <summary>Real gate runs in the order they ended.</summary>
    public required IReadOnlyList<TrialRecord> Trials { get; init; }

    /// <summary>A document without results.</summary>
    public static SelftestDocument Empty(ToolInfo tool) => new() { SchemaVersion = 1, Tool = tool, Trials = [] };
}
