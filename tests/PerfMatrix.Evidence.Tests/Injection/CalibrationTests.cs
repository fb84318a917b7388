using PerfMatrix.Evidence.Injection;
using PerfMatrix.Gate;
using PerfMatrix.Shared;

namespace PerfMatrix.Evidence.Tests.Injection;

public sealed class CalibrationTests
{
    private readonly List<(int Steps, int Rounds)> _measured = [];

    [Fact]
    public void A_known_burn_gives_the_share_of_a_step_whatever_one_round_says()
    {
        var point = CalibrationPoint.Of(10_000, Comparison((15, 27.4), (15.2, 27.5), (14.9, 80), (15.1, 27.5), (15, 27.4)));

        Assert.Equal(82.5, point.Percent, 1.0);
    }

    [Theory]
    [InlineData(3.0, 5.0, 10.0)]
    [InlineData(5.0)]
    [InlineData(2.0, 80.0)]
    public async Task A_size_is_met_although_a_step_costs_more_in_a_small_burn(params double[] percents)
    {
        var calibration = await Calibration.MeasureAsync(percents, Measure);

        Assert.All(percents, percent => Assert.InRange(Cost(calibration.StepsFor(percent)) / percent, 0.92, 1.08));
    }

    [Fact]
    public async Task The_first_burn_is_large_and_the_next_is_near_the_largest_size_which_is_near_enough_to_the_others()
    {
        var calibration = await Calibration.MeasureAsync([3, 5, 10], Measure);

        Assert.Equal([5, 12], _measured.Select(one => one.Rounds));
        Assert.Equal(Calibration.KnownSteps, _measured[0].Steps);
        Assert.InRange(calibration.Points[1].Percent, 10, 15);
    }

    [Fact]
    public async Task A_size_near_the_first_burn_needs_no_other()
    {
        await Calibration.MeasureAsync([50], Measure);

        Assert.Single(_measured);
    }

    [Fact]
    public async Task A_small_burn_that_a_disturbed_machine_does_not_tell_is_left_out()
    {
        var calibration = await Calibration.MeasureAsync([5], async (steps, rounds) => steps == Calibration.KnownSteps ? await Measure(steps, rounds)
            : Comparison((15, 11), (15, 17), (15, 22), (15, 14), (15, 16)));

        Assert.Equal(Calibration.KnownSteps, Assert.Single(calibration.Points).Steps);
    }

    [Fact]
    public void The_smallest_burn_is_one_step() => Assert.Equal(1, new Calibration([new(1000, 100_000)]).StepsFor(0.1));

    [Fact]
    public void A_burn_that_does_not_show_is_no_calibration() => Assert.Contains(
        "calibration: 500 steps of burn changed the CPU time of a request by -6.7 %",
        Assert.Throws<IncompleteException>(() => CalibrationPoint.Of(500, Comparison((15, 14), (15, 14))).RequireShown()).Message,
        StringComparison.Ordinal);

    [Fact]
    public void Without_cpu_time_there_is_no_calibration() =>
        Assert.Contains("MapPerfMatrixProbe", Assert.Throws<IncompleteException>(() => CalibrationPoint.Of(1, Comparison((0, 14)))).Message,
            StringComparison.Ordinal);

    // In percent of a request: the further burns are apart, the less the cost of a step in one tells that in the other.
    private static double Cost(int steps) => 0.012 * steps / (1 + (steps / 25_000.0));

    private Task<ComparisonDocument> Measure(int steps, int rounds)
    {
        _measured.Add((steps, rounds));
        return Task.FromResult(Comparison([.. Enumerable.Range(0, rounds).Select(
            round => (15.0 + (0.1 * (round % 3)), (15.0 + (0.1 * (round % 3))) * (1 + (Cost(steps) / 100)) * (1 + (0.002 * ((round % 3) - 1)))))]));
    }

    private static ComparisonDocument Comparison(params (double Base, double Head)[] rounds) => new()
    {
        Base = new("base"),
        Head = new("head"),
        Runs = [],
        Cells = [],
        Pairs = [new("cell", "cpuPerRequest", "run", "block", [.. rounds.Select(
            (round, i) => new PairRound(i + 1, round.Base, round.Head, round.Base > 0 ? Math.Log(round.Head / round.Base) : null))])],
        Canaries = [],
        Differences = [],
        Warnings = [],
    };
}
