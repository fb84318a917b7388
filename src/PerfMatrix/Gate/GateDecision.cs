namespace PerfMatrix.Gate;

/// <summary>
/// What the gate says of everything measured so far, and what it would have measured next. Computed from documents alone, so that the stages may run
/// in one process (measure, decide, measure what is <see cref="Wanted"/>, decide again) or in jobs on different machines.
/// </summary>
internal sealed record GateDecision
{
    /// <summary>One finding of stage 1 a planned cell and metric.</summary>
    public required IReadOnlyList<ScreenFinding> Findings { get; init; }

    /// <summary>What stage 2 has to measure; empty when nothing is suspect.</summary>
    public required SuspectsDocument Suspects { get; init; }

    /// <summary>
    /// Rounds that would be decided on next, of cells that are still open: the next look of stage 1 on the same machine, and of stage 2. Empty when
    /// measuring more is of no use. A round that fails brings nothing, so whoever measures in a loop must bound it.
    /// </summary>
    public required IReadOnlyList<WantedRounds> Wanted { get; init; }

    /// <summary>The verdicts, with what stage 2 has measured so far.</summary>
    public required VerdictDocument Verdict { get; init; }

    /// <param name="documents">Comparisons of both stages; each run in one of them.</param>
    /// <exception cref="UsageException">The documents must not gate (measured apart, on different machines, by different drivers), or contradict each
    /// other.</exception>
    public static GateDecision Of(IReadOnlyList<ComparisonDocument> documents, GateRules rules)
    {
        var input = GateInput.Of(documents, rules.Policy);
        var gate = new PullRequestGate(rules.Policy, rules.Spreads.On(documents.SelectMany(document => document.Runs)));
        var findings = gate.Screen(input.Planned, input.Screen);
        var verdicts = Acknowledgements.Apply(gate.Decide(findings, input.Confirm), rules.Acknowledgements);
        var suspects = gate.Suspects(findings);
        return new()
        {
            Findings = findings,
            Suspects = SuspectsDocument.Of(suspects, input.Cells, rules.Policy.Confirm),
            Wanted = [.. NextLooks.Screen(gate, findings, input), .. NextLooks.Confirm(rules.Policy.Confirm, suspects, verdicts, input)],
            Verdict = VerdictDocument.Of(verdicts, rules.Policy, new CellFamilies(input.Screen, input.Cells, new(rules.Policy)).Pool(findings)) with
            {
                Base = documents[0].Base,
                Head = documents[0].Head,
                Axes = [.. input.Cells.Values.Select(cell => cell.ToCell())],
                Warnings = input.Warnings,
            },
        };
    }
}

/// <summary>Rounds of a cell that a decision waits for.</summary>
/// <param name="Cell">The cell; all metrics of it are measured together.</param>
/// <param name="Stage">screen: on the machine of the rounds so far; confirm: fresh rounds, spread over fresh machines.</param>
/// <param name="Rounds">Rounds in total, over all machines of the stage.</param>
/// <param name="More">Rounds beyond those at hand.</param>
internal sealed record WantedRounds(ComparedCell Cell, Stage Stage, IReadOnlyList<string> Metrics, int Rounds, int More);

/// <summary>The data of the gate, taken from comparisons: subjects, and the rounds of each stage by machine.</summary>
/// <param name="Planned">Every subject that was promised a verdict.</param>
/// <param name="Screen">What stage 1 measured.</param>
/// <param name="Confirm">What stage 2 measured.</param>
/// <param name="Warnings">What a reader must know.</param>
internal sealed record GateInput(
    IReadOnlyDictionary<string, ComparedCell> Cells, IReadOnlyList<PlannedSubject> Planned, StageData Screen, StageData Confirm,
        IReadOnlyList<string> Warnings)
{
    /// <summary>Takes the data of the metrics that the policy names.</summary>
    /// <exception cref="UsageException">A comparison must not gate, two have other commits or drivers, a run is there twice, or stage 1 measured a
    /// cell on two machines.</exception>
    public static GateInput Of(IReadOnlyList<ComparisonDocument> documents, GatePolicy policy)
    {
        if (documents.Select(document => document.NotGating).FirstOrDefault(reason => reason is not null) is { } reason)
            throw new UsageException(
                $"cannot gate: {reason}. Only variants of one block can be judged; measure both in one: perfmatrix compare BASE HEAD");
        OneQuestion.Require(documents);
        var runs = Runs(documents);
        var metrics = policy.Metrics.Select(metric => metric.Metric).ToHashSet();
        var pairs = documents.SelectMany(document => document.Pairs).Where(series => metrics.Contains(series.Metric))
            .ToLookup(series => runs[series.Run].Stage);
        var canaries = documents.SelectMany(document => document.Canaries).Where(series => metrics.Contains(series.Metric))
            .ToLookup(series => runs[series.Run].Stage);
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

/// <summary>Refuses documents that answer different questions: other commits, or another driver. Their rounds would be pooled as if they were of one
/// measurement.</summary>
internal static class OneQuestion
{
    /// <summary>Requires one base, one head and one driver. A commit that nobody recorded contradicts none.</summary>
    /// <exception cref="UsageException">Names both values.</exception>
    public static void Require(IReadOnlyList<ComparisonDocument> documents)
    {
        Require("base commit", documents.Select(document => (document.Base.Sha, Name(document))));
        Require("head commit", documents.Select(document => (document.Head.Sha, Name(document))));
        Require("driver", documents.SelectMany(document => document.Runs).Select(run => ((string?)run.Driver, $"run {run.Id}")));
    }

    /// <param name="found">The values, each with who says so; null is unknown.</param>
    /// <exception cref="UsageException">There are two; names both.</exception>
    public static void Require(string what, IEnumerable<(string? Value, string Of)> found)
    {
        var values = found.Where(one => one.Value is not null).DistinctBy(one => one.Value).Take(2).ToList();
        if (values is [var first, var second])
        {
            throw new UsageException(
                $"cannot judge together: found {what} {first.Value} in {first.Of} and {second.Value} in {second.Of}, one was expected. Give "
                    + $"documents of one comparison; for fresh rounds of suspects measure the same two commits again");
        }
    }

    private static string Name(ComparisonDocument document) =>
        document.Runs is [var run, ..] ? $"run {run.Id}" : $"the plan of {document.Head.Label}";
}

/// <summary>Finds the rounds at which open cells are looked at next.</summary>
internal static class NextLooks
{
    /// <summary>Cells that stage 1 has not decided, or that have lost rounds of their first look.</summary>
    public static IEnumerable<WantedRounds> Screen(PullRequestGate gate, IReadOnlyList<ScreenFinding> findings, GateInput input) => ByCell(
        Stage.Screen,
        input,
        from finding in findings
        let look = gate.NextLook(finding) ?? FirstLook(finding, gate.Policy.Screen)
        where look is not null
        select new OpenSubject(finding.Subject, look.Value, finding.Verdict.Rounds));

    /// <summary>Suspects that stage 2 has not decided.</summary>
    public static IEnumerable<WantedRounds> Confirm(
        ConfirmPolicy policy, IReadOnlyList<ScreenFinding> suspects, IReadOnlyList<SubjectVerdict> verdicts, GateInput input)
    {
        var open = verdicts.Where(verdict => verdict is { Verdict: Verdict.Unknown, Gates: true }).Select(verdict => verdict.Subject).ToHashSet();
        var rounds = input.Confirm.Rounds.ToLookup(r => r.Subject, r => r.LogRatios.Count(double.IsFinite));
        return ByCell(
            Stage.Confirm,
            input,
            from suspect in suspects
            where open.Contains(suspect.Subject)
            let have = rounds[suspect.Subject].Sum()
            let look = policy.Looks.Cast<int?>().FirstOrDefault(look => look > have)
            where look is not null
            select new OpenSubject(suspect.Subject, look.Value, have));
    }

    private static int? FirstLook(ScreenFinding finding, ScreenPolicy policy) =>
        finding.Verdict is { Verdict: Verdict.Unknown, Gates: true, MoreRounds: not null, Rounds: > 0 } && finding.Verdict.Rounds < policy.Looks[0]
        ? policy.Looks[0] : null;

    // Every metric of a cell is measured at once, so the one that waits longest counts.
    private static IEnumerable<WantedRounds> ByCell(Stage stage, GateInput input, IEnumerable<OpenSubject> open) =>
        from subject in open
        group subject by subject.Subject.Cell into cell
        let total = cell.Max(subject => subject.Look)
        select new WantedRounds(
            input.Cells[cell.Key], stage, [.. cell.Select(subject => subject.Subject.Metric)], total,
                cell.Max(subject => subject.Look - subject.Have));

    private readonly record struct OpenSubject(Subject Subject, int Look, int Have);
}
