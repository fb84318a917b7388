using PerfMatrix.Matrix;

namespace PerfMatrix.Drivers.Crank;

/// <summary>The agents that a profile names, and the files that a block's configuration imports.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Lanes">Its agents, as many blocks as can be measured at a time.</param>
/// <param name="ScenarioFiles">The crank file of each scenario, relative to the root of the repository.</param>
public sealed record CrankProfile(string Name, IReadOnlyList<CrankLane> Lanes, IReadOnlyDictionary<string, string> ScenarioFiles)
{
    /// <summary>The profile whose agent is started and stopped with a run, when none answers.</summary>
    public const string Local = "local";

    private const string LoadFile = "crank/load.yml";

    /// <summary>Reads a profile of the crank files.</summary>
    /// <param name="root">Root of the repository.</param>
    /// <param name="scenarios">Scenarios of the matrix.</param>
    /// <param name="choice">The profile and the variables given for it.</param>
    /// <exception cref="UsageException">There is no such profile, or it does not say where its agents are.</exception>
    public static CrankProfile Read(string root, IReadOnlyList<ScenarioEntry> scenarios, ProfileChoice choice)
    {
        var agents = new ScenarioResolver(root).Agents(new ScenarioRequest(Path.Combine(root, scenarios[0].File), scenarios[0].Name)
        {
            Profile = choice.Name,
            Variables = choice.Variables,
        });
        return new(choice.Name, LanesOf(choice.Name, agents), scenarios.ToDictionary(scenario => scenario.Name, scenario => scenario.File));
    }

    private static IReadOnlyList<CrankLane> LanesOf(string profile, ProfileAgents agents)
    {
        if (agents.Application.Count != agents.Load.Count)
        {
            throw new UsageException(
                $"profile '{profile}': found {agents.Application.Count} endpoints for applications and {agents.Load.Count} for loads, expected as many of both; a block is measured by one of each");
        }

        return [.. agents.Application.Zip(agents.Load, (application, load) => LaneOf(application, load, agents))];
    }

    // Several machines cannot share one address: each is then reached where its agent is.
    private static CrankLane LaneOf(Uri application, Uri load, ProfileAgents agents) => new(
        application,
        load,
        agents.Application.Count == 1 ? agents.ServerAddress : application.Host,
        agents.ListenAddress,
        application.IsLoopback ? 0 : agents.LauncherPort);

    /// <summary>Whether agents may be started. A profile that names machines of its own says where they are; nothing is started in their place.</summary>
    public bool MayStartAgents => IsOfThisMachine(Name);

    /// <summary>Whether the agents of a profile are on this machine.</summary>
    public static bool IsOfThisMachine(string name) => name is Local or "hosted";

    /// <summary>What the configuration of a block imports: the file of its scenario, which imports the others. A file must not be read twice, since crank joins its lists then.</summary>
    public IReadOnlyList<string> Imports(string scenario) => [ScenarioFiles.GetValueOrDefault(scenario, LoadFile)];
}
