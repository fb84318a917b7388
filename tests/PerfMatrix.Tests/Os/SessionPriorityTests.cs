using PerfMatrix.Shared.Os;

namespace PerfMatrix.Tests.Os;

public sealed class SessionPriorityTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("0")]
    [InlineData("7")]
    [InlineData("-5")]
    public void It_goes_back_to_what_it_was(string before)
    {
        var file = _folder.Write("autogroup", $"/autogroup-42 nice {before}\n");
        var session = new SessionPriority(file);

        Assert.True(session.Raise(-20));
        Assert.Equal("-20", File.ReadAllText(file));
        session.Restore();
        Assert.Equal(before, File.ReadAllText(file));
    }

    [Fact]
    public void Who_finds_it_raised_leaves_it_to_the_one_who_raised_it()
    {
        var file = _folder.Write("autogroup", "/autogroup-42 nice -20\n");
        var second = new SessionPriority(file);

        Assert.False(second.Raise(-20));
        second.Restore();
        Assert.Equal("/autogroup-42 nice -20\n", File.ReadAllText(file));
    }

    [Fact]
    public void Without_autogroups_there_is_nothing_to_raise() => Assert.False(new SessionPriority(_folder["none"]).Raise(-20));
}
