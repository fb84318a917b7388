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

/// <summary>The family view: cells with something in common together, the cells of a scenario, a runtime, a GC mode or a core count, so that a small
/// shift of all is seen before one cell shows it. It fails nothing.</summary>
internal static class Families
{
    // Fewer do not tell how far cells scatter.
    private const int LeastCells = 6;

    // Chance that an unchanged comparison shows a shift in any of its families.
    private const double Level = 0.05;

    // An interval of a few cells that scatter much has no end worth a number.
    private static readonly double s_widest = Math.Log(1000);

    /// <summary>Whether a family shows a common shift: its interval excludes no change, over enough cells.</summary>
    public static bool IsShift(FamilyRecord family) => (family.LowPercent > 0 || family.HighPercent < 0) && family.Cells >= LeastCells;

    /// <summary>The mean effect of every family of enough cells, with Student's interval: a cell counts once, however many rounds it has, because
    /// what its machine does to it is in all of them. All intervals have the level at which Benjamini and Hochberg's procedure ends, so those without
    /// 0 are what it finds, and each is one of many (Y. Benjamini and D. Yekutieli 2005, J. Am. Stat. Assoc. 100).</summary>
    /// <param name="screened">What the first machines say. Only they count: a second one measures what stood out.</param>
    public static IReadOnlyList<FamilyRecord> Pool(
        IEnumerable<SubjectVerdict> screened, IReadOnlyDictionary<string, ComparedCell> cells, GatePolicy policy)
    {
        var families = screened.Where(verdict => verdict is { Estimate: not null, Gates: true } && policy.Of(verdict.Metric).IsPaired)
            .SelectMany(verdict => Names(cells[verdict.Cell]).Select(family => (Family: family, Verdict: verdict)))
            .GroupBy(member => (member.Verdict.Metric, member.Family), member => member.Verdict)
            .Where(family => family.Count() >= LeastCells)
            .OrderBy(family => family.Key.Metric, StringComparer.Ordinal).ThenBy(family => family.Key.Family, StringComparer.Ordinal)
            .Select(family => (family.Key.Family, Verdicts: family.ToList(), Mean: Mean([.. family.Select(verdict => verdict.Estimate!.Location)])))
            .ToList();
        var found = BenjaminiHochberg.Adjust([.. families.Select(family => family.Mean.P)]).Count(p => p <= Level);
        return [.. families.Select(family => Record(family.Family, family.Verdicts, family.Mean, Level * Math.Max(1, found) / families.Count))];
    }

    private static (double Effect, double Error, double P) Mean(double[] effects)
    {
        var (mean, error) = (effects.Average(), Spread.StandardDeviation(effects) / Math.Sqrt(effects.Length));
        return (mean, error, error > 0 ? StudentT.TwoSided(mean / error, effects.Length - 1) : mean == 0 ? 1 : 0);
    }

    private static FamilyRecord Record(string family, List<SubjectVerdict> verdicts, (double Effect, double Error, double P) mean, double level)
    {
        var half = StudentT.TwoSidedQuantile(level, verdicts.Count - 1) * mean.Error;
        return new(family, verdicts[0].Metric, Percent(mean.Effect), Percent(mean.Effect - half), Percent(mean.Effect + half),
            verdicts.Count, verdicts.Select(verdict => verdict.Machine).Distinct().Count());

        static double Percent(double effect) => LogRatio.ToPercent(Math.Clamp(effect, -s_widest, s_widest));
    }

    private static string[] Names(ComparedCell cell) =>
        [cell.Scenario, $"runtime {cell.Runtime}", $"gc {cell.Gc}", cell.Cores == 1 ? "1 core"
            : $"{cell.Cores} cores", .. Axis.Limits.Where(axis => axis.IsIn(cell)).Select(axis => $"{axis} {axis.ValueOf(cell)}")];
}
