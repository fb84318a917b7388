namespace PerfMatrix.Gate;

/// <summary>The data of the gate, taken from comparisons: subjects, and the rounds of each stage by machine.</summary>
/// <param name="Cells">The cells by id.</param>
/// <param name="Planned">Every subject that was promised a verdict.</param>
/// <param name="Screen">What stage 1 measured.</param>
/// <param name="Confirm">What stage 2 measured.</param>
/// <param name="Warnings">What a reader must know.</param>
internal sealed record GateInput(
    IReadOnlyDictionary<string, ComparedCell> Cells, IReadOnlyList<PlannedSubject> Planned, StageData Screen, StageData Confirm, IReadOnlyList<string> Warnings)
{
    /// <summary>Takes the data of the metrics that the policy names.</summary>
    /// <exception cref="UsageException">A comparison must not gate, two have other commits or drivers, a run is there twice, or stage 1 measured a cell on two machines.</exception>
    public static GateInput Of(IReadOnlyList<ComparisonDocument> documents, GatePolicy policy)
    {
        if (documents.Select(document => document.NotGating).FirstOrDefault(reason => reason is not null) is { } reason)
            throw new UsageException($"cannot gate: {reason}. Only variants of one block can be judged; measure both in one: perfmatrix compare BASE HEAD");
        OneQuestion.Require(documents);
        var runs = Runs(documents);
        var metrics = policy.Metrics.Select(metric => metric.Metric).ToHashSet();
        var pairs = documents.SelectMany(document => document.Pairs).Where(series => metrics.Contains(series.Metric)).ToLookup(series => runs[series.Run].Stage);
        var canaries = documents.SelectMany(document => document.Canaries).Where(series => metrics.Contains(series.Metric)).ToLookup(series => runs[series.Run].Stage);
        var cells = Merge(documents.SelectMany(document => document.Cells));
        var plan = new SubjectPlan(policy, pairs[Stage.Screen].Concat(pairs[Stage.Confirm]));
        return new(
            cells.ToDictionary(cell => cell.Id),
            plan.Subjects(cells),
            StageRounds.Of(Stage.Screen, pairs[Stage.Screen], canaries[Stage.Screen], runs, cells, policy),
            StageRounds.Of(Stage.Confirm, pairs[Stage.Confirm], canaries[Stage.Confirm], runs, cells, policy),
            [.. documents.SelectMany(document => document.Warnings).Concat(plan.Warnings(cells)).Distinct()]);
    }

    private static Dictionary<string, ComparedRun> Runs(IReadOnlyList<ComparisonDocument> documents)
    {
        var runs = new Dictionary<string, ComparedRun>();
        foreach (var run in documents.SelectMany(document => document.Runs))
        {
            if (!runs.TryAdd(run.Id, run))
                throw new UsageException($"run {run.Id} is in two of the documents, in one was expected; stage 2 needs fresh rounds of another run");
        }

        return runs;
    }

    private static List<ComparedCell> Merge(IEnumerable<ComparedCell> cells) =>
        [.. cells.GroupBy(cell => cell.Id).Select(cell => cell.FirstOrDefault(one => one.Missing is null) ?? cell.First())];
}
