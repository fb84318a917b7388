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
    [InlineData(-405.59, -0.01, "Orders.Total +28.65 us [+5.35 +51.95] of -202.80 us CPU per request")]
    public void A_difference_that_may_be_none_is_named_neither_beside_a_method_nor_by_what_is_left_of_it(double low, double high, string expected)
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

        var isNamed = low > 0 || high < 0;
        Assert.Equal(expected, CauseWords.Of(cause));
        Assert.Equal(isNamed ? (double?)174.15 : null, cause.Unattributed);
        Assert.Equal(isNamed, WhyReport.Lines(why).Contains("  Not attributed: +174.15 us of CPU/req"));
        Assert.Equal(174.15, WhyDocument.File.Parse(WhyDocument.File.Format(why), "why.json").Cells[0].Unattributed);
    }

    /// <summary>That of the picture in the README: the traced rounds say +89 us [-59 +237], the measured ones +20.4 %.</summary>
    [Theory]
    [InlineData(-59.29, 237.34, 17.6, Verdict.Worse,
        "Orders.Total +24.72 us per request [+14.60 +34.84]; measured rounds: about +48 us of CPU per request")]
    [InlineData(-59.29, 237.34, 2_740.0, Verdict.Worse,
        "Orders.Total +24.72 us per request [+14.60 +34.84]; measured rounds: about +2.0 us of CPU per request")]
    [InlineData(59.29, 118.77, 17.6, Verdict.Worse, "Orders.Total +24.72 us [+14.60 +34.84] of +89.03 us CPU per request")]
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
            CpuDifference = new(89.03, low, high),
            Cpu = [new("Orders.Total", "Shop", 24.72, 14.6, 34.84, 24, 24.72, null, null)],
            OverheadPercent = overhead,
        };
        var why = new WhyDocument { Base = new("main"), Head = new("the change"), Cells = [explained] };
        var cpu = WrittenVerdicts.Cell(Explained, ofCpu) with { Metric = "cpuPerRequest", EffectPercent = 20.4 };

        var verdict = WhyCauses.Added(WrittenVerdicts.Of(WrittenVerdicts.Cell(Explained, Verdict.Worse), cpu), why);

        Assert.Equal(expected, CauseWords.Of(verdict.Cells[0].Cause!));
        SchemaCheck.AssertFits("verdict", VerdictDocument.File.Format(verdict));
    }
}
