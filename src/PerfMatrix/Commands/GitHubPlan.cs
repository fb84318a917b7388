using System.Text.Json;
using System.Text.Json.Serialization;
using PerfMatrix.Matrix;

namespace PerfMatrix.Commands;

/// <summary>
/// The plan as outputs of a GitHub Actions job: lines <c>name=value</c> for <c>$GITHUB_OUTPUT</c>. <c>matrix</c> is the value of
/// <c>strategy.matrix</c>, one entry a group of blocks that one runner measures.
/// </summary>
internal static class GitHubPlan
{
    public static string Outputs(MatrixPlan plan)
    {
        var matrix = new GitHubMatrix(BlockGroups.Pack(plan.Plan.Blocks, plan.EstimateOf).Select((group, index) => Entry(index + 1, group)));
        return $"""
            matrix={JsonSerializer.Serialize(matrix, GitHubJson.Default.GitHubMatrix)}
            subset={plan.Selection.Subset.Name}
            cells={plan.Plan.Cells.Count(cell => cell.Status == CellStatus.Planned)}
            blocks={plan.Plan.Blocks.Count}
            minutes={Math.Ceiling(plan.Estimate.TotalMinutes)}

            """;
    }

    private static GitHubGroup Entry(int number, BlockGroup group) =>
        new(number, string.Join(',', group.Blocks.Select(block => block.Id)), (int)Math.Ceiling(group.Estimate.TotalMinutes));
}

/// <summary>The value of <c>strategy.matrix</c>.</summary>
internal sealed record GitHubMatrix(IEnumerable<GitHubGroup> Include);

/// <summary>One job: its number, the ids of its blocks separated by commas, and the minutes measuring takes.</summary>
internal sealed record GitHubGroup(int Group, string Blocks, int Minutes);

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(GitHubMatrix))]
internal sealed partial class GitHubJson : JsonSerializerContext;
