namespace PerfMatrix.Drivers.Crank;

/// <summary>Makes sure that agents answer, and starts its own where it may and none does. Disposing ends its own and removes their builds.</summary>
/// <param name="mayStart">Whether the profile is one whose agent we start: on this machine, and nobody else does.</param>
internal sealed class LocalAgents(CrankPrograms programs, string folder, bool mayStart) : IAsyncDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan s_lookAgain = TimeSpan.FromMilliseconds(100);

    private readonly ConcurrentDictionary<Uri, ChildProcess> _started = new();
    private readonly SemaphoreSlim _turn = new(1);

    /// <summary>Finds out, before anything is published, whether the agents that this program would have to start can be started.</summary>
    public static async Task CheckAsync(CrankPrograms programs, CrankProfile profile, CancellationToken cancellation)
    {
        foreach (var agent in profile.MayStartAgents ? profile.Lanes.SelectMany(lane => lane.Agents).Where(agent => agent.IsLoopback).Distinct() : [])
            if (!await AnswersAsync(agent, cancellation)) _ = programs.Agent;
    }

    /// <exception cref="AgentGoneException">It does not.</exception>
    public async Task<AgentInfo> EnsureAsync(Uri agent, CancellationToken cancellation)
    {
        await _turn.WaitAsync(cancellation);
        try
        {
            return await new AgentClient(agent).TryInfoAsync(cancellation) ?? await StartAsync(agent, cancellation);
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>What to say of an agent that does not answer any more: if it was ours, its own last lines hold the cause.</summary>
    public AgentGoneException Gone(Uri agent, string because) =>
        _started.TryGetValue(agent, out var process) ? AgentGoneException.OfOurs(agent, process.LastLines, because)
        : AgentGoneException.At(agent, because);

    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_started.Values.Select(process => process.DisposeAsync().AsTask()));
        foreach (var agent in _started.Keys) RemoveBuilds(agent);
        _turn.Dispose();
    }

    private static Task<bool> AnswersAsync(Uri agent, CancellationToken cancellation) => Errors.OrAsync(
        async () => await new AgentClient(agent).TryInfoAsync(cancellation) is not null,
        (DriverException exception) => throw new UsageException(exception.Message, exception));

    private async Task<AgentInfo> StartAsync(Uri agent, CancellationToken cancellation)
    {
        if (!mayStart || !agent.IsLoopback) throw AgentGoneException.At(agent);
        if (_started.TryRemove(agent, out var dead)) await dead.DisposeAsync();
        RemoveBuilds(agent);
        var home = Directory.CreateDirectory(Path.Combine(folder, "dotnet")).FullName;
        // Outside of every checkout, whose Directory.Build.props, global.json and nuget.config a build would find; for this user alone.
        var builds = Directory.CreateTempSubdirectory(BuildsOf(agent)).FullName;
        string[] arguments = ["--url", agent.GetLeftPart(UriPartial.Authority), "--dotnethome", home, "--build-path", builds];
        var process = _started[agent] = programs.Agent.Start(arguments, folder);
        return await WaitAsync(agent, process, cancellation);
    }

    private static string BuildsOf(Uri agent) => $"perfmatrix-agent-{agent.Port}-";

    // An agent leaves 200 to 400 MB, also when it is asked to end. What a killed program has left on a port is removed by the next start.
    private static void RemoveBuilds(Uri agent)
    {
        // Where somebody still writes, the start after that removes it; or it is another user's.
        foreach (var left in Directory.EnumerateDirectories(Path.GetTempPath(), $"{BuildsOf(agent)}*"))
            FileErrors.Ignore(() => Directory.Delete(left, recursive: true));
    }

    private static async Task<AgentInfo> WaitAsync(Uri agent, ChildProcess process, CancellationToken cancellation)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        patience.CancelAfter(s_patience);
        while (!process.HasExited && !patience.IsCancellationRequested)
        {
            if (await new AgentClient(agent).TryInfoAsync(cancellation) is { } info) return info;
            await Task.Delay(s_lookAgain, cancellation);
        }

        cancellation.ThrowIfCancellationRequested();
        throw new DriverException(
            $"The crank agent did not answer on {agent} after it was started. It said:{Environment.NewLine}{process.LastLines}");
    }
}

/// <summary>An agent does not answer (any more). Its blocks may be moved to another.</summary>
internal sealed class AgentGoneException(string message) : DriverException(message)
{
    /// <param name="because">What failed because of that; null when it was only asked.</param>
    public static AgentGoneException At(Uri agent, string? because = null) => new(
        $"The crank agent {agent} does not answer. Start it there with 'crank-agent --url http://*:{agent.Port}', or correct its endpoint in "
            + $"crank/profiles.yml." + (because is null ? "" : Environment.NewLine + because));

    public static AgentGoneException OfOurs(Uri agent, string said, string because) => new(
        string.Join(
        Environment.NewLine, $"The crank agent {agent}, which perfmatrix had started, does not answer any more. It said last:", said, because));
}

/// <summary>Finds and ends what is left of a block on this machine, by the token in its environment: a killed agent leaves its jobs.</summary>
internal static class Leftovers
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    public static void End(string token)
    {
        foreach (var id in Find(token)) ProcessIdentity.Of(id)?.Kill(s_patience);
    }

    public static IEnumerable<int> Find(string token) => ProcessIdentity.IdsWith(
        $"{ProbeRoutes.TokenVariable}={token}", $"{ProbeRoutes.TokenVariable}={ApplicationToken.Of(token)}");
}

/// <summary>Our two programs, for this machine and for others.</summary>
/// <param name="Here">As built, with the .NET that is installed here.</param>
/// <param name="Elsewhere">Publishes them with a .NET of their own, because another machine may have none; called when the first is needed.</param>
internal sealed record OwnPrograms(LocalPrograms Here, Func<CancellationToken, Task<LocalPrograms>> Elsewhere);
