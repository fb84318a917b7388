using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Matrix;

public sealed class CellIdTests
{
    private static readonly MachineLimits s_six = new(6);

    [Theory]
    [InlineData("hello-minimal/net10.0/server/2c", "2")]
    [InlineData("hello-minimal/net10.0/server/6c", "all")]
    public void An_id_names_a_value_of_every_axis(string id, string cores)
    {
        var choice = CellId.Find(Definitions.Checkout, id, s_six);

        Assert.Equal(("hello-minimal", "net10.0", "server", cores),
            (choice[Axis.Scenario]!.Single(), choice[Axis.Runtime]!.Single(), choice[Axis.Gc]!.Single(), choice[Axis.Cores]!.Single()));
    }

    [Fact]
    public void A_limit_of_cpu_time_is_found_with_and_without_one_of_memory() => Assert.All(
        ["hello-minimal/net10.0/server/2c/cpu-1500m", "hello-minimal/net10.0/server/2c/256MiB/cpu-1500m"],
        id => Assert.Equal(["1500m"], CellId.Find(Definitions.Checkout, id, s_six)[Axis.CpuLimit]));

    [Theory]
    [InlineData("hello-minimal/net10.0/server/2c", "none")]
    [InlineData("hello-minimal/net10.0/server/2c/512MiB", "512MiB")]
    public void A_limit_of_memory_is_a_last_part_that_most_ids_lack(string id, string memory) =>
        Assert.Equal([memory], CellId.Find(Definitions.Checkout, id, s_six)[Axis.Memory]);

    [Fact]
    public void An_exact_patch_stays_one() =>
    Assert.Equal(["net10.0@10.0.12"], CellId.Find(Definitions.Checkout, "values/net10.0@10.0.12/datas/2c", s_six)[Axis.Runtime]);

    [Theory]
    [InlineData("async-tasks/Baseline/net10.0/workstation/2c", "async-tasks/Baseline", "workstation")]
    [InlineData("async-tasks-short/Baseline/net10.0/workstation/2c", "async-tasks-short/Baseline", "workstation")]
    [InlineData("values/net10.0/server-heaps-3/2c/1GiB", "values", "server-heaps-3")]
    public void A_scenario_may_be_a_case_and_a_mode_the_member_of_a_family(string id, string scenario, string gc)
    {
        var choice = CellId.Find(Definitions.Checkout, id, s_six);

        Assert.Equal((scenario, gc), (choice[Axis.Scenario]!.Single(), choice[Axis.Gc]!.Single()));
        Assert.Equal(id, PlannedCellOf(choice).Id);
    }

    [Theory]
    [InlineData("hello", "expected a cell as reports name it")]
    [InlineData("hello-minimal/net10.0/server/2", "did you mean 'hello-minimal/net10.0/server/2c'?")]
    [InlineData("hello-minimal/net10.0/server/2c/513MiB", "did you mean 'hello-minimal/net10.0/server/2c/512MiB'?")]
    [InlineData("hello-minimall/net10.0/server/2c", "did you mean 'hello-minimal/net10.0/server/2c'?")]
    [InlineData("hello-minimal/net10.00/server/2c", "did you mean 'hello-minimal/net10.0/server/2c'?")]
    [InlineData("async-tasks/Base/net10.0/server/2c", "did you mean 'async-tasks/Baseline/net10.0/server/2c'?")]
    public void What_is_no_cell_is_an_error_with_the_nearest_one(string id, string expected) =>
        Assert.Contains(expected, Assert.Throws<UsageException>(() => CellId.Find(Definitions.Checkout, id, s_six)).Message);

    /// <summary>The only cell that a plan has with the choice.</summary>
    private static Cell PlannedCellOf(AxisChoice choice) =>
        MatrixExpansion.Expand(
            Definitions.Checkout, Selection.Resolve(Definitions.Checkout, MatrixDefinition.ComparisonSubset, choice), s_six, _ => null).Single().Cell;
}
