namespace PerfMatrix.Evidence.Selftest;

/// <summary>Runs trials until the document has enough of this machine and gate, and writes each as it ends, so that it can go on later: also in
/// another checkout, as long as what measures and decides is the same.</summary>
internal sealed class TrialSeries(IGateRunner runner, string path, ToolInfo tool, TimeProvider clock, Random random)
{
    /// <summary>Whether trials of other machines count, too.</summary>
    public bool OfAnyMachine { get; init; }

    /// <param name="wanted">Trials the document shall have in the end.</param>
    public async Task<SelftestDocument> AaAsync(int wanted, Action<TrialRecord, int> ended, CancellationToken cancellation)
    {
        var document = SelftestDocument.ReadOrEmpty(path, tool);
        for (var have = Count(document, null); have < wanted; have++)
            document = await RunAsync(null, new Dictionary<string, string>(), trial => ended(trial, wanted - have - 1), cancellation);
        return document;
    }

    /// <summary>Runs trials with regressions; the sizes take turns, so that an interrupted series has some of each.</summary>
    /// <param name="wanted">Trials of each injection that the document shall have in the end.</param>
    public async Task<SelftestDocument> InjectAsync(
        int wanted, IReadOnlyList<PlannedInjection> injections, Action<TrialRecord, int> ended, CancellationToken cancellation)
    {
        var document = SelftestDocument.ReadOrEmpty(path, tool);
        while (injections.MinBy(injection => Count(document, injection.Record)) is { } next && Count(document, next.Record) < wanted)
        {
            var before = document;
            document = await RunAsync(next.Record, next.Environment,
                trial => ended(trial, injections.Sum(injection => Math.Max(0, wanted - Count(before, injection.Record))) - 1), cancellation);
        }

        return document;
    }

    public IEnumerable<TrialRecord> Own(SelftestDocument document) =>
        from trial in document.Trials
        where trial.Gate == runner.Gate && (OfAnyMachine || trial.Machine.Fingerprint == runner.Machine.Fingerprint)
        select trial;

    // A calibration of another day may ask for other steps for the same size: the size is what counts.
    private int Count(SelftestDocument document, InjectionRecord? injection) =>
        Own(document).Count(trial => trial.Injection?.Name == injection?.Name);

    private async Task<SelftestDocument> RunAsync(
        InjectionRecord? injection, IReadOnlyDictionary<string, string> environment, Action<TrialRecord> ended, CancellationToken cancellation)
    {
        var startedAt = clock.GetUtcNow();
        var id = RunId.New(startedAt, random);
        var run = await runner.GateAsync(id, environment, cancellation);
        var trial = TrialRecord.Of(id, injection, run, runner, (startedAt, clock.GetUtcNow()));
        var document = SelftestDocument.Update(path, tool, old => old with
        {
            Trials = [.. old.Trials, trial with { Others = OtherVerdicts.Of(run, LastBaseline(old)) }],
        });
        ended(document.Trials[^1]);
        return document;
    }

    private IReadOnlyList<BaselineSample> LastBaseline(SelftestDocument document) =>
        document.Trials.LastOrDefault(trial => trial.Machine.Fingerprint == runner.Machine.Fingerprint)?.Baseline ?? [];
}
