using System.Threading.Channels;

namespace PerfMatrix.Drivers.Crank;

/// <summary>The agents that a profile names, and the files that a block's configuration imports.</summary>
/// <param name="Lanes">Its agents, as many blocks as can be measured at a time.</param>
/// <param name="ScenarioFiles">The crank file of each scenario, relative to the root of the repository.</param>
internal sealed record CrankProfile(string Name, IReadOnlyList<CrankLane> Lanes, IReadOnlyDictionary<string, string> ScenarioFiles)
{
    /// <summary>The profile whose agent is started and stopped with a run, when none answers.</summary>
    public const string Local = "local";

    public static CrankProfile Read(string root, IReadOnlyList<ScenarioEntry> scenarios, ProfileChoice choice)
    {
        var any = scenarios.FirstOrDefault(scenario => scenario.Case is null) ?? scenarios[0];
        var agents = new ScenarioResolver(root).Agents(new ScenarioRequest(Path.Combine(root, any.File), any.NameInFile)
        {
            Profile = choice.Name,
            Variables = choice.Variables,
        });
        return new(choice.Name, LanesOf(choice.Name, agents), scenarios.ToDictionary(scenario => scenario.Name, scenario => scenario.File));
    }

    private static IReadOnlyList<CrankLane> LanesOf(string profile, ProfileAgents agents)
    {
        if (agents.Application.Count != agents.Load.Count)
            throw new UsageException(
                $"profile '{profile}': found {agents.Application.Count} endpoints for applications and {agents.Load.Count} for loads, expected as "
                    + $"many of both; a block is measured by one of each");

        return [.. agents.Application.Zip(agents.Load, (application, load) => LaneOf(application, load, agents))];
    }

    // Several machines cannot share one address: each is then reached where its agent is.
    private static CrankLane LaneOf(Uri application, Uri load, ProfileAgents agents) => new(
        application,
        load,
        agents.Application.Count == 1 ? agents.ServerAddress : application.Host,
        agents.ListenAddress,
        application.IsLoopback ? 0 : agents.LauncherPort);

    /// <summary>Whether agents may be started. A profile that names machines says where they are; nothing is started in their place.</summary>
    public bool MayStartAgents => IsOfThisMachine(Name);

    public static bool IsOfThisMachine(string name) => name is Local or "hosted";

    /// <summary>What the configuration of a block imports: the file of its scenario, which imports the others. A file must not be read twice, since
    /// crank joins its lists then. The one file of a repository is none of crank's, so the tool's load job takes its place.</summary>
    /// <param name="scenario">Null for benchmarks, whose files have no load job.</param>
    /// <param name="write">Writes a file of the tool where crank can read it, and gives its path.</param>
    public IReadOnlyList<string> Imports(string? scenario, Func<string, string> write) =>
        scenario is not null && ScenarioFiles.GetValueOrDefault(scenario, ConfigurationFiles.Load) is var file && file != ConfigurationFiles.Own
            ? [file] : [write(ConfigurationFiles.Load)];
}

/// <param name="Work">Folder for the files of blocks under way; each block removes its own.</param>
/// <param name="Cache">Folder that is kept: links to what is uploaded, and the agent's own files.</param>
internal sealed record CrankSite(string Work, string Cache);

/// <summary>Places a block on the CPUs of the machine that it is deployed to; what was planned for this machine says nothing of another.</summary>
internal static class Placement
{
    /// <param name="machine">Machine of the applications; null means this one.</param>
    public static BlockDeployment Of(BlockDeployment block, CrankLane lane, MachineReading? machine)
    {
        if (machine is null) return block;
        if (block.Block.Cores > machine.Cpus.Count)
            throw new DriverException($"Block {block.Block.Id} needs {block.Block.Cores} CPUs, and {lane.Application} has {machine.Cpus.Count}.");
        var placement = CpuPlacement.Of(block.Block.Cores, machine.Cpus);
        // A load generator with a machine of its own has all of it.
        return block with { ApplicationCpus = placement.Application, LoadCpus = lane.Agents.Count > 1 ? [] : placement.Load };
    }

    /// <summary>Whether crank can keep a job on its CPUs with cgroups; otherwise the launcher pins.</summary>
    /// <param name="machine">Machine of the applications; null means this one.</param>
    public static bool CanLimit(MachineReading? machine) =>
        machine?.CanLimit
        ?? (OperatingSystem.IsLinux() && Cgroups.Look("/").CanCreate && Cgroups.HasTools(Environment.GetEnvironmentVariable("PATH")));
}

/// <summary>Hands out lanes, each to one block at a time, and forgets those whose agent is gone.</summary>
internal sealed class LanePool
{
    private readonly Channel<CrankLane> _free = Channel.CreateUnbounded<CrankLane>();
    private readonly int _all;
    private int _alive;

    public LanePool(IReadOnlyList<CrankLane> lanes)
    {
        _all = _alive = lanes.Count;
        foreach (var lane in lanes) Return(lane);
    }

    /// <exception cref="DriverException">None is left.</exception>
    public async Task<CrankLane> TakeAsync(CancellationToken cancellation)
    {
        try
        {
            return await _free.Reader.ReadAsync(cancellation);
        }
        catch (ChannelClosedException closed) when (closed.InnerException is { } last)
        {
            throw new DriverException(
                _all == 1 ? last.Message : $"None of the {_all} agents of the profile is left. The last to go: {last.Message}", last);
        }
    }

    public void Return(CrankLane lane) => _free.Writer.TryWrite(lane);

    /// <summary>Forgets a lane that was taken; who waits for the last one is told.</summary>
    public void Drop(AgentGoneException reason)
    {
        if (Interlocked.Decrement(ref _alive) == 0) _free.Writer.Complete(reason);
    }
}

/// <summary>The agents that one block is deployed to: one for its applications, one for its load, perhaps the same.</summary>
/// <param name="ServerAddress">Where the load machine reaches the application machine.</param>
/// <param name="ListenAddress">What launchers and applications listen on.</param>
/// <param name="LauncherPort">Control port of the first launcher, the others follow it; 0 has free ones chosen, on this machine only.</param>
internal sealed record CrankLane(Uri Application, Uri Load, string ServerAddress, IPAddress ListenAddress, int LauncherPort)
{
    public IReadOnlyList<Uri> Agents => Application == Load ? [Application] : [Application, Load];
    public bool IsLocal => Agents.All(agent => agent.IsLoopback);
}
