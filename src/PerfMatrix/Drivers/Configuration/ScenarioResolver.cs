using PerfMatrix.Configuration;
using PerfMatrix.Contract;

namespace PerfMatrix.Drivers;

/// <summary>
/// Resolves scenarios of crank files, the same for every driver: imports, profile, variables with crank's precedence (command line, service variables of the
/// command line, profile, scenario, job, global), <c>{{ name }}</c>. What only plain crank understands is an error that names the key and says so.
/// No error repeats the value of a secret variable.
/// </summary>
/// <param name="root">Root of the repository.</param>
public sealed class ScenarioResolver(string root)
{
    private const string ApplicationService = "application";
    private const string LoadService = "load";

    private readonly CrankFile _files = new(root);

    /// <summary>Resolves one scenario.</summary>
    /// <exception cref="UsageException">Something is missing, unknown, of the wrong type, or for plain crank only.</exception>
    public ResolvedScenario Resolve(ScenarioRequest request) => Masking(request, Read);

    /// <summary>Where the agents of the profile are, for one scenario.</summary>
    /// <exception cref="UsageException">The profile is missing or unknown, or does not say where its agents are.</exception>
    public ProfileAgents Agents(ScenarioRequest request) => Masking(request, ReadAgents);

    /// <summary>Names of the scenarios of a file and its imports.</summary>
    /// <exception cref="UsageException">A file is missing or wrong.</exception>
    public IReadOnlyList<string> Scenarios(string file) => [.. _files.Load(file).Find("scenarios")?.AsMap().Keys ?? []];

    private ResolvedScenario Read(ScenarioRequest request)
    {
        var file = _files.Load(request.File);
        var scenario = Named(file, "scenarios", request.Scenario, "scenario").AsMap();
        var profile = request.Profile is { } name ? Named(file, "profiles", name, "profile").AsMap() : null;
        CheckServices(scenario);
        var application = ServiceJob.Of(file, scenario, ApplicationService, profile, request);
        if (CrankKeys.IsBenchmark(application.Job))
            return new(request.Scenario, ApplicationReader.Read(application, "/"), new LoadSettings()) { IsBenchmark = true };
        var load = ServiceJob.Of(file, scenario, LoadService, profile, request);
        var settings = LoadReader.Read(load);
        return new(request.Scenario, ApplicationReader.Read(application, settings.Path), settings);
    }

    private ProfileAgents ReadAgents(ScenarioRequest request)
    {
        var file = _files.Load(request.File);
        var scenario = Named(file, "scenarios", request.Scenario, "scenario").AsMap();
        var profile = Named(file, "profiles", request.Profile ?? "", "profile").AsMap();
        return AgentReader.Read(
            ServiceJob.Of(file, scenario, ApplicationService, profile, request), ServiceJob.Of(file, scenario, LoadService, profile, request));
    }

    private static T Masking<T>(ScenarioRequest request, Func<ScenarioRequest, T> read)
    {
        try
        {
            return read(request);
        }
        catch (UsageException exception)
        {
            throw Secrets.Of([request.Variables, .. request.ServiceVariables.Values]).Masked(exception);
        }
    }

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
