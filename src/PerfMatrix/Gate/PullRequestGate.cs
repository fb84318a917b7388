namespace PerfMatrix.Gate;

/// <summary>The gate: from pairs to verdicts. Pure: it sees plain data only, so that stages can run in different jobs and every verdict can be
/// computed again from documents.</summary>
/// <param name="isAlone">Whether one machine decides; otherwise it finds suspects, and a change needs a second machine that agrees.</param>
internal sealed class PullRequestGate(GatePolicy policy, MachineBias bias, bool isAlone)
{
    /// <summary>The first machine. One verdict a planned subject, in the order of the plan.</summary>
    /// <param name="measured">Each subject on one machine.</param>
    public IReadOnlyList<SubjectVerdict> Screen(IReadOnlyList<PlannedSubject> planned, IReadOnlyList<PairedRounds> measured)
    {
        var stage = isAlone ? Stage.Whole : Stage.Screen;
        var rounds = measured.ToDictionary(r => r.Subject);
        var limits = LimitsOf(isAlone ? planned : []);
        return [.. planned.Select(subject => subject.Identical ? Identical(subject, stage)
            : subject.Missing is null && rounds.TryGetValue(subject.Subject, out var own) ? Judge(own, stage, limits)
            : Missing(subject, stage))];
    }

    public IReadOnlyList<SubjectVerdict> Suspects(IEnumerable<SubjectVerdict> verdicts) => isAlone ? [] : [.. verdicts.Where(IsSuspect)];

    /// <summary>The verdicts, with the second machine's of the suspects; its rounds alone decide, as those of the first made them suspects.</summary>
    public IReadOnlyList<SubjectVerdict> Confirm(IReadOnlyList<SubjectVerdict> verdicts, IReadOnlyList<PairedRounds> measured)
    {
        if (isAlone) return verdicts;
        // Of several machines the first speaks: that with most rounds is the one that was least sure.
        var rounds = measured.GroupBy(r => r.Subject).ToDictionary(r => r.Key, r => r.First());
        var limits = LimitsOf([]);
        return [.. verdicts.Select(verdict => !IsSuspect(verdict) ? verdict : Confirmed(
            verdict, rounds.TryGetValue(verdict.Subject, out var fresh) ? Judge(fresh, Stage.Confirm, limits) : Silent(verdict, measured)))];
    }

    // No job failed where the processes of the cell were measured, and none of them had what may be lacking without a fault.
    private SubjectVerdict? Silent(SubjectVerdict suspect, IReadOnlyList<PairedRounds> measured) => Absence.MayBeOfAll(suspect.Metric)
        && measured.FirstOrDefault(rounds => rounds.Subject.Cell == suspect.Cell) is { HeadFailures: null } other
        ? Nothing(suspect.Subject, Stage.Confirm) with
        {
            NotMeasured = false,
            Rounds = other.Rounds,
            Machines = 1,
            Machine = other.Machine,
            Reason = "no round there tells anything of it",
        }
        : null;

    private static SubjectVerdict Confirmed(SubjectVerdict suspect, SubjectVerdict? second)
    {
        if (second is not { NotMeasured: false }) return Unconfirmed(suspect, second?.Reason ?? "run the failed jobs again");
        var isAgain = second.Machine == suspect.Machine;
        var both = Together(suspect, second, isAgain ? "the same machine later" : "a second machine");
        if (!isAgain) return both with { Machines = 2 };
        return both.Verdict == Verdict.Worse ? both with { Reason = $"{both.Reason}, on the machine that suspected it" } : both;
    }

    private static SubjectVerdict Together(SubjectVerdict suspect, SubjectVerdict second, string who) => (suspect.Direction, second.Verdict) switch
    {
        // What depends on the machine is no fault of the code.
        (Suspicion.Worse, Verdict.Better) or (Suspicion.Better, Verdict.Worse or Verdict.Undecided) => second with
        {
            Verdict = Verdict.Unknown,
            Suspicion = Suspicion.None,
            Reason = $"looked {suspect.Direction.Word()}, and {who} found the opposite",
        },
        // Where the size has grown, what the first one has proven may show no sign on the second.
        (Suspicion.Worse, Verdict.Unknown) when (second.IsSmall || !suspect.IsDecided) && second.ClearsPercent is { } size => second with
        {
            Suspicion = Suspicion.None,
            Reason = $"looked worse, but {who} would have shown a worsening by {size:0.#} %, or excludes it",
        },
        (Suspicion.Worse, Verdict.Unknown) => second with
        {
            Verdict = Verdict.Undecided,
            Suspicion = Suspicion.Worse,
            Reason = $"looked worse, and {who} cannot exclude it: {second.Reason}",
        },
        _ => second,
    };

    private static SubjectVerdict Unconfirmed(SubjectVerdict suspect, string why) => suspect with
    {
        Verdict = suspect.Direction == Suspicion.Worse ? Verdict.Undecided : Verdict.Unknown,
        Suspicion = suspect.Direction,
        NotMeasured = suspect.Direction == Suspicion.Worse,
        Reason = $"suspected to be {suspect.Direction.Word()}, not measured on a second machine: {why}",
        MorePairs = DecisionLooks.InForce.First,
        MoreRounds = DecisionLooks.InForce.FirstRounds,
    };

    // What is acknowledged fails nothing, whatever a second machine finds.
    private bool IsSuspect(SubjectVerdict verdict) => verdict is { Gates: true, Acknowledged: null }
        && (verdict.Direction == Suspicion.Worse || (verdict.Direction == Suspicion.Better && policy.Improvements));

    private SubjectVerdict Judge(PairedRounds rounds, Stage stage, LimitTable limits)
    {
        var metric = policy.Of(rounds.Subject.Metric);
        var nothing = Nothing(rounds.Subject, stage) with { Rounds = rounds.Rounds, Machines = 1, Machine = rounds.Machine };
        if (rounds.HeadFailures is { } failures) return nothing with { Reason = failures };
        if (Canaries.Unfit(rounds, limits) is { } unfit)
            return nothing with
            {
                Reason = unfit,
                // Copies that died in every round of a look will die in the next ones.
                MoreRounds = rounds.Rounds >= DecisionLooks.InForce.FirstRounds && !rounds.Canary!.Any(double.IsFinite) ? null
                    : Math.Clamp(policy.MostRoundsOf(rounds.Subject.Metric) - rounds.Rounds, 1, DecisionLooks.InForce.FirstRounds),
            };

        var verdict = metric.Rule == MetricRule.Counted
            ? CountedRule.Judge(nothing, rounds, metric)
            : PairedRule.Judge(nothing, rounds.LogRatios, pairs => limits.At(rounds, pairs), DecisionLooks.InForce);
        // A few pairs may show that something is worse, and not that the rest is the same.
        if (rounds.Absence is { } absence && (verdict.NotMeasured || (absence.IsRare && verdict.Direction != Suspicion.Worse)))
            verdict = nothing with { NotMeasured = absence.IsFault, Reason = absence.Reason, MorePairs = absence.IsRare ? null : verdict.MorePairs };
        return verdict.MorePairs is { } more ? verdict with { MoreRounds = rounds.RoundsOf(more) } : verdict;
    }

    private SubjectVerdict Nothing(Subject subject, Stage stage) =>
        new(subject, stage) { Gates = policy.Of(subject.Metric).Rule != MetricRule.Report };

    private SubjectVerdict Identical(PlannedSubject planned, Stage stage) =>
        Nothing(planned.Subject, stage) with { Verdict = Verdict.Same, Reason = "identical program", Identical = true, NotMeasured = false };

    private SubjectVerdict Missing(PlannedSubject planned, Stage stage) =>
        Nothing(planned.Subject, stage) with
        {
            Reason = (planned.Dropped ? "missing: " : "not measured: ") + (planned.Missing ?? "no rounds in the document"),
            Dropped = planned.Dropped,
        };

    // Subjects that one machine judges alone share an error rate.
    private LimitTable LimitsOf(IReadOnlyList<PlannedSubject> alone) => new(policy, bias, alone.Count(
        subject => !subject.Identical && policy.Of(subject.Subject.Metric).IsPaired));
}

/// <summary>What pairs of identical programs of a block show: where nothing differs and yet shows, nothing of that metric can be believed.</summary>
internal static class Canaries
{
    // Six pairs can reach it. A fit machine that shows so much of nothing by chance is cleared by more rounds.
    private const double Level = 0.016;

    // Two copies differ by the bias of each, and there are many blocks: a fit machine shows more in one of 100,000.
    private static readonly double s_copies = Math.Sqrt(3);

    /// <summary>Why these rounds cannot be believed; null when they can, or when their block has no canary.</summary>
    public static string? Unfit(PairedRounds rounds, LimitTable limits)
    {
        if (rounds.Canary is not { } canary || limits.Policy.Of(rounds.Subject.Metric).Rule == MetricRule.Counted) return null;
        var title = Metric.TitleOf(rounds.Subject.Metric);
        double[] pairs = [.. canary.Where(double.IsFinite)];
        // Copies in which no collection happened, or that had too few requests, were measured all the same; without rounds they may have died, and
        // then no pair is believed.
        if (pairs.Length < 2)
            return rounds.Absence is { IsFault: false }
                && (canary.Count > 0 || Metric.IsPaced(rounds.Subject.Metric) || !rounds.LogRatios.Any(double.IsFinite)) ? null
                : $"the identical copies of block {rounds.Block} have no {title} of two rounds; if they failed, the warnings of run.json say how";
        var own = limits.At(rounds, rounds.LogRatios.Count);
        var location = HodgesLehmann.Estimate(pairs);
        double[] turned = location < 0 ? [.. pairs.Select(pair => -pair)] : pairs;
        return Math.Abs(location) < own.SuspectThreshold || SignedRank.Test(turned, s_copies * own.Margin).Greater > Level ? null
            : $"machine {rounds.Machine} unfit: identical copies in block {rounds.Block} differ by {LogRatio.ToPercent(location):+0.0;-0.0} % "
                + $"in {title}; measure again while nothing else runs there (`doctor` says what disturbs it)";
    }
}
