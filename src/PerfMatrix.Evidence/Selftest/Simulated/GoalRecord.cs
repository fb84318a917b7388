using System.Text.Json;
using System.Text.Json.Serialization;
using PerfMatrix.Evidence.Simulation;
using PerfMatrix.Statistics;

namespace PerfMatrix.Evidence.Selftest;

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
    public static GoalRecord Of(Goal goal, WilsonInterval? measured) => new(goal.Quantity, goal.LowPercent, goal.HighPercent, StateOf(goal, measured));

    private static GoalState StateOf(Goal goal, WilsonInterval? measured) =>
        measured is not { } share ? GoalState.Open
        : goal.IsMetBy(share) ? GoalState.Met
        : IsOutside(goal, share) ? GoalState.Missed
        : GoalState.Open;

    // No interval ends at 0 or 100 %, so there a single trial decides, as in Goal.IsMetBy.
    private static bool IsOutside(Goal goal, WilsonInterval share) =>
        100 * share.High < goal.LowPercent || 100 * share.Low > goal.HighPercent
        || (goal.HighPercent <= 0 && share.Successes > 0) || (goal.LowPercent >= 100 && share.Successes < share.Trials);
}

internal sealed class GoalStateText() : JsonStringEnumConverter<GoalState>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);

internal sealed class QuantityText() : JsonStringEnumConverter<Quantity>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);
