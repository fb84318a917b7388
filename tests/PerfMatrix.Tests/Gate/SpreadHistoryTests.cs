using PerfMatrix.Gate;
using PerfMatrix.Shared;
using PerfMatrix.Statistics;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Gate;

public sealed class SpreadHistoryTests : IDisposable
{
    private static readonly string Here = RunSamples.Machine.Fingerprint;

    private readonly TemporaryFolder _folder = new();

    private string File => _folder["selftest.json"];

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Too_few_pairs_and_documents_from_before_are_no_history()
    {
        Assert.Null(Of($$"""[{"metric":"throughput","percent":1,"pairs":{{SpreadHistory.EnoughPairs - 1}}}]"""));
        Assert.NotNull(Of($$"""[{"metric":"throughput","percent":1,"pairs":{{SpreadHistory.EnoughPairs}}}]"""));
        Assert.Null(Of("null"));
        Assert.Null(SpreadHistory.Read(_folder["nothing.json"]).Of(Here, "throughput"));

        double? Of(string spreads)
        {
            System.IO.File.WriteAllText(File,
                $$"""{"schemaVersion":1,"tool":{},"trials":[{"kind":"aa","machine":{"fingerprint":"{{Here}}","cores":2},"spreads":{{spreads}}}]}""");
            return SpreadHistory.Read(File).Of(Here, "throughput");
        }
    }

    [Fact]
    public void A_document_that_does_not_read_is_told_and_not_taken_for_none()
    {
        System.IO.File.WriteAllText(File, "{");
        Assert.Contains("not a selftest document", Assert.Throws<UsageException>(() => SpreadHistory.Read(File)).Message, StringComparison.Ordinal);

        System.IO.File.WriteAllText(File, """{"schemaVersion":2,"trials":[]}""");
        Assert.Contains("schemaVersion is 2", Assert.Throws<UsageException>(() => SpreadHistory.Read(File)).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true, 1, Verdict.Unknown)]
    [InlineData(false, 1, Verdict.Same)]
    [InlineData(true, 6, Verdict.Same)]
    public void A_canary_that_spreads_three_times_more_than_this_machine_usually_does_is_not_believed(
    bool sameMachine, double usualPercent, Verdict expected)
    {
        var run = GateRuns.Run("r", 7, GateRuns.Unchanged);
        var twin = run.Variants[^1].Id;
        var wild = run with { Pairs = [.. run.Pairs.Select(pair => pair.B == twin ? pair with { LogRatio = pair.LogRatio * 6 } : pair)] };
        var spreads = new StoredSpreads(new Dictionary<(string, string), double>
        {
            [(sameMachine ? Here : "another", "throughput")] = LogRatio.FromPercent(usualPercent),
        });

        var cell = GateDecision.Of([GateRuns.Comparison(wild)], new GateRules(new())
        {
            Spreads = spreads,
        }).Verdict.Cells.Single(cell => cell.Metric == "throughput");

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
}
