using System.Diagnostics.CodeAnalysis;
using PerfMatrix.Matrix;
using PerfMatrix.Results;

namespace PerfMatrix.Gate;

/// <summary>What stage 1 suspects and stage 2 has to measure afresh, <c>suspects.json</c>, schema version 1.</summary>
internal sealed record SuspectsDocument
{
    internal static DocumentFile<SuspectsDocument> File { get; } = new(
        "suspects.json", "a list of suspects", "Give the path of a suspects.json, which `gate --stage screen` writes.", "screen again")
    {
        IsIndented = true,
    };

    public int SchemaVersion { get; init; } = 1;

    public required int Machines { get; init; }
    public required int RoundsPerMachine { get; init; }

    /// <summary>Rounds of each machine after which nothing more is decided.</summary>
    public required int MostRoundsPerMachine { get; init; }

    /// <summary>The cells, in the order of the plan; empty when nothing is suspect.</summary>
    public required IReadOnlyList<SuspectCell> Suspects { get; init; }

    internal static SuspectsDocument Of(IEnumerable<ScreenFinding> suspects, IReadOnlyDictionary<string, ComparedCell> cells, ConfirmPolicy policy) =>
        new()
        {
            Machines = policy.Machines,
            RoundsPerMachine = PerMachine(policy.Looks[0], policy),
            MostRoundsPerMachine = PerMachine(policy.Looks[^1], policy),
            Suspects = [.. suspects.GroupBy(suspect => suspect.Subject.Cell).Select(cell => new SuspectCell(cells[cell.Key], cell))],
        };

    private static int PerMachine(int rounds, ConfirmPolicy policy) => (rounds + policy.Machines - 1) / policy.Machines;
}

/// <summary>A cell to measure afresh.</summary>
internal sealed record SuspectCell : Cell
{
    public required IReadOnlyList<SuspectMetric> Metrics { get; init; }

    public SuspectCell()
    {
    }

    [SetsRequiredMembers]
    internal SuspectCell(Cell cell, IEnumerable<ScreenFinding> suspects)
        : base(cell) =>
        Metrics =
        [.. suspects.Select(suspect => new SuspectMetric(suspect.Subject.Metric, suspect.Suspicion, suspect.Verdict.Estimate!.EffectPercent))];
}

/// <param name="EffectPercent">Estimated change of stage 1, above 0 is worse.</param>
internal sealed record SuspectMetric(string Metric, Suspicion Suspicion, double EffectPercent);
