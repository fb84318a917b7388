using PerfMatrix.Gate;
using PerfMatrix.Results;
using PerfMatrix.Selftest;
using PerfMatrix.Statistics;
using PerfMatrix.Tests.Gate;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Selftest;

public sealed class SpreadHistoryTests : IDisposable
{
    private static readonly string Here = RunSamples.Machine.Fingerprint;

    private readonly TemporaryFolder _folder = new();

    private string File => _folder["selftest.json"];

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Trials_tell_later_gates_how_far_identical_programs_spread_on_this_machine_alone()
    {
        await Series().AaAsync(2, (_, _) => { }, TestContext.Current.CancellationToken);

        var spreads = SpreadHistory.Read(File);

        // Made-up rounds have a spread of 1 % and lie evenly, so that the median deviation is a little more than that.
        Assert.InRange(LogRatio.ToPercent(spreads.Of(Here, "throughput")!.Value), 0.8, 1.4);
        Assert.Null(spreads.Of("another", "throughput"));
        Assert.Null(spreads.Of(Here, "latencyP99"));
    }

    [Fact]
    public async Task Too_few_pairs_and_documents_from_before_are_no_history()
    {
        var document = await Series().AaAsync(1, (_, _) => { }, TestContext.Current.CancellationToken);

        Assert.Null(Of([new("throughput", 1, SpreadHistory.EnoughPairs - 1)]));
        Assert.NotNull(Of([new("throughput", 1, SpreadHistory.EnoughPairs)]));
        Assert.Null(Of(null));
        Assert.Null(SpreadHistory.Read(_folder["nothing.json"]).Of(Here, "throughput"));

        double? Of(IReadOnlyList<SpreadRecord>? spreads) =>
            SpreadHistory.Of(SelftestFile.Parse(SelftestFile.Format(document with { Trials = [document.Trials[0] with { Spreads = spreads }] }), "s")).Of(Here, "throughput");
    }

    [Fact]
    public void A_document_that_does_not_read_is_told_and_not_taken_for_none()
    {
        System.IO.File.WriteAllText(File, "{");

        Assert.Contains("not a selftest document", Assert.Throws<UsageException>(() => SpreadHistory.Read(File)).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true, 1, Verdict.Unknown)]
    [InlineData(false, 1, Verdict.Same)]
    [InlineData(true, 6, Verdict.Same)]
    public void A_canary_that_spreads_three_times_more_than_this_machine_usually_does_is_not_believed(bool sameMachine, double usualPercent, Verdict expected)
    {
        var run = GateRuns.Run("r", 7, GateRuns.Unchanged);
        var twin = run.Variants[^1].Id;
        var wild = run with { Pairs = [.. run.Pairs.Select(pair => pair.B == twin ? pair with { LogRatio = pair.LogRatio * 6 } : pair)] };
        var spreads = new StoredSpreads(new Dictionary<(string, string), double> { [(sameMachine ? Here : "another", "throughput")] = LogRatio.FromPercent(usualPercent) });

        var cell = GateDecision.Of([GateRuns.Comparison(wild)], new GateRules(new()) { Spreads = spreads }).Verdict.Cells.Single(cell => cell.Metric == "throughput");

        Assert.Equal(expected, cell.Verdict);
        if (expected == Verdict.Unknown)
            Assert.Contains("1.0 % is usual", cell.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void A_nearly_deterministic_metric_has_no_usual_spread()
    {
        var spreads = new StoredSpreads(new Dictionary<(string, string), double> { [(Here, "allocatedPerRequest")] = 0 });
        var run = GateRuns.Run("r", 7, GateRuns.Unchanged);
        var twin = run.Variants[^1].Id;
        var varied = run.WithSamples(sample => sample.Variant != twin ? sample : sample with
        {
            Metrics = new Dictionary<string, double>(sample.Metrics) { ["allocatedPerRequest"] = 1000 + (sample.Round % 3) },
        });

        var verdict = GateDecision.Of([GateRuns.Comparison(varied)], new GateRules(new()) { Spreads = spreads }).Verdict;

        Assert.Equal(Verdict.Same, verdict.Cells.Single(cell => cell.Metric == "allocatedPerRequest").Verdict);
    }

    private TrialSeries Series() => new(new ScriptedGates(), File, new ToolInfo("0.1.0", null), TimeProvider.System, new Random(1));
}
