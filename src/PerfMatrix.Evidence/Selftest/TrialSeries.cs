namespace PerfMatrix.Evidence.Selftest;

/// <summary>Runs trials until the document has enough of this machine and gate, and writes each as it ends, so that it can go on later: also in
/// another checkout, as long as what measures and decides is the same.</summary>
internal sealed class TrialSeries(IGateRunner runner, string path, ToolInfo tool, TimeProvider clock, Random random)
{
    /// <summary>Whether trials of other machines count, too.</summary>
    public bool OfAnyMachine { get; init; }

    /// <summary>The kinds take turns, so that an interrupted series has some of each.</summary>
    /// <param name="wanted">Trials of each kind that the document shall have in the end.</param>
    /// <param name="kinds">What head has more of; null for nothing.</param>
    public async Task<SelftestDocument> RunAsync(
        int wanted, IReadOnlyCollection<InjectionRecord?> kinds, Action<TrialRecord, int> ended, CancellationToken cancellation)
    {
        var document = SelftestDocument.ReadOrEmpty(path, tool);
        while (kinds.Count > 0 && kinds.MinBy(kind => Count(document, kind)) is var next && Count(document, next) < wanted)
        {
            document = await RunAsync(next, cancellation);
            ended(document.Trials[^1], kinds.Sum(kind => Math.Max(0, wanted - Count(document, kind))));
        }

        return document;
    }

    public IEnumerable<TrialRecord> Own(SelftestDocument document) =>
        from trial in document.Trials
        where trial.Gate == runner.Gate && (OfAnyMachine || trial.Machine.Fingerprint == runner.Machine.Fingerprint)
        select trial;

    // A calibration of another day may ask for other steps for the same size: the size is what counts.
    private int Count(SelftestDocument document, InjectionRecord? kind) => Own(document).Count(trial => trial.Injection?.Name == kind?.Name);

    private async Task<SelftestDocument> RunAsync(InjectionRecord? kind, CancellationToken cancellation)
    {
        var startedAt = clock.GetUtcNow();
        var id = RunId.New(startedAt, random);
        var run = await runner.GateAsync(id, InjectionKinds.EnvironmentOf(kind), cancellation);
        var trial = TrialRecord.Of(id, kind, run, runner, (startedAt, clock.GetUtcNow()));
        return SelftestDocument.Update(path, tool, old => old with
        {
            Trials = [.. old.Trials, trial with { Others = OtherVerdicts.Of(run, LastBaseline(old)) }],
        });
    }

    private IReadOnlyList<BaselineSample> LastBaseline(SelftestDocument document) =>
        document.Trials.LastOrDefault(trial => trial.Machine.Fingerprint == runner.Machine.Fingerprint)?.Baseline ?? [];
}
