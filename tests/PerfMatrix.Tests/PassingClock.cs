namespace PerfMatrix.Tests;

/// <summary>A clock whose pauses pass at once, and are remembered.</summary>
internal sealed class PassingClock(DateTimeOffset now) : TimeProvider
{
    public List<TimeSpan> Pauses { get; } = [];

    public override DateTimeOffset GetUtcNow() => now;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        Pauses.Add(dueTime);
        now += dueTime;
        return base.CreateTimer(callback, state, TimeSpan.Zero, period);
    }
}
