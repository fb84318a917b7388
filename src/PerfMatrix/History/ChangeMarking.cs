namespace PerfMatrix.History;

/// <summary>A step of a series, found at a run.</summary>
/// <param name="Block">Index of the block that measured it; the ratios of a block share the noise of their reference.</param>
/// <param name="IsRepeated">Asks whether the run before found it, too; asked only when nothing else confirms the step.</param>
internal sealed record FoundStep(int Cell, string Scenario, int Block, string Metric, bool IsWorse, SeriesStep Step, Func<bool> IsRepeated);

/// <param name="Until">Newest run at which it went on; the same for a step.</param>
/// <param name="Kinds">What may still join it from other runs.</param>
internal sealed record EarlierMark(int Sequence, int Until, IReadOnlySet<(string Scenario, string Metric, bool IsWorse)> Kinds);

/// <param name="Sequence">First run after the change.</param>
internal sealed record MarkedSteps(int Sequence, IReadOnlyList<FoundStep> Steps);

/// <summary>Decides which found steps are marked: those that other cells confirm, or the same cell in two runs in a row. Pure.</summary>
internal static class ChangeMarking
{
    /// <summary>Groups steps by the run they begin at.</summary>
    /// <param name="marked">Changes marked before, in order; a step near one joins it, and so does a small one that continues it.</param>
    public static IReadOnlyList<MarkedSteps> Of(IReadOnlyList<FoundStep> found, IReadOnlyList<EarlierMark> marked)
    {
        var joining = found.ToLookup(step => Nearest(step, marked));
        var groups = joining.Where(group => group.Key is not null).Select(group => new MarkedSteps(group.Key!.Value, [.. group])).ToList();
        var open = joining[null].OrderByDescending(step => step.Step.Errors).ToList();
        while (open.Count > 0)
        {
            var cluster = open.Where(step => AreNear(step, open[0])).ToList();
            var confirmed = cluster.Where(step => IsConfirmed(step, cluster)).ToList();
            if (confirmed.Count > 0) groups.Add(new(Late(confirmed, marked) ?? Place(confirmed), confirmed));
            open.RemoveAll(cluster.Contains);
        }

        return groups;
    }

    private static bool IsConfirmed(FoundStep step, IReadOnlyList<FoundStep> cluster) =>
        Agree([.. cluster.Where(other => other.Metric == step.Metric && other.IsWorse == step.IsWorse)])
        || (step.Step.Errors >= TrendRule.MarkedErrors && step.IsRepeated());

    /// <summary>Whether several cells show together what one alone may not: the sum of their errors in standard deviations of that sum. Two ratios of
    /// one block have a correlation of a half: the reference gives each as much noise as its own cell; k are worth k (k + 1) / 2 variances.</summary>
    private static bool Agree(IReadOnlyList<FoundStep> steps) =>
        steps.Count > 1 && steps.Sum(step => step.Step.Errors) >= TrendRule.MarkedErrors * Math.Sqrt(
        steps.CountBy(step => step.Block).Sum(block => block.Value * (block.Value + 1) / 2.0));

    private static int Place(IReadOnlyList<FoundStep> steps) =>
        steps.GroupBy(step => step.Step.Sequence).OrderByDescending(place => place.Sum(step => step.Step.Errors)).ThenBy(place => place.Key)
        .First().Key;

    /// <summary>The change that a cell alone belongs to although it was placed elsewhere; null when there is none.</summary>
    private static int? Late(List<FoundStep> steps, IReadOnlyList<EarlierMark> marked) =>
        steps.Exists(step => step.Cell != steps[0].Cell) ? null : marked
        .Where(mark => steps.Exists(
            step => mark.Kinds.Any(kind => (kind.Metric, kind.IsWorse) == (step.Metric, step.IsWorse))
                && Math.Abs(mark.Sequence - step.Step.Sequence) <= TrendRule.LateRuns))
        .OrderBy(mark => Math.Abs(mark.Sequence - steps[0].Step.Sequence))
        .Select(mark => (int?)mark.Sequence)
        .FirstOrDefault();

    private static bool AreNear(FoundStep one, FoundStep other) =>
        Math.Abs(one.Step.Sequence - other.Step.Sequence) <= Math.Max(one.Step.Tolerance, other.Step.Tolerance);

    private static int? Nearest(FoundStep step, IReadOnlyList<EarlierMark> marked) => marked
        .Where(mark => Math.Abs(mark.Sequence - step.Step.Sequence) <= step.Step.Tolerance)
        .OrderBy(mark => Math.Abs(mark.Sequence - step.Step.Sequence))
        .Concat(marked.Reverse().Where(mark => Continues(step, mark)))
        .Select(mark => (int?)mark.Sequence)
        .FirstOrDefault();

    private static bool Continues(FoundStep step, EarlierMark mark) =>
        Math.Abs(step.Step.Shift) < TrendRule.DriftStep
        && step.Step.Sequence >= mark.Sequence - TrendRule.DriftRuns
        && step.Step.Sequence <= mark.Until + TrendRule.DriftRuns
        && mark.Kinds.Contains((step.Scenario, step.Metric, step.IsWorse));
}
