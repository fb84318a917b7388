using PerfMatrix.Launcher.Application;

namespace PerfMatrix.Launcher.Tests.Application;

public sealed class RefusalsTests
{
    private readonly PassingClock _clock = new();

    [Theory]
    [InlineData(302)]
    [InlineData(400)]
    [InlineData(401)]
    [InlineData(403)]
    [InlineData(404)]
    [InlineData(405)]
    public void The_same_refusal_for_five_seconds_is_final(int status)
    {
        var refusals = new Refusals(_clock);
        Assert.False(refusals.AreFinal(status));
        _clock.Pass(TimeSpan.FromSeconds(4.9));
        Assert.False(refusals.AreFinal(status));
        _clock.Pass(TimeSpan.FromSeconds(0.1));
        Assert.True(refusals.AreFinal(status));
    }

    [Theory]
    [InlineData(null)]
    [InlineData(408)]
    [InlineData(425)]
    [InlineData(429)]
    [InlineData(500)]
    [InlineData(503)]
    public void What_may_pass_is_never_final(int? status)
    {
        var refusals = new Refusals(_clock);
        for (var second = 0; second < 60; second++)
        {
            Assert.False(refusals.AreFinal(status));
            _clock.Pass(TimeSpan.FromSeconds(1));
        }
    }

    [Fact]
    public void Another_answer_in_between_begins_the_time_anew()
    {
        var refusals = new Refusals(_clock);
        foreach (int? status in new int?[] { 404, 404, null, 404, 401, 404 })
        {
            Assert.False(refusals.AreFinal(status));
            _clock.Pass(TimeSpan.FromSeconds(4));
        }
    }

    private sealed class PassingClock : TimeProvider
    {
        private long _ticks;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => _ticks;

        public void Pass(TimeSpan time) => _ticks += time.Ticks;
    }
}
