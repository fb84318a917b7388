using PerfMatrix.Drivers;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Results;

namespace PerfMatrix.Tests.Measurement.Paired;

public sealed class SideBuildDriverTests
{
    [Theory]
    [InlineData(Side.Base, "base, main (aaaaaaaa), does not build, so there is nothing to compare with; choose another base. A.csproj could not be published")]
    [InlineData(Side.Head, "head, topic (bbbbbbbb), does not build, so it cannot be compared: A.csproj could not be published")]
    public async Task What_does_not_build_on_an_agent_ends_the_comparison_with_its_side(Side side, string message)
    {
        var variant = new Variant(new Cell("s", new RuntimeSelector("net10.0", null), "server", 2), side, 0);
        var driver = new ScriptedDriver { BeforeRound = (_, _) => throw new ApplicationBuildException(variant, "A.csproj could not be published") };
        var trees = new PairedTrees(Tree("main", 'a'), Tree("topic", 'b'));
        var deployment = new BlockDeployment(new Block("b", "s", 2, [variant]), [], new(), MeasureSamples.Shortest, [], [], Seed: 1);

        var error = await Assert.ThrowsAsync<SideBuildException>(async () =>
        {
            await foreach (var _ in new SideBuildDriver(driver, trees).MeasureAsync(deployment, new Progress<BlockProgress>(), TestContext.Current.CancellationToken))
                Assert.Fail("nothing is measured");
        });

        Assert.Equal((side, message), (error.Side, error.Message));
    }

    private static SideTree Tree(string name, char digit) => new("/nowhere", name, new SourceInfo(null, new string(digit, 40), name, Dirty: false), null);
}
