namespace PerfMatrix.Drivers.Scenarios;

internal static class ApplicationReader
{
    private const string AddressVariable = "ASPNETCORE_URLS";
    private static readonly TimeSpan s_startTimeout = TimeSpan.FromSeconds(30);

    public static ApplicationJob Read(ServiceJob service, ScenarioRequest request, (string Path, YamlPlace? Place) load)
    {
        if (CrankKeys.IsBenchmark(service.Job)) CrankKeys.CheckBenchmark(service.Job);
        else CrankKeys.CheckApplication(service.Job);
        var ready = service.Variables.Find(ServiceJob.ReadyPath);
        var (environment, lacks) = EnvironmentOf(service);
        return new(
            service.Name,
            ProjectOf(service.Job, request.MayLackProject),
            environment,
            service.Find("arguments") is { } arguments ? CommandLineText.Split(arguments.AsText()) : [],
            ready is null ? load.Path : LoadReader.PathOf(ready),
            service.Find("startTimeout") is { } timeout ? TimeoutOf(timeout) : s_startTimeout)
        {
            Lacks = lacks,
            Before = service.Find("before")?.AsTexts() ?? [],
            After = service.Find("after")?.AsTexts() ?? [],
            Secure = service.Variables.Find(ServiceJob.Scheme) is { } scheme && IsSecure(scheme),
            ReadyPathPlace = (ready?.Place ?? load.Place)?.ToString(),
        };
    }

    private static bool IsSecure(YamlValue scheme) => scheme.AsText() switch
    {
        "http" => false,
        "https" => true,
        _ => throw scheme.Expected("http or https"),
    };

    /// <summary>crank copies each source to a folder of its name, so the project begins with the name of a source.</summary>
    private static string ProjectOf(YamlMap job, bool mayLack)
    {
        var project = job.Required("project");
        foreach (var source in job.Required("sources").AsMap().Entries)
        {
            CrankKeys.CheckSource(source.Value.AsMap());
            var folder = source.Value.AsMap().Required("localFolder").AsText();
            var prefix = source.Value.AsMap().Find("destinationFolder")?.AsText() ?? source.Key;
            if (!project.AsText().StartsWith(prefix + "/", StringComparison.Ordinal)) continue;
            var path = Path.GetFullPath(Path.Combine(folder, project.AsText()[(prefix.Length + 1)..]));
            return mayLack || File.Exists(path) ? path : throw project.Place.Error($"found no project '{project.AsText()}'; looked for {path}");
        }

        throw project.Place.Error($"found the project '{project.AsText()}', expected a path that begins with the name of a source and /");
    }

    // Where nothing is started nobody has its secrets, such as the job that plans.
    private static (Dictionary<string, string> Environment, IReadOnlyList<string> Lacks) EnvironmentOf(ServiceJob service)
    {
        var (environment, lacks) = (new Dictionary<string, string>(), new List<string>());
        foreach (var variable in service.Job.Find("environmentVariables")?.AsMap().Entries ?? [])
        {
            if (variable.Key == AddressVariable) continue;
            try
            {
                environment[variable.Key] = Unchanged(Template.Fill(variable.Value, service.Variables));
            }
            catch (UsageException problem) when (Secrets.IsSecret(variable.Key))
            {
                lacks.Add(problem.Message);
            }
        }

        return (environment, lacks);
    }

    /// <summary>crank reads an unquoted true or 1.50 as a switch or number and hands on True and 1.5; the two drivers must not differ.</summary>
    private static string Unchanged(YamlValue value)
    {
        if (value is not YamlText { IsPlain: true } text) return value.AsText();
        var isChanged = bool.TryParse(text.Text, out _)
            || (decimal.TryParse(text.Text, NumberStyles.Any, CultureInfo.InvariantCulture, out var number) && number.ToString("G29") != text.Text);
        return isChanged ? throw text.Place.Error($"found {text.Text} without quotes, which crank changes; write \"{text.Text}\"") : text.AsText();
    }

    /// <summary>.NET, and so crank, reads a plain 30 as days.</summary>
    private static TimeSpan TimeoutOf(YamlValue value) =>
        value.AsText().Contains(':', StringComparison.Ordinal)
        && TimeSpan.TryParseExact(value.AsText(), "c", CultureInfo.InvariantCulture, out var timeout)
        && timeout > TimeSpan.Zero ? timeout : throw value.Expected("hours, minutes and seconds as 00:00:30");
}

/// <summary>Reads the load of a scenario from the variables of its load job. Its <c>arguments</c> are for plain crank.</summary>
internal static class LoadReader
{
    private const string LoadProject = "/PerfMatrix.Load.csproj";

    public static LoadSettings Read(ServiceJob service)
    {
        CrankKeys.CheckLoad(service.Job);
        CheckGenerator(service);
        var variables = service.Variables;
        return new()
        {
            Method = variables.Find("method")?.AsText() ?? "GET",
            Path = variables.Find("path") is { } path ? PathOf(path) : "/",
            Headers = HeadersOf(variables),
            Body = TextOrNull(variables, "body"),
            Connections = variables.Find("connections")?.AsWholeNumber(minimum: 1) ?? new LoadSettings().Connections,
            Threads = variables.Find("threads")?.AsWholeNumber(minimum: 1) ?? new LoadSettings().Threads,
            ResponseLength = variables.Find("responseLength") is { } length ? ResponseLengthOf(length) : new LoadSettings().ResponseLength,
            Requests = variables.Find("requests")?.AsWholeNumber() is > 0 and var requests ? requests : null,
            Pause = TimeSpan.FromMilliseconds(variables.Find("pause")?.AsWholeNumber() ?? 0),
            Rate = TextOrNull(variables, "rate"),
        };
    }

    /// <summary>Where the path of the load is written; the job itself where it has none.</summary>
    public static YamlPlace PathPlace(ServiceJob service) => service.Variables.Find("path")?.Place ?? service.Job.Place;

    public static string PathOf(YamlValue value) => value.AsText() is ['/', ..] path ? path : throw value.Expected("a path that begins with /");

    private static void CheckGenerator(ServiceJob service)
    {
        var project = service.Job.Required("project");
        if (!project.AsText().EndsWith(LoadProject, StringComparison.Ordinal))
            throw CrankKeys.Unsupported(project.Place, $"the load job '{service.Name}', which is not PerfMatrix.Load");
    }

    private static Dictionary<string, string> HeadersOf(YamlMap variables)
    {
        var headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var header in variables.Find("headers")?.AsList().Items ?? [])
        {
            var colon = header.AsText().IndexOf(':', StringComparison.Ordinal);
            if (colon < 1) throw header.Expected("a header as Name: value");
            headers[header.AsText()[..colon].Trim()] = header.AsText()[(colon + 1)..].Trim();
        }

        if (TextOrNull(variables, "contentType") is { } contentType) headers["Content-Type"] = contentType;
        return headers;
    }

    private static string ResponseLengthOf(YamlValue value) =>
        value.AsText() is "first" or "any" ? value.AsText()
        : value is YamlText text && int.TryParse(text.Text, out var length) && length >= 0 ? text.Text
        : throw value.Expected("first, any or a number of bytes");

    private static string? TextOrNull(YamlMap variables, string name) => variables.Find(name)?.AsText() is { Length: > 0 } text ? text : null;
}

/// <summary>Reads where the agents of a profile are, from the two services of a scenario with the profile laid over them.</summary>
internal static class AgentReader
{
    private const string LauncherPort = "launcherPort";
    private const int DefaultLauncherPort = 5100;
    private const string Localhost = "localhost";

    public static ProfileAgents Read(ServiceJob application, ServiceJob load) => new(
        EndpointsOf(application),
        EndpointsOf(load),
        ServerAddressOf(application.Variables),
        ListenAddressOf(application.Variables.Find("listenAddress")),
        application.Variables.Find(LauncherPort)?.AsWholeNumber(minimum: 1) ?? DefaultLauncherPort);

    private static List<Uri> EndpointsOf(ServiceJob service)
    {
        var endpoints = service.Find("endpoints")?.AsList().Items.Select(EndpointOf).ToList();
        return endpoints is { Count: > 0 } ? endpoints
            : throw service.Job.Place.Error($"the profile gives the job '{service.Name}' no endpoints; its agents are unknown");
    }

    private static Uri EndpointOf(YamlValue value) =>
        Uri.TryCreate(value.AsText(), UriKind.Absolute, out var endpoint) && endpoint.Scheme is "http" or "https" && endpoint.Host.Length > 0
            ? endpoint
            : throw value.Expected("the address of an agent such as http://10.0.0.2:5010");

    // The launcher listens on IPv4, and localhost may be looked up as IPv6 first.
    private static string ServerAddressOf(YamlMap variables) =>
        variables.Find("serverAddress")?.AsText() is { } address && address != Localhost ? address : IPAddress.Loopback.ToString();

    private static IPAddress ListenAddressOf(YamlValue? value) => value?.AsText() switch
    {
        null or Localhost => IPAddress.Loopback,
        "*" or "+" => IPAddress.Any,
        var text => IPAddress.TryParse(text, out var address) ? address : throw value!.Expected("localhost, * or an IP address"),
    };
}
