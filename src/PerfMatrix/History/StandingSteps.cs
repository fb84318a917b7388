namespace PerfMatrix.History;

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
