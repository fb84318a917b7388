namespace PerfMatrix.Gate;

/// <summary>
/// The gate of a pull request: from the pairs of stage 1 to suspects, and with the pairs of stage 2 to verdicts. Pure: it sees plain data only, so
/// that the stages can run in different jobs and every verdict can be computed again from documents.
/// </summary>
internal sealed class PullRequestGate
{
    private readonly PolicyScales _scales;
    private readonly SpreadOf _stored;

    /// <param name="policy">The policy; <see cref="PolicyCheck"/> must find nothing wrong with it.</param>
    /// <param name="storedSpreads">Standard deviation of a pair by metric on every machine, a log ratio, from the A/A history; null without
    /// history.</param>
    public PullRequestGate(GatePolicy policy, IReadOnlyDictionary<string, double>? storedSpreads = null)
        : this(policy, (_, metric) => storedSpreads is not null && storedSpreads.TryGetValue(metric, out var spread) ? spread : null)
    {
    }

    /// <summary>A gate whose history differs from machine to machine.</summary>
    internal PullRequestGate(GatePolicy policy, SpreadOf stored) => (_scales, _stored) = (new(policy), stored);

    public GatePolicy Policy => _scales.Policy;

    /// <summary>Stage 1. One finding a planned subject, in the order of the plan.</summary>
    /// <param name="planned">Every subject that was promised a verdict.</param>
    /// <param name="data">What stage 1 measured; each subject on one machine.</param>
    /// <exception cref="ArgumentException">A subject was measured twice.</exception>
    public IReadOnlyList<ScreenFinding> Screen(IReadOnlyList<PlannedSubject> planned, StageData data)
    {
        var rounds = data.Rounds.ToDictionary(r => r.Subject);
        var fitness = new Fitness(data.Canaries, _stored, Policy);
        return [.. planned.Select(subject => rounds.TryGetValue(subject.Subject, out var measured) && subject.Missing is null
            ? Screening.Judge(measured, fitness.Unfit(measured), _stored(measured.Machine, subject.Subject.Metric), _scales)
            : Missing(subject))];
    }

    /// <summary>
    /// The rounds in total after which a cell that stage 1 could not decide is judged again, on the same machine; null when it is decided, suspect,
    /// or has had all rounds.
    /// </summary>
    public int? NextLook(ScreenFinding finding) =>
        finding.Suspicion == Suspicion.None && finding.Verdict is { Verdict: Verdict.Unknown, Gates: true, Estimate: not null }
            ? Policy.Screen.Looks.Cast<int?>().FirstOrDefault(look => look > finding.Verdict.Rounds)
            : null;

    /// <summary>The findings that stage 2 has to measure.</summary>
    public IReadOnlyList<ScreenFinding> Suspects(IEnumerable<ScreenFinding> findings) => [.. findings.Where(IsToConfirm)];

    /// <summary>Stage 2. One verdict a finding, in the same order; those of stage 1 stand for subjects that were not suspect.</summary>
    /// <param name="findings">All findings of stage 1.</param>
    /// <param name="data">What stage 2 measured, afresh; rounds of all looks so far. Empty when there was no stage 2.</param>
    public IReadOnlyList<SubjectVerdict> Decide(IReadOnlyList<ScreenFinding> findings, StageData data)
    {
        var fitness = new Fitness(data.Canaries, _stored, Policy);
        var rounds = data.Rounds.Where(r => fitness.Unfit(r) is null).ToLookup(r => r.Subject);
        var decided = new Dictionary<Subject, SubjectVerdict>();
        foreach (var direction in Suspects(findings).GroupBy(f => f.Suspicion))
        {
            foreach (var verdict in Confirmation.Judge(direction, rounds, _scales))
                decided[verdict.Subject] = verdict;
        }
        return [.. findings.Select(f => decided.GetValueOrDefault(f.Subject, f.Verdict))];
    }

    private bool IsToConfirm(ScreenFinding finding) =>
        finding.Suspicion == Suspicion.Worse || (finding.Suspicion == Suspicion.Better && Policy.Confirm.Improvements);

    private ScreenFinding Missing(PlannedSubject planned) => new(Suspicion.None, new()
    {
        Subject = planned.Subject,
        Verdict = Verdict.Unknown,
        Reason = "not measured: " + (planned.Missing ?? "no rounds in the document"),
        Stage = Stage.Screen,
        Gates = Policy.Of(planned.Subject.Metric).Rule != MetricRule.Report,
    });
}
