using PerfMatrix.Gate;
using PerfMatrix.Metrics;
using PerfMatrix.Protocol;
using PerfMatrix.Selftest;

namespace PerfMatrix.Tests.Selftest;

public sealed class CalibrationTests
{
    [Fact]
    public void A_known_burn_gives_the_cost_of_a_step()
    {
        var calibration = Calibration.Of(Comparison((15, 27.4), (15.2, 27.5), (14.9, 80), (15.1, 27.5), (15, 27.4)));

        Assert.Equal(15, calibration.RequestMicroseconds);
        Assert.Equal(1.24, calibration.StepNanoseconds, 0.01);
        Assert.Equal(605, calibration.StepsFor(5), 6.0);
        Assert.Equal("10000", Calibration.Environment[InjectionVariables.Burn]);
    }

    [Fact]
    public void The_smallest_burn_is_one_step() => Assert.Equal(1, new Calibration(0.001, 1000).StepsFor(0.1));

    [Fact]
    public void A_burn_that_does_not_show_is_no_calibration() =>
        Assert.Contains("changed the CPU time of a request by -1.0 us", Assert.Throws<IncompleteException>(() => Calibration.Of(Comparison((15, 14), (15, 14)))).Message, StringComparison.Ordinal);

    [Fact]
    public void Without_cpu_time_there_is_no_calibration() =>
        Assert.Contains("MapPerfMatrixProbe", Assert.Throws<IncompleteException>(() => Calibration.Of(Comparison((0, 14)))).Message, StringComparison.Ordinal);

    private static ComparisonDocument Comparison(params (double Base, double Head)[] rounds) => new()
    {
        Base = new("base"),
        Head = new("head"),
        Runs = [],
        Cells = [],
        Pairs = [new("cell", MetricNames.CpuPerRequest, "run", "block", [.. rounds.Select((round, i) => new PairRound(i + 1, round.Base, round.Head, Math.Log(round.Head / round.Base)))])],
        Canaries = [],
        Differences = [],
        Warnings = [],
    };
}
