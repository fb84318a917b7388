namespace PerfMatrix.Gate;

/// <summary>What a verdict is about: one metric of one cell.</summary>
/// <param name="Scenario">Scenario of the cell; thresholds may depend on it.</param>
internal sealed record Subject(string Cell, string Scenario, string Metric)
{
    public override string ToString() => $"{Cell} {Metric}";
}

/// <summary>The pairs of a subject on one machine, in the order of the rounds.</summary>
/// <param name="Machine">The machine, e.g. the id of the run document; rounds of one machine share its bias.</param>
/// <param name="LogRatios">ln(head / base) of each pair, sign turned so that above 0 is worse; NaN where a side has no usable sample.</param>
/// <param name="Differences">Head minus base of each pair in the unit of the metric, sign turned alike; only for the counted rule.</param>
internal sealed record PairedRounds(
    Subject Subject, string Machine, string Block, IReadOnlyList<double> LogRatios, IReadOnlyList<double>? Differences = null)
{
    private readonly int? _rounds;

    /// <summary>Rounds that the pairs are of; as many as pairs unless said otherwise.</summary>
    public int Rounds { get => _rounds ?? LogRatios.Count; init => _rounds = value; }

    /// <summary>Pairs that a round brings, at least 1; some rounds may have lost one.</summary>
    public int PairsOfRound => Rounds == 0 ? 1 : Math.Max(1, (LogRatios.Count + Rounds - 1) / Rounds);

    /// <summary>Median of base in the unit of the metric; null when it has none.</summary>
    public double? Base { get; init; }

    /// <summary>ln(copy / original) of each pair of identical programs of its block; null in a block without any, which is trusted.</summary>
    public IReadOnlyList<double>? Canary { get; init; }

    /// <summary>ln(copy / base) of each round: what the same program differs by here.</summary>
    public IReadOnlyList<double> Twins { get; init; } = [];

    /// <summary>The same of head.</summary>
    public IReadOnlyList<double> HeadTwins { get; init; } = [];

    /// <summary>Copy minus base of each round in the unit of the metric; NaN where one has no sample.</summary>
    public IReadOnlyList<double> TwinDifferences { get; init; } = [];

    /// <summary>Why values are missing that both sides could have; null where none is, or nobody knows why.</summary>
    public Absence? Absence { get; init; }

    /// <summary>Why these rounds do not speak for head, which failed in the others; null when they do.</summary>
    public string? HeadFailures { get; init; }

    /// <summary>Rounds that bring so many pairs.</summary>
    public int RoundsOf(int pairs) => (pairs + PairsOfRound - 1) / PairsOfRound;
}

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
        && !Metric.Paced.Any(paced => paced.Name == metric)
        && (Metric.Find(metric) is { IsOfBenchmark: true }) == _measured.ContainsKey((cell.Id, Metric.MeanTime.Name));

    // A probe may be new, and one that base has says nothing of a heap before its first collection. What the system or BenchmarkDotNet tells of every
    // program is lost where base has none of it, and where base reports nothing that gates, there is no comparison.
    private bool IsNew(ComparedCell cell, string metric) => _measured.TryGetValue((cell.Id, metric), out var isOfBase) && !isOfBase
        && Metric.Find(metric) is { IsSelfReported: true }
        && !(Absence.NeedsCollection(metric) && _measured.GetValueOrDefault((cell.Id, Absence.Probed)))
        && policy.Metrics.Any(other => other.Rule != MetricRule.Report && _measured.GetValueOrDefault((cell.Id, other.Metric)));

    private static bool IsMeasured(ComparedCell cell) => cell.Missing is null && !cell.Identical;
}
