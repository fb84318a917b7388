using PerfMatrix.Gate;
using PerfMatrix.Measurement;

namespace PerfMatrix.Tests.Measurement.Paired;

public sealed class LookTests
{
    private static readonly GatePolicy s_policy = new();

    [Fact]
    public void A_decision_that_waits_for_nothing_ends_the_measurement() => Assert.Null(Look.Next([], (_, _) => 7, s_policy));

    [Fact]
    public void Stage_1_is_finished_before_suspects_are_measured()
    {
        var look = Look.Next([Want("a", Stage.Confirm, 18), Want("b", Stage.Screen, 3), Want("c", Stage.Screen, 3)], (_, _) => 7, s_policy)!;

        Assert.Equal((Stage.Screen, 3), (look.Stage, look.Rounds));
        Assert.Equal(["b", "c"], look.Cells);
    }

    [Fact]
    public void Cells_that_wait_for_fewer_rounds_come_first()
    {
        var look = Look.Next([Want("a", Stage.Confirm, 18), Want("b", Stage.Confirm, 1)], (_, _) => 0, s_policy)!;

        Assert.Equal(["b"], look.Cells);
        Assert.Equal(1, look.Rounds);
    }

    [Theory]
    [InlineData(Stage.Screen, 36, 1)]
    [InlineData(Stage.Confirm, 60, 1)]
    [InlineData(Stage.Confirm, 45, 18)]
    public void Rounds_that_fail_again_and_again_are_given_up(Stage stage, int spent, int more)
    {
        Assert.Null(Look.Next([Want("a", stage, more)], (_, _) => spent, s_policy));
        Assert.NotNull(Look.Next([Want("a", stage, more)], (_, _) => spent - more, s_policy));
    }

    private static WantedRounds Want(string cell, Stage stage, int more) => new(new ComparedCell(new("s", "net10.0", "server", 2)
    {
        Id = cell,
    }), stage, ["throughput"], more, more);
}
