using PerfMatrix.Matrix;
using PerfMatrix.Statistics;

namespace PerfMatrix.Gate;

/// <summary>What a verdict is about: one metric of one cell.</summary>
/// <param name="Scenario">Scenario of the cell; thresholds may depend on it.</param>
public sealed record Subject(string Cell, string Scenario, string Metric)
{
    public override string ToString() => $"{Cell} {Metric}";
}

/// <summary>The pairs of a subject on one machine, in the order of the rounds.</summary>
/// <param name="Machine">The machine, e.g. the id of the run document; rounds of one machine share its bias.</param>
/// <param name="Block">The block they were measured in.</param>
/// <param name="LogRatios">ln(head / base) of each round, sign turned so that above 0 is worse.</param>
/// <param name="Differences">
/// Head minus base of each round in the unit of the metric, sign turned alike; needed by the tight rule only, null otherwise.
/// </param>
internal sealed record PairedRounds(
    Subject Subject, string Machine, string Block, IReadOnlyList<double> LogRatios, IReadOnlyList<double>? Differences = null);

/// <summary>The pairs of a block's canary: base against an identical copy of base.</summary>
/// <param name="LogRatios">ln(copy / base) of each round.</param>
internal sealed record CanaryRounds(string Machine, string Block, string Metric, IReadOnlyList<double> LogRatios);

/// <summary>A subject that the plan promised a verdict for.</summary>
/// <param name="Missing">Why it has no rounds, e.g. the reason of the failed variant; null when it was measured.</param>
internal sealed record PlannedSubject(Subject Subject, string? Missing = null);

/// <summary>Everything that one stage measured.</summary>
/// <param name="Canaries">Canaries by machine, block and metric; a block without one is trusted.</param>
internal sealed record StageData(IReadOnlyList<PairedRounds> Rounds, IReadOnlyList<CanaryRounds> Canaries);

/// <summary>Which cells and metrics are promised a verdict: every metric of the policy that the cell has.</summary>
internal sealed class SubjectPlan(GatePolicy policy, IEnumerable<PairSeries> pairs)
{
    private readonly HashSet<(string Cell, string Metric)> _measured = [.. pairs.Select(series => (series.Cell, series.Metric))];

    /// <summary>
    /// The subjects. Of a cell without any pairs they are the gating metrics, each with the reason why it is missing. A metric that a measured cell
    /// does not have on either side (a workload without probe has no allocations) has no subject; <see cref="Warnings"/> says so.
    /// </summary>
    public IReadOnlyList<PlannedSubject> Subjects(IEnumerable<ComparedCell> cells) =>
    [
        .. from cell in cells
           from metric in policy.Metrics
           where cell.Missing is null ? _measured.Contains((cell.Id, metric.Metric)) : metric.Rule != MetricRule.Report
           select new PlannedSubject(new(cell.Id, cell.Scenario, metric.Metric), cell.Missing),
    ];

    /// <summary>Gating metrics that measured cells do not have.</summary>
    public IEnumerable<string> Warnings(IReadOnlyCollection<ComparedCell> cells) =>
        from metric in policy.Metrics
        where metric.Rule != MetricRule.Report
        let without = cells.Where(cell => cell.Missing is null && !_measured.Contains((cell.Id, metric.Metric))).ToList()
        where without.Count > 0
        select $"{metric.Metric}: not judged for {without[0].Id}{(without.Count > 1 ? $" and {without.Count - 1} more" : "")}, which did not "
        + $"report it.";
}

/// <summary>The family view: what cells with something in common show together, so that a small common shift is seen before any single cell shows
/// it.</summary>
internal static class Families
{
    private const int CellsThatTellScatter = 6;
    private const int MachinesThatAgree = 3;

    /// <summary>Whether so many cells tell by themselves how far cells scatter: six all on one side are chance in 3 of 100 cases, fewer are too
    /// often.</summary>
    public static bool TellsScatter(int cells) => cells >= CellsThatTellScatter;

    /// <summary>Whether a family shows a common shift: its interval excludes no change, over enough cells, or over fewer that several machines
    /// measured.</summary>
    public static bool IsShift(FamilyRecord family) =>
        (family.LowPercent > 0 || family.HighPercent < 0) && (TellsScatter(family.Cells) || family.Machines >= MachinesThatAgree);

    /// <summary>The pooled effect of each family and metric, in the order of their names.</summary>
    /// <param name="members">Pairs with the name of a family they belong to; the same pairs may belong to several.</param>
    /// <param name="random">Source of randomness of the bootstrap.</param>
    /// <exception cref="ArgumentException">A log ratio is NaN or infinite, or rounds are empty.</exception>
    public static IReadOnlyList<FamilyRecord> Pool(IEnumerable<(string Family, PairedRounds Rounds)> members, Random random, int resamples = 1000) =>
    [
        .. from member in members
           group member.Rounds by (member.Family, member.Rounds.Subject.Metric) into family
           orderby family.Key.Metric, family.Key.Family
           select RecordOf(family.Key.Family, family.Key.Metric, [.. family], random, resamples),
    ];

    private static FamilyRecord RecordOf(string family, string metric, List<PairedRounds> rounds, Random random, int resamples)
    {
        var machines = rounds.GroupBy(r => r.Machine).Select(m => (IReadOnlyList<double>)[.. m.SelectMany(r => r.LogRatios)]).ToList();
        var pooled = Bootstrap.OverMachines(machines, random, resamples);
        var cells = rounds.Select(r => r.Subject.Cell).Distinct().Count();
        return new(family, metric, pooled.EffectPercent, pooled.Interval.LowPercent, pooled.Interval.HighPercent, cells, machines.Count);
    }
}

/// <summary>The families of a comparison: the cells of a scenario, a runtime, a GC mode, a core count, with the machines that measured
/// them.</summary>
/// <param name="screen">The rounds of stage 1. Only they count: stage 2 measures what stood out.</param>
internal sealed class CellFamilies(StageData screen, IReadOnlyDictionary<string, ComparedCell> cells, PolicyScales scales)
{
    // The same documents give the same intervals.
    private const int Seed = 20260901;

    // Draws of the bootstrap over all families together: 1,000 resamples of a usual pull request, 100 of one with a thousand cells.
    private const int Draws = 1_000_000;

    private readonly Dictionary<Subject, PairedRounds> _rounds = screen.Rounds.ToDictionary(rounds => rounds.Subject);

    /// <summary>The pooled effect of every family of two cells or more.</summary>
    public IReadOnlyList<FamilyRecord> Pool(IReadOnlyList<ScreenFinding> findings)
    {
        var families = findings
            .Where(finding => finding.Verdict is { Estimate: not null, Gates: true, Stage: Stage.Screen })
            .SelectMany(finding => Names(cells[finding.Subject.Cell]).Select(family => (Family: family, Finding: finding)))
            .GroupBy(member => (member.Finding.Subject.Metric, member.Family), member => member.Finding)
            .Where(family => family.Count() > 1)
            .OrderBy(family => family.Key.Metric, StringComparer.Ordinal).ThenBy(family => family.Key.Family, StringComparer.Ordinal)
            .Select(family => (family.Key.Family, Members: Members([.. family])))
            .ToList();
        var resamples = Math.Clamp(Draws / Math.Max(1, families.Sum(family => family.Members.Sum(member => member.LogRatios.Count))), 100, 1000);
        return [.. families.AsParallel().AsOrdered().Select(family => Record(family.Family, family.Members, resamples))];
    }

    // The estimates of a few cells do not tell how far cells scatter, so their pairs are drawn, of each the same number, and the doubt about the
    // machines is added.
    private List<PairedRounds> Members(List<ScreenFinding> family) => family.ConvertAll(finding =>
    {
        var rounds = _rounds[finding.Subject];
        return rounds with
        {
            LogRatios = Families.TellsScatter(family.Count) ? [finding.Verdict.Estimate!.Location]
                : [.. rounds.LogRatios.Take(scales.Policy.Screen.Looks[0])],
        };
    });

    private FamilyRecord Record(string family, List<PairedRounds> members, int resamples)
    {
        var record = Families.Pool(members.Select(member => (family, member)), new Random(Seed), resamples).Single();
        return Families.TellsScatter(members.Count) ? record : Evidence.Widen(record, scales.BiasOfInterval);
    }

    private static string[] Names(ComparedCell cell) =>
        [cell.Scenario, $"runtime {cell.Runtime}", $"gc {cell.Gc}", cell.Cores == 1 ? "1 core"
            : $"{cell.Cores} cores", .. Axis.Limits.Where(axis => axis.IsIn(cell)).Select(axis => $"{axis} {axis.ValueOf(cell)}")];
}
