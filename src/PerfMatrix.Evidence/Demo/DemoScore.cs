using PerfMatrix.GitHub.Alerts;
using PerfMatrix.GitHub.Rest;

namespace PerfMatrix.Evidence.Demo;

/// <summary>How well the marks of a generated history match its truth.</summary>
/// <param name="Found">Those that are marked at their place (within two runs).</param>
/// <param name="Within">Those that were marked within five runs.</param>
/// <param name="False">Marks with no true change.</param>
/// <param name="Issues">Issues that would have been opened, and those among them about a mark that is false.</param>
internal sealed record DemoScore(
    int Steps, int Found, int Within, int Drifts, int DriftsFound, IReadOnlyList<ChangeGroup> False, (int All, int False) Issues = default)
{
    /// <summary>Runs in which a step must be found, the first one with it included.</summary>
    public const int Runs = 5;

    private const int Near = 2;
    private const int MostMembers = 3;

    /// <summary>A drift has no place; its beginning is told to within a few runs.</summary>
    private const int DriftNear = 5;

    public string Sentence =>
        $"{Found} of {Steps} steps found, {Within} within {Runs} runs, {DriftsFound} of {Drifts} drifts, {False.Count} false marks{Places}.";

    private string Places => False.Count == 0 ? "" : $" ({string.Join("; ", False.Select(Place))})";

    public static DemoScore Of(DemoTruth truth, HistoryStore history)
    {
        var steps = truth.Changes.Where(change => !change.IsDrift).ToList();
        var drifts = truth.Changes.Where(change => change.IsDrift).ToList();
        var found = steps.Select(
            step => history.Changes.Where(mark => Math.Abs(mark.Sequence - step.Sequence) <= Near && IsOf(mark, step, history)).ToList()).ToList();
        return new(
            steps.Count,
            found.Count(marks => marks.Count > 0),
            steps.Zip(found).Count(pair => pair.Second.Exists(mark => mark.Detected < pair.First.Sequence + Runs)),
            drifts.Count,
            drifts.Count(drift => history.Changes.Any(mark => IsIn(mark, drift) && IsOf(mark, drift, history))),
            [.. history.Changes.Where(mark => !steps.Exists(step => Math.Abs(mark.Sequence - step.Sequence) <= Near && IsOf(mark, step, history))
                && !drifts.Exists(drift => IsIn(mark, drift) && IsOf(mark, drift, history)))]);
    }

    /// <summary>Where a mark is and what it rests on, so that a false one can be looked into; of many members the first.</summary>
    private static string Place(ChangeGroup mark)
    {
        var members = mark.Members.Take(MostMembers)
            .Select(member => $"cell {member.Cell} {member.Metric} {member.EffectPercent:+0.0;-0.0} % found at {member.Detected}");
        var others = mark.Members.Count > MostMembers ? $" and {mark.Members.Count - MostMembers} more" : "";
        return $"at {mark.Sequence}: {string.Join(", ", members)}{others}";
    }

    private static bool IsIn(ChangeGroup mark, DemoChange drift) =>
        mark.Sequence >= drift.Sequence - DriftNear && mark.Sequence <= drift.Until + Near;

    private static bool IsOf(ChangeGroup mark, DemoChange change, HistoryStore history) =>
        mark.Members.Any(member => change.At(change.Until, member.Metric, history.Catalogue.Cells[member.Cell].Id) != 0);
}

/// <summary>How well the marks of many generated histories match their truth: the error rates of the rule for change points.</summary>
internal sealed record DemoTrials(IReadOnlyList<DemoScore> Scores)
{
    public const int MostFalse = 1;

    public WilsonInterval? Found => Share(Scores.Sum(score => score.Found), Scores.Sum(score => score.Steps));
    public WilsonInterval? Within => Share(Scores.Sum(score => score.Within), Scores.Sum(score => score.Steps));
    public WilsonInterval? Drifts => Share(Scores.Sum(score => score.DriftsFound), Scores.Sum(score => score.Drifts));
    public WilsonInterval? Misleading => Share(Scores.Count(score => score.False.Count > MostFalse), Scores.Count);
    public int False => Scores.Sum(score => score.False.Count);

    /// <summary>Generates histories in memory, as many at a time as there are CPUs, and compares their marks with the truth.</summary>
    /// <param name="done">Told the seed and score of each, one at a time, in the order they end.</param>
    public static DemoTrials Run(DemoOptions options, int count, Action<int, DemoScore> done, CancellationToken cancellation)
    {
        var scores = new DemoScore[count];
        var telling = new Lock();
        Parallel.For(0, count, new ParallelOptions { CancellationToken = cancellation, MaxDegreeOfParallelism = Environment.ProcessorCount }, index =>
        {
            var seeded = options with { Seed = options.Seed + index, RunsWithRounds = 0 };
            scores[index] = Score(seeded, cancellation);
            lock (telling) done(seeded.Seed, scores[index]);
        });
        return new(scores);
    }

    public string ToText() => Line("steps marked at their place", Found)
        + Line($"steps marked within {DemoScore.Runs} runs", Within)
        + Line("drifts marked", Drifts)
        + Line($"histories with more than {MostFalse} false mark", Misleading)
        + $"false marks: {False}, {(double)False / Math.Max(1, Scores.Count):0.00} a history\n"
        + $"issues that alerts would open: {Scores.Sum(score => score.Issues.All)}, of them false: {Scores.Sum(score => score.Issues.False)}\n";

    /// <summary>E.g. <c>200 of 200, 100 % (98.1 to 100 %)</c>.</summary>
    public static string Text(WilsonInterval share) =>
        $"{share.Successes} of {share.Trials}, {100 * share.Share:0.#} % ({100 * share.Low:0.#} to {100 * share.High:0.#} %)";

    private static string Line(string what, WilsonInterval? share) => share is { } known ? $"{what}: {Text(known)}\n" : "";

    private static WilsonInterval? Share(int successes, int trials) => trials == 0 ? null : WilsonInterval.Of(successes, trials);

    /// <summary>Runs are taken in as if their files were there: only what is derived from them is wanted.</summary>
    private static DemoScore Score(DemoOptions options, CancellationToken cancellation)
    {
        var demo = new DemoHistory(options);
        var store = new HistoryStore(new EmptyFiles());
        var issues = new List<AlertIssue>();
        foreach (var run in demo.Generate())
        {
            cancellation.ThrowIfCancellationRequested();
            store.Append(run, isStored: true);
            issues.AddRange(Opened(store, issues, run.Run.Sequence));
        }

        var score = DemoScore.Of(demo.Truth, store);
        return score with { Issues = (issues.Count, issues.Count(issue => score.False.Any(mark => mark.Id == issue.Change))) };
    }

    /// <summary>What alerts would open after a run; they stay open.</summary>
    private static List<AlertIssue> Opened(HistoryStore store, IReadOnlyList<AlertIssue> issues, int newest) =>
    [
        .. AlertPlan.Of(Alert.Of(store.Changes, new Dictionary<string, string>()), issues, newest).Where(step => step.Issue is null)
            .Select(step => new AlertIssue(0, IsOpen: true, step.Alert.First.Id, IsClosedByUs: false, new IssueText("", ""))),
    ];
}

/// <summary>What a generated history holds: <c>truth.json</c> beside it, for tests.</summary>
internal sealed record DemoTruth(int Seed, int Runs, int Cells, IReadOnlyList<DemoChange> Changes);

/// <param name="Until">Last run of a drift; the same run for a step.</param>
/// <param name="Metric">Metric; throughput also moves CPU time the other way.</param>
/// <param name="Cells">Cells that change: all whose id contains this text.</param>
internal sealed record DemoChange(int Sequence, int Until, double Percent, string Metric, string Cells)
{
    [JsonIgnore]
    public bool IsDrift => Until > Sequence;

    /// <summary>The log ratio it adds at a run.</summary>
    public double At(int sequence, string metric, string cell)
    {
        if (sequence < Sequence || !cell.Contains(Cells, StringComparison.Ordinal)) return 0;
        var size = LogRatio.FromPercent(Percent) * (IsDrift ? Math.Min(1, (sequence - Sequence + 1.0) / (Until - Sequence + 1)) : 1);
        if (metric == Metric) return size;
        return Metric == Metrics.Metric.Throughput.Name && metric == Metrics.Metric.CpuPerRequest.Name ? -size : 0;
    }
}
