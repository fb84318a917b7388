namespace PerfMatrix.Measurement;

/// <summary>What base measures by its own matrix in the same selection. The matrix of the checkout serves both sides, so what a change takes out of
/// it would vanish from the comparison without a word; on GitHub the checkout is base's.</summary>
/// <param name="Dropped">Cells of scenarios that the checkout's matrix does not have.</param>
/// <param name="Problem">Why nobody knows what base measures; null when it is known.</param>
internal sealed record BaseScenarios(IReadOnlyList<PlannedCell> Dropped, string? Problem)
{
    private HashSet<string> Known { get; init; } = [];

    /// <summary>Reads the matrix of base where its files are checked out beside those of head.</summary>
    /// <param name="plan">The plan by the matrix of the checkout.</param>
    public static BaseScenarios Of(MeasurementRequest request, SideTree old, MatrixPlan plan)
    {
        if (!request.IsComparison || request.MeasuresIdentical || request.Range is not null || old.Worktree is null
            || !RepositoryRoot.Files.Any(file => File.Exists(Path.Combine(old.Root, file))))
        {
            return new([], null);
        }

        try
        {
            // Whether its runtimes can be had here is of no interest where head has nothing to compare.
            var own = MatrixPlan.Of(MatrixDefinition.Load(old.Root), request.Plan, plan.Machine, unavailable: _ => null);
            var resolved = ResolvedPlan.ScenariosOf(old.Root, own, request.Profile, mayLackProject: true);
            var measured = own.Selection.Scenarios.Where(scenario => scenario is { Alone: false, IsPattern: false }
                && File.Exists(resolved[scenario.Name].Application.Project)).Select(scenario => scenario.Name).ToHashSet();
            var scenarios = plan.Selection.Scenarios.Select(scenario => scenario.Name).ToHashSet();
            var cells = own.Plan.Cells.Where(cell => cell.Status == CellStatus.Planned && measured.Contains(cell.Cell.Scenario)).ToList();
            var reason = $"base, {old.Title}, measures it, and {RepositoryRoot.MatrixFile} here does not list it";
            return new([.. cells.Where(cell => !scenarios.Contains(cell.Cell.Scenario))
                .Select(cell => new PlannedCell(cell.Cell, CellStatus.Dropped, reason))], null)
            {
                Known = measured,
            };
        }
        catch (UsageException problem)
        {
            return new([], $"What base, {old.Title}, measures by its own {RepositoryRoot.MatrixFile} is not known, so a scenario that head has "
                + $"dropped would not be noticed: {problem.Message}");
        }
    }

    /// <summary>Whether base measures a scenario of this name, from whatever project.</summary>
    public bool Measures(string scenario) => Known.Contains(scenario);
}
