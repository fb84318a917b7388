using PerfMatrix.Results;

namespace PerfMatrix.GitHub;

/// <summary>Holds what was measured against what was planned: a run that lost a group must not look complete on the site.</summary>
public static class PlannedGroups
{
    /// <summary>Name of the artifact that holds the plan of a run.</summary>
    public const string Artifact = "plan";

    /// <summary>Name of the plan in it.</summary>
    public const string Document = "plan.json";

    /// <summary>The documents of a workflow run, incomplete where groups are missing.</summary>
    /// <param name="runs">The documents.</param>
    /// <param name="groups">The groups that they were made of.</param>
    /// <param name="planned">Number of planned groups; null when nobody knows.</param>
    /// <param name="isWhole">Whether the workflow run ended well, so that all groups are there although the plan is not.</param>
    public static IReadOnlyList<RunDocument> Marked(IReadOnlyList<RunDocument> runs, IReadOnlyList<MeasuredGroup> groups, int? planned, bool isWhole) =>
        Missing(groups, planned) switch
        {
            null when isWhole => runs,
            null => [.. runs.Select(run => Incomplete(run, "The workflow run failed and its plan is missing, so groups may be missing too."))],
            > 0 and var missing => [.. runs.Select(run => Incomplete(run, $"{missing} of {planned} groups of this run left no result."))],
            _ => runs,
        };

    /// <summary>Number of planned groups without a result; null when nobody knows.</summary>
    public static int? Missing(IReadOnlyList<MeasuredGroup> groups, int? planned) => planned - groups.Select(group => group.Name).Distinct().Count();

    private static RunDocument Incomplete(RunDocument run, string warning) => run with { Complete = false, Warnings = [.. run.Warnings, warning] };
}
