using System.Net;
using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Crank;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Drivers.Crank;

public sealed class PlacementTests
{
    private static readonly CrankLane s_one = new(new Uri("http://10.0.0.2:5010"), new Uri("http://10.0.0.2:5010"), "10.0.0.2", IPAddress.Any, 5100);
    private static readonly CrankLane s_apart = s_one with { Load = new Uri("http://10.0.0.3:5010") };

    [Fact]
    public void On_this_machine_a_block_stays_as_it_was_planned()
    {
        var block = Block(cores: 2);
        Assert.Same(block, Placement.Of(block, s_one, machine: null));
    }

    [Fact]
    public void Elsewhere_a_block_gets_the_CPUs_of_that_machine_whatever_was_planned_here()
    {
        var placed = Placement.Of(Block(cores: 2), s_one, Machine(4, 5, 6, 7));
        Assert.Equal([4, 5], placed.ApplicationCpus);
        Assert.Equal([6, 7], placed.LoadCpus);
    }

    [Fact]
    public void A_load_on_a_machine_of_its_own_is_not_pinned()
    {
        var placed = Placement.Of(Block(cores: 2), s_apart, Machine(4, 5, 6, 7));
        Assert.Equal([4, 5], placed.ApplicationCpus);
        Assert.Empty(placed.LoadCpus);
    }

    [Fact]
    public void A_machine_with_too_few_CPUs_is_named_with_what_it_has()
    {
        var error = Assert.Throws<DriverException>(() => Placement.Of(Block(cores: 8), s_one, Machine(0, 1, 2, 3)));
        Assert.Equal("Block hello-minimal-8c needs 8 CPUs, and http://10.0.0.2:5010/ has 4.", error.Message);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Whether_crank_can_keep_a_job_on_its_CPUs_is_what_its_machine_says(bool canLimit) =>
    Assert.Equal(canLimit, Placement.CanLimit(Machine(0) with { CanLimit = canLimit }));

    private static BlockDeployment Block(int cores)
    {
        var block = RunSamples.BlockOf($"hello-minimal-{cores}c", [RunSamples.CellOf("net10.0", "workstation", cores: cores)]);
        var application = new Application("/", "app", [], new Dictionary<string, string>(), "/", TimeSpan.FromSeconds(1));
        return new BlockDeployment(block, [application], new LoadSettings(), MeasureSamples.Shortest, [0, 1], [2, 3], Seed: 1);
    }

    private static MachineReading Machine(params int[] cpus) => RunSamples.AgentMachine with { Cpus = cpus };
}
