namespace PerfMatrix.Commands;

/// <summary>Plans the jobs of a workflow as the measuring commands will see them: the same cells, the same blocks.</summary>
internal static class JobPlanning
{
    public static Task<JobPlan> PlanAsync(
        string root, MeasurementRequest request, GatePolicy policy, MeasuredTimes times, int runners, CancellationToken cancellation) =>
        request.IsComparison
            ? OfComparisonAsync(root, request, policy, times, runners, cancellation)
            : OfRunAsync(root, request, times, runners, cancellation);

    public static PlannedBlock Planned(MatrixPlan plan, Block block, MeasuredTimes times)
    {
        var measure = plan.MeasureOf(block);
        return Planned(block, [.. block.Variants.Where(variant => !variant.Side.IsReference()).Select(variant => variant.Cell)],
            rounds => times.Corrected(block, measure with { Rounds = rounds ?? measure.Rounds }), (null, null));
    }

    private static async Task<JobPlan> OfRunAsync(
        string root, MeasurementRequest request, MeasuredTimes times, int runners, CancellationToken cancellation)
    {
        var references = await ReferencesAsync(root, request.Job.References, cancellation);
        var asked = ProjectSelection.Narrowed(root, request.Plan, request.Profile);
        var plan = (await ResolvedPlan.ResolveAsync(root, asked with { References = references.Count }, request.Profile, cancellation)).Matrix;
        return Of(plan, request.Plan, plan.Plan.Cells, plan.Plan.Blocks.Select(block => Planned(plan, block, times)), runners) with
        {
            References = references,
        };
    }

    private static async Task<JobPlan> OfComparisonAsync(
        string root, MeasurementRequest request, GatePolicy policy, MeasuredTimes times, int runners, CancellationToken cancellation)
    {
        await using var measurement = await PreparedMeasurement.PrepareAsync(root, request with { MayBeEmpty = true }, cancellation);
        await measurement.LeaveOutSameSourcesAsync(cancellation);
        var blocks = Compared(measurement.Matrix, measurement.Cells.Pairs, policy, times);
        return Of(measurement.Matrix, request.Plan, measurement.Cells.Cells, blocks, runners) with
        {
            Base = measurement.Named.Base,
            Head = measurement.Named.Head,
            MostRounds = policy.MostRounds,
            PolicyChanges = await PolicyChangesAsync(root, measurement, cancellation),
        };
    }

    /// <summary>The blocks of a comparison, one for each cell.</summary>
    internal static IEnumerable<PlannedBlock> Compared(MatrixPlan plan, IEnumerable<CellPair> pairs, GatePolicy policy, MeasuredTimes times) =>
        pairs.Select(PairedBlock.Alone).Select(alone => Planned(
            alone.Block, [alone.Pairs[0].Cell],
            rounds => times.Corrected(alone.Block, plan.MeasureOf(alone.Block) with { Rounds = rounds!.Value }),
            (DecisionLooks.InForce.FirstRounds, policy.MostRounds), StartsOf(plan, alone.Block, policy, times)));

    private static async Task<IReadOnlyList<ComparedSide>> ReferencesAsync(
        string root, IReadOnlyList<ReferencePin> pins, CancellationToken cancellation)
    {
        var revisions = new SideTrees(root).Revisions;
        var found = new List<ComparedSide>();
        foreach (var pin in pins)
            found.Add(new(pin.Revision, await ReferencePins.CommitAsync(revisions, pin, cancellation)));
        return found;
    }

    private static JobPlan Of(
        MatrixPlan plan, PlanRequest request, IReadOnlyList<PlannedCell> cells, IEnumerable<PlannedBlock> blocks, int runners) => new()
        {
            Selection = Options(request),
            Subset = plan.Selection.Subset.Name,
            Cores = plan.Machine.Cores,
            Groups = GroupPacking.Pack([.. blocks], runners),
            Identical = [.. cells.Where(cell => cell.Status == CellStatus.Identical).Select(cell => cell.Cell)],
            Dropped = [.. cells.Where(cell => cell.Status == CellStatus.Dropped)
            .Select(cell => new ComparedCell(cell.Cell) { Missing = cell.Reason, Dropped = true })],
            LeftOut = [.. cells.Where(cell => cell.Status is CellStatus.Unavailable or CellStatus.NotApplicable)
            .Select(cell => new LeftOutCell(cell.Cell.Id, CellStatusText.Of(cell.Status), cell.Reason ?? ""))],
            PolicyChanges = [],
        };

    private static string Options(PlanRequest request) => $"--subset {request.Subset}" + string.Concat(
        Axis.All.Where(axis => request.Axes[axis] is not null).Select(axis => $" {axis.Option} {string.Join(',', request.Axes[axis]!)}"));

    /// <summary>Estimated time of rounds that only start, behind the first look: start-up, whose size grows with its spread, takes more.</summary>
    internal static TimeSpan StartsOf(MatrixPlan plan, Block block, GatePolicy policy, MeasuredTimes times)
    {
        var rounds = Math.Min(Limits.PairsOfGrown / 2, policy.MostRounds) - DecisionLooks.InForce.FirstRounds;
        return rounds <= 0 || policy.Of(Metric.Startup.Name).Rule != MetricRule.Tail || plan.IsOfCases(block) ? TimeSpan.Zero
            : times.Corrected(block, plan.MeasureOf(block) with { StartsOnly = true, Rounds = rounds });
    }

    private static PlannedBlock Planned(
        Block block, IReadOnlyList<Cell> cells, Func<int?, TimeSpan> estimate, (int? First, int? Last) looks, TimeSpan starts = default)
    {
        var perRound = (estimate(2) - estimate(1)) / block.Variants.Count;
        return new(block.Id, Minutes(estimate(looks.First) + starts), Minutes(estimate(looks.Last)), Math.Round(perRound.TotalSeconds, 2), cells);
    }

    private static double Minutes(TimeSpan time) => Math.Round(time.TotalMinutes, 2);

    // What head changed since it left base; where this clone is too shallow to know when that was, all that differs.
    private static async Task<IReadOnlyList<string>> PolicyChangesAsync(string root, PreparedMeasurement sides, CancellationToken cancellation)
    {
        var git = new Git(root);
        var (old, head) = (sides.Base.Source.Sha ?? "HEAD", sides.Head.Source.Sha ?? "HEAD");
        var left = await git.AskAsync(cancellation, "merge-base", old, head) is { Length: > 0 } common ? common : old;
        var changed = await git.AskAsync(cancellation, ["diff", "--name-only", "--relative", left, head, "--", .. PolicyFiles.Names]);
        return [.. (changed ?? "").Split('\n', StringSplitOptions.RemoveEmptyEntries).Where(PolicyFiles.Names.Contains)];
    }
}
