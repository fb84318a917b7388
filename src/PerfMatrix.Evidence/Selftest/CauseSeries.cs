namespace PerfMatrix.Evidence.Selftest;

/// <summary>Searches for causes, on this machine and of this commit.</summary>
/// <param name="explain">One search: id, environment of head.</param>
internal sealed class CauseSeries(
    Func<string, IReadOnlyDictionary<string, string>, CancellationToken, Task<CellExplanation>> explain, MachineInfo machine, SourceInfo source,
    string path, ToolInfo tool, TimeProvider clock)
    : SelftestSeries<CauseTrial>(path, tool, clock, Random.Shared, trial => trial.Injection)
{
    public override IEnumerable<CauseTrial> Own(SelftestDocument document) => (document.Causes ?? [])
        .Where(trial => trial.Machine.Fingerprint == machine.Fingerprint && trial.Source.Sha == source.Sha);

    protected override async Task<CauseTrial> TryAsync(SelftestDocument before, string id, InjectionRecord? kind,
        Func<(DateTimeOffset Start, DateTimeOffset End)> time, CancellationToken cancellation)
    {
        var why = await explain(id, InjectionKinds.EnvironmentOf(kind), cancellation);
        return CauseTrial.Of(id, kind, why, (machine, source), time());
    }

    protected override SelftestDocument With(SelftestDocument document, CauseTrial trial) =>
        document with { Causes = [.. document.Causes ?? [], trial] };
}
