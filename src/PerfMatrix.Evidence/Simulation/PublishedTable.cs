using static System.FormattableString;

namespace PerfMatrix.Evidence.Simulation;

/// <summary>The rows whose numbers are published, with the goals of each.</summary>
public static class PublishedTable
{
    /// <summary>Bias of the rows that goals are set for: the worst that is planned for.</summary>
    private const double WorstBiasPercent = 1;

    /// <summary>Every row.</summary>
    public static IReadOnlyList<Scenario> Scenarios => [.. Unchanged(), .. OneCell(), .. EveryCell(), .. OneMachine()];

    private static IEnumerable<Scenario> Unchanged() =>
        from sigma in new[] { 1.0, 2, 3, 5 }
        from bias in new[] { 0, 0.5, WorstBiasPercent }
        select new Scenario($"unchanged, {Noise(sigma, bias)}", new(sigma, bias)) { Goals = [Goal.AtMost(Quantity.Red, 1)] };

    private static IEnumerable<Scenario> OneCell() =>
        from row in new[] { (Effect: 5.0, Sigma: 1.0, Power: 95.0), (5, 2, 95), (5, 3, 85), (10, 3, 94), (10, 5, 94) }
        select new Scenario(Invariant($"+{row.Effect} % in one cell, {Noise(row.Sigma, WorstBiasPercent)}"), new(row.Sigma, WorstBiasPercent), row.Effect, 1)
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
