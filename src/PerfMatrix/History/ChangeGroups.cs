namespace PerfMatrix.History;

internal static class ChangeGroups
{
    public const string Worse = "worse";
    private const string Better = "better";

    /// <param name="settled">How many changes that begin at the run people had settled before: what is found later is another one.</param>
    public static string Id(string run, int settled) => HistoryJson.Hash(settled == 0 ? run : $"{run} {settled + 1}")[..8];

    /// <param name="now">When the run ended that is taken in: what people had settled by then is not made larger by later steps.</param>
    public static EarlierMark Earlier(ChangeGroup change, CatalogueDocument catalogue, DateTimeOffset now) => new(
        change.Sequence, change.Until ?? change.Sequence, change.Members
            .Select(member => (catalogue.Cells[member.Cell].Scenario, member.Metric, member.Verdict == Worse)).ToHashSet(),
        change.SettledAt < now, change.Id);

    /// <summary>Adds a step to the members of a change; a later one of the same series adds to its size.</summary>
    /// <returns>The member that has it.</returns>
    public static ChangeMember Add(List<ChangeMember> members, FoundStep step, int sequence, int detected)
    {
        var isNear = Math.Abs(step.Step.Sequence - sequence) <= step.Step.Tolerance;
        var added = Member(step, isNear ? sequence : step.Step.Sequence, detected);
        var index = members.FindIndex(member => member.Cell == step.Cell && member.Metric == step.Metric);
        if (index < 0) members.Add(added);
        else if (added.Sequence > members[index].Sequence) members[index] = Sum(members[index], added);
        return index < 0 ? added : members[index];
    }

    /// <summary>A step of a series and a later one of it as one; the interval of both together is not known.</summary>
    public static ChangeMember Sum(ChangeMember first, ChangeMember second) => first with
    {
        Sequence = second.Sequence,
        EffectPercent = Math.Round(100 * (((1 + (first.EffectPercent / 100)) * (1 + (second.EffectPercent / 100))) - 1), 2),
        LowPercent = null,
        HighPercent = null,
    };

    private static ChangeMember Member(FoundStep step, int sequence, int detected) => new(
        step.Cell, step.Metric, sequence, step.IsWorse ? Worse : Better, Percent(step.Step.Shift),
        Math.Round(Math.Abs(step.Step.Shift) / step.Step.Noise, 1), detected, Percent(step.Step.Shift - step.Step.Margin),
        Percent(step.Step.Shift + step.Step.Margin));

    private static double Percent(double shift) => Math.Round(LogRatio.ToPercent(shift), 2);

    public static ChangeGroup Of(
        HistoryStore store, SeriesStore series, string id, int sequence, IReadOnlyList<ChangeMember> members, int detected)
    {
        var run = store.RequiredRun(sequence);
        var before = Before(store, series, run, members);
        var events = EventsSince(store, before?.Sequence ?? (sequence - 1), run, members);
        var sizes = members.Select(member => Math.Abs(member.EffectPercent)).Order().ToList();
        var verdicts = members.Select(member => member.Verdict).Distinct().ToList();
        var until = members.Max(member => member.Sequence);
        var isDirty = run.Dirty || before is { Dirty: true };
        var cause = events.Count > 0 ? store.Events[events[0]].Kind : !isDirty && before is { Sha: { } sha } && sha == run.Sha ? "same" : "commit";
        return new ChangeGroup(
            id, sequence, until > sequence ? until : null, run.Id, run.StartedAt, before?.Sha, run.Sha, store.Index.Repository, detected,
            cause, events, verdicts.Count == 1 ? verdicts[0] : "mixed", sizes[sizes.Count / 2], members)
        { LocalChanges = isDirty };
    }

    /// <summary>The newest run before it that has a ratio of the series; of several the oldest, behind which all of them changed.</summary>
    private static RunEntry? Before(HistoryStore store, SeriesStore series, RunEntry run, IReadOnlyList<ChangeMember> members) => members
        .Select(member => series.Backwards(store.Catalogue, member.Metric, member.Cell, run.Sequence - 1).Where(one => one.Point.Ratio is not null)
            .Select(one => store.RunAt(one.Sequence)).OfType<RunEntry>().FirstOrDefault(one => IsEarlier(one, run)))
        .OfType<RunEntry>().MinBy(one => one.Sequence);

    // Documents of one workflow run are of one commit, so a step between two of them is one since the workflow run before.
    private static bool IsEarlier(RunEntry one, RunEntry run) => RunId.WorkflowOf(one.Id) is not { } id || id != RunId.WorkflowOf(run.Id);

    /// <summary>Events from one run to another; of a runtime only if a cell of it changed, of a machine only if it is that of the run.</summary>
    private static List<int> EventsSince(HistoryStore store, int before, RunEntry run, IReadOnlyList<ChangeMember> members)
    {
        var runtimes = members.Select(member => store.Catalogue.Cells[member.Cell].Runtime).ToHashSet();
        var machine = store.Catalogue.Machines[run.Machine];
        return
        [
            .. from entry in store.Events.Index()
               where entry.Item is { From: not null } and not { Chained: true } && entry.Item.Sequence > before && entry.Item.Sequence <= run.Sequence
               where IsOfRun(entry.Item)
               select entry.Index,
        ];

        bool IsOfRun(HistoryEvent one) => one.Kind switch
        {
            EventKinds.Runtime => runtimes.Contains(one.Subject),
            EventKinds.Cpu => one.To == machine.CpuModel,
            EventKinds.Cores => (one.Subject, one.To) == (machine.CpuModel, $"{machine.Cores}"),
            EventKinds.Driver => one.To == machine.Driver,
            _ => true,
        };
    }
}

/// <summary>The series in which a step for the worse still stands: later steps of the series have always left at least the smallest change that is
/// marked. The site says "yes" by the same rule (<c>membersLeft</c> in standing-steps.ts).</summary>
internal static class StandingSteps
{
    // A change to nothing has no log ratio.
    private const double Least = -99.99;

    public static IReadOnlyList<ChangeMember> Of(ChangeGroup change, IReadOnlyList<ChangeGroup> changes)
    {
        var later = changes.Where(each => each.Sequence > change.Sequence).SelectMany(each => each.Members)
            .ToLookup(member => (member.Cell, member.Metric));
        return [.. change.Members.Where(member => member.Verdict == ChangeGroups.Worse && IsLeft(member, later[(member.Cell, member.Metric)]))];
    }

    // Above 0 is worse, whatever the direction of the metric. What was taken back once is over: what comes then is a step of its own.
    private static bool IsLeft(ChangeMember member, IEnumerable<ChangeMember> later)
    {
        var left = 0.0;
        foreach (var each in later.Prepend(member))
        {
            left += Math.Sign(member.EffectPercent) * LogRatio.FromPercent(Math.Max(each.EffectPercent, Least));
            if (left < TrendRule.SmallestShift) return false;
        }

        return true;
    }
}

/// <summary>Cells that are no longer measured, because they were removed or renamed. The site asks the same (gone-cells.ts).</summary>
internal static class GoneCells
{
    public const int Runs = 20;

    /// <summary>A weekly run measures its cells again.</summary>
    public const int Days = 8;

    /// <summary>Those that none of the newest runs planned, nor any of the last days before the newest.</summary>
    public static IReadOnlySet<int> Of(HistoryStore history) => history.Index.Newest is not { } newest ? new HashSet<int>()
        : history.Catalogue.Cells.Index().Where(cell => newest.Sequence - cell.Item.Last >= Runs
            && !((newest.StartedAt - history.RunAt(cell.Item.Last)?.StartedAt)?.TotalDays < Days)).Select(cell => cell.Index).ToHashSet();
}

/// <summary>Series of a change in a few words, the same in issues, the feed and the site (step-words.ts).</summary>
internal static class ChangeWords
{
    public static IEnumerable<(MetricEntry Metric, List<ChangeMember> Members)> ByMetric(
        IEnumerable<ChangeMember> members, CatalogueDocument catalogue) => members.GroupBy(member => member.Metric)
        .Select(group => (catalogue.Metrics.First(metric => metric.Name == group.Key), group.ToList()));

    /// <summary>Throughput where it is among them, because that is what people ask for first; else the metric of most series.</summary>
    public static (MetricEntry Metric, List<ChangeMember> Members) OfMainMetric(
        IEnumerable<ChangeMember> members, CatalogueDocument catalogue) =>
        ByMetric(members, catalogue).MaxBy(metric => (metric.Metric.Name == Metric.Throughput.Name, metric.Members.Count));

    /// <summary>The size of the typical series of a metric: <c>-5.0 % (95 % interval -6.2 to -3.9 %)</c>.</summary>
    public static string Effect(IReadOnlyList<ChangeMember> members) => Text.Percent(Median(members, member => member.EffectPercent))
        + (Interval(members) is { } range ? $" (95 % interval {Text.Signed(range.Low)} to {Text.Percent(range.High)})" : "");

    public static string Place(IReadOnlyList<ChangeMember> members, CatalogueDocument catalogue)
    {
        if (members.Count == 1) return catalogue.Cells[members[0].Cell].Id;
        var names = members.Select(member => catalogue.Cells[member.Cell].Scenario).Distinct().ToList();
        return names.Count <= 2 ? string.Join(" and ", names) : $"{names.Count} scenarios";
    }

    /// <summary>How many cells the place stands for; nothing for one that it names.</summary>
    public static string Cells(IReadOnlyList<ChangeMember> members) => members.Count == 1 ? "" : $" ({members.Count} cells)";

    /// <summary>The middle of their lower and of their upper ends, in percent; null where not all have them.</summary>
    public static (double Low, double High)? Interval(IReadOnlyList<ChangeMember> members) =>
        members.All(member => member is { LowPercent: not null, HighPercent: not null })
            ? (Median(members, member => member.LowPercent!.Value), Median(members, member => member.HighPercent!.Value)) : null;

    public static double Median(IEnumerable<ChangeMember> members, Func<ChangeMember, double> value) =>
        OrderStatistics.Median([.. members.Select(value)]);
}
