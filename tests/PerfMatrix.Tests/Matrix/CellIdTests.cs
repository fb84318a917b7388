using PerfMatrix.Matrix;
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
        var choice = CellId.Read(Definitions.Checkout, id, s_six);

        Assert.Equal(("hello-minimal", "net10.0", "server", cores),
            (choice[Axis.Scenario]!.Single(), choice[Axis.Runtime]!.Single(), choice[Axis.Gc]!.Single(), choice[Axis.Cores]!.Single()));
    }

    [Theory]
    [InlineData("hello-minimal/net10.0/server/2c", "none")]
    [InlineData("hello-minimal/net10.0/server/2c/512MiB", "512MiB")]
    public void A_limit_of_memory_is_a_last_part_that_most_ids_lack(string id, string memory) =>
        Assert.Equal([memory], CellId.Read(Definitions.Checkout, id, s_six)[Axis.Memory]);

    [Fact]
    public void An_exact_patch_stays_one() =>
    Assert.Equal(["net10.0@10.0.12"], CellId.Read(Definitions.Checkout, "values/net10.0@10.0.12/datas/2c", s_six)[Axis.Runtime]);

    [Theory]
    [InlineData("hello-minimal", "expected scenario/runtime/gc/cores")]
    [InlineData("hello-minimal/net10.0/server/2", "expected scenario/runtime/gc/cores")]
    [InlineData("hello-minimal/net10.0/server/2c/512MiB/x", "expected scenario/runtime/gc/cores")]
    [InlineData("hello-minimal/net10.0/server/2c/3MiB", "unknown memory '3MiB'")]
    [InlineData("hello-minimall/net10.0/server/2c", "did you mean 'hello-minimal'?")]
    [InlineData("hello-minimal/net10/server/2c", "unknown runtime 'net10'")]
    [InlineData("hello-minimal/net10.0/server/5c", "unknown cores '5'")]
    public void What_is_no_cell_is_an_error_that_names_the_part(string id, string expected) =>
        Assert.Contains(expected, Assert.Throws<UsageException>(() => CellId.Read(Definitions.Checkout, id, s_six)).Message);
}
