using PerfMatrix.Evidence.Causes;
using PerfMatrix.Evidence.Injection;
using PerfMatrix.Evidence.Selftest;
using PerfMatrix.Explain;
using PerfMatrix.Explain.Traces;
using PerfMatrix.Gate;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Evidence.Tests.Selftest;

public sealed class CauseSeriesTests : IDisposable
{
    private static readonly CellExplanation s_nothing =
        new() { Cell = "hello-minimal/net10.0/workstation/2c", Rounds = 5, CpuDifference = new(0.01, -0.1, 0.1) };

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("cpu-5", true)]
    [InlineData("allocation-64", true)]
    [InlineData("lock", true)]
    [InlineData("collect", true)]
    [InlineData("other", false)]
    [InlineData("type", false)]
    public void The_code_that_was_put_in_must_be_the_first_of_its_kind(string named, bool isRight)
    {
        var why = Explained(named);
        foreach (var kind in new[] { "cpu", "allocation", "lock", "collect" })
            Assert.Equal(isRight && kind == named.Split('-')[0], CauseTruth.IsRight(InjectionKinds.Of(kind), why));
        Assert.False(CauseTruth.IsRight(null, why));
        Assert.True(CauseTruth.IsRight(null, s_nothing));
        Assert.False(CauseTruth.IsRight(null, s_nothing with { Problem = "no events" }));
    }

    [Fact]
    public async Task A_series_goes_on_where_it_was_with_unchanged_code_among_its_kinds_and_is_a_table()
    {
        InjectionRecord?[] kinds = [null, .. InjectionKinds.Parse(["lock", "collect"], ["hello-minimal"])
            .Select(one => one.Kind.Record(one.Size, RequestFigures.Unknown))];
        var asked = 0;
        var series = new CauseSeries((_, environment, _) => ++asked == 3 ? throw new OperationCanceledException() : Task.FromResult(
            environment.ContainsKey("PERFMATRIX_LOCK") ? Explained("lock") : environment.Count > 0 ? Explained("other") : s_nothing),
            RunSamples.Machine, new(null, "0123", null, false), _folder["selftest.json"], new("1.0", null), TimeProvider.System);

        await Assert.ThrowsAsync<OperationCanceledException>(() => series.RunAsync(2, kinds, (_, _) => { }, default));
        var left = new List<int>();
        var document = await series.RunAsync(2, kinds, (_, rest) => left.Add(rest), default);

        Assert.Equal([3, 2, 1, 0], left);
        Assert.Equal(6, document.Causes!.Count);
        Assert.Equal(SelftestDocument.File.Format(document), SelftestDocument.File.Format(SelftestDocument.File.Read(_folder["selftest.json"])));
        var table = Assert.Single(SelftestTables.Of(document));
        Assert.StartsWith("Causes of known changes on ", table.Title, StringComparison.Ordinal);
        var rows = table.Rows.Select(row => (row[0].Value, row[2].Value.Split(' ')[0])).ToList();
        Assert.Equal([("nothing", "2"), ("lock held 50 us", "2"), ("collected every 2000 requests", "0")], rows);
    }

    private static CellExplanation Explained(string named) => named switch
    {
        "cpu-5" => s_nothing with { Cpu = [new("CpuBurn.Advance", "PerfMatrix.Probe", 0.6, 0.5, 0.7, 0.6, 0.6, null, null)] },
        "allocation-64" => s_nothing with { Allocations = [new("byte[]", 64, 60, 68, "ExtraAllocation.Make", [])] },
        "type" => s_nothing with { Allocations = [new("string", 64, 60, 68, "ExtraAllocation.Make", [])] },
        "lock" => s_nothing with { Events = [new(CauseEvent.Lock, "lock", 20, 10, 30, "HeldLock.Pass", null, null, [])] },
        "collect" => s_nothing with
        {
            Events = [new(CauseEvent.Pause, "gen2 blocking, induced", 20, 10, 30, "AskedCollections.Pass", null, null, [])],
        },
        _ => s_nothing with { Cpu = [new("Orders.Total", "Shop", 0.6, 0.5, 0.7, 0.6, 0.6, null, null)], Profiler = CpuProfiler.Perf },
    };
}
