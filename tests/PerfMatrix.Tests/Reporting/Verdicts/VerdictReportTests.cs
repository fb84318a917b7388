using PerfMatrix.Gate;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Verdicts;
using PerfMatrix.Tests.GitHub;

namespace PerfMatrix.Tests.Reporting.Verdicts;

public sealed class VerdictReportTests
{
    private static readonly CellVerdict Known = new()
    {
        Cell = "hello-minimal/net10.0/server/2c",
        Metric = "throughput",
        Verdict = Verdict.Same,
        Reason = "any change is smaller than 5 %",
        EffectPercent = 0.24,
        LowPercent = -1.96,
        HighPercent = 2.41,
        DetectablePercent = 4.1,
        Rounds = 3,
        Machines = 1,
        Stage = Stage.Screen,
        Gates = true,
    };

    private static readonly VerdictDocument Everything = new()
    {
        Outcome = Outcome.Regressed,
        Policy = new(),
        Cells =
        [
            Known,
            Known with
            {
                Verdict = Verdict.Better, EffectPercent = -6, LowPercent = -8, HighPercent = -4, Rounds = 5, Machines = 2, Stage = Stage.Confirm,
                    Reason = "better than the margin",
            },
            Known with
            {
                Verdict = Verdict.Undecided, EffectPercent = 3.1, LowPercent = 0.1, HighPercent = 8, Rounds = 20, DetectablePercent = 7.4,
                    Reason = "looks worse, neither confirmed nor excluded",
            },
            Known with
            {
                Verdict = Verdict.Unknown, EffectPercent = null, LowPercent = null, HighPercent = null, DetectablePercent = 12.3, Rounds = 20,
                    Reason = "no sign of a change, but one of 5 % is not excluded",
            },
            Known with
            {
                Verdict = Verdict.Unknown, EffectPercent = null, LowPercent = null, HighPercent = null, DetectablePercent = null, Rounds = 0,
                    NotMeasured = true, Reason = "not measured: exited with code 134",
            },
            Known with
            {
                Verdict = Verdict.Worse, EffectPercent = 6, LowPercent = 4, HighPercent = 8, Rounds = 5, Machines = 2, Stage = Stage.Confirm,
                    Reason = "worse than the margin", Acknowledged = "new header, #12",
            },
            Known with
            {
                Verdict = Verdict.Worse, EffectPercent = 12, LowPercent = 9, HighPercent = 15, Rounds = 5, Machines = 2, Stage = Stage.Confirm,
                    Reason = "worse than the margin",
            },
            Known with { Metric = "latencyP99", Gates = false, Verdict = Verdict.Unknown, Reason = "no sign of a change, but one of 5 % is not "
                + "excluded" },
        ],
        Families =
        [
            new("gc server", "throughput", 1.2, 0.8, 1.6, 12, 1), new("hello-minimal", "throughput", 1.2, 0.8, 1.6, 12, 1),
            new("runtime net8.0", "throughput", 3, 2, 4, 2, 1), new("2 cores", "cpuPerRequest", 0.1, -0.4, 0.6, 12, 1),
        ],
        Warnings = ["net9.0 is out of support."],
    };

    [Fact]
    public void What_differs_beside_the_code_is_told_in_one_sentence()
    {
        var one = new EnvironmentDifference(EnvironmentKind.Package, "Dapper", "2.1.35", null, ["Shop"]);
        var verdict = WrittenVerdicts.Of(WrittenVerdicts.Cell("a/net10.0/server/2c", Verdict.Worse));

        Assert.Contains("1 thing beside the code differs: package Dapper: 2.1.35, now none (Shop).",
            VerdictReport.Of(verdict with { Environment = [one] }).Findings);
        Assert.Contains(VerdictReport.Of(verdict with { Environment = [one, one, one, one, one, one] }).Findings,
            finding => finding.StartsWith("6 things", StringComparison.Ordinal)
                && finding.EndsWith("verdict.json has all.", StringComparison.Ordinal));
        Assert.Empty(VerdictReport.Of(verdict with { Environment = [] }).Findings);
    }

    /// <summary>As with a head that cannot keep up with the rate at all; an unknown change without a size comes last.</summary>
    [Fact]
    public void What_is_worse_by_an_unknown_size_comes_before_what_is_worse_by_a_known_one()
    {
        var worse = Known with { Verdict = Verdict.Worse, EffectPercent = 12 };
        CellVerdict[] cells = [worse, worse with { Metric = "pacedLatencyP99", EffectPercent = null },
            Known with { Metric = "startup", Verdict = Verdict.Unknown, EffectPercent = null },
            Known with { Metric = "peakRss", Verdict = Verdict.Unknown }];

        Assert.Equal(["pacedLatencyP99", "throughput", "peakRss", "startup"], VerdictWords.WorstFirst(cells).Select(cell => cell.Metric));
    }

    [Fact]
    public void Metrics_of_a_cell_that_have_one_cause_are_told_together()
    {
        var cause = new VerdictCause { Method = "Orders.Map<T>.Add|", PerRequest = 0.61, Low = 0.5, High = 0.7 };
        var verdict = Everything with
        {
            Cells = [Known with { Cause = cause }, Known with { Metric = "cpuPerRequest", Cause = cause },
                Known with { Metric = "allocatedPerRequest", Cause = new() { Type = "string", PerRequest = 48, Low = 40, High = 56 } }],
        };

        Assert.Equal(
        [
            "Cause of Throughput and CPU/req in hello-minimal/net10.0/server/2c: Orders.Map[T].Add? +0.61 us per request [+0.50 +0.70]",
            "Cause of Alloc/req in hello-minimal/net10.0/server/2c: string +48 B per request [+40 +56]",
        ], VerdictReport.Of(verdict).Findings.Where(finding => finding.StartsWith("Cause", StringComparison.Ordinal)));
    }

    [Fact]
    public void What_is_allocated_more_is_a_cause_of_allocations_and_not_of_the_memory_that_a_process_keeps()
    {
        var more = new VerdictCause { Type = "string", PerRequest = 48, Low = 40, High = 56 };
        var memory = Known with { Metric = "peakRss", Verdict = Verdict.Worse, Cause = more };
        var less = Known with { Cell = "less", Metric = "gcCommitted", Cause = more with { PerRequest = -48, Low = -56, High = -40 } };

        Assert.Equal(
        [
            "More is allocated, beside the change of Peak RSS and GC committed in hello-minimal/net10.0/server/2c: "
                + "string +48 B per request [+40 +56]",
            "Cause of Alloc/req in hello-minimal/net10.0/server/2c: string +48 B per request [+40 +56]",
            "Less is allocated, beside the change of GC committed in less: string -48 B per request [-56 -40]",
        ], VerdictReport.Causes(Everything with
        {
            Cells = [memory, memory with { Metric = "gcCommitted" }, memory with { Metric = "allocatedPerRequest" }, less],
        }));
        Assert.EndsWith(" More is allocated: string +48 B per request [+40 +56].",
            VerdictReport.Of(Everything with { Cells = [memory] }).Tables[0].Table.Caption, StringComparison.Ordinal);
    }

    [Fact]
    public void A_terminal_shows_the_worst_first_and_never_unknown_as_good()
    {
        var console = new TestConsole();
        TerminalReport.Write(console.Console, VerdictReport.Of(Everything));
        Approval.Verify(console.Output, "terminal");
    }

    [Fact]
    public void Markdown_shows_the_same()
    {
        var markdown = MarkdownReport.Format(VerdictReport.Of(Everything));
        Assert.Equal(7, markdown.Split('\n').Count(line => line.Contains("| hello-minimal/", StringComparison.Ordinal)));
        Assert.Contains("acknowledged: new header, \\#12", markdown, StringComparison.Ordinal);
    }

    [Fact]
    public void Unknown_has_a_colour_of_its_own_and_what_is_acknowledged_none() => Assert.Equal(
        [Tone.Worse, Tone.Unknown, Tone.Unknown, Tone.Plain, Tone.Unknown, Tone.Better, Tone.Plain],
        VerdictReport.Of(Everything).Tables[0].Table.Rows.Select(row => row[0].Tone));
}
