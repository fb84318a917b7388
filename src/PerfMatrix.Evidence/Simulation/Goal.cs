using PerfMatrix.Statistics;

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
    public bool IsMetBy(WilsonInterval measured) =>
        (LowPercent >= 100 ? measured.Share >= 1 : 100 * measured.Low >= LowPercent)
        && (HighPercent <= 0 ? measured.Share <= 0 : 100 * measured.High <= HighPercent);
}

/// <summary>A goal and what was measured.</summary>
/// <param name="Scenario">Name of the row.</param>
/// <param name="Goal">The goal.</param>
/// <param name="Measured">The share; null when the row has no such thing.</param>
public sealed record GoalResult(string Scenario, Goal Goal, WilsonInterval? Measured)
{
    /// <summary>Whether the goal is met; what was not measured is not.</summary>
    public bool Met => Measured is { } measured && Goal.IsMetBy(measured);
}
