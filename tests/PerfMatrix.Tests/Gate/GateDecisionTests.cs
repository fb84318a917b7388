using PerfMatrix.Gate;
using PerfMatrix.Measurement;
using PerfMatrix.Metrics;
using PerfMatrix.Tests.Results;
using static PerfMatrix.Tests.Gate.GateRuns;

namespace PerfMatrix.Tests.Gate;

public sealed class GateDecisionTests
{
    private static readonly GateRules Rules = new(new());
    private static readonly ComparisonDocument Screen = Comparison(Run("screen", 10, Unchanged, Slower), Stage.Screen);

    [Fact]
    public void The_first_machine_names_the_suspects_for_a_second_one()
    {
        var decision = GateDecision.Of([Screen], Rules);

        var suspect = Assert.Single(decision.Suspects.Suspects);
        Assert.Equal(("hello-minimal/net10.0/server/2c", "net10.0", "server", 2), (suspect.Id, suspect.Runtime, suspect.Gc, suspect.Cores));
        Assert.Equal([("throughput", Suspicion.Worse), ("cpuPerRequest", Suspicion.Worse)], suspect.Metrics.Select(m => (m.Metric, m.Suspicion)));
        Assert.Empty(decision.Wanted);
        Assert.Equal(Outcome.Incomplete, decision.Verdict.Outcome);
        Assert.Equal("same", VerdictOf(decision, "net9.0", "throughput"));
        Assert.Equal("same", VerdictOf(decision, "net10.0", "allocatedPerRequest"));
    }

    [Fact]
    public void The_second_machine_decides()
    {
        var decision = GateDecision.Of([Screen, Confirmation(10, Slower)], Rules);

        Assert.Equal((Outcome.Regressed, "worse"), (decision.Verdict.Outcome, VerdictOf(decision, "net10.0", "throughput")));
        var cell = decision.Verdict.Cells.Single(c => c is { Cell: "hello-minimal/net10.0/server/2c", Metric: "throughput" });
        Assert.Equal((10, 2, Stage.Confirm), (cell.Rounds, cell.Machines, cell.Stage));
    }

    [Fact]
    public void One_machine_decides_alone_and_then_nothing_more_is_wanted()
    {
        var decision = GateDecision.Of([Comparison(Run("r", 10, Unchanged with { SpreadPercent = 9 }, Slower))], Rules);

        Assert.Equal(Outcome.Regressed, decision.Verdict.Outcome);
        Assert.Empty(decision.Suspects.Suspects);
        Assert.Empty(decision.Wanted);
        Assert.All(decision.Verdict.Cells.Where(cell => cell.Verdict == Verdict.Unknown), cell => Assert.EndsWith(
            "; measured no further, because Throughput of hello-minimal/net10.0/server/2c is worse", cell.Reason, StringComparison.Ordinal));
        Assert.Contains(decision.Verdict.Cells, cell => cell.Verdict == Verdict.Unknown);
    }

    [Fact]
    public void After_the_most_rounds_nothing_ended_because_something_is_worse()
    {
        var decision = GateDecision.Of(
            [Comparison(Run("r", 20, Unchanged with { SpreadPercent = 40 }, Slower))], Rules with { Policy = Rules.Policy with { MostRounds = 20 } });

        Assert.Contains(decision.Verdict.Cells, cell => cell.Verdict == Verdict.Unknown);
        Assert.DoesNotContain(decision.Verdict.Cells, cell => cell.Reason.Contains("measured no further", StringComparison.Ordinal));
    }

    [Fact]
    public void A_cell_that_is_worse_is_not_measured_on_for_its_other_metrics_and_the_others_are_while_nothing_is_certain()
    {
        var noise = new Random(3);
        var noisy = Run("screen", 10, Unchanged with { SpreadPercent = 9 }, Slower).WithSamples(sample => sample with
        {
            Metrics = new Dictionary<string, double>(sample.Metrics) { ["cpuPerRequest"] = 13 * Math.Exp(0.1 * noise.Normal()) },
        });
        var wanted = GateDecision.Of([Comparison(noisy, Stage.Screen)], Rules).Wanted;
        var ended = GateDecision.Of([Comparison(noisy)], Rules).Verdict.Cells.Single(
            cell => cell is { Cell: "hello-minimal/net10.0/server/2c", Metric: "cpuPerRequest" });

        Assert.EndsWith("; measured no further, because Throughput is worse", ended.Reason, StringComparison.Ordinal);
        Assert.Equal(2, wanted.Count);
        Assert.Equal(["hello-minimal/net9.0/server/2c"], Next(null)!.Cells);
        // A second machine that is asked for the other metric alone has to answer.
        Assert.Contains("hello-minimal/net10.0/server/2c", Next(["cpuPerRequest"])!.Cells);

        Look? Next(string[]? asked) => Look.Next(wanted, _ => asked, _ => 10, Rules.Policy);
    }

    [Fact]
    public void After_the_most_rounds_nothing_more_is_wanted()
    {
        var comparison = Comparison(Run("r", 20, Unchanged with { SpreadPercent = 40 }));
        Assert.Empty(Wanted(20));
        Assert.Empty(Wanted(25)); // Made-up rounds have one pair, and the next look is at 26.
        Assert.Equal(6, Assert.Single(Wanted(26)).More);
        Assert.Equal(6, Assert.Single(GateDecision.Of([comparison], Rules).Open).More);

        IReadOnlyList<WantedRounds> Wanted(int most) =>
            GateDecision.Of([comparison], Rules with { Policy = Rules.Policy with { MostRounds = most } }).Wanted;
    }

    [Fact]
    public void The_documents_written_and_read_give_the_same_verdict()
    {
        ComparisonDocument[] documents = [Screen, Confirmation(10, Slower)];
        var read = documents.Select((document, i) => ComparisonDocument.File.Parse(ComparisonDocument.File.Format(document), $"{i}")).ToList();
        Assert.Equal(VerdictDocument.File.Format(GateDecision.Of(documents, Rules).Verdict),
            VerdictDocument.File.Format(GateDecision.Of(read, Rules).Verdict));
    }

    [Fact]
    public void An_identical_program_is_the_same_without_a_round_beside_one_that_is_measured()
    {
        var run = Run("screen", 10, Unchanged, Slower with { EffectPercent = 0.1 });
        var identical = run.Variants[^1] with
        {
            Id = "another/net10.0/server/2c",
            Cell = new(new("another", "net10.0", "server", 2), null),
            Side = Side.Head,
            Twin = 0,
            Sha = null,
            Status = VariantStatus.Identical,
        };

        var verdict = GateDecision.Of([Comparison(run with { Variants = [.. run.Variants, identical] })], Rules).Verdict;

        Assert.Equal(Outcome.Pass, verdict.Outcome);
        var cells = verdict.Cells.Where(cell => cell.Cell == identical.Id).ToList();
        Assert.Equal(Rules.Policy.Metrics.Where(metric => metric.Rule != MetricRule.Report).Select(metric => metric.Metric),
            cells.Select(cell => cell.Metric));
        Assert.All(cells, cell => Assert.Equal((Verdict.Same, true, 0, "identical program"),
            (cell.Verdict, cell.Identical, cell.Rounds, cell.Reason)));
    }

    [Fact]
    public void Nothing_but_identical_programs_is_a_pass()
    {
        var run = Run("screen", 10, Unchanged);
        var identical = run.Variants.First(variant => variant.Side == Side.Head) with { Status = VariantStatus.Identical };

        var verdict = GateDecision.Of([Comparison(run with { Variants = [identical], Blocks = [], Samples = [], Pairs = [] })], Rules).Verdict;

        Assert.Equal(Outcome.Pass, verdict.Outcome);
        Assert.All(verdict.Cells, cell => Assert.True(cell.Identical));
    }

    [Fact]
    public void A_cell_that_stays_open_is_looked_at_again_with_more_rounds_of_the_same_machine()
    {
        var noisy = Unchanged with { SpreadPercent = 6 };
        var first = GateDecision.Of([Comparison(Run("a", 8, noisy))], Rules);
        Assert.Equal(2, Assert.Single(first.Wanted).More);

        var more = RunComparison.OfSides([new(Run("a", 8, noisy)), new(Run("b", 2, noisy))]);
        Assert.Equal(10, GateDecision.Of([more], Rules).Verdict.Cells.Single(c => c.Metric == "throughput").Rounds);
    }

    [Fact]
    public void Fewer_rounds_than_the_test_needs_are_not_measured_with_the_number_needed()
    {
        var decision = GateDecision.Of([Comparison(Run("r", 4, Unchanged))], Rules);

        var cell = decision.Verdict.Cells.Single(c => c.Metric == "throughput");
        Assert.Equal((Verdict.Unknown, "4 of 6 pairs", 2, true), (cell.Verdict, cell.Reason, cell.MoreRounds, cell.NotMeasured));
        Assert.Equal(2, decision.Wanted[0].More);
        Assert.Equal(Outcome.Incomplete, decision.Verdict.Outcome);
    }

    [Fact]
    public void Samples_without_a_number_are_left_out_unless_they_are_the_most()
    {
        Assert.Equal("same", VerdictOf(Without(3), "net9.0", "cpuPerRequest"));
        var cell = Without(6).Verdict.Cells.Single(c => c.Metric == "cpuPerRequest");
        Assert.StartsWith("6 of 10 pairs have no usable sample of both sides; ", cell.Reason, StringComparison.Ordinal);
        Assert.True(cell.NotMeasured);
        Assert.Equal("same", VerdictOf(Without(6), "net9.0", "throughput"));

        static GateDecision Without(int rounds) => GateDecision.Of([Comparison(Run("r", 10, Unchanged).WithSamples(
            s => s.Round <= rounds && s.Variant == "hello-minimal/net9.0/server/2c"
                ? s with { Metrics = new Dictionary<string, double>(s.Metrics) { ["cpuPerRequest"] = 0 } } : s))], Rules);
    }

    /// <summary>A runtime that forgets what a heap had allocated counts below 0 (dotnet/runtime#131069).</summary>
    [Fact]
    public void Counts_below_nothing_are_no_vote_for_the_same()
    {
        var cell = Of(-5, 6, "hello-minimal/net9.0/server/2c").Verdict.Cells.Single(c => c.Metric == "allocatedPerRequest");

        Assert.Equal((Verdict.Unknown, true), (cell.Verdict, cell.NotMeasured));
        Assert.StartsWith("6 of 10 pairs have no usable sample of both sides", cell.Reason, StringComparison.Ordinal);
        Assert.Equal("same", VerdictOf(Of(-5, 3, "hello-minimal/net9.0/server/2c"), "net9.0", "allocatedPerRequest"));
        Assert.Equal("same", VerdictOf(Of(0, 10, null), "net9.0", "allocatedPerRequest"));

        static GateDecision Of(double bytes, int rounds, string? variant) => GateDecision.Of([Comparison(Run("r", 10, Unchanged).WithSamples(
            s => s.Round <= rounds && (variant is null || s.Variant == variant)
                ? s with { Metrics = new Dictionary<string, double>(s.Metrics) { ["allocatedPerRequest"] = bytes } } : s))], Rules);
    }

    [Fact]
    public void A_cell_that_was_not_measured_is_unknown_in_every_gating_metric()
    {
        var run = Run("r", 10, Unchanged, Slower);
        var failed = run with
        {
            Variants = [.. run.Variants.Select(v => v is { Side: Side.Head, Cell.Runtime: "net10.0" } ? v with
            {
                Status = VariantStatus.Failed, Reason = "exited with 134",
            } : v)],
        };
        var decision = GateDecision.Of([Comparison(failed.WithSamples(s => s.Variant == "hello-minimal/net10.0/server/2c" ? null : s))], Rules);

        var cells = decision.Verdict.Cells.Where(c => c.Cell.Contains("net10.0", StringComparison.Ordinal)).ToList();
        Assert.Equal(Rules.Policy.Metrics.Count(metric => metric.Rule != MetricRule.Report), cells.Count);
        Assert.All(cells, c => Assert.Equal("not measured: hello-minimal/net10.0/server/2c failed: exited with 134", c.Reason));
        Assert.Equal(Outcome.Incomplete, decision.Verdict.Outcome);
    }

    [Fact]
    public void A_metric_that_a_workload_does_not_report_is_not_judged_and_told()
    {
        var run = Run("r", 10, Unchanged).WithSamples(s => s with { Metrics = s.Metrics.Where(m => m.Key != "allocatedPerRequest").ToDictionary() });
        var verdict = GateDecision.Of([Comparison(run)], Rules).Verdict;
        Assert.DoesNotContain("allocatedPerRequest", verdict.Cells.Select(c => c.Metric));
        Assert.Contains("p99, GC committed, Start-up, GC pause share, Alloc/req: not judged for hello-minimal/net9.0/server/2c, which did not report "
            + "it.", verdict.Warnings);
    }

    [Fact]
    public void A_metric_of_benchmarks_is_not_lacking_where_an_application_is_measured()
    {
        var rules = Rules with { Policy = Rules.Policy with { Metrics = [.. Rules.Policy.Metrics, new("lockContentions", MetricRule.Paired)] } };
        Assert.DoesNotContain(GateDecision.Of([Comparison(Run("r", 10, Unchanged))], rules).Verdict.Warnings,
            warning => warning.Contains("Lock contentions", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(0, "same")]
    [InlineData(5, "same")]
    [InlineData(24, "worse")]
    [InlineData(-24, "better")]
    public void Allocations_are_judged_by_the_rule_of_what_is_counted(double bytes, string verdict) =>
        Assert.Equal(verdict, VerdictOf(GateDecision.Of([Comparison(Run("r", 10, Unchanged with
        {
            ExtraBytes = bytes,
        }))], Rules), "net9.0", "allocatedPerRequest"));

    [Theory]
    [InlineData(0, 0, "same")]
    [InlineData(0, 32, "worse")]
    [InlineData(32, 0, "better")]
    public void Allocations_may_be_nothing(double old, double now, string verdict) => Assert.Equal(
        verdict, VerdictOf(GateDecision.Of([Allocating(old, now, Stage.Whole)], Rules), "net9.0", "allocatedPerRequest"));

    [Fact]
    public void What_base_has_none_of_is_suspect_without_a_percentage()
    {
        var suspects = GateDecision.Of([Allocating(0, 32, Stage.Screen)], Rules).Suspects;
        var read = SuspectsDocument.File.Parse(SuspectsDocument.File.Format(suspects), "suspects");
        Assert.Equal(new SuspectMetric("allocatedPerRequest", Suspicion.Worse, null), Assert.Single(Assert.Single(read.Suspects).Metrics));
        SchemaCheck.AssertFits("suspects", SuspectsDocument.File.Format(suspects));
    }

    private static ComparisonDocument Allocating(double old, double now, Stage stage)
    {
        var run = Run("r", 10, Unchanged).WithSamples(s => s with
        {
            Metrics = new Dictionary<string, double>(s.Metrics) { ["allocatedPerRequest"] = VariantIds.IsBase(s.Variant) ? old : now },
        });
        return ComparisonDocument.File.Parse(ComparisonDocument.File.Format(Comparison(run, stage)), "c");
    }

    [Fact]
    public void An_acknowledged_regression_does_not_fail()
    {
        var entry = new Acknowledgement("*", "throughput", "known", new(2027, 1, 1), "f:1");
        var rules = Rules with { Acknowledgements = [entry, entry with { Metric = "cpuPerRequest" }] };
        var verdict = GateDecision.Of([Screen, Confirmation(10, Slower)], rules).Verdict;
        Assert.Equal((Outcome.Pass, 2), (verdict.Outcome, verdict.Cells.Count(c => c.Acknowledged == "known")));
    }

    [Fact]
    public void What_is_acknowledged_is_no_suspect_and_what_else_its_cell_shows_is()
    {
        var entry = new Acknowledgement("*", "throughput", "known", new(2027, 1, 1), "f:1");
        var decision = GateDecision.Of([Screen], Rules with { Acknowledgements = [entry] });
        Assert.Equal("cpuPerRequest", Assert.Single(Assert.Single(decision.Suspects.Suspects).Metrics).Metric);

        var all = GateDecision.Of([Screen], Rules with { Acknowledgements = [entry, entry with { Metric = "cpuPerRequest" }] });
        Assert.Empty(all.Suspects.Suspects);
        Assert.Equal(Outcome.Pass, all.Verdict.Outcome);
        Assert.Equal(2, all.Verdict.Cells.Count(cell => cell is { Acknowledged: "known", Verdict: Verdict.Worse }));
    }

    /// <summary>Otherwise all else of a cell that may allocate more would be judged by its first look.</summary>
    [Theory]
    [InlineData(Stage.Screen)]
    [InlineData(Stage.Confirm)]
    public void A_machine_measures_a_cell_on_whose_regression_is_acknowledged(Stage stage)
    {
        var comparison = GatedMeasurement.AsFirst(Comparison(Run("r", 6, Unchanged with { ExtraBytes = 24, SpreadPercent = 9 }), stage));
        var entry = new Acknowledgement("*", "allocatedPerRequest", "known", new(2027, 1, 1), "f:1");

        Assert.Null(Next(Rules));
        Assert.Equal([Unchanged.Cell.Id], Next(Rules with { Acknowledgements = [entry] })!.Cells);

        Look? Next(GateRules rules) => Look.Next(GateDecision.Of([comparison], rules).Wanted, _ => null, _ => 6, rules.Policy);
    }

    [Fact]
    public void An_unfit_machine_is_unknown_not_red()
    {
        var run = Run("r", 10, Slower);
        var twin = run.Variants[^1].Id;
        var unfit = run.WithSamples(s => s.Variant != twin ? s : s with
        {
            Metrics = new Dictionary<string, double>(s.Metrics) { ["throughput"] = s.Metrics["throughput"] * Math.Exp(-0.08) },
        });
        var cell = GateDecision.Of([Comparison(unfit)], Rules).Verdict.Cells.Single(c => c.Metric == "throughput");
        Assert.Equal(Verdict.Unknown, cell.Verdict);
        Assert.StartsWith("machine 0123456789aa unfit: identical copies in block block differ by +8", cell.Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("block", "throughput", Verdict.Unknown)]
    [InlineData("other", "throughput", Verdict.Worse)]
    [InlineData("block", "peakRss", Verdict.Worse)]
    public void Identical_copies_speak_for_their_block_and_metric_alone(string block, string metric, Verdict expected)
    {
        var comparison = Comparison(Run("r", 10, Slower));
        var canary = comparison.Canaries.First(series => series.Metric == "throughput");
        var unfit = canary with { Block = block, Metric = metric, Rounds = [.. canary.Rounds.Select(pair => pair with { LogRatio = 0.3 })] };
        var cells = GateDecision.Of([comparison with { Canaries = [unfit] }], Rules).Verdict.Cells;
        Assert.Equal(expected, cells.Single(cell => cell.Metric == "throughput").Verdict);
    }

    [Fact]
    public void Identical_copies_speak_for_their_machine_alone()
    {
        var other = Comparison(Run("other", 10, new Truth("net8.0")).On("bbbbbbbbbbbb"));
        var unfit = other with
        {
            Canaries = [.. other.Canaries.Select(series => series with
            {
                Rounds = [.. series.Rounds.Select(pair => pair with { LogRatio = 0.3 })],
            })],
        };
        var decision = GateDecision.Of([Comparison(Run("r", 10, Slower)), unfit], Rules);
        Assert.Equal(("worse", "unknown"), (VerdictOf(decision, "net10.0", "throughput"), VerdictOf(decision, "net8.0", "throughput")));
    }

    [Fact]
    public void What_is_assumed_of_a_machine_that_decides_alone_is_said_until_all_of_it_was_measured()
    {
        var comparison = Comparison(Run("r", 10, Unchanged));
        var known = new Dictionary<(string, string), double>();
        foreach (var metric in new[] { "throughput", "cpuPerRequest", "peakRss" })
        {
            Assert.True(IsSaid(comparison));
            known[(comparison.Runs[0].Fingerprint, metric)] = 0.005;
        }

        Assert.False(IsSaid(comparison));
        known.Clear();
        Assert.False(IsSaid(Comparison(Run("r", 10, Unchanged), Stage.Screen)));

        bool IsSaid(ComparisonDocument document) => SaysAssumed(document, Rules with { Bias = new(known) });
    }

    [Fact]
    public void What_the_policy_sets_of_some_metrics_leaves_that_of_the_others_assumed()
    {
        var comparison = Comparison(Run("r", 10, Unchanged));
        var rules = new GateRules(new GatePolicy { MachineBiasPercent = 1 });
        var known = new Dictionary<(string, string), double> { [(comparison.Runs[0].Fingerprint, "peakRss")] = 0.005 };

        Assert.True(SaysAssumed(comparison, rules));
        Assert.False(SaysAssumed(comparison, rules with { Bias = new(known) }));
    }

    private static bool SaysAssumed(ComparisonDocument document, GateRules rules) => GateDecision.Of([document], rules).Verdict.Warnings
        .Any(warning => warning.StartsWith("What this machine does to one side in all rounds is assumed", StringComparison.Ordinal));

    private static string VerdictOf(GateDecision decision, string runtime, string metric) =>
        decision.Verdict.Cells.Single(c => c.Cell == $"hello-minimal/{runtime}/server/2c" && c.Metric == metric).Verdict.ToString()
        .ToLowerInvariant();
}
