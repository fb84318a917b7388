using System.Net;

namespace PerfMatrix.Drivers.Crank;

/// <summary>The agents that one block is deployed to: one for its applications, one for its load, perhaps the same.</summary>
/// <param name="Application">Endpoint of the agent that runs the launchers.</param>
/// <param name="Load">Endpoint of the agent that runs the load job.</param>
/// <param name="ServerAddress">Where the load machine reaches the application machine.</param>
/// <param name="ListenAddress">What launchers and applications listen on.</param>
/// <param name="LauncherPort">Control port of the first launcher, the others follow it; 0 has free ones chosen, which only works on this machine.</param>
public sealed record CrankLane(Uri Application, Uri Load, string ServerAddress, IPAddress ListenAddress, int LauncherPort)
{
    /// <summary>The agents, each once.</summary>
    public IReadOnlyList<Uri> Agents => Application == Load ? [Application] : [Application, Load];

    /// <summary>Whether all of it is on this machine.</summary>
    public bool IsLocal => Agents.All(agent => agent.IsLoopback);

    /// <inheritdoc />
    public override string ToString() => string.Join(" and ", Agents.Select(agent => agent.GetLeftPart(UriPartial.Authority)));
}
