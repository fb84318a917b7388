namespace PerfMatrix.Gate;

/// <summary>What the gate says of everything measured so far, and what it would have measured next. Computed from documents alone, so that stages may
/// run in one process (measure, decide, measure what is <see cref="Wanted"/>, decide again) or in jobs on different machines.</summary>
internal sealed record GateDecision
{
    /// <summary>What the second machine has to measure; empty when nothing is suspect, or when one machine decides.</summary>
    public required SuspectsDocument Suspects { get; init; }

    /// <summary>Rounds that would be decided on next on the first machine, of cells that are still open. Empty when measuring more is of no use. A
    /// round that fails brings nothing, so whoever measures in a loop must bound it.</summary>
    public required IReadOnlyList<WantedRounds> Wanted { get; init; }

    /// <summary>The same where the policy allows any number of rounds, as a comparison has that goes on.</summary>
    public required IReadOnlyList<WantedRounds> Open { get; init; }

    /// <summary>The verdicts, with what the second machine has measured so far.</summary>
    public required VerdictDocument Verdict { get; init; }

    /// <param name="documents">Comparisons of all stages; each run in one of them.</param>
    public static GateDecision Of(IReadOnlyList<ComparisonDocument> documents, GateRules rules)
    {
        var input = GateInput.Of(documents, rules.Policy);
        var bias = rules.Bias.On(documents.SelectMany(document => document.Runs));
        var gate = new PullRequestGate(rules.Policy, bias, input.IsAlone);
        var screened = Acknowledgements.Apply(gate.Screen(input.Planned, input.Screen), rules.Acknowledgements);
        var suspects = gate.Suspects(screened);
        var verdicts = Acknowledgements.Apply(gate.Confirm(screened, input.Confirm), rules.Acknowledgements);
        var limits = new LimitTable(rules.Policy, bias, 1);
        return new()
        {
            Suspects = SuspectsDocument.Of(suspects, input.Cells, rules.Policy),
            Wanted = OpenCells.Of(screened, input, rules.Policy),
            Open = OpenCells.Of(screened, input, rules.Policy with { MostRounds = int.MaxValue / 2 }),
            Verdict = VerdictDocument.Of(
                OpenCells.Ended(verdicts, input, rules.Policy), rules.Policy, Families.Pool(screened, input.Cells, rules.Policy)) with
            {
                OwnDetectPercent = rules.OwnDetectPercent,
                Base = documents[0].Base,
                Head = documents[0].Head,
                Environment = EnvironmentDifference.Union(documents.Select(document => document.Environment)),
                Axes = [.. input.Cells.Values.Select(cell => cell.ToCell())],
                Warnings = [.. input.Warnings, .. Assumed(input, limits)],
            },
        };
    }

    // Where a second machine has to agree, what one of them does to a side fails nothing.
    private static IReadOnlyList<string> Assumed(GateInput input, LimitTable limits) =>
        input.IsAlone && input.Screen.Any(rounds => limits.Policy.Of(rounds.Subject.Metric).IsPaired
            && limits.Of(rounds.Subject, rounds.Machine).Origin == BiasOrigin.Assumed)
            ? ["What this machine does to one side in all rounds is assumed (`gate --explain` says how much); `selftest aa` measures it."]
            : [];
}

/// <summary>Rounds of a cell that a decision waits for.</summary>
/// <param name="Worse">The metrics of the cell that are worse already: who asked for one of them needs no more.</param>
internal sealed record WantedRounds(ComparedCell Cell, IReadOnlyList<string> Metrics, int More, IReadOnlyList<string> Worse);

/// <summary>The cells that more rounds may still decide.</summary>
internal static class OpenCells
{
    /// <summary>What is suspect or not yet excluded, unless no answer would change the outcome: where one machine decides and something is worse,
    /// nothing more is asked. Every cell gets its first look. Rounds that no look would see are not measured.</summary>
    public static IReadOnlyList<WantedRounds> Of(IReadOnlyList<SubjectVerdict> verdicts, GateInput input, GatePolicy policy)
    {
        var worse = verdicts.Where(verdict => verdict.IsWorse).ToLookup(verdict => verdict.Subject.Cell);
        var isCertain = input.IsAlone && worse.Count > 0;
        return [.. from verdict in verdicts
                   where IsOpen(verdict, policy)
                   where verdict.Rounds < DecisionLooks.InForce.FirstRounds || (!isCertain && Matters(verdict, policy))
                   group verdict by verdict.Subject.Cell into cell
                   select new WantedRounds(input.Cells[cell.Key], [.. cell.Select(verdict => verdict.Subject.Metric)],
                       cell.Max(verdict => verdict.MoreRounds!.Value),
                       [.. worse[cell.Key].Select(verdict => verdict.Subject.Metric)])];
    }

    /// <summary>The verdicts. What got no more rounds because something is worse says so: in its cell, or in any where one machine decides.</summary>
    public static IReadOnlyList<SubjectVerdict> Ended(IReadOnlyList<SubjectVerdict> verdicts, GateInput input, GatePolicy policy)
    {
        var worse = verdicts.Where(verdict => verdict.IsWorse).ToList();
        // What the first machine suspected waits for the second one.
        return [.. verdicts.Select(verdict =>
            verdict is { NotMeasured: false, IsDecided: false } and not { Stage: Stage.Screen, Suspicion: not Suspicion.None }
            && IsOpen(verdict, policy) && Matters(verdict, policy)
            && (worse.Find(one => one.Cell == verdict.Cell) ?? (input.IsAlone ? worse.FirstOrDefault() : null)) is { } cause
            ? verdict with { Reason = $"{verdict.Reason}; measured no further, because {Named(cause, verdict.Cell)} is worse" } : verdict)];
    }

    private static string Named(SubjectVerdict cause, string cell) =>
        Metric.TitleOf(cause.Metric) + (cause.Cell == cell ? "" : $" of {cause.Cell}");

    private static bool IsOpen(SubjectVerdict verdict, GatePolicy policy) =>
        verdict is { Gates: true, MoreRounds: { } more } && verdict.Rounds + more <= policy.MostRoundsOf(verdict.Metric);

    private static bool Matters(SubjectVerdict verdict, GatePolicy policy) =>
        verdict.Acknowledged is null && (verdict.Suspicion != Suspicion.Better || policy.Improvements);
}

/// <summary>The data of the gate, taken from comparisons: subjects, and the rounds of each stage by machine.</summary>
/// <param name="Planned">Every subject that was promised a verdict.</param>
/// <param name="Screen">The rounds of the first machine.</param>
internal sealed record GateInput(
    IReadOnlyDictionary<string, ComparedCell> Cells, IReadOnlyList<PlannedSubject> Planned, IReadOnlyList<PairedRounds> Screen,
        IReadOnlyList<PairedRounds> Confirm, IReadOnlyList<string> Warnings)
{
    /// <summary>Whether one machine decides; otherwise a change needs a second one that agrees.</summary>
    public bool IsAlone { get; init; }

    /// <summary>Takes the data of the metrics that the policy names.</summary>
    public static GateInput Of(IReadOnlyList<ComparisonDocument> documents, GatePolicy policy)
    {
        if (documents.Select(document => document.NotGating).FirstOrDefault(reason => reason is not null) is { } reason)
            throw new UsageException(
                $"cannot gate: {reason}. Only variants of one block can be judged; measure both in one: perfmatrix compare BASE HEAD");
        OneQuestion.Require(documents);
        var runs = Runs(documents);
        var metrics = policy.Metrics.Select(metric => metric.Metric).Concat([Absence.Probed, Absence.Collected, Absence.Loaded]).ToHashSet();
        var (pairs, canaries) = (Confirming(document => document.Pairs), Confirming(document => document.Canaries));
        var cells = RunComparison.OneEach(documents.SelectMany(document => document.Cells));
        // What the first machine had no collection or too few requests for is not promised, whatever a second one has.
        var plan = new SubjectPlan(policy, pairs[false].Concat(pairs[true].Where(series => !Absence.MayBeOfAll(series.Metric))));
        return new(
            cells.ToDictionary(cell => cell.Id),
            plan.Subjects(cells),
            StageRounds.Of(Stage.Screen, pairs[false], canaries[false], runs, cells, policy),
            StageRounds.Of(Stage.Confirm, pairs[true], canaries[true], runs, cells, policy),
            [.. documents.SelectMany(document => document.Warnings).Concat(plan.Warnings(cells)).Distinct()])
        {
            IsAlone = runs.Count > 0 && runs.Values.All(run => run.Stage == Stage.Whole),
        };

        ILookup<bool, PairSeries> Confirming(Func<ComparisonDocument, IEnumerable<PairSeries>> of) => documents.SelectMany(of)
            .Where(series => metrics.Contains(series.Metric)).ToLookup(series => runs[series.Run].Stage == Stage.Confirm);
    }

    private static OrderedDictionary<string, ComparedRun> Runs(IReadOnlyList<ComparisonDocument> documents)
    {
        var runs = new OrderedDictionary<string, ComparedRun>();
        foreach (var run in documents.SelectMany(document => document.Runs))
        {
            if (!runs.TryAdd(run.Id, run))
                throw new UsageException($"run {run.Id} is in two of the documents, in one was expected; stage 2 needs fresh rounds of another run");
        }

        return runs;
    }
}

/// <summary>Refuses documents of other commits, or of another driver: their rounds would be pooled as of one measurement.</summary>
internal static class OneQuestion
{
    /// <summary>Requires one base, one head and one driver. A commit that nobody recorded contradicts none.</summary>
    public static void Require(IReadOnlyList<ComparisonDocument> documents)
    {
        Require("base commit", documents.Select(document => (document.Base.Sha, Name(document))));
        Require("head commit", documents.Select(document => (document.Head.Sha, Name(document))));
        Require("driver", documents.SelectMany(document => document.Runs).Select(run => ((string?)run.Driver, $"run {run.Id}")));
    }

    /// <param name="found">The values, each with who says so; null is unknown.</param>
    public static void Require(string what, IEnumerable<(string? Value, string Of)> found)
    {
        var values = found.Where(one => one.Value is not null).DistinctBy(one => one.Value).Take(2).ToList();
        if (values is [var first, var second])
            throw new UsageException(
                $"cannot judge together: found {what} {first.Value} in {first.Of} and {second.Value} in {second.Of}, one was expected. Give "
                    + $"documents of one comparison; for fresh rounds of suspects measure the same two commits again");
    }

    private static string Name(ComparisonDocument document) =>
        document.Runs is [var run, ..] ? $"run {run.Id}" : $"the plan of {document.Head.Label}";
}
