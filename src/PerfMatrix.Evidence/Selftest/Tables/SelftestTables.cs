namespace PerfMatrix.Evidence.Selftest;

/// <summary>Every table of a selftest document; parts that have not been run have none.</summary>
public static class SelftestTables
{
    /// <summary>The tables: real runs first, then the simulation.</summary>
    public static IReadOnlyList<SelftestTable> Of(SelftestDocument document) =>
        [.. TrialTables.Of(document), .. document.Simulation is { } simulation ? SimulationTables.Of(simulation) : []];
}
