using PerfMatrix.GitHub;
using PerfMatrix.Matrix;

namespace PerfMatrix.Commands;

/// <summary>
/// The plan as outputs of a GitHub Actions job: lines <c>name=value</c> for <c>$GITHUB_OUTPUT</c>. <c>matrix</c> is the value of
/// <c>strategy.matrix</c>, one entry a group of blocks that one runner measures.
/// </summary>
internal static class GitHubPlan
{
    /// <summary>Time of a group to aim at: checking out and building cost minutes, so much smaller groups waste runners.</summary>
    private static readonly TimeSpan s_group = TimeSpan.FromMinutes(15);

    public static string Outputs(MatrixPlan plan)
    {
        var blocks = plan.Plan.Blocks.Select(block => JobPlanning.Planned(plan, block, MeasuredTimes.None)).ToList();
        return $"""
            matrix={JobMatrix.OfGroups(GroupPacking.Pack(blocks, runners: (int)Math.Ceiling(plan.Estimate / s_group)))}
            subset={plan.Selection.Subset.Name}
            cells={plan.Plan.Cells.Count(cell => cell.Status == CellStatus.Planned)}
            blocks={plan.Plan.Blocks.Count}
            minutes={Math.Ceiling(plan.Estimate.TotalMinutes)}

            """;
    }
}
