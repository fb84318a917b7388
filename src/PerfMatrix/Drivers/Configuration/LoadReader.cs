using PerfMatrix.Configuration;
using PerfMatrix.Contract;

namespace PerfMatrix.Drivers;

/// <summary>
/// Reads the load of a scenario from the variables of its load job. The job's <c>arguments</c> are for plain crank, where the load generator gets one
/// application; they are not used here.
/// </summary>
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

    /// <summary>A path on the server.</summary>
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
