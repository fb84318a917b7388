namespace PerfMatrix.GitHub.Setup;

/// <summary>A path that answers GET with 2xx.</summary>
/// <param name="SameLength">Whether every answer was as long as the first.</param>
internal sealed record FoundEndpoint(string Path, bool SameLength);

/// <summary>Finds what can be requested of an application: starts it as a developer does and reads its OpenAPI document, takes paths from its source
/// and launch settings, then starts it as it is measured and asks each.</summary>
internal sealed partial class EndpointSearch(Publication program, string projectFolder, IReadOnlyDictionary<string, string> environment)
{
    private const int MostEndpoints = 4;
    private const int Requests = 3;
    private const string EnvironmentName = "ASPNETCORE_ENVIRONMENT";
    private static readonly string[] s_documents = ["/openapi/v1.json", "/swagger/v1/swagger.json"];
    private static readonly string[] s_usual = ["/", "/health", "/healthz"];

    /// <summary>The first few paths that answer; an error that says what each answered when none does.</summary>
    /// <param name="wanted">Paths to ask instead of those that are found.</param>
    public async Task<IReadOnlyList<FoundEndpoint>> FindAsync(IReadOnlyList<string> wanted, CancellationToken cancellation)
    {
        var candidates = wanted.Count > 0 ? wanted
            : [.. (await DocumentedAsync(cancellation)).Concat(Written()).Concat(s_usual).Distinct()];
        await using var application = await StartedApplication.StartAsync(program, environment, cancellation);
        var (found, answers) = (new List<FoundEndpoint>(), new List<string>());
        foreach (var path in candidates)
        {
            var (endpoint, answer) = await AskAsync(application, path, cancellation);
            if (endpoint is not null) found.Add(endpoint);
            answers.Add($"  GET {path}: {answer}");
        }

        if (found.Count == 0 || (wanted.Count > 0 && found.Count < wanted.Count))
            throw new UsageException(
                "no endpoint that can be measured: the load generator sends the same request again and again and expects a 2xx answer.\n"
                    + $"{string.Join('\n', answers)}\nGive a path that answers with --path, or what the application needs with --env NAME=VALUE.");
        return wanted.Count > 0 ? found : [.. found.Take(MostEndpoints)];
    }

    /// <summary>Paths of the GET operations of an OpenAPI document that need no parameter.</summary>
    public static IReadOnlyList<string> PathsOf(JsonNode? document) => document?["paths"] is not JsonObject paths ? []
        : [.. from path in paths
              let operation = path.Value?["get"]
              where operation is not null && !path.Key.Contains('{', StringComparison.Ordinal)
                  && !Parameters(path.Value!).Concat(Parameters(operation)).Any(parameter => parameter["required"]?.GetValue<bool>() == true)
              select path.Key];

    /// <summary>Paths of <c>MapGet("/literal", ...)</c> in a source file.</summary>
    public static IEnumerable<string> PathsOf(string source) =>
        MapGet().Matches(source).Select(match => match.Groups["path"].Value).Where(path => !path.Contains('{', StringComparison.Ordinal))
            .Select(path => "/" + path.TrimStart('/'));

    /// <summary>Source files of a project, those of its folder before those below, and none that a build has made.</summary>
    public static IEnumerable<string> Sources(string folder) =>
        Directory.EnumerateFiles(folder).Where(file => Path.GetExtension(file) is ".cs" or ".fs").Order(StringComparer.Ordinal)
            .Concat(Directory.EnumerateDirectories(folder).Where(below => Path.GetFileName(below) is not (['.', ..] or "bin" or "obj"))
                .Order(StringComparer.Ordinal).SelectMany(Sources));

    private static IEnumerable<JsonNode> Parameters(JsonNode owner) => (owner["parameters"] as JsonArray)?.OfType<JsonNode>() ?? [];

    // Templates map the document in Development only. An application that does not start there is not asked: it counts how it runs as measured.
    private Task<IReadOnlyList<string>> DocumentedAsync(CancellationToken cancellation) => Errors.OrAsync<IReadOnlyList<string>>(async () =>
    {
        var development = new Dictionary<string, string>(environment) { [EnvironmentName] = "Development" };
        await using var application = await StartedApplication.StartAsync(program, development, cancellation);
        foreach (var document in s_documents)
        {
            if (await application.GetAsync(document, cancellation) is { Status: HttpStatusCode.OK, Body: var body })
                return PathsOf(JsonNode.Parse(body));
        }
        return [];
    }, problem => problem is UsageException or JsonException, _ => []);

    private IEnumerable<string> Written()
    {
        var settings = Path.Combine(projectFolder, "Properties", "launchSettings.json");
        var launched = File.Exists(settings) ? LaunchUrl().Matches(File.ReadAllText(settings)).Select(match => "/" + match.Groups["path"].Value) : [];
        return Sources(projectFolder).SelectMany(file => PathsOf(File.ReadAllText(file)))
            .Concat(launched.Where(path => !path.Contains("swagger", StringComparison.Ordinal)));
    }

    private static async Task<(FoundEndpoint? Endpoint, string Answer)> AskAsync(
        StartedApplication application, string path, CancellationToken cancellation)
    {
        var lengths = new List<int>();
        for (var request = 0; request < Requests; request++)
        {
            if (await application.GetAsync(path, cancellation) is not { } answer) return (null, "no answer");
            if ((int)answer.Status / 100 != 2) return (null, $"{(int)answer.Status} {answer.Status}");
            lengths.Add(answer.Body.Length);
        }

        return (new(path, lengths.Distinct().Count() == 1), "2xx");
    }

    [GeneratedRegex("""\.MapGet\(\s*"(?<path>[^"]*)""", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex MapGet();

    [GeneratedRegex(@"""launchUrl""\s*:\s*""(?<path>[^"":?]*)""", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex LaunchUrl();
}
