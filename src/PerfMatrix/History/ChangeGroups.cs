namespace PerfMatrix.History;

internal static class ChangeGroups
{
    public const string Worse = "worse";
    private const string Better = "better";

    public static EarlierMark Earlier(ChangeGroup change) =>
        new(change.Sequence, change.Until ?? change.Sequence, change.Members.Select(member => (member.Metric, member.Verdict == Worse)).ToHashSet());

    /// <summary>Adds a step to the members of a change; a later one of the same series adds to its size.</summary>
    public static void Add(List<ChangeMember> members, FoundStep step, int sequence, int detected)
    {
        var isNear = Math.Abs(step.Step.Sequence - sequence) <= step.Step.Tolerance;
        var added = Member(step, isNear ? sequence : step.Step.Sequence, detected);
        var index = members.FindIndex(member => member.Cell == step.Cell && member.Metric == step.Metric);
        if (index < 0) members.Add(added);
        else if (added.Sequence > members[index].Sequence) members[index] = members[index] with
        {
            Sequence = added.Sequence,
            EffectPercent = Sum(members[index].EffectPercent, added.EffectPercent),
            LowPercent = null,
            HighPercent = null,
        };
    }

    private static double Sum(double first, double second) => Math.Round(100 * (((1 + (first / 100)) * (1 + (second / 100))) - 1), 2);

    private static ChangeMember Member(FoundStep step, int sequence, int detected) => new(
        step.Cell, step.Metric, sequence, step.IsWorse ? Worse : Better, Percent(step.Step.Shift),
        Math.Round(Math.Abs(step.Step.Shift) / step.Step.Noise, 1), detected, Percent(step.Step.Shift - step.Step.Margin),
        Percent(step.Step.Shift + step.Step.Margin));

    private static double Percent(double shift) => Math.Round(LogRatio.ToPercent(shift), 2);

    public static ChangeGroup Of(HistoryStore store, int sequence, IReadOnlyList<ChangeMember> members, int detected)
    {
        var run = store.RunAt(sequence)!;
        var before = Before(store, sequence);
        var events = EventsAt(store, sequence, members);
        return With(
            new ChangeGroup(
                HistoryJson.Hash(run.Id)[..8], sequence, null, run.Id, run.StartedAt, before?.Sha, run.Sha, store.Index.Repository, detected,
                Cause(store, events, before?.Sha, run.Sha), events, "", 0, []),
            members);
    }

    public static ChangeGroup With(ChangeGroup group, IReadOnlyList<ChangeMember> members)
    {
        var sizes = members.Select(member => Math.Abs(member.EffectPercent)).Order().ToList();
        var verdicts = members.Select(member => member.Verdict).Distinct().ToList();
        var until = members.Max(member => member.Sequence);
        return group with
        {
            Members = members,
            Until = until > group.Sequence ? until : null,
            EffectPercent = sizes[sizes.Count / 2],
            Verdict = verdicts.Count == 1 ? verdicts[0] : "mixed",
        };
    }

    private static RunEntry? Before(HistoryStore store, int sequence) => Enumerable.Range(1, Math.Min(sequence, HistoryPaths.ChunkRuns))
        .Select(back => store.RunAt(sequence - back)).OfType<RunEntry>().FirstOrDefault();

    /// <summary>Events of the run; that of a runtime only if a cell of that runtime changed.</summary>
    private static List<int> EventsAt(HistoryStore store, int sequence, IReadOnlyList<ChangeMember> members)
    {
        var runtimes = members.Select(member => store.Catalogue.Cells[member.Cell].Runtime).ToHashSet();
        return
        [
            .. from entry in store.Events.Index()
               where entry.Item is { From: not null } and not { Chained: true } && entry.Item.Sequence == sequence
               where entry.Item.Kind != EventKinds.Runtime || runtimes.Contains(entry.Item.Subject)
               select entry.Index,
        ];
    }

    private static string Cause(HistoryStore store, List<int> events, string? before, string? after) =>
        events.Count > 0 ? store.Events[events[0]].Kind : before is not null && before == after ? "same" : "commit";
}

/// <summary>The series in which a step for the worse still stands: later steps of the series have left at least the smallest change that is marked.
/// The site says "yes" by the same rule (<c>membersLeft</c> in answer.ts).</summary>
internal static class StandingSteps
{
    // A change to nothing has no log ratio.
    private const double Least = -99.99;

    public static IReadOnlyList<ChangeMember> Of(ChangeGroup change, IReadOnlyList<ChangeGroup> changes)
    {
        var later = changes.Where(each => each.Sequence > change.Sequence).SelectMany(each => each.Members)
            .ToLookup(member => (member.Cell, member.Metric));
        return [.. change.Members.Where(member => member.Verdict == ChangeGroups.Worse
            && Left(member, later[(member.Cell, member.Metric)]) >= TrendRule.SmallestShift)];
    }

    // Above 0 is worse, whatever the direction of the metric.
    private static double Left(ChangeMember member, IEnumerable<ChangeMember> later) =>
        Math.Sign(member.EffectPercent) * later.Prepend(member).Sum(each => LogRatio.FromPercent(Math.Max(each.EffectPercent, Least)));
}
