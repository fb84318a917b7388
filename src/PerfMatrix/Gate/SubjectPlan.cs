namespace PerfMatrix.Gate;

/// <summary>A subject that the plan promised a verdict for.</summary>
/// <param name="Missing">Why it has no rounds, e.g. the reason of the failed variant; null when it was measured.</param>
/// <param name="Identical">Whether base and head are the same program, so that none are needed.</param>
/// <param name="Dropped">Whether base measures it and head cannot.</param>
internal sealed record PlannedSubject(Subject Subject, string? Missing = null, bool Identical = false, bool Dropped = false);

/// <summary>Which cells and metrics are promised a verdict: every metric of the policy that the cell has.</summary>
internal sealed class SubjectPlan(GatePolicy policy, IEnumerable<PairSeries> pairs)
{
    // With whether base has it in any round.
    private readonly Dictionary<(string Cell, string Metric), bool> _measured = pairs.GroupBy(series => (series.Cell, series.Metric)).ToDictionary(
        own => own.Key, own => own.SelectMany(series => series.Rounds).DefaultIfEmpty().Any(pair => pair is not { Base: null, Head: not null }));

    /// <summary>The subjects. Of a cell without pairs they are the gating metrics, each with the reason why it is missing. A metric that a measured
    /// cell does not have on either side (a workload without probe has no allocations), or has in head alone (which adds the probe), has no subject;
    /// <see cref="Warnings(IReadOnlyCollection{ComparedCell})"/> says so.</summary>
    public IReadOnlyList<PlannedSubject> Subjects(IEnumerable<ComparedCell> cells) =>
    [
        .. from cell in cells
           from metric in policy.Metrics
           where IsMeasured(cell) ? _measured.ContainsKey((cell.Id, metric.Metric)) && !IsNew(cell, metric.Metric) : metric.Rule != MetricRule.Report
           select new PlannedSubject(new(cell.Id, cell.Scenario, metric.Metric), cell.Missing, cell.Identical, cell.Dropped),
    ];

    /// <summary>Gating metrics that measured cells should have and do not, or have in head alone.</summary>
    public IEnumerable<string> Warnings(IReadOnlyCollection<ComparedCell> cells) =>
        Warnings(cells, IsLacking, "judged", "which did not report it").Concat(Warnings(cells, IsNew, "compared", "where only head reports it"));

    private IEnumerable<string> Warnings(IReadOnlyCollection<ComparedCell> cells, Func<ComparedCell, string, bool> isSo, string done, string why) =>
        from cell in cells
        where IsMeasured(cell)
        let lacking = string.Join(", ", policy.Metrics.Where(metric => metric.Rule != MetricRule.Report && isSo(cell, metric.Metric))
            .Select(metric => Metric.TitleOf(metric.Metric)))
        where lacking.Length > 0
        group cell.Id by lacking into without
        let others = without.Count() > 1 ? $" and {without.Count() - 1} more" : ""
        select $"{without.Key}: not {done} for {without.First()}{others}, {why}.";

    // A benchmark has no throughput, and an application no mean time. Paced slices are not everywhere, and say so themselves where they are lost.
    private bool IsLacking(ComparedCell cell, string metric) => !_measured.ContainsKey((cell.Id, metric))
        && !Metric.IsPaced(metric)
        && (Metric.Find(metric) is { IsOfBenchmark: true }) == _measured.ContainsKey((cell.Id, Metric.MeanTime.Name));

    // A probe may be new, and one that base has says nothing of a heap before its first collection. What the system or BenchmarkDotNet tells of every
    // program is lost where base has none of it, and where base reports nothing that gates, there is no comparison.
    private bool IsNew(ComparedCell cell, string metric) => _measured.TryGetValue((cell.Id, metric), out var isOfBase) && !isOfBase
        && Metric.Find(metric) is { IsSelfReported: true }
        && !(Absence.NeedsCollection(metric) && _measured.GetValueOrDefault((cell.Id, Absence.Probed)))
        && policy.Metrics.Any(other => other.Rule != MetricRule.Report && _measured.GetValueOrDefault((cell.Id, other.Metric)));

    private static bool IsMeasured(ComparedCell cell) => cell.Missing is null && !cell.Identical;
}
