namespace PerfMatrix.Tests.Matrix;

public sealed class CpuPlacementTests
{
    [Fact]
    public void The_load_generator_gets_the_cpus_the_application_leaves()
    {
        var placement = CpuPlacement.Of(2, [0, 1, 2, 5]);

        Assert.Equal([0, 1], placement.Application);
        Assert.Equal([2, 5], placement.Load);
        Assert.Equal("applications on CPU 0-1, load generator on CPU 2,5", placement.Description);
    }

    [Fact]
    public void When_none_is_left_they_share_and_say_so()
    {
        var placement = CpuPlacement.Of(2, [4, 5]);

        Assert.True(placement.IsShared);
        Assert.Equal(placement.Application, placement.Load);
        Assert.Contains("shared with the load generator", placement.Description);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    public void Counts_that_a_plan_never_has_are_refused(int cores) =>
    Assert.Throws<ArgumentOutOfRangeException>(() => CpuPlacement.Of(cores, [0, 1]));

    [Fact]
    public void Ranges_are_written_as_taskset_reads_them() => Assert.Equal("0-2,4,6-7", CpuPlacement.Ranges([7, 0, 1, 2, 4, 6]));
}
