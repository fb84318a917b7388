
using PerfMatrix.Contract;

namespace PerfMatrix.Drivers;

/// <summary>A scenario of the crank files with everything filled in.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Application">The application.</param>
/// <param name="Load">The load.</param>
public sealed record ResolvedScenario(string Name, ApplicationJob Application, LoadSettings Load)
{
    /// <summary>Whether it is a BenchmarkDotNet project, which has no load.</summary>
    public bool IsBenchmark { get; init; }
}

/// <summary>An application under test as its crank job describes it.</summary>
/// <param name="Name">Name of the job.</param>
/// <param name="Project">The project file, absolute.</param>
/// <param name="EnvironmentVariables">Environment of the application; without ASPNETCORE_URLS, because the launcher chooses the address.</param>
/// <param name="Arguments">Arguments of the application.</param>
/// <param name="ReadyPath">Path of the request whose first 2xx answer ends the start-up: the variable <c>readyPath</c>, else the path of the load.</param>
/// <param name="StartTimeout">How long it may take to that answer.</param>
public sealed record ApplicationJob(
    string Name,
    string Project,
    IReadOnlyDictionary<string, string> EnvironmentVariables,
    IReadOnlyList<string> Arguments,
    string ReadyPath,
    TimeSpan StartTimeout)
{
    /// <summary>Whether it answers on https (the variable <c>scheme</c>), with a certificate that its launcher makes.</summary>
    public bool Secure { get; init; }
}

/// <summary>Where the agents of a profile are.</summary>
/// <param name="Application">Endpoints for the applications; several are machines that can measure at the same time.</param>
/// <param name="Load">Endpoints for the load, one for each of the others.</param>
/// <param name="ServerAddress">Where the load machine reaches the application machine.</param>
/// <param name="ListenAddress">What applications listen on.</param>
/// <param name="LauncherPort">Control port of the first launcher of a block; variable <c>launcherPort</c>.</param>
public sealed record ProfileAgents(IReadOnlyList<Uri> Application, IReadOnlyList<Uri> Load, string ServerAddress, System.Net.IPAddress ListenAddress, int LauncherPort);

/// <summary>Which scenario to resolve, and what the command line changes in it.</summary>
/// <param name="File">The crank file, absolute.</param>
/// <param name="Scenario">Name of the scenario.</param>
public sealed record ScenarioRequest(string File, string Scenario)
{
    /// <summary>Name of the profile; null applies none.</summary>
    public string? Profile { get; init; }

    /// <summary>Variables for every service; they win over all others, as crank's <c>--variable</c>.</summary>
    public IReadOnlyDictionary<string, string> Variables { get; init; } = new Dictionary<string, string>();

    /// <summary>Variables by service (application, load); they win over those of the files, as crank's <c>--load.variables.x</c>.</summary>
    public IReadOnlyDictionary<string, IReadOnlyDictionary<string, string>> ServiceVariables { get; init; } =
        new Dictionary<string, IReadOnlyDictionary<string, string>>();
}
