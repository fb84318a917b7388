using System.Text.Json.Serialization;
using PerfMatrix.Gate;
using PerfMatrix.Metrics;
using PerfMatrix.Results;
using PerfMatrix.Statistics;

namespace PerfMatrix.Evidence.Selftest;

/// <summary>What a trial asks of the gate.</summary>
internal enum TrialKind
{
    /// <summary>Base against an identical copy: nothing may be found.</summary>
    Aa,

    /// <summary>Base against itself with a regression put in: it must be found.</summary>
    Inject,
}

/// <summary>A real gate run, start to verdict, whose truth is known.</summary>
internal sealed record TrialRecord
{
    /// <summary>Id, also the name of its folder with all run documents; sorts by time.</summary>
    public required string Id { get; init; }
    public required TrialKind Kind { get; init; }

    /// <summary>What was put in; null for A/A.</summary>
    public InjectionRecord? Injection { get; init; }

    public required DateTimeOffset StartedAt { get; init; }
    public required DateTimeOffset FinishedAt { get; init; }
    public required MachineInfo Machine { get; init; }

    /// <summary>The code that was measured on both sides.</summary>
    public required SourceInfo Source { get; init; }
    public required Outcome Outcome { get; init; }
    public required IReadOnlyList<CellVerdict> Verdicts { get; init; }

    /// <summary>How much dearer a request really was, cell by cell; empty for A/A.</summary>
    public required IReadOnlyList<TruthRecord> Truth { get; init; }
    public required IReadOnlyList<OtherVerdict> Others { get; init; }

    /// <summary>A sample of base of every cell and metric that gates: what the next trial's rules with a history compare with.</summary>
    public required IReadOnlyList<BaselineSample> Baseline { get; init; }

    /// <summary>How far pairs of identical programs spread; null in documents from before it was kept.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<SpreadRecord>? Spreads { get; init; }

    /// <summary>Whether the gate would have failed the pull request.</summary>
    [JsonIgnore]
    public bool IsRed => Outcome == Outcome.Regressed;

    /// <summary>The record of a gate run; <see cref="Others"/> is left to who knows the trials before.</summary>
    /// <param name="injection">What was put in; null for A/A.</param>
    internal static TrialRecord Of(
        string id, InjectionRecord? injection, GateRun run, IGateRunner runner, (DateTimeOffset Start, DateTimeOffset End) time) => new()
        {
            Id = id,
            Kind = injection is null ? TrialKind.Aa : TrialKind.Inject,
            Injection = injection,
            StartedAt = time.Start,
            FinishedAt = time.End,
            Machine = runner.Machine,
            Source = runner.Source,
            Outcome = run.Verdict.Outcome,
            Verdicts = run.Verdict.Cells,
            Truth = injection is null ? [] : TrialTruth.Of(run.Comparison, injection.Leg),
            Others = [],
            Baseline = OtherVerdicts.Baseline(run),
            Spreads = TrialSpreads.Of(run.Comparison, identical: injection is null),
        };
}

/// <summary>What was put into every request of head.</summary>
/// <param name="Name">Name in tables; trials of one name count as repetitions: <c>CPU +5 %</c>, <c>allocations +64 B</c>.</param>
/// <param name="Amount">What was asked of the workload: steps of CPU, or bytes.</param>
/// <param name="Percent">Wanted size in percent of the CPU time of a request; null for allocations.</param>
internal sealed record InjectionRecord(string Name, InjectionLeg Leg, int Amount, double? Percent);

/// <summary>What a request spends more of.</summary>
internal enum InjectionLeg
{
    Cpu,
    Allocation,
}

/// <summary>How much dearer a request of a cell was, measured inside the process and independent of the verdict's metric where that is
/// throughput.</summary>
/// <param name="Percent">Estimated change over all rounds of the trial.</param>
/// <param name="LowPercent">Lower end of its 95 % interval; null with too few rounds.</param>
internal sealed record TruthRecord(string Cell, string Metric, double Percent, double? LowPercent, double? HighPercent, int Rounds);

/// <summary>What another rule said.</summary>
/// <param name="Judged">Cells and metrics that it had data for; the gating ones.</param>
internal sealed record OtherVerdict(string Rule, int Judged, int Failed)
{
    /// <summary>Whether the rule would fail the pull request; null when it could not judge anything.</summary>
    [JsonIgnore]
    public bool? IsRed => Judged == 0 ? null : Failed > 0;
}

/// <summary>A sample as a history would keep it.</summary>
/// <param name="Value">The sample, in the unit of the metric.</param>
internal sealed record BaselineSample(string Cell, string Metric, double Value);

/// <summary>Measures what an injection really did, over all rounds of a trial.</summary>
internal static class TrialTruth
{
    /// <summary>The truth, cell by cell. For allocations the change is that of the medians, in percent, too: they hardly scatter.</summary>
    public static IReadOnlyList<TruthRecord> Of(ComparisonDocument comparison, InjectionLeg leg)
    {
        var metric = leg == InjectionLeg.Cpu ? Metric.CpuPerRequest.Name : Metric.AllocatedPerRequest.Name;
        return
        [
            .. from series in comparison.Pairs
               where series.Metric == metric
               group series by series.Cell into cell
               let ratios = cell.SelectMany(series => series.Rounds).Select(round => round.LogRatio).OfType<double>().ToArray()
               where ratios.Length > 0
               let estimate = Estimate.Of(ratios)
               select new TruthRecord(cell.Key, metric, estimate.EffectPercent, estimate.LowPercent, estimate.HighPercent, ratios.Length),
        ];
    }
}

/// <summary>Measures how far pairs of identical programs spread in a trial.</summary>
internal static class TrialSpreads
{
    // Of fewer the median absolute deviation says little.
    private const int LeastPairs = 5;

    /// <summary>The median over the series of each metric: canaries, and of an A/A trial the cells themselves.</summary>
    /// <param name="identical">Whether head is a copy of base in nothing different.</param>
    public static IReadOnlyList<SpreadRecord> Of(ComparisonDocument comparison, bool identical) =>
    [
        .. from series in identical ? comparison.Canaries.Concat(comparison.Pairs) : comparison.Canaries
           let ratios = series.Rounds.Select(round => round.LogRatio).OfType<double>().Where(double.IsFinite).ToArray()
           where ratios.Length >= LeastPairs
           group (Spread: Spread.Robust(ratios), ratios.Length) by series.Metric into metric
           orderby metric.Key
           select new SpreadRecord(metric.Key, LogRatio.ToPercent(OrderStatistics.Median([.. metric.Select(series => series.Spread)])),
               metric.Sum(series => series.Length)),
    ];
}
