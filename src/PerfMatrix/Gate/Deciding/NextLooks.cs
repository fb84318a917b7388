namespace PerfMatrix.Gate;

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
        finding.Verdict is { Verdict: Verdict.Unknown, Gates: true, MoreRounds: not null, Rounds: > 0 } && finding.Verdict.Rounds < policy.Looks[0] ? policy.Looks[0] : null;

    // Every metric of a cell is measured at once, so the one that waits longest counts.
    private static IEnumerable<WantedRounds> ByCell(Stage stage, GateInput input, IEnumerable<OpenSubject> open) =>
        from subject in open
        group subject by subject.Subject.Cell into cell
        let total = cell.Max(subject => subject.Look)
        select new WantedRounds(
            input.Cells[cell.Key], stage, [.. cell.Select(subject => subject.Subject.Metric)], total, cell.Max(subject => subject.Look - subject.Have));

    private readonly record struct OpenSubject(Subject Subject, int Look, int Have);
}
