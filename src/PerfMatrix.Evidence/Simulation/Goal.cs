using static System.FormattableString;

namespace PerfMatrix.Evidence.Simulation;

/// <summary>A share of a row that a goal can be set for.</summary>
internal enum Quantity
{
    Red,

    /// <summary>Pull requests without an answer.</summary>
    Incomplete,
    Power,

    /// <summary>Affected cells judged to have changed in the other direction.</summary>
    WrongDirection,

    /// <summary>Intervals of stage 1 that hold the truth.</summary>
    ScreenCoverage,

    /// <summary>Intervals of stage 2 that hold the truth.</summary>
    ConfirmCoverage,
}

/// <summary>What a row must show.</summary>
internal sealed record Goal(Quantity Quantity, double LowPercent, double HighPercent)
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
    Missed,
    Open,
}

/// <summary>A goal and what became of it.</summary>
internal sealed record GoalRecord(Quantity Quantity, double LowPercent, double HighPercent, GoalState State)
{
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

/// <summary>The rows whose numbers are published, with the goals of each.</summary>
internal static class PublishedTable
{
    /// <summary>Bias of the rows that goals are set for: the worst that is planned for.</summary>
    private const double WorstBiasPercent = 1;

    public static IReadOnlyList<Scenario> Scenarios => [.. Unchanged(), .. OneCell(), .. EveryCell(), .. OneMachine()];

    private static IEnumerable<Scenario> Unchanged() =>
        from sigma in new[] { 1.0, 2, 3, 5 }
        from bias in new[] { 0, 0.5, WorstBiasPercent }
        select new Scenario($"unchanged, {Noise(sigma, bias)}", new(sigma, bias)) { Goals = [Goal.AtMost(Quantity.Red, 1)] };

    private static IEnumerable<Scenario> OneCell() =>
        from row in new[] { (Effect: 5.0, Sigma: 1.0, Power: 95.0), (5, 2, 95), (5, 3, 85), (10, 3, 94), (10, 5, 94) }
        select new Scenario(
        Invariant($"+{row.Effect} % in one cell, {Noise(row.Sigma, WorstBiasPercent)}"), new(row.Sigma, WorstBiasPercent), row.Effect, 1)
        {
            Goals = [Goal.AtLeast(Quantity.Power, row.Power), Goal.AtMost(Quantity.WrongDirection, 0)],
        };

    private static IEnumerable<Scenario> EveryCell() =>
        from effect in new[] { 0.0, 2, 5, 10 }
        select new Scenario(Invariant($"+{effect} % in every cell, {Noise(2, WorstBiasPercent)}"), new(2, WorstBiasPercent), effect, int.MaxValue)
        {
            Share = 0.1,
            Goals =
            [
                new(Quantity.ScreenCoverage, 93, 97),
                new(Quantity.ConfirmCoverage, 93, 97),
                .. effect == 0 ? Array.Empty<Goal>() : [Goal.AtMost(Quantity.WrongDirection, 0)],
            ],
        };

    // What a developer's machine alone can do: no goals, but no secrets either.
    private static IEnumerable<Scenario> OneMachine() =>
        from effect in new[] { 0.0, 5 }
        from bias in new[] { 0.5, WorstBiasPercent }
        let name = effect == 0 ? "unchanged" : Invariant($"+{effect} % in one cell")
        select new Scenario($"{name}, one machine, {Noise(2, bias)}", new(2, bias), effect, effect == 0 ? 0 : 1) { ConfirmMachines = 1 };

    // Names are the same in every culture, because they are compared.
    private static string Noise(double sigma, double bias) => Invariant($"sigma {sigma} %, bias {bias} %");
}
