namespace PerfMatrix.Commands;

/// <summary><c>perfmatrix plan</c>: expands the matrix and shows cells, blocks and time. Same files and options, same bytes.</summary>
internal static class PlanCommand
{
    public static Command Create(CommandContext context)
    {
        var selection = new SelectionOptions(result: "File to write the plan to.");
        var reference = new ReferenceOption();
        var cores =
            new Option<int?>("--machine-cores") { Description = "Plan for a machine with this many CPUs instead of this machine." }.Between(1);
        var json = new Option<bool>("--json") { Description = "Print the plan as JSON." };
        var command = new Command("plan", "Shows the cells, blocks and time of a selection, without measuring.") { cores, json };
        selection.AddTo(command);
        reference.AddTo(command);
        command.SetAction(line =>
        {
            var (root, chosen) = (context.Root(), selection.Of(line));
            var plan = MatrixPlan.Of(MatrixDefinition.Load(root), ProjectSelection.Narrowed(root, chosen.Plan, chosen.Profile) with
            {
                References = reference.Pins(line, root).Count,
            }, line.GetValue(cores) is { } count ? new(count) : context.Machine(), unavailable: _ => null);
            _ = ResolvedPlan.ScenariosOf(root, plan, chosen.Profile);
            var text = line.GetValue(json) ? PlanJson.Of(plan) + "\n" : PlanText.Format(plan);
            if (chosen.Out is { } file) AtomicFile.Write(file, Encoding.UTF8.GetBytes(text));
            else line.InvocationConfiguration.Output.Write(text);
        });
        return command;
    }
}

/// <summary>The plan for people: every cell with its block or the reason why not, the blocks, and the time.</summary>
internal static class PlanText
{
    public static string Format(MatrixPlan plan)
    {
        // A column that nobody asked for says nothing.
        Axis[] axes =
            [Axis.Scenario, Axis.Cores, Axis.Runtime, Axis.Gc, .. Axis.Limits.Where(axis => plan.Plan.Cells.Any(cell => axis.IsIn(cell.Cell)))];
        var cells = ColumnText.Of([.. axes.Select(axis => axis.Title), "Status"], plan.Plan.Cells.Select(cell => CellRow(cell, axes)));
        var blocks = ColumnText.Of(["Block", "Variants", "Time", "Anchor"], plan.Plan.Blocks.Select(block => BlockRow(block, plan)));
        var support = plan.Runtimes.Select(runtime => $"{runtime.Framework} {runtime.EndOfSupport:yyyy-MM-dd}");
        return $"{cells}\n{blocks}\n{Placements(plan)}End of support: {string.Join(", ", support)}\n{Summary(plan)}";
    }

    private static string[] CellRow(PlannedCell cell, IEnumerable<Axis> axes) =>
        [.. axes.Select(axis => axis.ValueOf(cell.Cell)), cell.Reason is null ? CellStatusText.Of(cell.Status)
            : $"{CellStatusText.Of(cell.Status)}: {cell.Reason}"];

    private static string[] BlockRow(Block block, MatrixPlan plan) =>
        [block.Id, block.Variants.Count.ToString(), Durations.Text(plan.EstimateOf(block)), block.Anchor.Id];

    private static string Placements(MatrixPlan plan)
    {
        int[] usable = [.. Enumerable.Range(0, plan.Machine.Cores)];
        return string.Concat(plan.Plan.Blocks.Select(block => block.Cores).Distinct()
            .Select(cores => $"{Wording.Counted(cores, "core")}: {CpuPlacement.Of(cores, usable).Description}\n"));
    }

    private static string Summary(MatrixPlan plan)
    {
        var counts = plan.Plan.Cells.CountBy(cell => cell.Status).OrderBy(count => count.Key)
            .Select(count => $"{count.Value} {CellStatusText.Of(count.Key)}");
        var measure = plan.Measure;
        var scenarios = plan.ScenarioMeasures.Where(own => plan.Plan.Blocks.Any(block => block.Scenario == own.Key)).Select(own =>
            $"{own.Key}: {Wording.Counted(own.Value.Rounds, "round")} of {DurationText.Format(own.Value.Duration)}{Timeline(own.Value)}\n");
        return string.Concat(scenarios)
            + $"Each round: warm-up {DurationText.Format(measure.MinimumWarmup)} to {DurationText.Format(measure.MaximumWarmup)}, then "
            + $"{measure.Slices} slices of {DurationText.Format(measure.Slice)} for each variant, interleaved; {measure.Rounds} rounds\n"
            + $"Subset {plan.Selection.Subset.Name} on {Wording.Counted(plan.Machine.Cores, "core")}: {string.Join(", ", counts)}; "
            + $"{Wording.Counted(plan.Plan.Blocks.Count, "block")}, about {Durations.Text(plan.Estimate)} without building\n";
    }

    private static string Timeline(MeasureSettings own) =>
        own.Timeline <= TimeSpan.Zero ? "" : $", timeline every {DurationText.Format(own.Timeline)}";
}

/// <summary>The plan as <c>perfmatrix plan --json</c> prints it, schema version 1.</summary>
internal static class PlanJson
{
    private static readonly JsonSerializerOptions s_json =
        new(DocumentJson.Indented) { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull };

    public static string Of(MatrixPlan plan) => JsonSerializer.Serialize(
        new
        {
            SchemaVersion = 1,
            Subset = plan.Selection.Subset.Name,
            MachineCores = plan.Machine.Cores,
            EstimateSeconds = plan.Estimate.TotalSeconds,
            plan.Measure,
            Cells = plan.Plan.Cells.Select(cell => new CellLine(cell)),
            Blocks = plan.Plan.Blocks.Select(block => Line(block, plan)),
        }, s_json);

    private static object Line(Block block, MatrixPlan plan)
    {
        var placement = CpuPlacement.Of(block.Cores, [.. Enumerable.Range(0, plan.Machine.Cores)]);
        return new
        {
            block.Id,
            block.Scenario,
            block.Cores,
            EstimateSeconds = plan.EstimateOf(block).TotalSeconds,
            ApplicationCpus = CpuPlacement.Ranges(placement.Application),
            LoadCpus = CpuPlacement.Ranges(placement.Load),
            Anchor = block.Anchor.Id,
            Variants = block.Variants.Select(variant => variant.Id),
        };
    }

    private sealed record CellLine : Cell
    {
        [SetsRequiredMembers]
        public CellLine(PlannedCell cell) : base(cell.Cell) => (Status, Reason) = (cell.Status, cell.Reason);

        public CellStatus Status { get; }

        public string? Reason { get; }
    }
}
