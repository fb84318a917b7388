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
    protected abstract Task<T> TryAsync(SelftestDocument before, string id, InjectionRecord? kind,
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

    protected override async Task<TrialRecord> TryAsync(SelftestDocument before, string id, InjectionRecord? kind,
        Func<(DateTimeOffset Start, DateTimeOffset End)> time, CancellationToken cancellation)
    {
        var run = await runner.GateAsync(id, InjectionKinds.EnvironmentOf(kind), cancellation);
        var last = before.Trials.LastOrDefault(trial => trial.Machine.Fingerprint == runner.Machine.Fingerprint);
        return TrialRecord.Of(id, kind, run, runner, time()) with { Others = OtherVerdicts.Of(run, last?.Baseline ?? []) };
    }

    protected override SelftestDocument With(SelftestDocument document, TrialRecord trial) =>
        document with { Trials = [.. document.Trials, trial] };
}
