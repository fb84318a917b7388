using PerfMatrix.Gate;

namespace PerfMatrix.Measurement;

/// <summary>Rounds of some cells that are measured before the next decision.</summary>
/// <param name="Stage">screen, or confirm for fresh rounds of suspects.</param>
/// <param name="Cells">Ids of the pairs.</param>
/// <param name="Rounds">Rounds to add.</param>
public sealed record Look(Stage Stage, IReadOnlyCollection<string> Cells, int Rounds)
{
    /// <summary>Whether its cells have been measured in this stage before, and are undecided.</summary>
    public bool IsFurther { get; init; }

    /// <summary>The next look, null when the decision waits for nothing, or for rounds that fail again and again.</summary>
    /// <param name="wanted">What the decision waits for.</param>
    /// <param name="spent">Rounds measured so far of a cell in a stage, failed ones included.</param>
    /// <param name="policy">The policy; a cell gets at most twice the rounds of its last look.</param>
    /// <remarks>Stage 1 comes first, because it says who is suspect. Of cells that wait for different numbers, those that wait for the fewest come first.</remarks>
    public static Look? Next(IReadOnlyList<WantedRounds> wanted, Func<Stage, string, int> spent, GatePolicy policy)
    {
        var open = wanted.Where(want => spent(want.Stage, want.Cell.Id) + want.More <= 2 * LastLook(want.Stage, policy)).ToList();
        var first = open.Where(want => want.Stage == Stage.Screen).DefaultIfEmpty().MinBy(want => want?.More) ?? open.MinBy(want => want.More);
        return first is null
            ? null
            : new Look(first.Stage, [.. open.Where(want => want.Stage == first.Stage && want.More == first.More).Select(want => want.Cell.Id)], first.More) { IsFurther = true };
    }

    private static int LastLook(Stage stage, GatePolicy policy) => stage == Stage.Screen ? policy.Screen.Looks[^1] : policy.Confirm.Looks[^1];
}
