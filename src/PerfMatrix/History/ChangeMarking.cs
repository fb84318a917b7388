namespace PerfMatrix.History;

/// <summary>A step of a series, found at a run.</summary>
/// <param name="Block">Index of the block that measured it; the ratios of a block share the noise of their reference.</param>
/// <param name="IsRepeated">Asks whether the run before found it, too; asked only when nothing else confirms the step.</param>
internal sealed record FoundStep(int Cell, string Scenario, int Block, string Metric, bool IsWorse, SeriesStep Step, Func<bool> IsRepeated);

/// <param name="Until">Newest run at which it went on; the same for a step.</param>
/// <param name="Kinds">What it is of.</param>
/// <param name="IsSettled">Whether people had said what it is: that holds for what they saw.</param>
/// <param name="Id">Of its change: another one can begin at the same run.</param>
internal sealed record EarlierMark(
    int Sequence, int Until, IReadOnlySet<(string Scenario, string Metric, bool IsWorse)> Kinds, bool IsSettled = false, string? Id = null);

/// <param name="Joined">The change that they belong to; null for one of their own.</param>
internal sealed record MarkedSteps(EarlierMark? Joined, IReadOnlyList<FoundStep> Steps)
{
    /// <summary>First run after the change.</summary>
    public int Sequence { get; } = Joined?.Sequence ?? Steps.GroupBy(step => step.Step.Sequence)
        .OrderByDescending(place => place.Sum(step => step.Step.Errors)).ThenBy(place => place.Key).First().Key;
}

/// <summary>Decides which found steps are marked: those that other cells confirm, or the same cell in two runs in a row. A step within its tolerance
/// of an older change joins it. Farther away only a small one does that goes on with it, or a cell alone that noise has misplaced, and only if the
/// change is of its scenario, metric and direction and still stands: no change the other way lies between. Pure.</summary>
internal static class ChangeMarking
{
    /// <summary>Groups steps by the run they begin at.</summary>
    /// <param name="marked">Changes marked before, in order.</param>
    public static IReadOnlyList<MarkedSteps> Of(IReadOnlyList<FoundStep> found, IReadOnlyList<EarlierMark> marked)
    {
        var joining = found.ToLookup(step => Nearest(step, marked));
        var groups = joining.Where(group => group.Key is not null).Select(group => new MarkedSteps(group.Key, [.. group])).ToList();
        var open = joining[null].OrderByDescending(step => step.Step.Errors).ToList();
        while (open.Count > 0)
        {
            var cluster = open.Where(step => AreNear(step, open[0])).ToList();
            var confirmed = cluster.Where(step => IsConfirmed(step, cluster)).ToList();
            if (confirmed.Count > 0) groups.Add(new(Late(confirmed, marked), confirmed));
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

    /// <summary>The change that a cell alone belongs to although it was placed elsewhere; null when there is none, or it is too large.</summary>
    private static EarlierMark? Late(List<FoundStep> steps, IReadOnlyList<EarlierMark> marked) =>
        steps.Exists(step => step.Cell != steps[0].Cell) ? null : marked
        .Where(mark => steps.Exists(step => Distance(mark, step) <= TrendRule.LateRuns
            && Math.Abs(step.Step.Shift) <= TrendRule.LateNoise * step.Step.Noise && Stands(mark, step, marked)))
        .MinBy(mark => Distance(mark, steps[0]));

    private static bool AreNear(FoundStep one, FoundStep other) =>
        Math.Abs(one.Step.Sequence - other.Step.Sequence) <= Math.Max(one.Step.Tolerance, other.Step.Tolerance);

    private static EarlierMark? Nearest(FoundStep step, IReadOnlyList<EarlierMark> marked) =>
        marked.Where(mark => Distance(mark, step) <= step.Step.Tolerance && (!mark.IsSettled || IsOf(mark, step, step.IsWorse)))
            .MinBy(mark => Distance(mark, step)) ?? marked.LastOrDefault(mark => Continues(step, mark) && Stands(mark, step, marked));

    private static int Distance(EarlierMark mark, FoundStep step) => Math.Abs(mark.Sequence - step.Step.Sequence);

    private static bool Continues(FoundStep step, EarlierMark mark) =>
        Math.Abs(step.Step.Shift) < TrendRule.DriftStep
        && step.Step.Sequence >= mark.Sequence - TrendRule.DriftRuns
        && step.Step.Sequence <= mark.Until + TrendRule.DriftRuns;

    private static bool Stands(EarlierMark mark, FoundStep step, IReadOnlyList<EarlierMark> marked) =>
        !mark.IsSettled && IsOf(mark, step, step.IsWorse)
        && !marked.Any(back => back != mark && back.Until > mark.Sequence && back.Sequence < step.Step.Sequence && IsOf(back, step, !step.IsWorse));

    private static bool IsOf(EarlierMark mark, FoundStep step, bool isWorse) => mark.Kinds.Contains((step.Scenario, step.Metric, isWorse));
}
