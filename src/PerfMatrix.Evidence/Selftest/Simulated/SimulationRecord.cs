using PerfMatrix.Evidence.Simulation;
using PerfMatrix.Gate;

namespace PerfMatrix.Evidence.Selftest;

/// <summary>What <c>selftest simulate</c> found.</summary>
public sealed record SimulationRecord
{
    /// <summary>When it began.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>How long it took.</summary>
    public required double ElapsedSeconds { get; init; }

    /// <summary>Simulated pull requests of a full row.</summary>
    public required int PullRequests { get; init; }

    /// <summary>Cells of each.</summary>
    public required int Cells { get; init; }

    /// <summary>Seed; the same one gives the same numbers.</summary>
    public required ulong Seed { get; init; }

    /// <summary>The policy in force, then those it is compared with.</summary>
    public required IReadOnlyList<DesignRecord> Designs { get; init; }
}

/// <summary>A design and what it said.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Policy">Its rules.</param>
/// <param name="Rows">What it said, world by world.</param>
public sealed record DesignRecord(string Name, GatePolicy Policy, IReadOnlyList<RowRecord> Rows)
{
    /// <summary>The part of the document for a report.</summary>
    public static DesignRecord Of(GateDesign design, SimulationReport report) => new(design.Name, design.Policy, [.. report.Rows.Select(RowRecord.Of)]);
}

/// <summary>What a design said of the pull requests of one world.</summary>
public sealed record RowRecord
{
    /// <summary>Name of the row, the same in every design.</summary>
    public required string Name { get; init; }

    /// <summary>How pairs scatter in this world.</summary>
    public required NoiseModel Noise { get; init; }

    /// <summary>The true change of the affected cells; above 0 is worse.</summary>
    public required double EffectPercent { get; init; }

    /// <summary>Pull requests that failed.</summary>
    public required Share Red { get; init; }

    /// <summary>Pull requests without an answer.</summary>
    public required Share Incomplete { get; init; }

    /// <summary>Affected cells judged worse.</summary>
    public Share? Power { get; init; }

    /// <summary>Affected cells judged to have changed the other way.</summary>
    public Share? WrongDirection { get; init; }

    /// <summary>Unchanged cells judged worse.</summary>
    public Share? FalseCells { get; init; }

    /// <summary>Cells whose verdict is unknown.</summary>
    public required Share Unknown { get; init; }

    /// <summary>Intervals of stage 1 that hold the truth.</summary>
    public Share? ScreenCoverage { get; init; }

    /// <summary>Intervals of stage 2 that hold the truth.</summary>
    public Share? ConfirmCoverage { get; init; }

    /// <summary>Rounds of stage 1 of a cell, on average.</summary>
    public required double RoundsPerCell { get; init; }

    /// <summary>Suspects of a pull request, on average.</summary>
    public required double SuspectsPerPullRequest { get; init; }

    /// <summary>What the row must show.</summary>
    public required IReadOnlyList<GoalRecord> Goals { get; init; }

    /// <summary>What other rules said of the same data.</summary>
    public required IReadOnlyList<OtherRuleRecord> Others { get; init; }

    /// <summary>The record of a row.</summary>
    public static RowRecord Of(SimulationRow row) => new()
    {
        Name = row.Scenario.Name,
        Noise = row.Scenario.Noise,
        EffectPercent = row.Scenario.EffectPercent,
        Red = Share.Of(row.Red),
        Incomplete = Share.Of(row.Incomplete),
        Power = Share.Of(row.Power),
        WrongDirection = Share.Of(row.WrongDirection),
        FalseCells = Share.Of(row.FalseCells),
        Unknown = Share.Of(row.Unknown),
        ScreenCoverage = Share.Of(row.ScreenCoverage),
        ConfirmCoverage = Share.Of(row.ConfirmCoverage),
        RoundsPerCell = row.RoundsPerCell,
        SuspectsPerPullRequest = row.SuspectsPerPullRequest,
        Goals = [.. row.Scenario.Goals.Select(goal => GoalRecord.Of(goal, row.Of(goal.Quantity)))],
        Others = [.. row.Others.Select(other => new OtherRuleRecord(other.Name, Share.Of(other.Red), Share.Of(other.Power)))],
    };
}

/// <summary>What another rule said of the same data.</summary>
/// <param name="Name">Name of the rule.</param>
/// <param name="Red">Pull requests (or real gate runs) that it fails.</param>
/// <param name="Power">Affected cells that it finds; null without affected cells.</param>
public sealed record OtherRuleRecord(string Name, Share? Red, Share? Power);
