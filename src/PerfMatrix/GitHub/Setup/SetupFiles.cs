namespace PerfMatrix.GitHub.Setup;

/// <summary>An application with what can be requested of it; of a project of benchmarks nothing can.</summary>
/// <param name="Writes">A file that it wrote beside its program when it was started; null when it wrote none.</param>
internal sealed record SetupApplication(
    WebProject Project, IReadOnlyList<FoundEndpoint> Endpoints, IReadOnlyDictionary<string, string> Environment, string? Writes = null);

/// <param name="Branch">The branch that pull requests go into.</param>
/// <param name="Workflows">Repository with the reusable workflows, OWNER/NAME.</param>
/// <param name="Commit">Their commit, that of the tool; null where it was not released, and the newest of the major version are taken.</param>
/// <param name="ToolSource">Folder or feed that the jobs take the tool from; null for the feeds of the repository.</param>
internal sealed record SetupRequest(
    IReadOnlyList<SetupApplication> Applications, string Branch, string Workflows, string? Commit = null, string? ToolSource = null)
{
    /// <summary>What stands behind the <c>@</c>: a commit cannot be moved, and Dependabot reads its version from the comment.</summary>
    public string Reference => Commit is null ? $"v{ThisTool.Info.Version.Split('.')[0]}" : $"{Commit} # v{ThisTool.Info.Version}";
}

/// <summary>The files that make perfmatrix work in another repository: what is measured, tool and version, and workflows that call ours.</summary>
internal static class SetupFiles
{
    private const string Ignored = ".gitignore";
    private static readonly string[] s_workflows = ["perf-pr", "perf-comment", "perf-main", "perf-dispatch", "perf-bisect"];

    public static IReadOnlyDictionary<string, string> Of(string target, SetupRequest request)
    {
        var files = new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            [ConfigurationFiles.Own] = Configuration(request.Applications),
            [Ignored] = WithIgnored(Path.Combine(target, Ignored)),
            [ToolManifest.Path] = ToolManifest.Merge(Tools(request), Existing(Path.Combine(target, ToolManifest.Path))),
        };
        foreach (var name in s_workflows) files[$".github/workflows/{name}.yml"] = Workflow(name, request);
        return files;
    }

    public static IReadOnlyList<(string Name, string Job, FoundEndpoint Endpoint)> Scenarios(IReadOnlyList<SetupApplication> applications) =>
        [.. Unique(from application in applications
                   from endpoint in application.Endpoints
                   let path = WebProject.NameOf(endpoint.Path.Split('?')[0], "")
                   let job = application.Project.Name
                   select (path.Length == 0 ? job : applications.Count == 1 ? path : $"{job}-{path}", job, endpoint))];

    public static IReadOnlyList<string> Benchmarks(IReadOnlyList<SetupApplication> applications) =>
        [.. applications.Where(application => application.Project.IsBenchmark).Select(application => application.Project.Name)];

    // Two paths may differ in what no name may hold.
    private static IEnumerable<(string Name, string Job, FoundEndpoint Endpoint)> Unique(
        IEnumerable<(string Name, string Job, FoundEndpoint Endpoint)> scenarios)
    {
        var taken = new HashSet<string>();
        foreach (var scenario in scenarios)
        {
            var name = scenario.Name;
            for (var number = 2; !taken.Add(name); number++) name = $"{scenario.Name}-{number}";
            yield return (name, scenario.Job, scenario.Endpoint);
        }
    }

    private static string Configuration(IReadOnlyList<SetupApplication> applications)
    {
        var runtimes = applications.Select(application => application.Project.Frameworks.AsEnumerable()).Aggregate(Enumerable.Intersect);
        return Template("perfmatrix.yml")
            .Replace("__RUNTIMES__", string.Join(", ", runtimes), StringComparison.Ordinal)
            .Replace("__JOBS__\n", string.Concat(applications.Select(Job)), StringComparison.Ordinal)
            .Replace("__SCENARIOS__\n", string.Concat(Scenarios(applications).Select(Scenario).Concat(Benchmarks(applications).Select(
                name => $"  {name}:\n    application: {{ job: {name} }}\n\n"))), StringComparison.Ordinal);
    }

    private static string Job(SetupApplication application) => string.Concat(
        $"  {application.Project.Name}:\n",
        $"    project: {Quoted(application.Project.Path)}\n",
        application.Project.IsBenchmark
            ? "    options: { benchmarkDotNet: true }\n    arguments: --job short    # of BenchmarkDotNet; without it longer, and more precise\n"
            : $"    variables: {{ readyPath: {Quoted(application.Endpoints[0].Path)} }}\n",
        application.Environment.Count == 0 ? "" : "    environmentVariables:\n",
        string.Concat(application.Environment.Select(variable => $"      {variable.Key}: {Value(variable)}\n")),
        "\n");

    // A secret is given when perfmatrix runs, as PERFMATRIX_VARIABLE_name.
    private static string Value(KeyValuePair<string, string> variable) =>
        Quoted(Secrets.IsSecret(variable.Key) ? $"{{{{ {variable.Key} }}}}" : variable.Value);

    private static string Scenario((string Name, string Job, FoundEndpoint Endpoint) scenario) => string.Concat(
        $"  {scenario.Name}:\n",
        $"    application: {{ job: {scenario.Job} }}\n",
        $"    load: {{ variables: {{ path: {Quoted(scenario.Endpoint.Path)}{(scenario.Endpoint.SameLength ? "" : ", responseLength: any")} }} }}\n",
        "\n");

    private static string Quoted(string text) =>
        text.All(c => char.IsAsciiLetterOrDigit(c) || c is '/' or '-' or '_' or '.') ? text
        : $"\"{text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)}\"";

    private static string Workflow(string name, SetupRequest request) => Template($"{name}.yml")
        .Replace("__REPOSITORY__", request.Workflows, StringComparison.Ordinal)
        .Replace("__REF__", request.Reference, StringComparison.Ordinal)
        .Replace("__BRANCH__", request.Branch, StringComparison.Ordinal)
        .Replace("__ISOLATE__", request.Applications.Any(one => one.Writes is not null) ? "isolate: false, " : "", StringComparison.Ordinal)
        .Replace("__WITH__", request.ToolSource is { } source ? $"tool-source: {Quoted(source)}, " : "", StringComparison.Ordinal);

    // Nothing but the tool in its own version: whoever measures with crank adds the programs of crank.
    private static string Tools(SetupRequest request)
    {
        var version = request.ToolSource is null ? ThisTool.Info.Version.Split("-local")[0] : ThisTool.Info.Version;
        var tools = new { perfmatrix = new { version, commands = new[] { "perfmatrix" } } };
        return JsonSerializer.Serialize(new { version = 1, isRoot = true, tools }, ToolManifest.Written) + "\n";
    }

    private static string? Existing(string path) => File.Exists(path) ? File.ReadAllText(path) : null;

    private static string WithIgnored(string path)
    {
        const string line = $"{DataFolder.OfGuest}/";
        var text = Existing(path) ?? "";
        return text.Split('\n').Select(entry => entry.Trim().TrimStart('/')).Contains(line) ? text
            : text + (text.Length == 0 || text.EndsWith('\n') ? "" : "\n") + line + "\n";
    }

    private static string Template(string name) => ConfigurationFiles.ToolText($"setup/{name}");
}
