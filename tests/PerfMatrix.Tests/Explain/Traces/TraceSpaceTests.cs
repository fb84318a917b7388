using PerfMatrix.Explain.Traces;

namespace PerfMatrix.Tests.Explain.Traces;

public sealed class TraceSpaceTests
{
    [Fact]
    public void All_traces_of_a_cell_share_their_room_and_what_is_too_much_is_said()
    {
        var space = new TraceSpace(100L << 20);

        Assert.Equal(TraceSpace.LargestFile, space.Left);
        Assert.True(space.Take(60L << 20));
        Assert.Equal(40L << 20, space.Left);
        Assert.Equal("its trace became larger than 48 MB", space.Words);
        Assert.False(space.Take(41L << 20));
        Assert.Equal(0, space.Left);
        Assert.Equal("all traces together reached 100 MB, the most there is room for", space.Words);
    }

    [Fact]
    public void With_two_files_being_read_they_take_1200_MB_at_most() =>
        Assert.InRange(TraceSpace.Most + (4 * TraceSpace.LargestFile), 0, 1200L << 20);
}
