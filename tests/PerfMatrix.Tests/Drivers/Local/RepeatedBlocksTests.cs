namespace PerfMatrix.Tests.Drivers.Local;

/// <summary>Deployments one after the other. It takes longest of all tests with the local driver, so it waits for none of them: its class is its
/// own.</summary>
[Trait("kind", "processes")]
public sealed class RepeatedBlocksTests
{
    [Fact]
    public async Task Twenty_blocks_in_a_row_leave_no_process_and_no_file()
    {
        using var block = new LocalBlock();
        for (var run = 0; run < 20; run++)
        {
            var rounds = await block.MeasureAsync(["none"], change: deployment => deployment with
            {
                Measure = deployment.Measure with { Rounds = 1 },
            });
            Assert.Single(rounds);
            LocalDriverTests.AssertNothingLeft(block);
        }
    }
}
