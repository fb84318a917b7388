namespace PerfMatrix.Evidence.Selftest;

/// <summary>Runs trials until the document has enough of each kind, and writes each as it ends, so that it can go on later.</summary>
/// <param name="injected">What was put into a trial; null for nothing.</param>
internal abstract class SelftestSeries<T>(string path, ToolInfo tool, TimeProvider clock, Random random, Func<T, InjectionRecord?> injected)
{
    /// <summary>The kinds take turns, so that an interrupted series has some of each.</summary>
    /// <param name="wanted">Trials of each kind that the document shall have in the end.</param>
    /// <param name="kinds">What head has more of; null for nothing.</param>
    /// <param name="ended">Told of each trial, and how many are to go.</param>
    public async Task<SelftestDocument> RunAsync(
        int wanted, IReadOnlyCollection<InjectionRecord?> kinds, Action<T, int> ended, CancellationToken cancellation)
    {
        var document = SelftestDocument.ReadOrEmpty(path, tool);
        while (kinds.Count > 0 && kinds.MinBy(kind => Count(document, kind)) is var next && Count(document, next) < wanted)
        {
            var startedAt = clock.GetUtcNow();
            var trial = await TryAsync(document, RunId.New(startedAt, random), next, () => (startedAt, clock.GetUtcNow()), cancellation);
            document = SelftestDocument.Update(path, tool, before => With(before, trial));
            ended(trial, kinds.Sum(kind => Math.Max(0, wanted - Count(document, kind))));
        }

        return document;
    }

    /// <summary>The trials of a document that count for this series.</summary>
    public abstract IEnumerable<T> Own(SelftestDocument document);

    /// <param name="time">When it began and, asked at its end, when it ended.</param>
    protected abstract Task<T> TryAsync(SelftestDocument before, string id, InjectionRecord? injection,
        Func<(DateTimeOffset Start, DateTimeOffset End)> time, CancellationToken cancellation);

    protected abstract SelftestDocument With(SelftestDocument document, T trial);

    // A calibration of another day may ask for other steps for the same size: the size is what counts.
    private int Count(SelftestDocument document, InjectionRecord? kind) => Own(document).Count(trial => injected(trial)?.Name == kind?.Name);
}

/// <summary>Gate runs of this machine and gate; they go on also in another checkout, as long as what measures and decides is the same.</summary>
internal sealed class TrialSeries(IGateRunner runner, string path, ToolInfo tool, TimeProvider clock, Random random)
    : SelftestSeries<TrialRecord>(path, tool, clock, random, trial => trial.Injection)
{
    /// <summary>Whether trials of other machines count, too.</summary>
    public bool OfAnyMachine { get; init; }

    public override IEnumerable<TrialRecord> Own(SelftestDocument document) =>
        from trial in document.Trials
        where trial.Gate == runner.Gate && (OfAnyMachine || trial.Machine.Fingerprint == runner.Machine.Fingerprint)
        select trial;

    protected override async Task<TrialRecord> TryAsync(SelftestDocument before, string id, InjectionRecord? injection,
        Func<(DateTimeOffset Start, DateTimeOffset End)> time, CancellationToken cancellation)
    {
        var run = await runner.GateAsync(id, InjectionKinds.EnvironmentOf(injection), cancellation);
        var (start, end) = time();
        var last = before.Trials.LastOrDefault(trial => trial.Machine.Fingerprint == runner.Machine.Fingerprint);
        return new(id, injection is null ? TrialKind.Aa : TrialKind.Inject, injection, start, end, runner.Machine, runner.Source, runner.Gate,
            run.Verdict.Outcome, run.Verdict.Cells,
            Truth: injection is null ? [] : InjectionTruth.Of(
                run.Comparison, injection.Kind, run.Folder is { } folder ? RawRounds.Read(folder) : []),
            Others: OtherVerdicts.Of(run, last?.Baseline ?? []),
            Baseline: OtherVerdicts.Baseline(run),
            Effects: injection is null ? TrialEffects.Of(run.Comparison) : null,
            run.Comparison.MachineBiasPercent);
    }

    protected override SelftestDocument With(SelftestDocument document, TrialRecord trial) =>
        document with { Trials = [.. document.Trials, trial] };
}

/// <summary>Searches for causes, on this machine and of this commit.</summary>
/// <param name="explain">One search: id, environment of head.</param>
internal sealed class CauseSeries(
    Func<string, IReadOnlyDictionary<string, string>, CancellationToken, Task<CellExplanation>> explain, MachineInfo machine, SourceInfo source,
    string path, ToolInfo tool, TimeProvider clock)
    : SelftestSeries<CauseTrial>(path, tool, clock, Random.Shared, trial => trial.Injection)
{
    public override IEnumerable<CauseTrial> Own(SelftestDocument document) => (document.Causes ?? [])
        .Where(trial => trial.Machine.Fingerprint == machine.Fingerprint && trial.Source.Sha == source.Sha);

    protected override async Task<CauseTrial> TryAsync(SelftestDocument before, string id, InjectionRecord? injection,
        Func<(DateTimeOffset Start, DateTimeOffset End)> time, CancellationToken cancellation)
    {
        var why = await explain(id, InjectionKinds.EnvironmentOf(injection), cancellation);
        var (start, end) = time();
        return new(id, injection, why.Cell, start, end, machine, source, why.Profiler, why.Problem,
            First: CauseTruth.First(injection?.Kind, why),
            IsRight: CauseTruth.IsRight(injection?.Kind, why),
            CpuDifference: why.CpuDifference.PerRequest,
            Attributed: why.Cpu.Sum(method => method.PerRequest));
    }

    protected override SelftestDocument With(SelftestDocument document, CauseTrial trial) =>
        document with { Causes = [.. document.Causes ?? [], trial] };
}
