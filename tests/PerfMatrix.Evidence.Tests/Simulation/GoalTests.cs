using PerfMatrix.Evidence.Simulation;

namespace PerfMatrix.Evidence.Tests.Simulation;

public sealed class GoalTests
{
    [Theory]
    [InlineData(0, 2000, GoalState.Met)]
    [InlineData(0, 50, GoalState.Open)]
    [InlineData(20, 2000, GoalState.Open)]
    [InlineData(100, 2000, GoalState.Missed)]
    public void A_small_share_is_met_missed_or_open(int red, int trials, GoalState expected) =>
        Assert.Equal(expected, Goal.AtMost(Quantity.Red, 1).By(Share.OfSome(red, trials)).State);

    [Theory]
    [InlineData(1990, GoalState.Met)]
    [InlineData(1900, GoalState.Open)]
    [InlineData(1700, GoalState.Missed)]
    public void A_large_share_is_met_missed_or_open(int found, GoalState expected) =>
        Assert.Equal(expected, Goal.AtLeast(Quantity.Power, 95).By(Share.OfSome(found, 2000)).State);

    [Theory]
    [InlineData(0, GoalState.Met)]
    [InlineData(1, GoalState.Missed)]
    public void Never_is_missed_by_the_first_time(int times, GoalState expected) =>
        Assert.Equal(expected, Goal.AtMost(Quantity.WrongDirection, 0).By(Share.OfSome(times, 20)).State);

    [Fact]
    public void What_was_not_measured_is_open() => Assert.Equal(GoalState.Open, Goal.AtMost(Quantity.Red, 1).By(null).State);
}
