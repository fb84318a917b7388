using YamlDotNet.Core;
using YamlDotNet.RepresentationModel;
using static PerfMatrix.Drivers.Crank.CrankYaml;

namespace PerfMatrix.Drivers.Crank;

/// <summary>One block as a crank configuration: a job for its launchers, one for the load, a scenario of both, and a profile with the agents. Where
/// one agent has both and crank does not limit CPUs, they are one job, in which the launchers serve until the load has ended: an agent looks at each
/// of its jobs in turn, a second long, so that every job costs seconds. The plans go in the environment, so that what is uploaded is the same for
/// every block and an agent can keep it.</summary>
internal sealed class BlockConfiguration(BlockDeployment block, CrankLane lane, StagedFolders programs, StagedFolder staged)
{
    public const string Scenario = "perfmatrix-block";
    public const string Profile = "perfmatrix-agents";

    /// <summary>Name of the service with the load, and of the only one where a block is one job.</summary>
    public const string LoadService = "load";

    private const string ApplicationService = "application";
    private const string LauncherSource = "launcher";
    private const string LoadSource = "load";
    private const string LauncherProgram = $"{LauncherSource}/{StagedPrograms.LauncherName}";
    private const string LoadProgram = $"{LoadSource}/{StagedPrograms.LoadName}";
    private const string Conduct = "conduct";

    // A launcher that publishes is ready after minutes: a build takes one, and an agent may have few CPUs for many. crank's own limit is three.
    private const string PublishTimeout = "01:00:00";

    private readonly int[] _ports = lane.LauncherPort == 0 ? FreePorts.Find(block.Applications.Count)
        : [.. Enumerable.Range(lane.LauncherPort, block.Applications.Count)];

    // Variants that differ in their environment only share a source; of a commit that the agent fetches, those that differ in their runtime as well.
    private readonly List<BlockSource> _applications = [.. block.Applications.Select(application => BlockSource.Of(application, staged)).Distinct()];

    /// <summary>Whether crank keeps the applications on their CPUs (cgroups); otherwise the launcher pins them.</summary>
    public bool UsesCpuSet { get; init; }
    public string Token { get; } = RandomNumberGenerator.GetHexString(32, lowercase: true);

    /// <summary>Where the load job writes its rounds, in its working directory. An agent may keep that, so it is a new folder.</summary>
    public string Output { get; } = $"rounds-{RandomNumberGenerator.GetHexString(8, lowercase: true)}";

    public string Compose(IEnumerable<string> imports, string rounds) => Document(Map(
        ("imports", List(imports)),
        ("jobs", Map(Services.Select(service => (Job(service.Name), (YamlNode?)service.Job(rounds))))),
        ("scenarios", Map((Scenario, Map(Services.Select(service => Reference(service.Name)))))),
        ("profiles", Map((Profile, Map(("jobs", Map(Services.Select(service => (service.Name, (YamlNode?)Endpoints(service.Agent)))))))))));

    private IReadOnlyList<(string Name, Uri Agent, Func<string, YamlMappingNode> Job)> Services => block.BenchmarkCase is not null
        ? [(LoadService, lane.Application, LoadJob)]
        : IsOneJob ? [(LoadService, lane.Load, WholeJob)]
        : [(ApplicationService, lane.Application, _ => LaunchersJob()), (LoadService, lane.Load, LoadJob)];

    // crank limits the CPUs of a job, and the load has others than the applications.
    private bool IsOneJob => lane.Agents.Count == 1 && !HasCpuSet;

    private static string Job(string service) => $"perfmatrix-{service}";

    private static (string, YamlNode?) Reference(string service) => (service, Map(("job", Text(Job(service))), ("agent", Text(service))));

    private static YamlMappingNode Endpoints(Uri agent) => Map(("endpoints", List([agent.GetLeftPart(UriPartial.Authority)])));

    private YamlMappingNode LaunchersJob() => Map(
        ("sources", Sources([.. LauncherSources])),
        ("executable", Text(LauncherProgram)),
        ("readyStateText", Text(LauncherApi.ReadyLine)),
        ("startTimeout", Publishes ? Text(PublishTimeout) : null),
        ("cpuSet", HasCpuSet ? Text(CpuPlacement.Ranges(block.ApplicationCpus)) : null),
        ("environmentVariables", Environment(LaunchVariable)),
        ("options", Map(("reuseSource", True), ("noGitIgnore", True), ("displayOutput", Publishes ? True : null))));

    // A case of a BenchmarkDotNet project is started by the load itself.
    private YamlMappingNode LoadJob(string rounds) => ConsoleJob(
        rounds, [LoadFolder, .. block.BenchmarkCase is null ? [] : Applications], LoadProgram, Conduct, BlockVariable);

    private YamlMappingNode WholeJob(string rounds) => ConsoleJob(
        rounds, [.. LauncherSources, LoadFolder], LauncherProgram, $"{LauncherApi.Until} {LoadProgram} {Conduct}", LaunchVariable, BlockVariable);

    // A job that runs to its end, and whose files come back.
    private YamlMappingNode ConsoleJob(
        string rounds, IReadOnlyList<(string, BlockSource)> sources, string executable, string arguments, params (string, string)[] plans) => Map(
        ("sources", Sources(sources)),
        ("executable", Text(executable)),
        ("arguments", Text(arguments)),
        ("isConsoleApp", True),
        ("waitForExit", True),
        ("environmentVariables", Environment(plans)),
        ("options", Map(
            ("reuseSource", True),
            ("noGitIgnore", True),
            ("displayOutput", True),
            ("downloadFiles", List(Enumerable.Range(1, block.Measure.Rounds).Select(round => $"{Output}/round-{round:000}.json"))),
            ("downloadFilesOutput", Text(rounds)))));

    private YamlMappingNode Sources(IReadOnlyList<(string Name, BlockSource Source)> sources)
    {
        var sent = sources.Where(source => source.Source.Folder is not null).ToList();
        var paths = staged.Together([.. sent.Select(source => source.Source.Folder!)], sources.Select(source => source.Source.Commit)
            .OfType<RemoteCommit>().Select(commit => commit.ToString()));
        var folders = sent.Zip(paths).ToDictionary(pair => pair.First.Name, pair => pair.Second);
        return Map(sources.Select(source =>
            (source.Name, (YamlNode?)(source.Source.Commit is { } commit ? Fetched(commit) : Map(("localFolder", Text(folders[source.Name])))))));
    }

    // What stands behind the # is checked out after a whole clone (Microsoft.Crank.Agent, RetrieveSourceAsync).
    private static YamlMappingNode Fetched(RemoteCommit commit) =>
        Map(("repository", Text(commit.Repository.Url)), ("branchOrCommit", Text($"#{commit.Sha}")));

    private IEnumerable<(string, BlockSource)> LauncherSources => [(LauncherSource, new BlockSource(programs.Launcher, null)), .. Applications];

    private IEnumerable<(string, BlockSource)> Applications => _applications.Select((source, application) => (SourceOf(application), source));

    private (string, BlockSource) LoadFolder => (LoadSource, new BlockSource(programs.Load, null));

    private bool Publishes => _applications.Exists(source => source.Commit is not null);

    private (string, string) LaunchVariable =>
        (PlanVariable.Launch, PlanVariable.Encode([.. block.Applications.Select(LaunchPlan)], ContractJson.Default.IReadOnlyListLaunchPlan));

    private (string, string) BlockVariable => (PlanVariable.Block, PlanVariable.Encode(BlockPlan(), ContractJson.Default.BlockPlan));

    private bool HasCpuSet => UsesCpuSet && block.ApplicationCpus.Count > 0;

    private static string SourceOf(int application) => $"app-{application + 1}";

    private YamlMappingNode Environment(params IEnumerable<(string Name, string Text)> plans) =>
        Map([.. plans.Select(plan => (plan.Name, (YamlNode?)Text(plan.Text))), (ProbeRoutes.TokenVariable, Text(Token))]);

    private string SourceOf(Application application) => SourceOf(_applications.IndexOf(BlockSource.Of(application, staged)));

    private LaunchPlan LaunchPlan(Application application, int variant) => block.Launch(variant) with
    {
        Executable = $"{SourceOf(application)}/{application.Executable}",
        Publish = application.Remote is { } remote ? PublishPlan(remote, SourceOf(application)) : null,
        Cpus = HasCpuSet ? [] : block.ApplicationCpus,
        // Limits do not become crank's memoryLimitInBytes: that would limit the job, which is the launcher and all variants together.
        Control = new UriBuilder(Uri.UriSchemeHttp, lane.ListenAddress.ToString(), _ports[variant]).Uri,
        Application = new UriBuilder(application.Secure ? Uri.UriSchemeHttps : Uri.UriSchemeHttp, lane.ListenAddress.ToString(), 0).Uri,
        StopWithParent = true,
    };

    private static PublishPlan PublishPlan(RemoteBuild build, string source) => new()
    {
        Source = source,
        Commit = build.Source.Sha,
        Root = build.Source.Root,
        Project = build.Request.Project,
        Framework = build.Request.Framework,
        RuntimeVersion = build.Request.Patch,
        Arguments = build.Request.Arguments,
    };

    private BlockPlan BlockPlan() =>
        block.Conduct(i => new UriBuilder(Uri.UriSchemeHttp, lane.ServerAddress, _ports[i]).Uri, Output) with
        {
            StopWithParent = true,
            Benchmark = block.Benchmark(application => $"{SourceOf(application)}/{application.Executable}"),
        };
}

/// <summary>Where one source of a job comes from: sent from a folder, or fetched by the agent.</summary>
/// <param name="Folder">The staged folder; null when it is fetched.</param>
/// <param name="Commit">The commit; null when it is sent.</param>
internal sealed record BlockSource(string? Folder, RemoteCommit? Commit)
{
    public static BlockSource Of(Application application, StagedFolder staged) => application.Remote is { } remote
        ? new BlockSource(null, remote.Source)
        : new BlockSource(staged.Stage(application.Folder, Path.GetFileName(application.Executable)), null);
}

/// <summary>Writes YAML for crank: every text in double quotes, because crank changes an unquoted <c>true</c> or <c>1.50</c>.</summary>
internal static class CrankYaml
{
    /// <summary>A mapping; entries without a value are left out.</summary>
    public static YamlMappingNode Map(params IEnumerable<(string Key, YamlNode? Value)> entries)
    {
        var map = new YamlMappingNode();
        foreach (var (key, value) in entries)
            if (value is not null) map.Add(key, value);

        return map;
    }

    public static YamlSequenceNode List(IEnumerable<string> items) => new(items.Select(Text));

    public static YamlNode Text(string text) => new YamlScalarNode(text) { Style = ScalarStyle.DoubleQuoted };

    public static YamlNode True => new YamlScalarNode("true") { Style = ScalarStyle.Plain };

    public static string Document(YamlNode root)
    {
        using var writer = new StringWriter();
        new YamlStream(new YamlDocument(root)).Save(writer, assignAnchors: false);
        return writer.ToString().Replace("...\n", "", StringComparison.Ordinal).Replace("...\r\n", "", StringComparison.Ordinal);
    }
}
