using PerfMatrix.Gate;
using PerfMatrix.Metrics;
using PerfMatrix.Reporting.Verdicts;

namespace PerfMatrix.Tests.Gate;

/// <summary>What becomes of a metric that a side does not have in all rounds, or in any. Each place of a pattern is a round: + where the side has the
/// metric, - where it has not; of paced latencies - where it cannot keep up with the rate, . where it can and has too few requests.</summary>
public sealed class AbsentMetricTests
{
    private const string All = "++++++++++";
    private const string None = "----------";
    private const string TooFew = "..........";
    private const string Cell = "hello-minimal/net9.0/server/2c";

    private static readonly GateRules s_rules = new(new());
    private static readonly GateRules s_paced = s_rules with
    {
        Policy = new() { Metrics = [new("throughput", MetricRule.Paired), new("pacedLatencyP99", MetricRule.Tail) { DetectPercent = 20 }] },
    };

    private static readonly string[] s_ofProbe = ["allocatedPerRequest", "gcCommitted", "gcPauseShare"];

    [Theory]
    // What the probe counts in every round. Head may get a probe and may not lose it, and what is lost now and then is a fault of measuring.
    [InlineData("allocatedPerRequest", All, All, "same")]
    [InlineData("allocatedPerRequest", None, None, "not judged")]
    [InlineData("allocatedPerRequest", None, All, "not compared")]
    [InlineData("allocatedPerRequest", None, "-----+++++", "not compared")]
    [InlineData("allocatedPerRequest", "----++++++", All, "same")]
    [InlineData("allocatedPerRequest", "------++++", All, "not measured")]
    [InlineData("allocatedPerRequest", All, "++++++----", "same")]
    [InlineData("allocatedPerRequest", All, "++++------", "not measured")]
    [InlineData("allocatedPerRequest", All, None, "not measured")]
    [InlineData("gcPauseShare", All, All, "same")]
    [InlineData("gcPauseShare", None, All, "not compared")]
    [InlineData("gcPauseShare", All, "++++------", "not measured")]
    [InlineData("gcPauseShare", All, None, "not measured")]
    // What is known only after a collection, which chance or a better program does without.
    [InlineData("gcCommitted", All, All, "same")]
    [InlineData("gcCommitted", None, None, "not judged")]
    [InlineData("gcCommitted", None, All, "unknown")] // Base has the probe, so it is not new.
    [InlineData("gcCommitted", None, "-----+++++", "unknown")]
    [InlineData("gcCommitted", "---------+", All, "unknown")] // Of the copies of base too, that is one round.
    [InlineData("gcCommitted", "------++++", All, "unknown")]
    [InlineData("gcCommitted", "----++++++", All, "same")]
    [InlineData("gcCommitted", All, "++++++----", "same")]
    [InlineData("gcCommitted", All, "+++++-----", "unknown")]
    [InlineData("gcCommitted", All, None, "unknown")]
    [InlineData("gcCommitted", "+++++-----", "-----+++++", "unknown")]
    [InlineData("gcCommitted", "-------+++", "-------+++", "unknown")] // Seven rounds have it on neither side.
    [InlineData("gcCommitted", "--------------++++++", "--------------++++++", "unknown")] // The six others would be the same.
    [InlineData("gcCommitted", "---------+", "+---------", "unknown")]
    [InlineData("gcCommitted", "---------+", None, "unknown")]
    // What the system says of every process.
    [InlineData("peakRss", None, None, "not judged")]
    [InlineData("peakRss", "----++++++", All, "same")]
    [InlineData("peakRss", None, All, "not measured")]
    [InlineData("peakRss", All, None, "not measured")]
    // What BenchmarkDotNet reports; it is always asked for allocations.
    [InlineData("allocatedPerOperation", All, All, "same")]
    [InlineData("allocatedPerOperation", None, All, "not measured")]
    [InlineData("allocatedPerOperation", All, None, "not measured")]
    [InlineData("meanTime", None, All, "not measured")]
    [InlineData("meanTime", All, None, "not measured")]
    public void A_metric_that_a_side_lacks(string metric, string bases, string heads, string expected)
    {
        var verdict = Judge(s_rules, Run("r", [metric], bases, heads)).Verdict;

        Assert.Equal(expected, Word(verdict, metric));
        Assert.Equal(expected == "not measured" ? Outcome.Incomplete : Outcome.Pass, verdict.Outcome);
    }

    /// <summary>Latency at a fixed rate, which a side that cannot keep up with the rate does not have.</summary>
    [Theory]
    [InlineData(All, All, "same", Outcome.Pass)]
    [InlineData(All, "++++++-+++", "same", Outcome.Pass)]
    [InlineData(All, "+-+-+-+-+-", "undecided", Outcome.Undecided)] // The rounds that head survived are the same.
    [InlineData("+-+-+-+-+-", All, "unknown", Outcome.Pass)]
    [InlineData("++++++++--", "++++++++--", "same", Outcome.Pass)]
    [InlineData(All, "+-+-+-+---", "undecided", Outcome.Undecided)]
    [InlineData(All, None, "worse", Outcome.Regressed)]
    [InlineData("------------++++++++", "--------------------", "worse", Outcome.Regressed)] // The few rounds that base survived.
    [InlineData("------++++", None, "unknown", Outcome.Pass)] // Four may be chance.
    [InlineData("---------+", "---------+", "unknown", Outcome.Pass)] // The machine was disturbed in the others.
    public void A_round_whose_rate_one_side_alone_sustains_is_the_worst_of_the_other(string bases, string heads, string expected, Outcome outcome)
    {
        var verdict = Judge(s_paced, Run("r", ["pacedLatencyP99"], bases, heads)).Verdict;

        Assert.Equal((expected, outcome), (Word(verdict, "pacedLatencyP99"), verdict.Outcome));
    }

    /// <summary>A percentile whose number of requests lies near the one it needs; more rounds are asked for where half of them have it.</summary>
    [Theory]
    [InlineData("++++++++..", "++++++++..", "same", null)]
    [InlineData("+++++.....", "+++++.....", "unknown", 1)]
    [InlineData(All, "+.+.+.+.+.", "unknown", 1)]
    [InlineData("+.+.+.+.+.", All, "unknown", 1)]
    [InlineData("++++......", "++++......", "unknown", null)]
    [InlineData(".........+", ".........+", "unknown", null)]
    [InlineData("..............++++++", "..............++++++", "unknown", null)] // The six others would be the same.
    [InlineData(All, TooFew, "not judged", null)]
    [InlineData(TooFew, All, "not judged", null)]
    public void Rounds_with_too_few_requests_for_a_percentile_tell_and_fail_nothing(string bases, string heads, string expected, int? more)
    {
        var decision = Judge(s_paced, Run("r", ["pacedLatencyP99"], bases, heads));

        Assert.Equal((expected, Outcome.Pass), (Word(decision.Verdict, "pacedLatencyP99"), decision.Verdict.Outcome));
        Assert.Equal(more, decision.Wanted.SingleOrDefault()?.More);
    }

    [Fact]
    public void A_head_that_never_keeps_up_with_the_rate_is_worse_by_nobody_knows_how_much()
    {
        var sentence = VerdictWords.Sentence(Of(Judge(s_paced, Run("r", ["pacedLatencyP99"], All, None)).Verdict, "pacedLatencyP99"));

        Assert.StartsWith($"paced p99 of {Cell} is worse, 10 rounds: worse than the margin of ", sentence, StringComparison.Ordinal);
        Assert.EndsWith("; in 10 of 10 pairs one process alone kept up with the rate.", sentence, StringComparison.Ordinal);
    }

    /// <summary>How much is allocated before a collection depends on the caches of the CPU.</summary>
    [Theory]
    [InlineData("pacedLatencyP99", TooFew)]
    [InlineData("gcCommitted", None)]
    public void What_only_the_second_machine_has_enough_requests_or_a_collection_for_is_not_promised(string metric, string first)
    {
        var rules = metric == "gcCommitted" ? s_rules : s_paced;
        var screen = GateRuns.Comparison(Run("screen", [metric], first, first), Stage.Screen);
        var confirm = GateRuns.Comparison(Run("confirm", [metric], All, All).On("fresh-1"), Stage.Confirm);

        var verdict = GateDecision.Of([screen, confirm], rules).Verdict;

        Assert.Equal("not judged", Word(verdict, metric));
        Assert.Equal(Outcome.Pass, verdict.Outcome);
    }

    [Fact]
    public void A_change_that_adds_the_probe_passes_and_is_told_what_is_not_compared()
    {
        var verdict = Judge(s_rules, Run("r", s_ofProbe, None, All)).Verdict;

        Assert.Equal(Outcome.Pass, verdict.Outcome);
        Assert.Contains($"GC committed, GC pause share, Alloc/req: not compared for {Cell}, where only head reports it.", verdict.Warnings);
    }

    [Fact]
    public void A_head_that_loses_the_probe_is_incomplete_and_told_what_to_do()
    {
        var verdict = Judge(s_rules, Run("r", s_ofProbe, All, None)).Verdict;

        Assert.Equal(Outcome.Incomplete, verdict.Outcome);
        var lost = verdict.Cells.Where(cell => cell.NotMeasured).ToList();
        Assert.Equal(s_ofProbe, lost.Select(cell => cell.Metric).Order(StringComparer.Ordinal));
        Assert.All(lost, cell => Assert.Equal("head does not report it, and base does: give head its probe again (MapPerfMatrixProbe); if that is "
            + "meant, let the metric only report in crank/gate.yml before", cell.Reason));
    }

    [Fact]
    public void A_probe_that_head_loses_is_no_lack_of_collections_whatever_else_the_policy_names()
    {
        var rules = s_rules with
        {
            Policy = new() { Metrics = [new("throughput", MetricRule.Paired), new("gcCommitted", MetricRule.Tail) { DetectPercent = 10 }] },
        };
        var without = Judge(rules, Run("r", s_ofProbe, All, None)).Verdict;
        var uncollected = Judge(rules, Run("r", ["gcCommitted"], All, None)).Verdict;

        Assert.Equal(("not measured", Outcome.Incomplete), (Word(without, "gcCommitted"), without.Outcome));
        Assert.Equal(("unknown", Outcome.Pass), (Word(uncollected, "gcCommitted"), uncollected.Outcome));
        Assert.Equal(["throughput", "gcCommitted"], uncollected.Cells.Select(cell => cell.Metric));
    }

    [Theory]
    [InlineData(All, "++++------", "0 of 10 processes of base and 6 of head")]
    [InlineData(None, All, "10 of 10 processes of base and 0 of head")]
    [InlineData("--------------++++++", "--------------++++++", "14 of 20 processes of base and 14 of head")]
    public void What_needs_a_collection_names_the_side_that_had_none_and_the_pass_says_that_it_is_blind(string bases, string heads, string named)
    {
        var verdict = Judge(s_rules, Run("r", ["gcCommitted"], bases, heads)).Verdict;

        Assert.Equal($"known only after a collection, which {named} did not have", Of(verdict, "gcCommitted").Reason);
        Assert.StartsWith("Pass, but 1 of 6 could not have shown 10 %: ", VerdictWords.Headline(verdict), StringComparison.Ordinal);
    }

    [Fact]
    public void The_few_pairs_that_have_it_can_be_worse()
    {
        const string Few = "------------++++++++";
        var verdict = Judge(s_rules, Run("r", ["gcCommitted"], Few, Few, worse: 1.3)).Verdict;

        Assert.Equal((Verdict.Worse, Outcome.Regressed), (Of(verdict, "gcCommitted").Verdict, verdict.Outcome));
    }

    [Theory]
    [InlineData("++++------", 0, "unknown")]
    [InlineData("++++------", 0.5, "not measured")]
    [InlineData(None, 0, "unknown")]
    [InlineData(None, 0.5, "not measured")]
    public void A_head_that_collects_and_does_not_report_it_is_not_measured(string heads, double collections, string expected)
    {
        var run = Run("r", ["gcCommitted"], All, heads).WithSamples(sample => sample with
        {
            Metrics = new Dictionary<string, double>(sample.Metrics) { ["gen0PerThousand"] = collections },
        });

        Assert.Equal(expected, Word(Judge(s_rules, run).Verdict, "gcCommitted"));
    }

    [Fact]
    public void Copies_that_died_are_no_lack_of_collections()
    {
        var run = Run("r", ["gcCommitted"], All, "++++++----")
            .WithSamples(sample => sample.Variant.EndsWith("#1", StringComparison.Ordinal) ? null : sample);

        Assert.Equal("not measured", Word(Judge(s_rules, run).Verdict, "gcCommitted"));
    }

    [Theory]
    [InlineData("+++++-----", 1)]
    [InlineData("++++------", null)] // Most processes have no collection, so more rounds bring little.
    public void More_rounds_are_asked_for_where_they_may_decide(string heads, int? more)
    {
        var decision = Judge(s_rules, Run("r", ["gcCommitted"], All, heads));

        Assert.Equal(more, Of(decision.Verdict, "gcCommitted").MoreRounds);
        Assert.Equal(more, decision.Wanted.SingleOrDefault()?.More);
    }

    [Theory]
    [InlineData("gcCommitted", "looked worse, and a second machine cannot exclude it: known only after a collection")]
    [InlineData("allocatedPerRequest gcCommitted", "suspected to be worse, not measured on a second machine: head does not report it",
        Outcome.Incomplete)]
    public void A_suspect_that_the_second_machine_cannot_judge_stays_undecided(string lacking, string reason, Outcome outcome = Outcome.Undecided)
    {
        var screen = GateRuns.Comparison(Run("screen", [], All, All, worse: 1.2), Stage.Screen);
        var confirm = GateRuns.Comparison(Run("confirm", lacking.Split(' '), All, None).On("fresh-1"), Stage.Confirm);
        var verdict = GateDecision.Of([screen, confirm], s_rules).Verdict;

        Assert.Equal((Verdict.Undecided, outcome), (Of(verdict, "gcCommitted").Verdict, verdict.Outcome));
        Assert.StartsWith(reason, Of(verdict, "gcCommitted").Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("gcCommitted", "looked worse, and a second machine cannot exclude it: no round there tells anything of it",
        Outcome.Undecided)]
    [InlineData("peakRss", "suspected to be worse, not measured on a second machine: run the failed jobs again", Outcome.Incomplete)]
    public void A_suspect_that_no_process_of_the_second_machine_has_is_not_measured_unless_that_is_no_fault(
        string metric, string reason, Outcome outcome)
    {
        var screen = GateRuns.Comparison(Run("screen", [], All, All).WithSamples(sample => sample with
        {
            Metrics = new Dictionary<string, double>(sample.Metrics)
            {
                [metric] = sample.Metrics[metric] * (VariantIds.IsBase(sample.Variant) ? 1 : 1.3),
            },
        }), Stage.Screen);
        var confirm = GateRuns.Comparison(Run("confirm", [metric], None, None).On("fresh-1"), Stage.Confirm);
        var verdict = GateDecision.Of([screen, confirm], s_rules).Verdict;

        Assert.Equal((Verdict.Undecided, outcome), (Of(verdict, metric).Verdict, verdict.Outcome));
        Assert.Equal(reason, Of(verdict, metric).Reason);
    }

    [Theory]
    [InlineData(None, All, All, All, "same")]
    [InlineData(All, None, All, All, "same")]
    [InlineData(All, None, All, "++++------", "unknown")]
    [InlineData(None, All, None, All, "unknown")]
    [InlineData(None, All, "---------+", All, "unknown")]
    public void A_comparison_that_is_continued_is_judged_by_all_of_its_rounds(
        string bases, string heads, string laterBases, string laterHeads, string expected)
    {
        var (first, later) = (Run("a", ["gcCommitted"], bases, heads), Run("b", ["gcCommitted"], laterBases, laterHeads));
        var both = RunComparison.Continue(GateRuns.Comparison(first), GateRuns.Comparison(later));

        Assert.Equal(expected, Word(GateDecision.Of([both], s_rules).Verdict, "gcCommitted"));
    }

    [Fact]
    public void Nobody_can_acknowledge_what_head_does_not_report()
    {
        var entry = new Acknowledgement("*", "allocatedPerRequest", "known", new(2027, 1, 1), "f:1");
        var rules = s_rules with { Acknowledgements = [entry, entry with { Metric = Acknowledgement.Dropped }] };

        Assert.Equal(Outcome.Incomplete, Judge(rules, Run("r", ["allocatedPerRequest"], All, None)).Verdict.Outcome);
    }

    [Fact]
    public void A_cell_of_which_base_reports_nothing_that_gates_is_not_measured()
    {
        var run = GateRuns.Run("r", 10, GateRuns.Unchanged).WithSamples(sample => sample with
        {
            Metrics = sample.Metrics.Where(metric => metric.Key == "allocatedPerRequest" && !VariantIds.IsBase(sample.Variant)).ToDictionary(),
        });
        var verdict = Judge(s_rules, run).Verdict;

        Assert.Equal(("not measured", Outcome.Incomplete), (Word(verdict, "allocatedPerRequest"), verdict.Outcome));
    }

    private static GateDecision Judge(GateRules rules, RunDocument run) => GateDecision.Of([GateRuns.Comparison(run)], rules);

    private static CellVerdict Of(VerdictDocument verdict, string metric) => verdict.Cells.Single(cell => cell.Metric == metric);

    private static string Word(VerdictDocument verdict, string metric) => verdict.Cells.SingleOrDefault(cell => cell.Metric == metric) switch
    {
        null when verdict.Warnings.Any(warning => warning.Contains($"{Metric.TitleOf(metric)}: not compared for", StringComparison.Ordinal))
            => "not compared",
        null => "not judged",
        { NotMeasured: true } => "not measured",
        var cell => cell.Verdict.ToString().ToLowerInvariant(),
    };

    /// <summary>Rounds of one cell, as many as the patterns have places; of a benchmark where the metric is one.</summary>
    /// <param name="worse">GC committed of head, of what it is without a change.</param>
    private static RunDocument Run(string id, IReadOnlyList<string> metrics, string bases, string heads, double worse = 1) =>
        GateRuns.Run(id, bases.Length, GateRuns.Unchanged).WithSamples(sample =>
        {
            var (isBase, usual) = (VariantIds.IsBase(sample.Variant), sample.Metrics["cpuPerRequest"]);
            var all = metrics is ["meanTime" or "allocatedPerOperation"]
                ? new Dictionary<string, double> { ["meanTime"] = usual, ["allocatedPerOperation"] = 1000 }
                : new Dictionary<string, double>(sample.Metrics)
                {
                    ["gcCommitted"] = 1e6 * usual * (isBase ? 1 : worse),
                    ["gcPauseShare"] = 1,
                };
            if (metrics.Contains("pacedLatencyP99")) (all["pacedLatencyP50"], all["pacedLatencyP99"]) = (10 * usual, 100 * usual);
            var has = (isBase ? bases : heads)[sample.Round - 1];
            if (has != '+')
            {
                foreach (var metric in metrics) all.Remove(metric);
            }

            if (has == '-') all.Remove("pacedLatencyP50");

            return sample with { Metrics = all };
        });
}
