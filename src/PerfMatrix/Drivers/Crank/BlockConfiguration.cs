using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using PerfMatrix.Matrix;
using PerfMatrix.Protocol;
using YamlDotNet.RepresentationModel;
using static PerfMatrix.Drivers.Crank.CrankYaml;

namespace PerfMatrix.Drivers.Crank;

/// <summary>
/// One block as a crank configuration: a job for its launchers, one for the load, a scenario of both, and a profile with the agents.
/// The plans go in the environment, so that what is uploaded is the same for every block and an agent can keep it.
/// </summary>
/// <param name="block">The block.</param>
/// <param name="lane">Where it goes.</param>
/// <param name="programs">Folders of the launcher and the load job, named by content.</param>
/// <param name="staged">Names folders by content.</param>
internal sealed class BlockConfiguration(BlockDeployment block, CrankLane lane, StagedFolders programs, StagedFolder staged)
{
    /// <summary>Name of the scenario.</summary>
    public const string Scenario = "perfmatrix-block";

    /// <summary>Name of the profile.</summary>
    public const string Profile = "perfmatrix-agents";

    /// <summary>Name of the load service.</summary>
    public const string LoadService = "load";

    /// <summary>Name of the service with the launchers.</summary>
    public const string ApplicationService = "application";

    private const string LauncherSource = "launcher";

    private readonly int[] _ports = lane.LauncherPort == 0 ? FreePorts(block.Applications.Count) : [.. Enumerable.Range(lane.LauncherPort, block.Applications.Count)];

    // An agent may keep the folder of the load job, so every deployment has a folder of its own in it.
    private readonly string _output = $"rounds-{RandomNumberGenerator.GetHexString(8, lowercase: true)}";

    // Variants that differ in their environment only share a folder.
    private readonly List<string> _applications = [.. block.Applications.Select(application => staged.Stage(application.Folder, Path.GetFileName(application.Executable))).Distinct()];

    /// <summary>Whether crank keeps the applications on their CPUs (cgroups); otherwise the launcher pins them.</summary>
    public bool UsesCpuSet { get; init; }

    /// <summary>The secret of the block.</summary>
    public string Token { get; } = RandomNumberGenerator.GetHexString(32, lowercase: true);

    /// <summary>The configuration.</summary>
    /// <param name="imports">Hand-written files, relative to the root of the repository.</param>
    /// <param name="rounds">Folder that receives the files of the rounds.</param>
    public string Compose(IEnumerable<string> imports, string rounds) => Document(Map(
        ("imports", List(imports)),
        ("jobs", Map((Job(ApplicationService), LaunchersJob()), (Job(LoadService), LoadJob(rounds)))),
        ("scenarios", Map((Scenario, Map(Reference(ApplicationService), Reference(LoadService))))),
        ("profiles", Map((Profile, Map(("jobs", Map((ApplicationService, Endpoints(lane.Application)), (LoadService, Endpoints(lane.Load))))))))));

    private static string Job(string service) => $"perfmatrix-{service}";

    private static (string, YamlNode?) Reference(string service) => (service, Map(("job", Text(Job(service))), ("agent", Text(service))));

    private static YamlMappingNode Endpoints(Uri agent) => Map(("endpoints", List([agent.GetLeftPart(UriPartial.Authority)])));

    // One job holds all launchers: an agent looks at each of its jobs in turn, a second long, so that ten of them would cost minutes.
    private YamlMappingNode LaunchersJob() => Map(
        ("sources", Map(SourceNames.Zip(staged.Together([programs.Launcher, .. _applications]), (name, folder) => (name, (YamlNode?)Source(folder))))),
        ("executable", Text($"{LauncherSource}/{StagedPrograms.LauncherName}")),
        ("readyStateText", Text(LauncherApi.ReadyLine)),
        ("cpuSet", HasCpuSet ? Text(CpuPlacement.Ranges(block.ApplicationCpus)) : null),
        ("environmentVariables", Environment(PlanVariable.Encode([.. block.Applications.Select(LaunchPlan)], ProtocolJson.Default.IReadOnlyListLaunchPlan))),
        ("options", Map(("reuseSource", True), ("noGitIgnore", True))));

    private IEnumerable<string> SourceNames => [LauncherSource, .. _applications.Select((_, application) => SourceOf(application))];

    private bool HasCpuSet => UsesCpuSet && block.ApplicationCpus.Count > 0;

    private static string SourceOf(int application) => $"app-{application + 1}";

    private YamlMappingNode LoadJob(string rounds) => Map(
        ("sources", Map(("load", Source(programs.Load)))),
        ("executable", Text($"load/{StagedPrograms.LoadName}")),
        ("arguments", Text("conduct")),
        ("isConsoleApp", True),
        ("waitForExit", True),
        ("environmentVariables", Environment(PlanVariable.Encode(BlockPlan(), ProtocolJson.Default.BlockPlan))),
        ("options", Map(
            ("reuseSource", True),
            ("noGitIgnore", True),
            ("displayOutput", True),
            ("downloadFiles", List(Enumerable.Range(1, BlockResult.Files(block)).Select(round => $"{_output}/round-{round:000}.json"))),
            ("downloadFilesOutput", Text(rounds)))));

    private YamlMappingNode Environment(string plan) => Map((PlanVariable.Name, Text(plan)), (ProbeRoutes.TokenVariable, Text(Token)));

    private string Staged(Application application) => staged.Stage(application.Folder, Path.GetFileName(application.Executable));

    private static YamlMappingNode Source(string folder) => Map(("localFolder", Text(folder)));

    private LaunchPlan LaunchPlan(Application application, int variant) => new()
    {
        Variant = block.Block.Variants[variant].Id,
        Executable = $"{SourceOf(_applications.IndexOf(Staged(application)))}/{application.Executable}",
        Arguments = application.Arguments,
        Environment = application.Environment,
        Cpus = HasCpuSet ? [] : block.ApplicationCpus,
        Scheduling = block.Measure.Scheduling,
        ReadyPath = application.ReadyPath,
        StartTimeout = application.StartTimeout,
        Control = new UriBuilder(Uri.UriSchemeHttp, lane.ListenAddress.ToString(), _ports[variant]).Uri,
        Application = new UriBuilder(application.Secure ? Uri.UriSchemeHttps : Uri.UriSchemeHttp, lane.ListenAddress.ToString(), 0).Uri,
        StopWithParent = true,
    };

    private BlockPlan BlockPlan() => new()
    {
        Block = block.Block.Id,
        Variants = [.. block.Block.Variants.Select((variant, i) => new BlockVariant { Id = variant.Id, Launcher = new UriBuilder(Uri.UriSchemeHttp, lane.ServerAddress, _ports[i]).Uri })],
        Load = block.Load,
        Measure = block.Measure,
        Seed = block.Seed,
        Output = _output,
        Cpus = block.LoadCpus,
        StopWithParent = true,
    };

    // All held at once, so that they differ; another process may take one before the launcher does, and the launcher then says so.
    private static int[] FreePorts(int count)
    {
        var sockets = Enumerable.Range(0, count).Select(_ => new TcpListener(IPAddress.Loopback, 0)).ToList();
        sockets.ForEach(socket => socket.Start());
        int[] ports = [.. sockets.Select(socket => ((IPEndPoint)socket.LocalEndpoint).Port)];
        sockets.ForEach(socket => socket.Dispose());
        return ports;
    }
}
