using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using Workflows.Tests.Policy;

namespace Workflows.Tests.Act;

/// <summary>
/// A repository with the files of this checkout, a bare one on disk as its origin, and <c>act</c>, which runs the real workflow files on this host.
/// Stand-ins take the place of the actions that need GitHub (see StandIns); the matrix and the policy are small, so that a run takes half a minute,
/// and its one cell is real.
/// </summary>
internal sealed class ActRepository : IDisposable
{
    /// <summary>The collection of the tests that measure: two at a time would measure each other.</summary>
    public const string OneAtATime = "act";
    public const string Name = "octo/perf";
    public const string Fork = "alice/perf";
    public const long ForkId = 20;

    /// <summary>What act gives to a workflow that asks for <c>github.token</c>.</summary>
    public const string Token = "a-token-of-the-tests";

    private static readonly JsonSerializerOptions s_payload = new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    private readonly string _act = Tool.Find("act");
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("perfmatrix-act-");
    private readonly ActMachine _machine;

    /// <param name="hasRealPolicy">Whether its cell is measured and judged as those of a pull request are, which takes long.</param>
    /// <exception cref="Exception">Skips the test where act is not found.</exception>
    public ActRepository(ActMachine machine, bool hasRealPolicy = false)
    {
        _machine = machine;
        Directory.CreateDirectory(Path.Combine(_folder.FullName, "origins"));
        Directory.CreateDirectory(Artifacts);
        GitTool.Run(_folder.FullName, "clone", "--quiet", "--bare", machine.Source, Origin);
        GitTool.Run(_folder.FullName, "clone", "--quiet", Origin, Root);
        PackNothing(Root);
        SmallMatrix.WriteSubsets(Root, hasRealPolicy ? SmallMatrix.AsPullRequests : SmallMatrix.Short);
        if (!hasRealPolicy)
            SmallMatrix.WritePolicy(Root);
        Commit("base");
        Git("push", "--quiet", "origin", "main");
    }

    public string Root => Path.Combine(_folder.FullName, "repository");

    public string Origin => OriginOf(Name);

    /// <summary>What the stand-in of upload-artifact has kept, a folder for each artifact.</summary>
    public string Artifacts => Path.Combine(_folder.FullName, "artifacts");

    public Dictionary<string, string> Variables { get; } =
        new() { ["PERF_ENABLED"] = "true", ["PERF_DRIVER"] = "local", ["PERF_PROFILE"] = "local", ["PERF_PUBLISH"] = "true" };

    public Dictionary<string, string> Environment { get; } = [];

    public Dictionary<string, string> Secrets { get; } = new() { ["GITHUB_TOKEN"] = Token };

    /// <summary>The branch that pull requests go into.</summary>
    public string Target { get; set; } = "main";

    /// <summary>Folders of actions that run themselves, by the names of the stand-ins whose place they take.</summary>
    public Dictionary<string, string> RealActions { get; } = [];

    /// <summary>What a checkout of a repository fetches from.</summary>
    public string OriginOf(string repository) => Path.Combine(_folder.FullName, "origins", repository.Replace('/', '+') + ".git");

    /// <summary>Folders of other repositories whose workflows are called, by <c>owner/name@ref</c>.</summary>
    public Dictionary<string, string> Called { get; } = [];

    public string Git(params string[] arguments) => GitTool.Run(Root, arguments);

    public void Commit(string message)
    {
        Git("add", "--all");
        Git("commit", "--quiet", "--allow-empty", "-m", message);
    }

    public void Write(string path, string text)
    {
        var file = Path.Combine(Root, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }

    /// <summary>Makes it one of somebody who has never heard of perfmatrix, and gives the two commands of the README there.</summary>
    /// <param name="write">Writes <see cref="ForeignApplication.Program"/>, and what is to be there beside it.</param>
    /// <returns>What <c>init</c> said.</returns>
    public async Task<string> AdoptAsync(Action write, params string[] options)
    {
        Environment["STAND_IN_INSTALLS"] = "yes";
        Git("rm", "-r", "--quiet", ".");
        Write("src/Shop/Shop.csproj", ForeignApplication.Project);
        write();
        if (!options.Contains("--tool-source")) await WriteFeedAsync();
        Commit("an ordinary repository");
        // What init builds is what jobs measure.
        Directory.CreateDirectory(Path.Combine(Root, ".perfmatrix"));
        Directory.CreateSymbolicLink(Path.Combine(Root, ".perfmatrix", "cache"), _machine.CacheOfInstalled);

        var said = await ActMachine.RunAsync(Root, await _machine.ToolAsync(), ["init", .. options]);

        var here = Path.Combine(Root, ".github/workflows");
        foreach (var file in Directory.GetFiles(here)) Assert.InRange(File.ReadAllLines(file).Length, 5, 20);
        SmallMatrix.WriteOwnFile(Root, "products");
        Commit("perfmatrix");
        Git("push", "--quiet", "origin", Target);
        Called[$"octo/perfmatrix@{ReleasePackages.Commit}"] = Checkout.Root;
        // GitHub looks for what a called workflow calls in its own repository, act in the caller's (nektos/act#1875); no job sees these files.
        var workflows = Checkout.File(".github", "workflows");
        foreach (var file in Directory.EnumerateFiles(workflows, "_*.yml").Append(Path.Combine(workflows, "pull-request.yml")))
            File.Copy(file, Path.Combine(here, Path.GetFileName(file)));
        File.AppendAllText(Path.Combine(Directory.CreateDirectory(Path.Combine(Root, ".git/info")).FullName, "exclude"),
            "_*.yml\npull-request.yml\n");
        return said;
    }

    /// <summary>Makes the folder with the package a feed of <c>nuget.config</c>, where jobs look unless they are told another.</summary>
    public async Task WriteFeedAsync() => Write("nuget.config", $"""
        <configuration>
          <packageSources><add key="folder" value="{(await _machine.PackagesAsync()).Folder}" /></packageSources>
        </configuration>

        """);

    /// <summary>Begins another run of a workflow: with artifacts of its own, and this id.</summary>
    public void BeginRun(long id)
    {
        Directory.Delete(Artifacts, recursive: true);
        Directory.CreateDirectory(Artifacts);
        Environment["GITHUB_RUN_ID"] = id.ToString(CultureInfo.InvariantCulture);
    }

    /// <summary>Makes a pull request: a branch with a change, and the merge commit that GitHub would make, which stays checked out.</summary>
    /// <param name="change">Changes the files below the folder it is given.</param>
    /// <returns>The newest commit of the branch, and the payload of the event.</returns>
    public (string Head, object Payload) PullRequest(Action<string> change, string headRepository = Name)
    {
        Git("switch", "--quiet", "--create", "change");
        change(Root);
        Commit("change");
        var (head, target) = (Git("rev-parse", "HEAD").Trim(), Git("rev-parse", Target).Trim());
        Git("switch", "--quiet", "--detach", Target);
        Git("merge", "--quiet", "--no-ff", "-m", "merge", "change");
        var end = new { sha = target, @ref = Target, repo = Repo(Name) };
        return (head, new
        {
            number = 7,
            pull_request = new
            {
                number = 7,
                head = new { sha = head, @ref = "change", repo = Repo(headRepository) },
                @base = end
            },
            repository = Repo(Name)
        });
    }

    public async Task<ActRun> RunAsync(string trigger, string workflow, object payload, params (string Name, string Value)[] inputs)
    {
        var path = Path.Combine(_folder.FullName, "event.json");
        await File.WriteAllTextAsync(path, Event(payload, inputs));
        // What GitHub knows as the commit of the run.
        Git("push", "--quiet", "--force", "origin", "HEAD:refs/act/run");
        var start = new ProcessStartInfo(_act, Arguments(trigger, workflow, path))
        {
            WorkingDirectory = Root,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var process = Process.Start(start)!;
        var (_, output, error) = await Eventually.EndsAsync(process);
        return ActRun.Of(output.Split('\n').Concat(error.Split('\n')).Where(line => line.Length > 0));
    }

    public void Dispose() => _folder.Delete(recursive: true);

    // Its jobs have no sources of the tool; the stand-in of setup-dotnet knows what to install.
    private static void PackNothing(string root)
    {
        Directory.CreateDirectory(Path.Combine(root, "src", "PerfMatrix.Cli"));
        File.WriteAllText(Path.Combine(root, "src", "PerfMatrix.Cli", "PerfMatrix.Cli.csproj"), "<Project />\n");
        ProgramFile.Write(
            Path.Combine(root, "scripts", "pack"), "#!/usr/bin/env bash\nmkdir -p \"$2\" && touch \"$2/perfmatrix.1.0.0.nupkg\"\n");
    }

    // Where there is an event, act takes the inputs from it and not from its options.
    private static string Event(object payload, (string Name, string Value)[] inputs)
    {
        var json = JsonSerializer.SerializeToNode(payload, s_payload)!.AsObject();
        if (inputs.Length > 0)
            json["inputs"] = new JsonObject(inputs.Select(input => KeyValuePair.Create(input.Name, (JsonNode?)JsonValue.Create(input.Value))));
        return json.ToJsonString();
    }

    private static object Repo(string name) =>
        new { id = name == Name ? 1 : ForkId, full_name = name, fork = name != Name, owner = new { login = name.Split('/')[0] } };

    private IEnumerable<string> Arguments(string trigger, string workflow, string payload) =>
    [
        trigger, "--workflows", $".github/workflows/{workflow}", "--eventpath", payload, "--json",
        "--platform", "ubuntu-24.04=-self-hosted",
        .. Secrets.SelectMany(secret => new[] { "--secret", $"{secret.Key}={secret.Value}" }),
        // Two jobs would measure each other here. Where none measures, two that fetch actions write to one map of act without a lock
        // (LocalRepositoryCache.Fetch), which ends it now and then.
        "--concurrent-jobs", "1",
        "--no-skip-checkout", // jobs see what they fetch, and nothing else
        "--no-cache-server", "--action-cache-path", Path.Combine(_folder.FullName, "cache"),
        .. StandIns().SelectMany(standIn => new[] { "--local-repository", standIn }),
        .. Called.SelectMany(repository => new[] { "--local-repository", $"{repository.Key}={repository.Value}" }),
        .. Variables.SelectMany(variable => new[] { "--var", $"{variable.Key}={variable.Value}" }),
        .. Environment.Concat(Steps()).SelectMany(variable => new[] { "--env", $"{variable.Key}={variable.Value}" }),
    ];

    /// <summary>What a step gets of the environment of these tests: what scripts/test sets, so that programs and builds take less time.</summary>
    private static IEnumerable<KeyValuePair<string, string>> Inherited() =>
        from name in new[] { "DOTNET_TieredPGO", "DOTNET_TC_QuickJitForLoops", "UseSharedCompilation", "PERFMATRIX_FEWEST_TRACED_ROUNDS" }
        let value = System.Environment.GetEnvironmentVariable(name)
        where value is not null
        select KeyValuePair.Create(name, value);

    private IEnumerable<KeyValuePair<string, string>> Steps() =>
    [
        .. Inherited(),
        new("STAND_IN_ARTIFACTS", Artifacts),
        new("STAND_IN_ORIGINS", Path.Combine(_folder.FullName, "origins")),
        new("STAND_IN_CACHE", Environment.ContainsKey("STAND_IN_INSTALLS") ? _machine.CacheOfInstalled : ActMachine.Cache),
        new("PERFMATRIX_PROGRAM", Checkout.Program),
        new("GITHUB_REPOSITORY", Name),
    ];

    /// <summary>Each action as the workflows name it, with the folder of its stand-in.</summary>
    private IEnumerable<string> StandIns() =>
        from uses in Workflow.AllSteps.Select(step => step.Uses).OfType<string>().Distinct()
        where uses.Contains('@', StringComparison.Ordinal)
        let name = uses.Split('@')[0].Split('/')[^1]
        let folder = RealActions.GetValueOrDefault(name) ?? Checkout.File("tests", "Workflows.Tests", "StandIns", name)
        where Directory.Exists(folder)
        select $"{uses}={folder}";
}
