using PerfMatrix.Explain;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary><c>report gc --from --to</c> on real processes.</summary>
[Collection("end to end")]
[Trait("kind", "measures")]
public sealed class TracedPairTests : IDisposable
{
    private readonly TheProgram _program = new();

    public void Dispose() => _program.Dispose();

    [Fact]
    public async Task Two_GC_modes_of_a_run_differ_in_heaps_and_decisions_and_are_traced_once()
    {
        using var checkout = new ScratchCheckout();
        CollectOften(checkout);
        var run = await _program.RunAsync(["run", "--scenario", "call", "--runtime", "net10.0", "--gc", "server,datas", "--rounds", "1", "--slices",
            "8", "--warmup", "100ms"], checkout.Root);
        Assert.True(run.ExitCode == 0, run.Error);
        var folder = Path.GetDirectoryName(RunFolder.FindDocument(_program.Out))!;

        var first = await _program.RunAsync(["report", "gc", folder, "--from", "server", "--to", "datas", "--traces"], checkout.Root);
        var again = await _program.RunAsync(["report", "gc", folder, "--from", "server", "--to", "datas"], checkout.Root);

        Assert.True(first.ExitCode == 0, first.Error);
        var cell = Assert.Single(GcDocument.File.Read(Path.Combine(folder, GcDocument.File.Name)).Cells);
        Assert.True(cell is { FromCollections: > 0, ToCollections: > 0, Rounds: >= TracedRounds.Fewest });
        Assert.True(Of("Longest pause") is { From: > 0, To: > 0, Difference: not null } pause && pause.Low < pause.High, $"{Of("Longest pause")}");
        Assert.True(Of("Decisions of DATAS") is { From: 0, To: > 0 });
        Assert.Empty(cell.FromDecisions);
        Assert.All(cell.ToDecisions, one => Assert.True(one is { Heaps: >= 1, Chosen: >= 1, Seconds: >= 0, ThroughputCostPercent: >= 0 }, $"{one}"));
        Assert.NotEmpty(cell.ToDecisions);
        Assert.Equal(first.Output, again.Output);
        Assert.DoesNotContain("Tracing", again.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(Path.Combine(folder, "gc")), "traces are left");
        Assert.Equal(2, Directory.GetFiles(folder, "*.nettrace").Length);

        GcStatistic Of(string name) => Assert.Single(cell.Statistics, one => one.Name == name);
    }

    [Fact]
    public async Task Two_runtimes_of_a_scenario_that_is_measured_alone_are_traced_alone_with_its_own_load_and_DATAS_says_why_it_decides()
    {
        using var checkout = new ScratchCheckout();
        await RecordNoTimelineAsync(checkout);
        var run = await _program.RunAsync(
            ["run", "--scenario", "datas-live-short", "--runtime", "net9.0,net10.0", "--gc", "datas", "--slices", "2"], checkout.Root);
        Assert.True(run.ExitCode == 0, run.Error);
        var folder = Path.GetDirectoryName(RunFolder.FindDocument(_program.Out))!;

        var report = await _program.RunAsync(["report", "gc", folder, "--from", "net9.0", "--to", "net10.0"], checkout.Root);

        Assert.True(report.ExitCode == 0, report.Error);
        Assert.Contains("its own load for each side, about", report.Error, StringComparison.Ordinal);
        var document = GcDocument.File.Read(Path.Combine(folder, GcDocument.File.Name));
        Assert.Equal(("net9.0", "net10.0"), (document.From, document.To));
        var cell = Assert.Single(document.Cells);
        Assert.StartsWith("datas-live-short/net9.0..net10.0/datas/", cell.Cell, StringComparison.Ordinal);
        Assert.True(cell is { Rounds: 1, FromCollections: > 0, ToCollections: > 0 }, $"{cell}");
        Assert.All(cell.Statistics, one => Assert.Null(one.Difference));
        Assert.NotEmpty(cell.FromDecisions);
        Assert.NotEmpty(cell.ToDecisions);
        Assert.All(cell.FromDecisions, one => Assert.True(one is { Why: not null }, $"{one}"));
        Assert.All(cell.ToDecisions, one => Assert.True(one is { Why: not null, TargetCostPercent: 2 }, $"{one}"));
        // The scenario has 12 seconds, of which side by side nobody would see more than eight a side.
        Assert.InRange(cell.ToDecisions[^1].Seconds, 8.5, 17);
        Assert.Contains("DATAS is active in net9.0", report.Output, StringComparison.Ordinal);
        Assert.Contains("DATAS is active in net10.0", report.Output, StringComparison.Ordinal);
        Assert.Contains("one round, so no interval", report.Output, StringComparison.Ordinal);
    }

    /// <summary>Lets a request of <c>call</c>, which collects about once a second, drop so much that the short load of tests has dozens of
    /// collections.</summary>
    private static void CollectOften(ScratchCheckout checkout)
    {
        checkout.Replace("gc.benchmarks.yml", "\n  call:\n    application:\n      job: minimal-api\n      variables:\n        readyPath: /api/call\n"
            + "    load:\n      job: load\n      variables:\n        path: /api/call\n", "\n  call:\n    application:\n      job: minimal-api\n"
            + "      variables:\n        readyPath: /api/live\n      environmentVariables:\n        LIVE_SET_MEGABYTES: \"10\"\n"
            + "        LIVE_DROPPED_KILOBYTES: \"400\"\n    load:\n      job: load\n      variables:\n        path: /api/live\n");
        checkout.Commit("collects often");
    }

    /// <summary>Where a scenario has no timeline, tracing records one of its own; that it keeps one of the scenario is seen by
    /// <c>TracedRoundsTests</c>.</summary>
    private static async Task RecordNoTimelineAsync(ScratchCheckout checkout)
    {
        var matrix = Path.Combine(checkout.Root, "crank", "matrix.yml");
        var text = await File.ReadAllTextAsync(matrix);
        const string live = "timeline: 1s, measure: { rounds: 1, duration: 20s, slice: 500ms,";
        Assert.Contains($"datas-live-short: {{ file: crank/gc.benchmarks.yml, onRequest: true, {live}", text, StringComparison.Ordinal);
        await File.WriteAllTextAsync(matrix,
            text.Replace(live, "alone: true, measure: { rounds: 1, duration: 12s, slice: 500ms,", StringComparison.Ordinal));
        checkout.Commit("no timeline");
    }
}
