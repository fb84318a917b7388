
using PerfMatrix.Contract;

namespace PerfMatrix.Matrix;

/// <summary>A selection worked out for a machine: cells, blocks, how to measure and how long it takes.</summary>
/// <param name="Selection">The cells asked for.</param>
/// <param name="Machine">The machine it was planned for.</param>
/// <param name="Plan">Cells and blocks.</param>
/// <param name="Measure">How to measure.</param>
public sealed record MatrixPlan(Selection Selection, MachineLimits Machine, Plan Plan, MeasureSettings Measure)
{
    /// <summary>How to measure the scenarios that say so themselves, by name.</summary>
    public IReadOnlyDictionary<string, MeasureSettings> ScenarioMeasures { get; init; } = new Dictionary<string, MeasureSettings>();

    /// <summary>Time of all blocks, one after the other, without building.</summary>
    public TimeSpan Estimate => Plan.Blocks.Aggregate(TimeSpan.Zero, (total, block) => total + EstimateOf(block));

    /// <summary>How to measure a block.</summary>
    public MeasureSettings MeasureOf(Block block) => ScenarioMeasures.GetValueOrDefault(block.Scenario, Measure);

    /// <summary>Time of a block.</summary>
    public TimeSpan EstimateOf(Block block) => TimeEstimate.Of(block, MeasureOf(block));

    /// <summary>Plans a selection. A function of its arguments: same input, same plan.</summary>
    /// <param name="matrix">The definition.</param>
    /// <param name="request">What the command line asks for.</param>
    /// <param name="machine">What the machine can measure.</param>
    /// <param name="unavailable">Why a runtime cannot be had; null for those that can.</param>
    /// <exception cref="UsageException">A name is unknown, or no cell of the selection can be measured.</exception>
    public static MatrixPlan Of(MatrixDefinition matrix, PlanRequest request, MachineLimits machine, Func<RuntimeSelector, string?> unavailable)
    {
        if (request.IsElsewhere) machine = machine with { Memory = null, LimitProblems = new Dictionary<string, string>() };
        var selection = Selection.Resolve(matrix, request.Subset, request.Axes);
        var cells = MatrixExpansion.Expand(matrix, selection, machine, unavailable);
        if (cells.All(cell => cell.Status != CellStatus.Planned)) throw NothingToMeasure(selection, cells);
        var usual = selection.Subset.Measure.Over(matrix.Measure);
        return new(selection, machine, new(cells, BlockPacking.Pack(matrix, cells, request.References)), request.Measure.Over(usual).Complete())
        {
            ScenarioMeasures = selection.Scenarios
                .Select(scenario => (Scenario: scenario, Own: scenario.Measure.Over(MeasureOfPart(matrix, selection.Subset, scenario))))
                .Where(own => own.Own != new MeasureDefaults() || own.Scenario.Timeline > TimeSpan.Zero)
                .ToDictionary(own => own.Scenario.Name, own => request.Measure.Over(own.Own).Over(usual).Complete() with { Timeline = own.Scenario.Timeline, IsBounded = own.Scenario.Bounded }),
        };
    }

    private static MeasureDefaults MeasureOfPart(MatrixDefinition matrix, Subset subset, ScenarioEntry scenario) =>
        subset.Parts.FirstOrDefault(part => part.Axes[Axis.Scenario]?.SelectMany(name => AxisValues.Scenarios(matrix, name)).Contains(scenario) == true)?.Measure ?? new();

    private static UsageException NothingToMeasure(Selection selection, IReadOnlyList<PlannedCell> cells)
    {
        var reasons = cells
            .GroupBy(cell => (cell.Cell.Gc, cell.Status, cell.Reason))
            .Select(group => $"  {group.Count(),4} x gc {group.Key.Gc}: {CellStatusText.Of(group.Key.Status)}: {group.Key.Reason}");
        return new(
            $"subset '{selection.Subset.Name}' with these options has no cell that can be measured; all {cells.Count} were removed:\n"
            + string.Join('\n', reasons)
            + $"\nChoose other values with {string.Join(", ", Axis.All.SkipLast(1).Select(axis => axis.Option))} or {Axis.All[^1].Option}, or another --subset.");
    }
}

/// <summary>What the command line asks a plan for.</summary>
/// <param name="Subset">Name of the subset.</param>
/// <param name="Axes">Values that replace those of the subset.</param>
/// <param name="Measure">Settings that replace those of the subset.</param>
public sealed record PlanRequest(string Subset, AxisChoice Axes, MeasureDefaults Measure)
{
    /// <summary>The machine to plan for; null for this one.</summary>
    public MachineLimits? Machine { get; init; }

    /// <summary>Measured by agents on machines of their own: whether those can limit memory is found out there, by the launcher.</summary>
    public bool IsElsewhere { get; init; }

    /// <summary>Pinned references that every block measures beside its anchor, 0 to 2.</summary>
    public int References { get; init; }
}

/// <summary>Words for the status of a cell.</summary>
public static class CellStatusText
{
    /// <summary>The word for people: planned, unavailable, n/a.</summary>
    public static string Of(CellStatus status) => status switch
    {
        CellStatus.Planned => "planned",
        CellStatus.Unavailable => "unavailable",
        _ => "n/a",
    };
}
