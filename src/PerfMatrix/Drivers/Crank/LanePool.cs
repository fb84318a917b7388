using System.Net;

namespace PerfMatrix.Drivers.Crank;

/// <summary>Hands out lanes, each to one block at a time, and forgets those whose agent is gone.</summary>
internal sealed class LanePool(IReadOnlyList<CrankLane> lanes)
{
    private readonly Lock _lock = new();
    private readonly Queue<CrankLane> _free = new(lanes);
    private readonly Queue<TaskCompletionSource<CrankLane>> _waiting = new();
    private int _alive = lanes.Count;
    private AgentGoneException? _lastGone;

    public Task<CrankLane> TakeAsync(CancellationToken cancellation)
    {
        lock (_lock)
        {
            if (_alive == 0) return Task.FromException<CrankLane>(NoneLeft());
            if (_free.TryDequeue(out var lane)) return Task.FromResult(lane);
            var waiting = new TaskCompletionSource<CrankLane>(TaskCreationOptions.RunContinuationsAsynchronously);
            _waiting.Enqueue(waiting);
            return waiting.Task.WaitAsync(cancellation);
        }
    }

    public void Return(CrankLane lane)
    {
        lock (_lock)
        {
            while (_waiting.TryDequeue(out var waiting))
            {
                if (waiting.TrySetResult(lane)) return;
            }

            _free.Enqueue(lane);
        }
    }

    /// <summary>Forgets a lane; who waits for the last one is told.</summary>
    public void Drop(CrankLane lane, AgentGoneException reason)
    {
        lock (_lock)
        {
            _lastGone = reason;
            if (--_alive > 0) return;
            while (_waiting.TryDequeue(out var waiting)) waiting.TrySetException(NoneLeft());
        }
    }

    private DriverException NoneLeft() => lanes.Count == 1
        ? new DriverException(_lastGone!.Message, _lastGone)
        : new DriverException($"None of the {lanes.Count} agents of the profile is left. The last to go: {_lastGone!.Message}", _lastGone);
}

/// <summary>The agents that one block is deployed to: one for its applications, one for its load, perhaps the same.</summary>
/// <param name="ServerAddress">Where the load machine reaches the application machine.</param>
/// <param name="ListenAddress">What launchers and applications listen on.</param>
/// <param name="LauncherPort">Control port of the first launcher, the others follow it; 0 has free ones chosen, on this machine only.</param>
internal sealed record CrankLane(Uri Application, Uri Load, string ServerAddress, IPAddress ListenAddress, int LauncherPort)
{
    public IReadOnlyList<Uri> Agents => Application == Load ? [Application] : [Application, Load];
    public bool IsLocal => Agents.All(agent => agent.IsLoopback);

    public override string ToString() => string.Join(" and ", Agents.Select(agent => agent.GetLeftPart(UriPartial.Authority)));
}
