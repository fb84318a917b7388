using PerfMatrix.Drivers.Scenarios;

namespace PerfMatrix.Measurement;

/// <summary>Finds the cases that patterns of a matrix mean.</summary>
internal delegate Task<MatrixDefinition> CaseSearch(
    MatrixDefinition matrix, Selection selection, IReadOnlyDictionary<string, ResolvedScenario> scenarios);

/// <summary>What base measures by its own matrix in the same selection. The matrix of the checkout serves both sides, so what a change takes out of
/// it would vanish from the comparison without a word; on GitHub the checkout is base's.</summary>
/// <param name="Dropped">Cells of scenarios that the checkout's matrix does not have.</param>
/// <param name="Problem">Why nobody knows what base measures; null when it is known.</param>
internal sealed record BaseScenarios(IReadOnlyList<PlannedCell> Dropped, string? Problem)
{
    private HashSet<string> Known { get; init; } = [];

    /// <summary>The projects of BenchmarkDotNet all of whose benchmarks are known.</summary>
    private HashSet<string?> Searched { get; init; } = [];

    /// <summary>Reads the matrix of base where its files are checked out beside those of head.</summary>
    /// <param name="plan">The plan by the matrix of the checkout.</param>
    public static async Task<BaseScenarios> OfAsync(MeasurementRequest request, SideTree old, MatrixPlan plan, CaseSearch search)
    {
        if (!request.IsComparison || request.MeasuresIdentical || request.Range is not null || old.Worktree is null
            || !RepositoryRoot.Files.Any(file => File.Exists(Path.Combine(old.Root, file))))
        {
            return new([], null);
        }

        try
        {
            // Whether its runtimes can be had here is of no interest where head has nothing to compare.
            var matrix = MatrixDefinition.Load(old.Root);
            var own = MatrixPlan.Of(matrix, request.Plan, plan.Machine, unavailable: _ => null);
            var resolved = ResolvedPlan.ScenariosOf(old.Root, own, request.Profile, mayLackProject: true);
            var searched = own.Selection.Scenarios.Where(scenario => scenario.IsPattern).Select(scenario => scenario.Family).ToHashSet();
            if (searched.Count > 0)
            {
                own = MatrixPlan.Of(await search(matrix, own.Selection, resolved), request.Plan, plan.Machine, unavailable: _ => null);
                resolved = ResolvedPlan.ScenariosOf(old.Root, own, request.Profile, mayLackProject: true);
            }

            var measured = own.Selection.Scenarios.Where(scenario => !scenario.Alone && File.Exists(resolved[scenario.Name].Application.Project))
                .Select(scenario => scenario.Name).ToHashSet();
            var scenarios = plan.Selection.Scenarios.Select(scenario => scenario.Name).ToHashSet();
            var cells = own.Plan.Cells.Where(cell => cell.Status == CellStatus.Planned && measured.Contains(cell.Cell.Scenario)).ToList();
            var families = own.Selection.Scenarios.ToDictionary(scenario => scenario.Name, scenario => scenario.Family);
            return new([.. cells.Where(cell => !scenarios.Contains(cell.Cell.Scenario))
                .Select(cell => new PlannedCell(cell.Cell, CellStatus.Dropped, searched.Contains(families[cell.Cell.Scenario])
                    ? $"base, {old.Title}, has this benchmark, and head has not"
                    : $"base, {old.Title}, measures it, and {RepositoryRoot.MatrixFile} here does not list it"))], null)
            {
                Known = measured,
                Searched = searched,
            };
        }
        catch (UsageException problem)
        {
            return new([], $"What base, {old.Title}, measures by its own {RepositoryRoot.MatrixFile} is not known, so a scenario that head has "
                + $"dropped would not be noticed: {problem.Message}");
        }
    }

    /// <summary>Whether it is a benchmark that the project of base does not have.</summary>
    public bool Lacks(ScenarioEntry scenario) => Searched.Contains(scenario.Family) && !Known.Contains(scenario.Name);

    /// <summary>Whether base measures a scenario of this name, from whatever project.</summary>
    public bool Measures(string scenario) => Known.Contains(scenario);
}
