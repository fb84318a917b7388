using System.Globalization;
using PerfMatrix.Configuration;

namespace PerfMatrix.Drivers;

/// <summary>Reads the application of a scenario from its crank job.</summary>
internal static class ApplicationReader
{
    private const string AddressVariable = "ASPNETCORE_URLS";
    private static readonly TimeSpan s_startTimeout = TimeSpan.FromSeconds(30);

    public static ApplicationJob Read(ServiceJob service, string loadPath)
    {
        if (CrankKeys.IsBenchmark(service.Job)) CrankKeys.CheckBenchmark(service.Job);
        else CrankKeys.CheckApplication(service.Job);
        return new(
            service.Name,
            ProjectOf(service.Job),
            EnvironmentOf(service),
            service.Find("arguments") is { } arguments ? CommandLineText.Split(arguments.AsText()) : [],
            service.Variables.Find(ServiceJob.ReadyPath) is { } ready ? LoadReader.PathOf(ready) : loadPath,
            service.Find("startTimeout") is { } timeout ? TimeoutOf(timeout) : s_startTimeout)
        {
            Secure = service.Variables.Find(ServiceJob.Scheme) is { } scheme && IsSecure(scheme),
        };
    }

    private static bool IsSecure(YamlValue scheme) => scheme.AsText() switch
    {
        "http" => false,
        "https" => true,
        _ => throw scheme.Expected("http or https"),
    };

    /// <summary>crank copies each source to a folder of its name, so the project begins with the name of a source.</summary>
    private static string ProjectOf(YamlMap job)
    {
        var project = job.Required("project");
        foreach (var source in job.Required("sources").AsMap().Entries)
        {
            CrankKeys.CheckSource(source.Value.AsMap());
            var folder = source.Value.AsMap().Required("localFolder").AsText();
            var prefix = source.Value.AsMap().Find("destinationFolder")?.AsText() ?? source.Key;
            if (project.AsText().StartsWith(prefix + "/", StringComparison.Ordinal))
                return Existing(project, Path.GetFullPath(Path.Combine(folder, project.AsText()[(prefix.Length + 1)..])));
        }

        throw project.Place.Error($"found the project '{project.AsText()}', expected a path that begins with the name of a source and /");
    }

    private static string Existing(YamlValue project, string path) =>
        File.Exists(path) ? path : throw project.Place.Error($"found no project '{project.AsText()}'; looked for {path}");

    private static Dictionary<string, string> EnvironmentOf(ServiceJob service)
    {
        var declared = service.Job.Find("environmentVariables")?.AsMap().Entries ?? [];
        return declared
            .Where(variable => variable.Key != AddressVariable)
            .ToDictionary(variable => variable.Key, variable => Unchanged(Template.Fill(variable.Value, service.Variables)));
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
        && timeout > TimeSpan.Zero
            ? timeout
            : throw value.Expected("hours, minutes and seconds as 00:00:30");
}
