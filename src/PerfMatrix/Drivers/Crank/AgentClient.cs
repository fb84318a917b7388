using System.Net.Http.Json;
using YamlDotNet.RepresentationModel;
using static PerfMatrix.Drivers.Crank.CrankYaml;

namespace PerfMatrix.Drivers.Crank;

/// <param name="Version">Version with commit, e.g. <c>0.2.0-alpha.26316.1+e5f71f4…</c>.</param>
internal sealed record AgentInfo(string Os, string Arch, int Proc, string Version)
{
    /// <summary>How far its clock is ahead of ours, to about a second; null when it does not tell.</summary>
    [JsonIgnore]
    public TimeSpan? ClockAhead { get; init; }
}

/// <summary>Speaks the few parts of an agent's HTTP interface that the controller leaves to us: is it there, and end what was left behind.</summary>
internal sealed class AgentClient(Uri agent)
{
    private static readonly HttpClient s_http = new(new SocketsHttpHandler
    {
        UseProxy = false,
        AllowAutoRedirect = false,
        ConnectTimeout = TimeSpan.FromSeconds(5),
    })
    { Timeout = TimeSpan.FromSeconds(10) };

    /// <summary>Asks the agent who it is; null when nothing answers there.</summary>
    public async Task<AgentInfo?> TryInfoAsync(CancellationToken cancellation)
    {
        try
        {
            using var response = await s_http.GetAsync(new Uri(agent, "/info"), cancellation);
            var info = response.IsSuccessStatusCode ? await response.Content.ReadFromJsonAsync<AgentInfo>(cancellation) : null;
            return info is { Os: not null, Arch: not null, Proc: > 0 } ? info with
            {
                Version = info.Version ?? "unknown",
                ClockAhead = response.Headers.Date - DateTimeOffset.UtcNow,
            } : throw NotAnAgent($"status {(int)response.StatusCode}");
        }
        catch (Exception exception) when (exception is JsonException or NotSupportedException or InvalidOperationException)
        {
            throw NotAnAgent("something that is not an agent's JSON", exception);
        }
        catch (HttpRequestException exception) when (exception.HttpRequestError is HttpRequestError.InvalidResponse
            or HttpRequestError.HttpProtocolError)
        {
            throw NotAnAgent("something that is not HTTP", exception);
        }
        catch (Exception exception) when (exception is HttpRequestException
            || (exception is TaskCanceledException && !cancellation.IsCancellationRequested))
        {
            return null;
        }
    }

    /// <summary>Stops and deletes a job; one that is gone already is fine. What an agent has deleted is left alone: asked again, it says for ever
    /// that it is at it, because it looks at no job of a finished run (JobsController.Delete, Startup.ProcessJobs). An error tells nothing.</summary>
    public static Task EndAsync(Uri job) => OrGoneAsync(async () =>
    {
        using var state = await s_http.GetAsync(new Uri(job + "/state"), CancellationToken.None);
        if (state.StatusCode == HttpStatusCode.NotFound || await state.Content.ReadAsStringAsync() is "Deleting" or "Deleted") return true;
        using var stop = await s_http.PostAsync(new Uri(job + "/stop"), content: null, CancellationToken.None);
        using var delete = await s_http.DeleteAsync(job, CancellationToken.None);
        return true;
    });

    public static Task<bool> HasEndedAsync(Uri job) => OrGoneAsync(
        async () => await s_http.GetStringAsync(new Uri(job + "/state"), CancellationToken.None) is "Deleted" or "Failed" or "Stopped");

    // True of an agent that does not answer, too: whoever needs it next finds out.
    private static Task<bool> OrGoneAsync(Func<Task<bool>> ask) =>
        Errors.OrAsync(ask, exception => exception is HttpRequestException or TaskCanceledException, _ => true);

    private DriverException NotAnAgent(string found, Exception? inner = null) =>
        new($"{agent} is not a crank agent: {new Uri(agent, "/info")} answered with {found}. Check the endpoint in crank/profiles.yml, and that "
            + $"nothing else holds the port.", inner);
}

/// <param name="Info">What it says of itself; null when it does not answer.</param>
/// <param name="Machine">Its machine; null when that could not be found out.</param>
internal sealed record AgentReport(Uri Agent, AgentInfo? Info, MachineReading? Machine, string? Problem);

/// <summary>Finds out what agents' machines are, each once: by a job, because an agent tells little more than its number of processors.</summary>
internal sealed class AgentSurveys(CrankPrograms crank, StagedPrograms programs, string work)
{
    private readonly ConcurrentDictionary<Uri, MachineReading> _known = new();

    public async Task<MachineReading> OfAsync(Uri agent, CancellationToken cancellation) =>
        _known.TryGetValue(agent, out var known) ? known : _known[agent] = await SurveyAsync(agent, cancellation);

    private async Task<MachineReading> SurveyAsync(Uri agent, CancellationToken cancellation)
    {
        using var files = new BlockFiles(Path.Combine(work, $"survey-{agent.Host}-{agent.Port}"));
        var survey = new SurveyConfiguration(agent, (await programs.OfAsync(agent.IsLoopback, cancellation)).Launcher);
        await using var run = crank.Start(
            files, survey.Compose(files.Rounds), SurveyConfiguration.Scenario, SurveyConfiguration.Profile, _ => { });
        var code = await run.WaitAsync(cancellation);
        try
        {
            await using var stream = File.OpenRead(Path.Combine(files.Rounds, survey.File));
            return (await JsonSerializer.DeserializeAsync(stream, ContractJson.Default.MachineReading, cancellation))!;
        }
        catch (Exception exception) when (exception is IOException or JsonException)
        {
            throw new DriverException(
                $"The crank agent {agent} could not be surveyed (exit code {code}). crank said:{Environment.NewLine}{run.LastLines}", exception);
        }
    }
}

/// <summary>A crank configuration that has one agent say what its machine is.</summary>
internal sealed class SurveyConfiguration(Uri agent, string launcher)
{
    public const string Scenario = "perfmatrix-survey";
    public const string Profile = "perfmatrix-agent";
    private const string Service = "survey";
    private const string Job = "perfmatrix-survey";

    /// <summary>Name of the file that is brought back; a new one each time, because the agent keeps the folder.</summary>
    public string File { get; } = $"machine-{RandomNumberGenerator.GetHexString(8, lowercase: true)}.json";

    public string Compose(string output)
    {
        var endpoints = Map(("endpoints", List([agent.GetLeftPart(UriPartial.Authority)])));
        return Document(Map(
            ("jobs", Map((Job, SurveyJob(output)))),
            ("scenarios", Map((Scenario, Map((Service, Map(("job", Text(Job)))))))),
            ("profiles", Map((Profile, Map(("jobs", Map((Service, endpoints)))))))));
    }

    private YamlMappingNode SurveyJob(string output) => Map(
        ("sources", Map(("launcher", Map(("localFolder", Text(launcher)))))),
        ("executable", Text($"launcher/{StagedPrograms.LauncherName}")),
        ("arguments", Text($"survey {File}")),
        ("isConsoleApp", True),
        ("waitForExit", True),
        ("options", Map(("reuseSource", True), ("noGitIgnore", True), ("downloadFiles", List([File])), ("downloadFilesOutput", Text(output)))));
}
