namespace PerfMatrix.Evidence.Selftest;

/// <summary>Searches for causes until each kind, and unchanged code, has enough trials. Each is written as it ends, so a series can go on.</summary>
/// <param name="explain">One search: id, environment of head.</param>
internal sealed class CauseSeries(
    Func<string, IReadOnlyDictionary<string, string>, CancellationToken, Task<CellExplanation>> explain, MachineInfo machine, SourceInfo source,
    string path, ToolInfo tool, TimeProvider clock)
{
    /// <summary>The kinds take turns, so that an interrupted series has some of each.</summary>
    /// <param name="wanted">Trials of each that the document shall have in the end.</param>
    public async Task<SelftestDocument> RunAsync(
        int wanted, IReadOnlyList<InjectionRecord> injections, Action<CauseTrial, int> ended, CancellationToken cancellation)
    {
        var document = SelftestDocument.ReadOrEmpty(path, tool);
        InjectionRecord?[] kinds = [null, .. injections];
        while (kinds.MinBy(kind => Count(document, kind)) is var next && Count(document, next) < wanted)
        {
            var trial = await TryAsync(next, cancellation);
            document = SelftestDocument.Update(path, tool, old => old with { Causes = [.. old.Causes ?? [], trial] });
            ended(trial, kinds.Sum(kind => Math.Max(0, wanted - Count(document, kind))));
        }

        return document;
    }

    public IEnumerable<CauseTrial> Own(SelftestDocument document) => (document.Causes ?? [])
        .Where(trial => trial.Machine.Fingerprint == machine.Fingerprint && trial.Source.Sha == source.Sha);

    private int Count(SelftestDocument document, InjectionRecord? kind) => Own(document).Count(trial => trial.Injection?.Name == kind?.Name);

    private async Task<CauseTrial> TryAsync(InjectionRecord? kind, CancellationToken cancellation)
    {
        var start = clock.GetUtcNow();
        var id = RunId.New(start, Random.Shared);
        var why = await explain(id, InjectionKinds.EnvironmentOf(kind), cancellation);
        return CauseTrial.Of(id, kind, why, (machine, source), (start, clock.GetUtcNow()));
    }
}
