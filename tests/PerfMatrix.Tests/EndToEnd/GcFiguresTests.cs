using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Analysis;
using PerfMatrix.Explain.Traces;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary>Figures of collections beside TraceEvent's own statistics, of the same trace of each runtime.</summary>
[Collection("end to end")]
[Trait("kind", "measures")]
public sealed class GcFiguresTests : IDisposable
{
    private const double Tolerance = 0.02;

    private readonly TheProgram _program = new();

    public void Dispose() => _program.Dispose();

    [Fact]
    public async Task Collections_of_NET_8_9_and_10_are_those_of_GCStats_and_DATAS_tells_what_it_decides()
    {
        var run = await _program.RunAsync(["run", "--scenario", "call", "--runtime", "net8.0,net9.0,net10.0", "--gc", "datas", "--rounds", "1", "--slices", "8",
            "--warmup", "100ms"]);
        Assert.True(run.ExitCode == 0, run.Error);
        var folder = Path.GetDirectoryName(RunFolder.FindDocument(_program.Out))!;
        foreach (var (old, now) in new[] { ("net8.0", "net9.0"), ("net9.0", "net10.0") })
        {
            var traced = await _program.RunAsync(["report", "gc", folder, "--from", old, "--to", now, "--traces"]);
            Assert.True(traced.ExitCode == 0, traced.Error);
        }

        var traces = Directory.GetFiles(folder, "*.nettrace");
        Assert.Equal(4, traces.Length);
        Assert.All(traces, Compare);
    }

    private static void Compare(string trace)
    {
        var collections = NettraceFile.ReadCollections(trace).Collections;
        using var source = new EventPipeEventSource(trace);
        source.NeedLoadedDotNetRuntimes();
        source.Process();
        var stats = source.Processes().Select(process => process.LoadedDotNetRuntime()).Single(runtime => runtime is not null).GC.Stats();

        Assert.True(collections.Count >= 5, $"{trace}: {collections.Count}");
        Assert.Equal(stats.Count, collections.Count);
        Near(stats.TotalPauseTimeMSec, collections.Sum(one => one.Pause.TotalMilliseconds), "pauses");
        Near(stats.MaxPauseDurationMSec, collections.Max(one => one.Pause.TotalMilliseconds), "longest pause");
        Near(stats.MaxSuspendDurationMSec, collections.Max(one => one.Suspension.TotalMilliseconds), "suspension");
        Near(stats.TotalPromotedMB, collections.Sum(one => one.PromotedMegabytes), "promoted");
        Near(stats.TotalSizeAfterMB, collections.Sum(one => one.SizeAfterMegabytes), "size after");
        Assert.True(collections.Any(one => one.Datas is { Heaps: >= 1, ThroughputCostPercent: >= 0 }), $"{trace}: no decision of DATAS");
        // What is marked is counted by another part of the GC than what is promoted, with and without some large objects.
        var marked = collections.Sum(one => one.Roots is { } roots ? roots.Stacks + roots.Handles + roots.Older + roots.Finalization : 0);
        Assert.InRange(marked / stats.TotalPromotedMB, 0.2, 2);

        void Near(double expected, double found, string what) =>
            Assert.True(Math.Abs(found - expected) <= (Tolerance * expected) + 1e-6, $"{Path.GetFileName(trace)}, {what}: {found}, GCStats has {expected}");
    }
}
