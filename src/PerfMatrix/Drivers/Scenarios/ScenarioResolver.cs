namespace PerfMatrix.Drivers.Scenarios;

/// <summary>Resolves scenarios of crank files, the same for every driver: imports, profile, variables with crank's precedence (command line, profile,
/// scenario, job, global), <c>{{ name }}</c>. What only plain crank understands is an error that names the key. No error repeats a secret.</summary>
internal sealed class ScenarioResolver(string root, RemoteFiles? remote = null)
{
    private const string ApplicationService = "application";
    private const string LoadService = "load";
    private readonly CrankFile _files = new(root, remote);

    public ResolvedScenario Resolve(ScenarioRequest request) => Masking(request, Read);

    public ProfileAgents Agents(ScenarioRequest request) => Masking(request, ReadAgents);

    private ResolvedScenario Read(ScenarioRequest request)
    {
        var file = _files.Load(request.File);
        var scenario = Named(file, "scenarios", request.Scenario, "scenario").AsMap();
        var profile = request.Profile is { } name ? Named(file, "profiles", name, "profile").AsMap() : null;
        CheckServices(scenario);
        var application = ServiceJob.Of(file, scenario, ApplicationService, profile, request);
        if (CrankKeys.IsBenchmark(application.Job))
            return new(request.Scenario, ApplicationReader.Read(application, request, ("/", null)), new LoadSettings()) { IsBenchmark = true };
        var load = ServiceJob.Of(file, scenario, LoadService, profile, request);
        var settings = LoadReader.Read(load);
        return new(request.Scenario, ApplicationReader.Read(application, request, (settings.Path, LoadReader.PathPlace(load))), settings);
    }

    private ProfileAgents ReadAgents(ScenarioRequest request)
    {
        var file = _files.Load(request.File);
        var scenario = Named(file, "scenarios", request.Scenario, "scenario").AsMap();
        var profile = Named(file, "profiles", request.Profile ?? "", "profile").AsMap();
        // Benchmarks have no load.
        var load = scenario.Find(LoadService) is null ? ApplicationService : LoadService;
        return AgentReader.Read(
            ServiceJob.Of(file, scenario, ApplicationService, profile, request), ServiceJob.Of(file, scenario, load, profile, request));
    }

    private static T Masking<T>(ScenarioRequest request, Func<ScenarioRequest, T> read) =>
        Errors.Or(() => read(request), (UsageException exception) => throw Secrets.Of(request.Variables).Masked(exception));

    private static YamlValue Named(YamlMap file, string section, string name, string kind)
    {
        var entries = file.Find(section)?.AsMap() ?? throw file.Place.Error($"unknown {kind} '{name}': the file and its imports have no '{section}'");
        return entries.Find(name) ?? throw entries.Place.Error($"unknown {kind} '{name}'{Suggestion.Sentence(name, [.. entries.Keys], $"{kind}s")}");
    }

    private static void CheckServices(YamlMap scenario)
    {
        foreach (var service in scenario.Entries.Where(entry => entry.Key is not (ApplicationService or LoadService)))
            throw CrankKeys.Unsupported(service.KeyPlace, $"the service '{service.Key}' beside '{ApplicationService}' and '{LoadService}'");
    }
}

/// <summary>A scenario of the crank files with everything filled in.</summary>
internal sealed record ResolvedScenario(string Name, ApplicationJob Application, LoadSettings Load)
{
    /// <summary>Whether it is a BenchmarkDotNet project, which has no load.</summary>
    public bool IsBenchmark { get; init; }
}

/// <param name="EnvironmentVariables">Environment of the application; without ASPNETCORE_URLS, because the launcher chooses the address.</param>
/// <param name="ReadyPath">Path whose first 2xx answer ends the start-up: the variable <c>readyPath</c>, else the path of the load.</param>
internal sealed record ApplicationJob(
    string Name,
    string Project,
    IReadOnlyDictionary<string, string> EnvironmentVariables,
    IReadOnlyList<string> Arguments,
    string ReadyPath,
    TimeSpan StartTimeout)
{
    /// <summary>What is missing before it can be started, in words: secrets that nobody has given.</summary>
    public IReadOnlyList<string> Lacks { get; init; } = [];

    /// <summary>Commands of the shell that start what the application needs, and that end it.</summary>
    public IReadOnlyList<string> Before { get; init; } = [];

    public IReadOnlyList<string> After { get; init; } = [];

    /// <summary>Whether it answers on https (the variable <c>scheme</c>), with a certificate that its launcher makes.</summary>
    public bool Secure { get; init; }
    public string? ReadyPathPlace { get; init; }
}

/// <param name="Application">Endpoints for the applications; several are machines that can measure at the same time.</param>
/// <param name="Load">Endpoints for the load, one for each of the others.</param>
internal sealed record ProfileAgents(
    IReadOnlyList<Uri> Application, IReadOnlyList<Uri> Load, string ServerAddress, System.Net.IPAddress ListenAddress, int LauncherPort);

/// <summary>Which scenario to resolve, and what the command line changes in it.</summary>
internal sealed record ScenarioRequest(string File, string Scenario)
{
    /// <summary>Name of the profile; null applies none.</summary>
    public string? Profile { get; init; }

    /// <summary>Whether the project need not be in this checkout: of two sides that are compared one may lack it.</summary>
    public bool MayLackProject { get; init; }

    /// <summary>Variables for every service; they win over all others, as crank's <c>--variable</c>.</summary>
    public IReadOnlyDictionary<string, string> Variables { get; init; } = new Dictionary<string, string>();
}
