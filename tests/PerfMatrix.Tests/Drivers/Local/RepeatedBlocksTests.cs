namespace PerfMatrix.Tests.Drivers.Local;

/// <summary>Deployments one after the other, in the same place. Each is looked at, as those of <see cref="LocalDriverTests"/> are: what every block
/// leaves is found in the first, and the others are for what one leaves now and then.</summary>
[Trait("kind", "processes")]
public sealed class RepeatedBlocksTests
{
    [Fact]
    public async Task Blocks_in_a_row_leave_no_process_and_no_file()
    {
        using var block = new LocalBlock();
        for (var run = 0; run < 4; run++)
        {
            Assert.Single(await block.MeasureAsync(["none"], count: 1));
            LocalDriverTests.AssertNothingLeft(block);
        }
    }
}
