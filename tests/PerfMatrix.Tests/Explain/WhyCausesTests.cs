using PerfMatrix.Explain;
using PerfMatrix.Gate;
using PerfMatrix.Reporting.Verdicts;
using PerfMatrix.Tests.GitHub;
using PerfMatrix.Tests.Results;

namespace PerfMatrix.Tests.Explain;

public sealed class WhyCausesTests
{
    private const string Explained = "hello-minimal/net10.0/server/2c";

    /// <summary>The first is that of an application with EF Core: docs/evidence.md.</summary>
    [Theory]
    [InlineData(-364.48, 770.09, "Orders.Total +28.65 us per request [+5.35 +51.95]")]
    [InlineData(0, 405.6, "Orders.Total +28.65 us per request [+5.35 +51.95]")]
    [InlineData(0.01, 405.59, "Orders.Total +28.65 us [+5.35 +51.95] of +202.80 us CPU per request")]
    [InlineData(-405.59, -0.01, "Orders.Total +28.65 us per request [+5.35 +51.95]")]
    public void A_difference_that_may_be_none_or_goes_the_other_way_is_not_named_beside_a_method(double low, double high, string expected)
    {
        var explained = new CellExplanation
        {
            Cell = Explained,
            Rounds = 3,
            CpuDifference = new((low + high) / 2, low, high),
            Cpu = [new("Orders.Total", "Shop", 28.65, 5.35, 51.95, 28, 28.65, null, null)],
            Unattributed = 174.15,
        };
        var why = new WhyDocument { Base = new("main"), Head = new("the change"), Cells = [explained] };

        var cause = WhyCauses.Added(WrittenVerdicts.Of(WrittenVerdicts.Cell(Explained, Verdict.Worse)), why).Cells[0].Cause!;

        Assert.Equal(expected, CauseWords.Of(cause));
        Assert.Equal(low > 0 ? (double?)174.15 : null, cause.Unattributed);
        Assert.StartsWith(low > 0 || high < 0 ? "  Not attributed: +174.15 us of CPU/req"
            : "  Not attributed: unknown, because the traced rounds only show that CPU/req changed by [",
            Assert.Single(WhyReport.Lines(why), line => line.StartsWith("  Not attributed:", StringComparison.Ordinal)), StringComparison.Ordinal);
        Assert.Equal(174.15, WhyDocument.File.Parse(WhyDocument.File.Format(why), "why.json").Cells[0].Unattributed);
    }

    /// <summary>That of the picture in the README: the traced rounds say +89 us [-59 +237], the measured ones +20.4 %.</summary>
    [Theory]
    [InlineData(-59.29, 237.34, 17.6, Verdict.Worse,
        "Orders.Total +24.72 us [+14.60 +34.84] of about +48 us CPU per request")]
    [InlineData(-59.29, 237.34, 2_740.0, Verdict.Worse, "Orders.Total +24.72 us per request [+14.60 +34.84]")]
    [InlineData(59.29, 118.77, 17.6, Verdict.Worse, "Orders.Total +24.72 us [+14.60 +34.84] of +89.03 us CPU per request")]
    [InlineData(-118.77, -59.29, 17.6, Verdict.Worse,
        "Orders.Total +24.72 us [+14.60 +34.84] of about +48 us CPU per request")]
    [InlineData(-59.29, 237.34, 17.6, Verdict.Unknown, "Orders.Total +24.72 us per request [+14.60 +34.84]")]
    [InlineData(-59.29, 237.34, null, Verdict.Worse, "Orders.Total +24.72 us per request [+14.60 +34.84]")]
    [InlineData(-59.29, 237.34, -100.0, Verdict.Worse, "Orders.Total +24.72 us per request [+14.60 +34.84]")]
    public void Where_the_traced_difference_may_be_none_the_measured_one_is_told_instead(
        double low, double high, double? overhead, Verdict ofCpu, string expected)
    {
        var explained = new CellExplanation
        {
            Cell = Explained,
            BaseCpuPerRequest = 276.58,
            CpuDifference = new((low + high) / 2, low, high),
            Cpu = [new("Orders.Total", "Shop", 24.72, 14.6, 34.84, 24, 24.72, null, null)],
            OverheadPercent = overhead,
        };
        var why = new WhyDocument { Base = new("main"), Head = new("the change"), Cells = [explained] };
        var cpu = WrittenVerdicts.Cell(Explained, ofCpu) with { Metric = "cpuPerRequest", EffectPercent = 20.4 };

        var verdict = WhyCauses.Added(WrittenVerdicts.Of(WrittenVerdicts.Cell(Explained, Verdict.Worse), cpu), why);

        Assert.Equal(expected, CauseWords.Of(verdict.Cells[0].Cause!));
        SchemaCheck.AssertFits("verdict", VerdictDocument.File.Format(verdict));
    }

    [Theory]
    [InlineData("cpuPerRequest", Verdict.Worse, -3.0, -1.0, false)]
    [InlineData("cpuPerRequest", Verdict.Worse, -3.0, 1.0, true)]
    [InlineData("cpuPerRequest", Verdict.Worse, 1.0, 3.0, true)]
    [InlineData("cpuPerRequest", Verdict.Better, 1.0, 3.0, false)]
    [InlineData("cpuPerRequest", Verdict.Better, -3.0, -1.0, true)]
    [InlineData("throughput", Verdict.Worse, -3.0, -1.0, true)]
    public void CPU_time_that_tracing_turns_round_has_no_cause(string metric, Verdict verdict, double low, double high, bool hasCause)
    {
        var explained = new CellExplanation
        {
            Cell = Explained,
            CpuDifference = new((low + high) / 2, low, high),
            Cpu = [new("Orders.Total", "Shop", 0.61, 0.5, 0.7, 0.6, 0.61, null, null),
                new("Orders.Sum", "Shop", -0.61, -0.7, -0.5, -0.6, -0.61, null, null)],
            Events = [new(CauseEvent.Exception, "FormatException", 0.125, 0.12, 0.13, "Orders.Parse", null, null, ["Orders.Parse"])],
        };
        var why = new WhyDocument { Base = new("main"), Head = new("the change"), Cells = [explained] };
        var cell = WrittenVerdicts.Cell(Explained, verdict) with { Metric = metric };

        Assert.Equal(hasCause, WhyCauses.Added(WrittenVerdicts.Of(cell), why).Cells[0].Cause is not null);
    }

    [Theory]
    [InlineData("gcPauseShare", "Pause induced")]
    [InlineData("gcPauseTotal", "Pause induced")]
    [InlineData("peakRss", "System.Byte[]")]
    [InlineData("startup", null)]
    public void What_kind_of_cause_a_metric_has_is_in_the_table_of_metrics(string metric, string? expected)
    {
        var explained = new CellExplanation
        {
            Cell = Explained,
            Allocations = [new("System.Byte[]", 100, 90, 110, "Orders.Load", ["Orders.Load"])],
            Events = [new(CauseEvent.Pause, "induced", 0.5, 0.4, 0.6, "Orders.Collect", null, null, ["Orders.Collect"])],
        };
        var why = new WhyDocument { Base = new("main"), Head = new("the change"), Cells = [explained] };
        var judged = WrittenVerdicts.Of(WrittenVerdicts.Cell(Explained, Verdict.Worse) with { Metric = metric });

        var cause = WhyCauses.Added(judged, why).Cells[0].Cause;

        Assert.Equal(expected, cause is null ? null : $"{cause.Event} {cause.Type}".Trim());
        Assert.Equal(expected is null, WhyCauses.NotLookedAt(judged).Contains("Traces do not explain Start-up."));
    }

    /// <summary>The method takes 5 % more of the CPU time of a request.</summary>
    [Theory]
    [InlineData("latencyP99", Verdict.Worse, 97, Verdict.Unknown, "More CPU time, beside the change of p99 in ")]
    [InlineData("latencyP99", Verdict.Worse, 97, Verdict.Worse, "More CPU time, beside the change of p99 in ")]
    [InlineData("latencyP99", Verdict.Worse, 24, Verdict.Unknown, "Cause of p99 in ")]
    [InlineData("latencyP99", Verdict.Worse, null, Verdict.Unknown, "Cause of p99 in ")]
    [InlineData("latencyP90", Verdict.Worse, 24, Verdict.Unknown, "Cause of p90 in ")]
    [InlineData("throughput", Verdict.Worse, 97, Verdict.Same, "More CPU time, beside the change of Throughput in ")]
    [InlineData("throughput", Verdict.Better, -97, Verdict.Same, "Less CPU time, beside the change of Throughput in ")]
    [InlineData("throughput", Verdict.Better, -24, Verdict.Same, "Cause of Throughput in ")]
    [InlineData("pacedLatencyP99", Verdict.Worse, 6, Verdict.Unknown, "More CPU time, beside the change of ")]
    [InlineData("pacedLatencyP99", Verdict.Worse, 97, Verdict.Better, "More CPU time, beside the change of ")]
    [InlineData("pacedLatencyP99", Verdict.Worse, 97, Verdict.Worse, "Cause of ")]
    public void A_method_that_accounts_for_too_little_of_a_change_is_no_cause_of_it(
        string metric, Verdict ofMetric, int? percent, Verdict ofCpu, string expected)
    {
        var explained = new CellExplanation
        {
            Cell = Explained,
            BaseCpuPerRequest = 12.2,
            Cpu = [new("Orders.Total", "Shop", 0.61, 0.5, 0.7, 0.6, 0.61, null, null),
                new("Orders.Sum", "Shop", -0.61, -0.7, -0.5, -0.6, -0.61, null, null)],
        };
        var starved = explained with { Events = [new(CauseEvent.Starvation, "thread pool", 0.0002, 0.0001, 0.0003, null, null, null, [])] };
        var why = new WhyDocument { Base = new("main"), Head = new("the change"), Cells = [explained] };
        var cell = WrittenVerdicts.Cell(Explained, ofMetric) with { Metric = metric, EffectPercent = percent };
        var judged = WrittenVerdicts.Of(cell, WrittenVerdicts.Cell(Explained, ofCpu) with { Metric = "cpuPerRequest" });

        var verdict = WhyCauses.Added(judged, why);

        Assert.StartsWith(expected, VerdictReport.Causes(verdict)[0], StringComparison.Ordinal);
        Assert.Equal(expected.StartsWith("Cause", StringComparison.Ordinal), !verdict.Cells[0].Cause!.TooSmall);
        SchemaCheck.AssertFits("verdict", VerdictDocument.File.Format(verdict));
        // What is named instead, where there is anything that makes requests wait.
        Assert.Equal(expected.StartsWith("More", StringComparison.Ordinal) ? (CauseEvent?)CauseEvent.Starvation : null,
            WhyCauses.Added(judged, why with { Cells = [starved] }).Cells[0].Cause!.Event);
    }
}
