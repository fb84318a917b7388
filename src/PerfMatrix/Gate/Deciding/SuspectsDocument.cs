using System.Text.Json.Serialization;
using PerfMatrix.Contract;

namespace PerfMatrix.Gate;

/// <summary>What stage 1 suspects and stage 2 has to measure afresh, <c>suspects.json</c>, schema version 1.</summary>
public sealed record SuspectsDocument
{
    /// <summary>Version of this document.</summary>
    public int SchemaVersion { get; init; } = 1;

    /// <summary>Fresh machines to measure on.</summary>
    public required int Machines { get; init; }

    /// <summary>Rounds of each machine for the first look.</summary>
    public required int RoundsPerMachine { get; init; }

    /// <summary>Rounds of each machine after which nothing more is decided.</summary>
    public required int MostRoundsPerMachine { get; init; }

    /// <summary>The cells, in the order of the plan; empty when nothing is suspect.</summary>
    public required IReadOnlyList<SuspectCell> Suspects { get; init; }

    internal static SuspectsDocument Of(IEnumerable<ScreenFinding> suspects, IReadOnlyDictionary<string, ComparedCell> cells, ConfirmPolicy policy) => new()
    {
        Machines = policy.Machines,
        RoundsPerMachine = PerMachine(policy.Looks[0], policy),
        MostRoundsPerMachine = PerMachine(policy.Looks[^1], policy),
        Suspects = [.. suspects.GroupBy(suspect => suspect.Subject.Cell).Select(cell => SuspectCell.Of(cells[cell.Key], cell))],
    };

    private static int PerMachine(int rounds, ConfirmPolicy policy) => (rounds + policy.Machines - 1) / policy.Machines;
}

/// <summary>A cell to measure afresh, axis by axis.</summary>
/// <param name="Cell">Id of the cell.</param>
/// <param name="Scenario">Scenario.</param>
/// <param name="Runtime">Runtime as asked for.</param>
/// <param name="Gc">GC leg.</param>
/// <param name="Cores">CPUs of the application.</param>
/// <param name="Metrics">What is suspected of it.</param>
/// <param name="Memory">Most memory of the application; not written without a limit.</param>
public sealed record SuspectCell(
    string Cell,
    string Scenario,
    string Runtime,
    string Gc,
    int Cores,
    IReadOnlyList<SuspectMetric> Metrics,
    [property: JsonPropertyName("memoryBytes"), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] Bytes? Memory = null)
{
    internal static SuspectCell Of(ComparedCell cell, IEnumerable<ScreenFinding> suspects) => new(
        cell.Id,
        cell.Scenario,
        cell.Runtime,
        cell.Gc,
        cell.Cores,
        [.. suspects.Select(suspect => new SuspectMetric(suspect.Subject.Metric, suspect.Suspicion, suspect.Verdict.Estimate!.EffectPercent))],
        cell.Memory);
}

/// <summary>A suspected change.</summary>
/// <param name="Metric">Name of the metric.</param>
/// <param name="Suspicion">worse or better.</param>
/// <param name="EffectPercent">Estimated change of stage 1, above 0 is worse.</param>
public sealed record SuspectMetric(string Metric, Suspicion Suspicion, double EffectPercent);
