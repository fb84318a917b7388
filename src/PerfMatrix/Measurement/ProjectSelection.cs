namespace PerfMatrix.Measurement;

/// <summary>Plans the scenarios of one project of several, by the jobs that the crank files name.</summary>
internal static class ProjectSelection
{
    /// <summary>The request with the scenarios of its project by name; the same where it asks for none.</summary>
    /// <exception cref="UsageException">Nothing of the selection measures the project.</exception>
    public static PlanRequest Narrowed(string root, PlanRequest request, ProfileChoice profile)
    {
        if (request.Project is not { } project) return request;
        var plan = MatrixPlan.Of(MatrixDefinition.Load(root), request, request.Machine ?? MachineRecord.Limits, unavailable: _ => null);
        var projects = ResolvedPlan.ScenariosOf(root, plan, profile, mayLackProject: true)
            .ToDictionary(scenario => scenario.Key, scenario => ProgramFolder.ProjectName(root, scenario.Value.Application.Project));
        var wanted = Path.GetRelativePath(root, Path.Combine(root, project)).Replace('\\', '/').TrimEnd('/');
        var scenarios = projects.Where(scenario => IsOf(wanted, scenario.Value)).Select(scenario => scenario.Key).ToList();
        if (scenarios.Count == 0)
            throw new UsageException(
                $"--project: found '{project}', which no scenario of this selection measures; they measure "
                    + $"{string.Join(", ", projects.Values.Distinct())}");
        return request with { Project = null, Axes = request.Axes.With(Axis.Scenario, scenarios) };
    }

    private static bool IsOf(string wanted, string project) => project == wanted || project.StartsWith(wanted + "/", StringComparison.Ordinal);
}
