using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Matrix;

/// <summary>A selection worked out for a machine: cells, blocks, how to measure and how long it takes.</summary>
internal sealed record MatrixPlan(Selection Selection, MachineLimits Machine, Plan Plan, MeasureSettings Measure)
{
    /// <summary>How to measure the scenarios that say so themselves, by name.</summary>
    public IReadOnlyDictionary<string, MeasureSettings> ScenarioMeasures { get; init; } = new Dictionary<string, MeasureSettings>();

    /// <summary>Time of all blocks, one after the other, without building.</summary>
    public TimeSpan Estimate => Plan.Blocks.Aggregate(TimeSpan.Zero, (total, block) => total + EstimateOf(block));

    public MeasureSettings MeasureOf(Block block) => ScenarioMeasures.GetValueOrDefault(block.Scenario, Measure);

    public TimeSpan EstimateOf(Block block) => TimeEstimate.Of(block, MeasureOf(block));

    /// <summary>Plans a selection. A function of its arguments: same input, same plan.</summary>
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
                .ToDictionary(own => own.Scenario.Name, own => request.Measure.Over(own.Own).Over(usual).Complete() with
                {
                    Timeline = own.Scenario.Timeline,
                    IsBounded = own.Scenario.Bounded,
                }),
        };
    }

    private static MeasureDefaults MeasureOfPart(MatrixDefinition matrix, Subset subset, ScenarioEntry scenario) =>
        subset.Parts.FirstOrDefault(
        part => part.Axes[Axis.Scenario]?.SelectMany(name => AxisValues.Scenarios(matrix, name)).Contains(scenario) == true)?.Measure ?? new();

    private static UsageException NothingToMeasure(Selection selection, IReadOnlyList<PlannedCell> cells)
    {
        var reasons = cells
            .GroupBy(cell => (cell.Cell.Gc, cell.Status, cell.Reason))
            .Select(group => $"  {group.Count(),4} x gc {group.Key.Gc}: {CellStatusText.Of(group.Key.Status)}: {group.Key.Reason}");
        return new(
            $"subset '{selection.Subset.Name}' with these options has no cell that can be measured; all {cells.Count} were removed:\n"
            + string.Join('\n', reasons)
            + $"\nChoose other values with {string.Join(", ", Axis.All.SkipLast(1).Select(axis => axis.Option))} or {Axis.All[^1].Option}, or "
            + $"another --subset.");
    }
}

/// <summary>What the command line asks a plan for.</summary>
/// <param name="Axes">Values that replace those of the subset.</param>
/// <param name="Measure">Settings that replace those of the subset.</param>
internal sealed record PlanRequest(string Subset, AxisChoice Axes, MeasureDefaults Measure)
{
    /// <summary>The machine to plan for; null for this one.</summary>
    public MachineLimits? Machine { get; init; }

    /// <summary>Measured by agents on machines of their own: whether those can limit memory is found out there, by the launcher.</summary>
    public bool IsElsewhere { get; init; }

    /// <summary>Pinned references that every block measures beside its anchor, 0 to 2.</summary>
    public int References { get; init; }
}

/// <summary>Words for the status of a cell.</summary>
internal static class CellStatusText
{
    /// <summary>The word for people: planned, unavailable, n/a.</summary>
    public static string Of(CellStatus status) => status switch
    {
        CellStatus.Planned => "planned",
        CellStatus.Unavailable => "unavailable",
        _ => "n/a",
    };
}

/// <summary>
/// How long measuring takes: for each round the starts, the shortest warm-up (steady workloads end there), the slices and the stops of every variant,
/// plus what a round and a block cost by themselves. The constants are rough figures of a two-core machine; building is not included.
/// </summary>
internal static class TimeEstimate
{
    /// <summary>From starting a self-contained ASP.NET Core process to its first answer, on a busy two-core machine.</summary>
    public static readonly TimeSpan StartOfVariant = TimeSpan.FromMilliseconds(350);

    /// <summary>From SIGTERM to the end of the process; hosts wait for connections to close.</summary>
    public static readonly TimeSpan StopOfVariant = TimeSpan.FromMilliseconds(150);
    public static readonly TimeSpan Round = TimeSpan.FromMilliseconds(200);
    public static readonly TimeSpan Deployment = TimeSpan.FromMilliseconds(800);

    /// <summary>Rehearsing a timeline, once a variant and round.</summary>
    public static readonly TimeSpan Rehearsal = TimeSpan.FromSeconds(1.5);

    /// <summary>The control round of a timeline: start, rehearsal, warm-up, twelve pairs of windows, stop.</summary>
    public static readonly TimeSpan ControlRound = TimeSpan.FromSeconds(24);

    public static TimeSpan Of(Block block, MeasureSettings measure)
    {
        var rehearsal = measure.Timeline > TimeSpan.Zero ? Rehearsal : TimeSpan.Zero;
        var variant = StartOfVariant + rehearsal + measure.MinimumWarmup + measure.Duration + StopOfVariant;
        var control = measure.HasControlRound ? ControlRound : TimeSpan.Zero;
        return Deployment + control + (measure.Rounds * ((block.Variants.Count * variant) + measure.Settle + Round));
    }
}
