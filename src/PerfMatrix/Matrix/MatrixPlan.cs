namespace PerfMatrix.Matrix;

/// <summary>A selection worked out for a machine: cells, blocks, how to measure and how long it takes.</summary>
internal sealed record MatrixPlan(Selection Selection, MachineLimits Machine, Plan Plan, MeasureSettings Measure)
{
    /// <summary>How to measure the scenarios that say so themselves, by name.</summary>
    public IReadOnlyDictionary<string, MeasureSettings> ScenarioMeasures { get; init; } = new Dictionary<string, MeasureSettings>();
    public required IReadOnlyList<RuntimeEntry> Runtimes { get; init; }

    /// <summary>A note for each runtime that is measured past its end of support.</summary>
    public IEnumerable<string> OutOfSupport(DateOnly day) =>
        from runtime in Runtimes
        where runtime.EndOfSupport < day
        where Plan.Cells.Any(cell => cell.Status == CellStatus.Planned && cell.Cell.Selector.Framework == runtime.Framework)
        select $"{runtime.Framework} has been out of support since {runtime.EndOfSupport:yyyy-MM-dd}.";

    /// <summary>Time of all blocks, one after the other, without building.</summary>
    public TimeSpan Estimate => Plan.Blocks.Aggregate(TimeSpan.Zero, (total, block) => total + EstimateOf(block));

    /// <summary>Paced slices are for applications that are compared, not for benchmarks or a fixed number of requests, and not for a block that
    /// measures one side; and where the load generator has no CPUs of its own only for who gave a number.</summary>
    public MeasureSettings MeasureOf(Block block)
    {
        var measure = ScenarioMeasures.GetValueOrDefault(block.Scenario, Measure);
        var isMeant = measure.Paced is not { OnlyWithOwnCpus: true } || block.Cores < Machine.Cores;
        var isFixed = ScenarioOf(block) is { Bounded: true } or { Case: not null };
        return block.Bases.Count > 0 && !isFixed && isMeant ? measure : measure with { Paced = null };
    }

    /// <summary>Whether it measures cases of BenchmarkDotNet.</summary>
    public bool IsOfCases(Block block) => ScenarioOf(block) is { Case: not null };

    private ScenarioEntry? ScenarioOf(Block block) => Selection.Scenarios.FirstOrDefault(scenario => scenario.Name == block.Scenario);

    public TimeSpan EstimateOf(Block block) => TimeEstimate.Of(block, MeasureOf(block));

    /// <summary>Plans a selection. A function of its arguments: same input, same plan.</summary>
    /// <param name="unavailable">Why a runtime cannot be had; null for those that can.</param>
    public static MatrixPlan Of(MatrixDefinition matrix, PlanRequest request, MachineLimits machine, Func<RuntimeSelector, string?> unavailable)
    {
        if (request.IsElsewhere) machine = machine with { Memory = null, LimitProblems = new Dictionary<string, string>() };
        var selection = Selection.Resolve(matrix, request.Subset, request.Axes);
        var cells = MatrixExpansion.Expand(matrix, selection, machine, unavailable);
        if (cells.All(cell => cell.Status != CellStatus.Planned)) throw NothingToMeasure(selection, cells);
        var usual = selection.Subset.Measure.Over(matrix.Measure);
        var limits = Axis.Limits.Where(axis => cells.Any(cell => axis.IsIn(cell.Cell))).Select(axis => axis.Limit!);
        var shortest = limits.Select(limit => limit.ShortestSlice).Append(TimeSpan.Zero).Max();
        return new(selection, machine, new(cells, BlockPacking.Pack(matrix, cells, request.References)), Complete(usual))
        {
            Runtimes = [.. matrix.Runtimes.Where(runtime => selection.Runtimes.Any(chosen => chosen.Framework == runtime.Framework))],
            ScenarioMeasures = selection.Scenarios
                .Select(scenario => (Scenario: scenario, Own: scenario.Measure.Over(MeasureOfPart(matrix, selection.Subset, scenario))))
                .Where(own => own.Own != new MeasureDefaults() || own.Scenario.Timeline > TimeSpan.Zero)
                .ToDictionary(own => own.Scenario.Name, own => Complete(own.Own.Over(usual)) with { Timeline = own.Scenario.Timeline }),
        };

        // The same time in slices of a length that the limits can act in.
        MeasureSettings Complete(MeasureDefaults defaults)
        {
            var measure = request.Measure.Over(defaults).Complete();
            if (measure.Slice < shortest) measure = measure with { Slice = shortest, Slices = (int)Math.Ceiling(measure.Duration / shortest) };
            return measure.Paced is { } paced && paced.Slice < shortest
                ? measure with { Paced = paced with { Slice = shortest, Slices = (int)Math.Ceiling(paced.Slice * paced.Slices / shortest) } }
                : measure;
        }
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
            + $"\nChoose other values with {Wording.Listed([.. Axis.All.Select(axis => axis.Option)], "or")}, or another --subset.");
    }
}

internal sealed record PlanRequest(string Subset, AxisChoice Axes, MeasureDefaults Measure)
{
    /// <summary>The machine to plan for; null for this one.</summary>
    public MachineLimits? Machine { get; init; }

    /// <summary>Measured by agents on machines of their own: whether those can limit memory is found out there, by the launcher.</summary>
    public bool IsElsewhere { get; init; }

    /// <summary>Project file or folder whose scenarios are planned alone, relative to the root; null for all of the selection.</summary>
    public string? Project { get; init; }

    /// <summary>Pinned references that every block measures beside its anchor, 0 to 2.</summary>
    public int References { get; init; }
}

internal static class CellStatusText
{
    /// <summary>The word for people: planned, unavailable, identical, missing, n/a.</summary>
    public static string Of(CellStatus status) => status switch
    {
        CellStatus.NotApplicable => "n/a",
        CellStatus.Dropped => "missing",
        _ => status.Word(),
    };
}
