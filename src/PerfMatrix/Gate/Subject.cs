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

/// <summary>The family view: cells with something in common together, so that a small common shift is seen before one cell shows it.</summary>
internal static class Families
{
    private const int CellsThatTellScatter = 6;
    private const int MachinesThatAgree = 3;

    /// <summary>Whether so many cells tell by themselves how far cells scatter: six on one side are chance in 3 of 100 cases.</summary>
    public static bool TellsScatter(int cells) => cells >= CellsThatTellScatter;

    /// <summary>Whether a family shows a common shift: its interval excludes no change, over enough cells or several machines.</summary>
    public static bool IsShift(FamilyRecord family) =>
        (family.LowPercent > 0 || family.HighPercent < 0) && (TellsScatter(family.Cells) || family.Machines >= MachinesThatAgree);

    /// <param name="rounds">Those of its cells, of one metric.</param>
    public static FamilyRecord Pool(string family, IReadOnlyList<PairedRounds> rounds, Random random, int resamples = 1000)
    {
        var machines = rounds.GroupBy(r => r.Machine).Select(m => (IReadOnlyList<double>)[.. m.SelectMany(r => r.LogRatios)]).ToList();
        var (location, interval) = Bootstrap.OverMachines(machines, random, resamples);
        return new(family, rounds[0].Subject.Metric, LogRatio.ToPercent(location), interval.LowPercent, interval.HighPercent,
            rounds.Select(r => r.Subject.Cell).Distinct().Count(), machines.Count);
    }
}

/// <summary>The families of a comparison: the cells of a scenario, a runtime, a GC mode, a core count, with their machines.</summary>
/// <param name="screen">The rounds of the first machine. Only they count: a second one measures what stood out.</param>
internal sealed class CellFamilies(IReadOnlyList<PairedRounds> screen, IReadOnlyDictionary<string, ComparedCell> cells, LimitTable limits)
{
    // The same documents give the same intervals.
    private const int Seed = 20260901;

    // Draws of the bootstrap over all families together: 1,000 resamples of a usual pull request, 100 of one with a thousand cells.
    private const int Draws = 1_000_000;
    private readonly Dictionary<Subject, PairedRounds> _rounds = screen.ToDictionary(rounds => rounds.Subject);

    /// <summary>The pooled effect of every family of two cells or more.</summary>
    public IReadOnlyList<FamilyRecord> Pool(IReadOnlyList<SubjectVerdict> verdicts)
    {
        var families = verdicts
            .Where(verdict => verdict is { Estimate: not null, Gates: true } && _rounds.ContainsKey(verdict.Subject) && IsPaired(verdict.Subject))
            .SelectMany(verdict => Names(cells[verdict.Subject.Cell]).Select(family => (Family: family, Verdict: verdict)))
            .GroupBy(member => (member.Verdict.Subject.Metric, member.Family), member => member.Verdict)
            .Where(family => family.Count() > 1)
            .OrderBy(family => family.Key.Metric, StringComparer.Ordinal).ThenBy(family => family.Key.Family, StringComparer.Ordinal)
            .Select(family => (family.Key.Family, Members: Members([.. family]))).ToList();
        var resamples = Math.Clamp(Draws / Math.Max(1, families.Sum(family => family.Members.Sum(member => member.LogRatios.Count))), 100, 1000);
        return [.. families.AsParallel().AsOrdered().Select(family => Record(family.Family, family.Members, resamples))];
    }

    private bool IsPaired(Subject subject) => limits.Policy.Of(subject.Metric).IsPaired;

    // The estimates of a few cells do not tell how far cells scatter, so their pairs are drawn, of each the same number, and the doubt about the
    // machines is added.
    private List<PairedRounds> Members(List<SubjectVerdict> family) => family.ConvertAll(verdict => _rounds[verdict.Subject] with
    {
        LogRatios = Families.TellsScatter(family.Count) ? [HodgesLehmann.Estimate(Finite(verdict.Subject))]
            : [.. Finite(verdict.Subject).Take(limits.Policy.Looks.First)],
    });

    private double[] Finite(Subject subject) => [.. _rounds[subject].LogRatios.Where(double.IsFinite)];

    private FamilyRecord Record(string family, List<PairedRounds> members, int resamples)
    {
        var record = Families.Pool(family, members, new Random(Seed), resamples);
        return Families.TellsScatter(members.Count) ? record : Evidence.Widen(record, limits.Of(members[0].Subject, members[0].Machine).Bias);
    }

    private static string[] Names(ComparedCell cell) =>
        [cell.Scenario, $"runtime {cell.Runtime}", $"gc {cell.Gc}", cell.Cores == 1 ? "1 core"
            : $"{cell.Cores} cores", .. Axis.Limits.Where(axis => axis.IsIn(cell)).Select(axis => $"{axis} {axis.ValueOf(cell)}")];
}
