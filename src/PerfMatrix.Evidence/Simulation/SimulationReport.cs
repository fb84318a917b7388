using PerfMatrix.Statistics;

namespace PerfMatrix.Evidence.Simulation;

/// <summary>What a simulation found.</summary>
/// <param name="Options">What was simulated.</param>
/// <param name="Rows">One row a scenario.</param>
/// <param name="Elapsed">How long it took.</param>
public sealed record SimulationReport(SimulationOptions Options, IReadOnlyList<SimulationRow> Rows, TimeSpan Elapsed)
{
    /// <summary>Every goal of every row, and whether it is met.</summary>
    public IEnumerable<GoalResult> Goals => Rows.SelectMany(row => row.Scenario.Goals.Select(goal => new GoalResult(row.Scenario.Name, goal, row.Of(goal.Quantity))));
}

/// <summary>What the gate said of the pull requests of one scenario. Every share carries its Wilson interval.</summary>
public sealed record SimulationRow
{
    /// <summary>The scenario.</summary>
    public required Scenario Scenario { get; init; }

    /// <summary>Pull requests that failed.</summary>
    public required WilsonInterval Red { get; init; }

    /// <summary>Pull requests without an answer.</summary>
    public required WilsonInterval Incomplete { get; init; }

    /// <summary>Affected cells that were judged worse; null without affected cells.</summary>
    public WilsonInterval? Power { get; init; }

    /// <summary>Affected cells judged to have changed in the other direction; null without affected cells.</summary>
    public WilsonInterval? WrongDirection { get; init; }

    /// <summary>Unchanged cells that were judged worse; null when every cell is affected.</summary>
    public WilsonInterval? FalseCells { get; init; }

    /// <summary>Cells whose verdict is unknown.</summary>
    public required WilsonInterval Unknown { get; init; }

    /// <summary>Intervals of stage 1 that hold the truth, all cells.</summary>
    public WilsonInterval? ScreenCoverage { get; init; }

    /// <summary>Intervals of stage 2 that hold the truth, confirmed cells.</summary>
    public WilsonInterval? ConfirmCoverage { get; init; }

    /// <summary>Intervals as they are shown, of the last stage of each cell.</summary>
    public WilsonInterval? ShownCoverage { get; init; }

    /// <summary>Cells whose block was unfit in stage 1.</summary>
    public required WilsonInterval Unfit { get; init; }

    /// <summary>Suspects of a pull request, on average.</summary>
    public required double SuspectsPerPullRequest { get; init; }

    /// <summary>Rounds of stage 1 of a cell, on average.</summary>
    public required double RoundsPerCell { get; init; }

    /// <summary>Rounds of stage 2 of a suspect that was confirmed or cleared, on average; NaN without any.</summary>
    public required double RoundsPerSuspect { get; init; }

    /// <summary>What the rules of others said of the same data.</summary>
    public required IReadOnlyList<OtherRuleShares> Others { get; init; }

    /// <summary>A share by name; null when the row has no such thing.</summary>
    public WilsonInterval? Of(Quantity quantity) => quantity switch
    {
        Quantity.Red => Red,
        Quantity.Incomplete => Incomplete,
        Quantity.Power => Power,
        Quantity.WrongDirection => WrongDirection,
        Quantity.ScreenCoverage => ScreenCoverage,
        Quantity.ConfirmCoverage => ConfirmCoverage,
        _ => throw new ArgumentOutOfRangeException(nameof(quantity), quantity, null),
    };

    internal static SimulationRow Of(Scenario scenario, Tally tally) => new()
    {
        Scenario = scenario,
        Red = WilsonInterval.Of(tally.Red, tally.PullRequests),
        Incomplete = WilsonInterval.Of(tally.Incomplete, tally.PullRequests),
        Power = Share(tally.Found, tally.Affected),
        WrongDirection = Share(tally.WrongDirection, tally.Affected),
        FalseCells = Share(tally.FalseWorse, tally.Cells - tally.Affected),
        Unknown = WilsonInterval.Of(tally.Unknown, tally.Cells),
        ScreenCoverage = Share(tally.ScreenCovered, tally.Screened),
        ConfirmCoverage = Share(tally.ConfirmCovered, tally.Confirmed),
        ShownCoverage = Share(tally.ReportCovered, tally.Reported),
        Unfit = WilsonInterval.Of(tally.UnfitBlocks, tally.Cells),
        SuspectsPerPullRequest = (double)tally.Suspects / tally.PullRequests,
        RoundsPerCell = (double)tally.ScreenRounds / tally.Cells,
        RoundsPerSuspect = (double)tally.ConfirmRounds / tally.Confirmed,
        Others = [.. OtherRules.All.Select((rule, i) => new OtherRuleShares(
            rule.Name, WilsonInterval.Of(tally.OthersRed[i], tally.PullRequests), Share(tally.OthersFound[i], tally.Affected)))],
    };

    private static WilsonInterval? Share(int successes, int trials) => trials > 0 ? WilsonInterval.Of(successes, trials) : null;
}

/// <summary>A rule that others use, on the same data.</summary>
/// <param name="Name">Name of the rule.</param>
/// <param name="Red">Pull requests that it fails.</param>
/// <param name="Power">Affected cells that it finds; null without affected cells.</param>
public sealed record OtherRuleShares(string Name, WilsonInterval Red, WilsonInterval? Power);
