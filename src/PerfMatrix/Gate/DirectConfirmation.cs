namespace PerfMatrix.Gate;

/// <summary>The confirming stage of the gate for a cell and metric that somebody suspects without a screen, as a bisection does.</summary>
internal static class DirectConfirmation
{
    /// <summary>Rounds in total after which it may be asked, in order.</summary>
    public static IReadOnlyList<int> Looks(string metric, GatePolicy policy) =>
        IsTight(metric, policy) ? [policy.Screen.Looks[0]] : policy.Confirm.Looks;

    /// <summary>The verdict on whether head is worse. A metric that only reports is judged like one that gates: whoever asks about it wants to
    /// know.</summary>
    /// <param name="run">Fresh rounds of base and head in one block.</param>
    /// <param name="spreads">The A/A history; null without.</param>
    public static SubjectVerdict Of(
        StagedRun run, Func<StagedRun, ComparisonDocument> compare, string cell, string metric, GatePolicy policy, StoredSpreads? spreads = null)
    {
        var judged = IsTight(metric, policy) ? policy : policy with { Metrics = [new MetricPolicy(metric, MetricRule.Paired)] };
        var comparison = compare(run with { Stage = IsTight(metric, policy) ? Stage.Screen : Stage.Confirm });
        var subject = new Subject(cell, comparison.Cells.First(compared => compared.Id == cell).Scenario, metric);
        if (comparison.NotGating is { } reason)
            return Unknown(subject, reason);
        var input = GateInput.Of([comparison], judged);
        var stored = (spreads ?? StoredSpreads.None).On(comparison.Runs);
        return IsTight(metric, policy)
            ? new PullRequestGate(judged, stored).Screen([new PlannedSubject(subject)], input.Screen)[0].Verdict
            : Confirm(subject, input.Confirm, judged, stored);
    }

    private static SubjectVerdict Confirm(Subject subject, StageData data, GatePolicy policy, SpreadOf stored)
    {
        var fitness = new Fitness(data.Canaries, stored, policy);
        var unfit = data.Rounds.Where(rounds => rounds.Subject == subject).Select(fitness.Unfit).FirstOrDefault(reason => reason is not null);
        var suspect = new ScreenFinding(Suspicion.Worse, Unknown(subject, "suspected to be worse"));
        return unfit is null ? new PullRequestGate(policy, stored).Decide([suspect], data)[0] : Unknown(subject, unfit);
    }

    private static SubjectVerdict Unknown(Subject subject, string reason) =>
        new() { Subject = subject, Verdict = Verdict.Unknown, Reason = reason, Stage = Stage.Confirm };

    private static bool IsTight(string metric, GatePolicy policy) => policy.Of(metric).Rule == MetricRule.Tight;
}
