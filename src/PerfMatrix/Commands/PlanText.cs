using System.Text;
using PerfMatrix.Configuration;
using PerfMatrix.Contract;
using PerfMatrix.Matrix;

namespace PerfMatrix.Commands;

/// <summary>The plan for people: every cell with its block or the reason why not, the blocks, and the time.</summary>
internal static class PlanText
{
    public static string Format(MatrixDefinition matrix, MatrixPlan plan)
    {
        var text = new StringBuilder();
        // A column that nobody asked for says nothing.
        Axis[] axes = [Axis.Scenario, Axis.Cores, Axis.Runtime, Axis.Gc, .. Axis.Limits.Where(axis => plan.Plan.Cells.Any(cell => axis.IsIn(cell.Cell)))];
        ColumnText.Append(text, [.. axes.Select(axis => axis.Title), "Status"], plan.Plan.Cells.Select(cell => CellRow(cell, axes)));
        text.Append('\n');
        ColumnText.Append(text, ["Block", "Variants", "Time", "Anchor"], plan.Plan.Blocks.Select(block => BlockRow(block, plan)));
        text.Append('\n');
        AppendPlacements(text, plan);
        AppendSupport(text, matrix, plan);
        AppendSummary(text, plan);
        return text.ToString();
    }

    private static string[] CellRow(PlannedCell cell, IEnumerable<Axis> axes) =>
        [.. axes.Select(axis => axis.ValueOf(cell.Cell)), cell.Reason is null ? CellStatusText.Of(cell.Status) : $"{CellStatusText.Of(cell.Status)}: {cell.Reason}"];

    private static string[] BlockRow(Block block, MatrixPlan plan) =>
        [block.Id, block.Variants.Count.ToString(), DurationText.Approximate(plan.EstimateOf(block)), block.Anchor.Id];

    private static void AppendPlacements(StringBuilder text, MatrixPlan plan)
    {
        int[] usable = [.. Enumerable.Range(0, plan.Machine.Cores)];
        foreach (var cores in plan.Plan.Blocks.Select(block => block.Cores).Distinct())
            text.Append($"{Counted(cores, "core")}: {CpuPlacement.Of(cores, usable).Description}\n");
    }

    private static void AppendSupport(StringBuilder text, MatrixDefinition matrix, MatrixPlan plan)
    {
        var chosen = plan.Selection.Runtimes.Select(runtime => runtime.Framework).ToHashSet();
        var dates = matrix.Runtimes.Where(runtime => chosen.Contains(runtime.Framework)).Select(runtime => $"{runtime.Framework} {runtime.EndOfSupport:yyyy-MM-dd}");
        text.Append($"End of support: {string.Join(", ", dates)}\n");
    }

    private static void AppendSummary(StringBuilder text, MatrixPlan plan)
    {
        var counts = plan.Plan.Cells.CountBy(cell => cell.Status).OrderBy(count => count.Key).Select(count => $"{count.Value} {CellStatusText.Of(count.Key)}");
        var measure = plan.Measure;
        foreach (var (scenario, own) in plan.ScenarioMeasures.Where(own => plan.Plan.Blocks.Any(block => block.Scenario == own.Key)))
            text.Append($"{scenario}: {Counted(own.Rounds, "round")} of {DurationText.Format(own.Duration)}{Timeline(own)}\n");
        text.Append($"Each round: warm-up {DurationText.Format(measure.MinimumWarmup)} to {DurationText.Format(measure.MaximumWarmup)}, then ")
            .Append($"{measure.Slices} slices of {DurationText.Format(measure.Slice)} for each variant, interleaved; {measure.Rounds} rounds\n")
            .Append($"Subset {plan.Selection.Subset.Name} on {Counted(plan.Machine.Cores, "core")}: {string.Join(", ", counts)}; ")
            .Append($"{Counted(plan.Plan.Blocks.Count, "block")}, about {DurationText.Approximate(plan.Estimate)} without building\n");
    }

    private static string Timeline(MeasureSettings own) =>
        own.Timeline <= TimeSpan.Zero ? ""
        : $", timeline every {DurationText.Format(own.Timeline)}{(own.HasControlRound ? " and a control round with and without" : "; no control round, because the number of requests is fixed")}";

    private static string Counted(int count, string noun) => count == 1 ? $"1 {noun}" : $"{count} {noun}s";
}
