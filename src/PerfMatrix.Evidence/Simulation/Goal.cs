namespace PerfMatrix.Evidence.Simulation;

/// <summary>A share of a row that a goal can be set for.</summary>
public enum Quantity
{
    /// <summary>Pull requests that fail.</summary>
    Red,

    /// <summary>Pull requests without an answer.</summary>
    Incomplete,

    /// <summary>Affected cells that are found.</summary>
    Power,

    /// <summary>Affected cells judged to have changed in the other direction.</summary>
    WrongDirection,

    /// <summary>Intervals of stage 1 that hold the truth.</summary>
    ScreenCoverage,

    /// <summary>Intervals of stage 2 that hold the truth.</summary>
    ConfirmCoverage,
}

/// <summary>What a row must show.</summary>
/// <param name="Quantity">The share.</param>
/// <param name="LowPercent">Smallest share.</param>
/// <param name="HighPercent">Largest share.</param>
public sealed record Goal(Quantity Quantity, double LowPercent, double HighPercent)
{
    /// <summary>A share that must stay small.</summary>
    public static Goal AtMost(Quantity quantity, double percent) => new(quantity, 0, percent);

    /// <summary>A share that must be large.</summary>
    public static Goal AtLeast(Quantity quantity, double percent) => new(quantity, percent, 100);

    /// <summary>
    /// Whether the whole interval of the measured share lies within the goal, so that a goal is not met by luck. A goal of 0 or 100 % is about the
    /// observed share, because no interval ends there for a finite number of trials.
    /// </summary>
    public bool IsMetBy(Share measured) =>
        (LowPercent >= 100 ? measured.Successes == measured.Trials : measured.LowPercent >= LowPercent)
        && (HighPercent <= 0 ? measured.Successes == 0 : measured.HighPercent <= HighPercent);
}

/// <summary>What became of a goal.</summary>
public enum GoalState
{
    /// <summary>The whole interval of the share is within the goal.</summary>
    Met,

    /// <summary>The whole interval is outside.</summary>
    Missed,

    /// <summary>Too few trials to tell.</summary>
    Open,
}

/// <summary>A goal and what became of it.</summary>
/// <param name="Quantity">The share.</param>
/// <param name="LowPercent">Smallest share wanted.</param>
/// <param name="HighPercent">Largest share wanted.</param>
/// <param name="State">met, missed or open.</param>
public sealed record GoalRecord(Quantity Quantity, double LowPercent, double HighPercent, GoalState State)
{
    /// <summary>Judges a goal.</summary>
    /// <param name="goal">The goal.</param>
    /// <param name="measured">The share; null when there is no such thing, which leaves the goal open.</param>
    public static GoalRecord Of(Goal goal, Share? measured) => new(goal.Quantity, goal.LowPercent, goal.HighPercent, StateOf(goal, measured));

    private static GoalState StateOf(Goal goal, Share? measured) =>
        measured is not { } share ? GoalState.Open
        : goal.IsMetBy(share) ? GoalState.Met
        : IsOutside(goal, share) ? GoalState.Missed
        : GoalState.Open;

    // No interval ends at 0 or 100 %, so there a single trial decides, as in Goal.IsMetBy.
    private static bool IsOutside(Goal goal, Share share) =>
        share.HighPercent < goal.LowPercent || share.LowPercent > goal.HighPercent
        || (goal.HighPercent <= 0 && share.Successes > 0) || (goal.LowPercent >= 100 && share.Successes < share.Trials);
}
