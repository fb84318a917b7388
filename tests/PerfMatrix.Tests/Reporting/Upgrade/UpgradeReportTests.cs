using System.Text.Json;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Upgrade;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Reporting.Upgrade;

public sealed class UpgradeReportTests
{
    private static readonly RunDocument s_stored = RunDocument.File.Read(Checkout.File("reports/samples/run.json"));
    private static readonly RunDocument s_long = SampleRun.Create(rounds: 14);

    [Fact]
    public void The_stored_sample_says_what_changes_and_what_its_few_rounds_cannot_say()
    {
        var console = new TestConsole();
        TerminalReport.Write(console.Console, UpgradeTable.Of(Build(s_stored, "net8.0", "net10.0")));

        Approval.Verify(console.Output, "stored");
    }

    [Fact]
    public void More_rounds_find_more()
    {
        var console = new TestConsole();
        TerminalReport.Write(console.Console, UpgradeTable.Of(Build(s_long, "net8.0", "net10.0")));

        Approval.Verify(console.Output, "fourteen-rounds");
    }

    [Fact]
    public void Markdown_has_the_same_content()
    {
        Approval.Verify(MarkdownReport.Format(UpgradeTable.Of(Build(s_long, "server", "datas"))), "gc-markdown");
    }

    [Fact]
    public void Of_two_cases_the_smaller_size_comes_first_and_none_is_typical()
    {
        var two = s_long with
        {
            Variants = [.. s_long.Variants.Where(variant => variant.Cell is { Scenario: "hello-controllers", Gc: "workstation" or "server" })],
        };

        var speed = Build(two, "net8.0", "net10.0").Summary[0];
        Assert.StartsWith("From net8.0 to net10.0, throughput is better in all 2 cases (from +11.8 to +12.4 %); median latency is better in all 2 "
            + "cases (from -10.4 to -11.0 %);", speed, StringComparison.Ordinal);
    }

    [Fact]
    public void Summary_has_three_sentences()
    {
        Assert.All(
            [Build(s_stored, "net8.0", "net9.0"), Build(s_long, "workstation", "server"), Build(s_stored, "net8.0", "net11.0")],
            report => Assert.Equal(3, report.Summary.Count));
    }

    [Fact]
    public void A_failed_cell_is_named_with_its_reason()
    {
        var report = Build(s_stored, "net8.0", "net9.0");

        var gap = Assert.Single(report.Gaps);
        Assert.Equal(("hello-controllers", "datas"), (gap.Scenario, gap.Other));
        Assert.Contains("net9.0 failed: all 6 rounds failed, the first because: exited with code 134", gap.Reason, StringComparison.Ordinal);
        Assert.Contains("not compared: hello-controllers datas on 2 cores", report.Summary[2], StringComparison.Ordinal);
    }

    [Fact]
    public void What_no_case_has_is_said_and_nothing_is_made_up()
    {
        var report = Build(s_stored, "net8.0", "net11.0");

        Assert.Empty(report.Cases);
        Assert.Equal(4, report.Gaps.Count);
        Assert.Contains("net11.0 is not part of this run", report.Gaps[0].Reason, StringComparison.Ordinal);
        Assert.Contains(report.Gaps,
            gap => gap.Reason.Contains("net8.0 is not part of this run; net11.0 unavailable: the feed has no", StringComparison.Ordinal));
    }

    [Fact]
    public void Two_that_were_never_in_one_block_are_not_compared()
    {
        var apart = s_stored with
        {
            Blocks = [.. s_stored.Blocks.Select(block => block with
            {
                Variants = [.. block.Variants.Where(variant => !variant.Contains("net10.0", StringComparison.Ordinal))],
            })],
        };

        var report = Build(apart, "net8.0", "net10.0");

        Assert.Empty(report.Cases);
        Assert.Equal(3, report.Gaps.Count(gap => gap.Reason.Contains("not measured in the same block", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("net8", "net10.0", "--from: this run has no runtime or GC mode 'net8'")]
    [InlineData("net8.0", "servers", "--to: this run has no runtime or GC mode 'servers'")]
    [InlineData("net8.0", "server", "found a runtime and a GC mode")]
    [InlineData("net8.0", "net8.0", "found the same value twice")]
    public void Values_that_do_not_fit_are_refused(string from, string to, string expected) =>
        Assert.Contains(expected, Assert.Throws<UsageException>(() => Build(s_stored, from, to)).Message, StringComparison.Ordinal);

    [Fact]
    public void No_number_is_given_for_a_change_that_may_be_noise()
    {
        using var json = JsonDocument.Parse(DocumentJson.Text(Build(s_long, "net8.0", "net10.0")));
        var changes = json.RootElement.GetProperty("cases").EnumerateArray().SelectMany(place => place.GetProperty("metrics").EnumerateArray())
            .ToList();

        Assert.Contains(changes, change => change.GetProperty("difference").GetString() == "none");
        Assert.All(changes, change => Assert.Equal(
            change.GetProperty("difference").GetString() is "better" or "worse", change.GetProperty("percent").ValueKind == JsonValueKind.Number));
    }

    [Fact]
    public void Among_many_comparisons_of_nothing_almost_none_is_called_a_change()
    {
        var called = 0;
        for (var seed = 0; seed < 60; seed++)
            called += Build(Noise(seed), "net8.0", "net10.0").Cases.SelectMany(place => place.Metrics)
                .Any(change => change.Difference is Difference.Better or Difference.Worse) ? 1 : 0;

        Assert.InRange(called, 0, 9); // the family error is at most 5 %, 3 of 60; uncorrected it would be some 40
    }

    [Fact]
    public void Allocations_that_agree_in_three_rounds_are_not_yet_a_change()
    {
        var few = SampleRun.Create(rounds: 3);
        var halved = few with { Samples = [.. few.Samples.Select(Halved)] };

        var allocations = Build(halved, "net8.0", "net10.0").Cases.SelectMany(place => place.Metrics)
            .Where(change => change.Metric == "allocatedPerRequest");
        Assert.All(allocations, change => Assert.Equal((Difference.TooFewRounds, true), (change.Difference, change.IsUndecided)));
    }

    [Fact]
    public void Allocations_need_no_correction_once_there_are_rounds_enough()
    {
        var halved = s_stored with
        {
            Samples = [.. s_stored.Samples.Select(Halved)],
            Pairs = [.. s_stored.Pairs.Where(pair => pair.Metric != "allocatedPerRequest")],
        };

        var change = Build(halved, "net8.0", "net10.0").Cases.First(place => place.Other == "workstation").Metrics.Single(
            metric => metric.Metric == "allocatedPerRequest");
        Assert.Equal(Difference.Better, change.Difference);
        Assert.Equal(-50, change.Percent!.Value, 1.0);
        Assert.Null(change.AdjustedP);
    }

    /// <summary>The site has the rule once more, and the same numbers: <c>tests/Site/unit/upgrade.test.ts</c>.</summary>
    [Fact]
    public void What_hardly_varies_has_changed_where_nine_of_ten_rounds_differ_by_more_than_an_amount_and_a_percent()
    {
        var cases = JsonSerializer.Deserialize<CountedCase[]>(
            File.ReadAllText(Checkout.File("tests", "Shared", "counted-changes.json")), DocumentJson.Compact)!;

        Assert.NotEmpty(cases);
        Assert.All(cases, each => Assert.Equal(each.Expected, Build(Counted(each), "net8.0", "net10.0").Cases.Single().Metrics.Single(
            metric => metric.Metric == "allocatedPerRequest").Difference));
    }

    [Fact]
    public void The_rounds_that_always_suffice_do()
    {
        var needed = UpgradeWords.RoundsFor(36);

        Assert.True(2 / Math.Pow(2, needed) <= UpgradeComparison.FalseDiscoveryRate / 36);
        Assert.True(2 / Math.Pow(2, needed - 1) > UpgradeComparison.FalseDiscoveryRate / 36);
    }

    private static UpgradeReport Build(RunDocument run, string from, string to) => UpgradeReportBuilder.Build(run, from, to);

    private static RunDocument Noise(int seed)
    {
        string[] modes = ["workstation", "server", "datas"];
        var block = RunSamples.BlockOf([.. from runtime in new[] { "net8.0", "net10.0" } from gc in modes select RunSamples.CellOf(runtime, gc)]);
        var builder = RunSamples.Builder(12, new([], [block]));
        var random = new Random(seed);
        for (var number = 1; number <= 12; number++)
            builder.AddRound(block, RunSamples.Round(block, number, random), new RawFile($"raw/{number}.json", ""));
        return builder.Snapshot(RunSamples.Start);
    }

    private static RunDocument Counted(CountedCase of)
    {
        var run = SampleRun.Create(rounds: of.Heads.Count);
        return run with
        {
            Variants = [.. run.Variants.Where(variant => variant.Cell is { Scenario: "hello-minimal", Gc: "workstation" })],
            Samples = [.. run.Samples.Select(sample => sample with
            {
                Metrics = new Dictionary<string, double>(sample.Metrics)
                {
                    ["allocatedPerRequest"] = sample.Variant.Contains("net8.0", StringComparison.Ordinal) ? of.Base : of.Heads[sample.Round - 1],
                },
            })],
            Pairs = [.. run.Pairs.Where(pair => pair.Metric != "allocatedPerRequest")],
        };
    }

    private sealed record CountedCase(string What, double Base, IReadOnlyList<double> Heads, Difference Expected);

    private static SampleRecord Halved(SampleRecord sample) => !sample.Variant.Contains("net10.0", StringComparison.Ordinal) ? sample : sample with
    {
        Metrics = new Dictionary<string, double>(sample.Metrics) { ["allocatedPerRequest"] = sample.Metrics["allocatedPerRequest"] / 2 },
    };
}
