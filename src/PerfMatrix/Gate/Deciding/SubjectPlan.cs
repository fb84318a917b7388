namespace PerfMatrix.Gate;

/// <summary>Which cells and metrics are promised a verdict: every metric of the policy that the cell has.</summary>
internal sealed class SubjectPlan(GatePolicy policy, IEnumerable<PairSeries> pairs)
{
    private readonly HashSet<(string Cell, string Metric)> _measured = [.. pairs.Select(series => (series.Cell, series.Metric))];

    /// <summary>
    /// The subjects. Of a cell without any pairs they are the gating metrics, each with the reason why it is missing. A metric that a measured cell does not have on either
    /// side (a workload without probe has no allocations) has no subject; <see cref="Warnings"/> says so.
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
        select $"{metric.Metric}: not judged for {without[0].Id}{(without.Count > 1 ? $" and {without.Count - 1} more" : "")}, which did not report it.";
}
