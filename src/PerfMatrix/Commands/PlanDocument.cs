using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using System.Text.Json.Serialization;
using PerfMatrix.Contract;
using PerfMatrix.Matrix;

namespace PerfMatrix.Commands;

/// <summary>The plan as <c>perfmatrix plan --json</c> prints it, schema version 1.</summary>
internal sealed record PlanDocument(
    int SchemaVersion,
    string Subset,
    int MachineCores,
    double EstimateSeconds,
    MeasureSettings Measure,
    IEnumerable<PlanDocument.CellLine> Cells,
    IEnumerable<PlanDocument.BlockLine> Blocks)
{
    private static readonly JsonSerializerOptions s_json = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    };

    public static string Json(MatrixPlan plan) => JsonSerializer.Serialize(Of(plan), s_json);

    private static PlanDocument Of(MatrixPlan plan) => new(
        SchemaVersion: 1,
        plan.Selection.Subset.Name,
        plan.Machine.Cores,
        plan.Estimate.TotalSeconds,
        plan.Measure,
        plan.Plan.Cells.Select(cell => new CellLine(cell)),
        plan.Plan.Blocks.Select(block => BlockLine.Of(block, plan)));

    internal sealed record CellLine : Cell
    {
        [SetsRequiredMembers]
        public CellLine(PlannedCell cell)
            : base(cell.Cell) => (Status, Reason) = (JsonNamingPolicy.CamelCase.ConvertName(cell.Status.ToString()), cell.Reason);

        public string Status { get; }

        public string? Reason { get; }
    }

    internal sealed record BlockLine(
        string Id, string Scenario, int Cores, double EstimateSeconds, string ApplicationCpus, string LoadCpus, string Anchor, IEnumerable<string> Variants)
    {
        public static BlockLine Of(Block block, MatrixPlan plan)
        {
            var placement = CpuPlacement.Of(block.Cores, [.. Enumerable.Range(0, plan.Machine.Cores)]);
            return new(
                block.Id,
                block.Scenario,
                block.Cores,
                plan.EstimateOf(block).TotalSeconds,
                CpuPlacement.Ranges(placement.Application),
                CpuPlacement.Ranges(placement.Load),
                block.Anchor.Id,
                block.Variants.Select(variant => variant.Id));
        }
    }
}
