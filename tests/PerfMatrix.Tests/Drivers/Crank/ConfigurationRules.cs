using System.Text.RegularExpressions;
using PerfMatrix.Configuration;

namespace PerfMatrix.Tests.Drivers.Crank;

/// <summary>The rules of crank's published schema for configurations (dotnet/crank, Microsoft.Crank.Controller/benchmarks.schema.json), and three
/// that it has not but should: no unknown key in a job, because crank drops it without a word, every job of a scenario is there and has an agent, and
/// a repository is fetched at a whole commit.</summary>
internal static partial class ConfigurationRules
{
    private static readonly string[] s_file = ["imports", "variables", "jobs", "scenarios", "profiles", "results"];
    private static readonly string[] s_texts = ["readyStateText", "startTimeout", "sdkVersion", "aspNetCoreVersion", "runtimeVersion", "arguments",
        "executable", "cpuSet", "project", "framework"];
    private static readonly string[] s_flags = ["waitForExit", "isConsoleApp"];
    private static readonly string[] s_numbers = ["timeout", "memoryLimitInBytes"];
    private static readonly string[] s_maps = ["variables", "parameters", "environmentVariables", "options", "sources", "source"];
    private static readonly string[] s_source =
        ["localFolder", "repository", "branchOrCommit", "initSubmodules", "destinationFolder", "cacheOnAgent"];

    public static void Check(string yaml) => CheckFile(YamlFile.Parse(yaml, "block.yml").Allow(s_file));

    private static void CheckFile(YamlMap file)
    {
        _ = file.Find("imports")?.AsTexts();
        var jobs = file.Required("jobs").AsMap();
        foreach (var job in jobs.Entries) CheckJob(job.Value.AsMap());
        var agents = file.Required("profiles").AsMap().Entries.Select(profile => profile.Value.AsMap().Required("jobs").AsMap()).ToList();
        foreach (var service in file.Required("scenarios").AsMap().Entries.SelectMany(scenario => scenario.Value.AsMap().Entries))
            CheckService(service, jobs, agents);
    }

    private static void CheckJob(YamlMap job)
    {
        foreach (var entry in job.Allow([.. s_texts, .. s_flags, .. s_numbers, .. s_maps]).Entries)
        {
            if (s_texts.Contains(entry.Key)) entry.Value.AsText();
            else if (s_flags.Contains(entry.Key)) entry.Value.AsFlag();
            else if (s_maps.Contains(entry.Key)) entry.Value.AsMap();
            else CheckNumber(entry.Value);
        }

        foreach (var source in job.Find("sources")?.AsMap().Entries ?? [])
            CheckSource(source.Value.AsMap().Allow(s_source));
        foreach (var variable in job.Find("environmentVariables")?.AsMap().Entries ?? []) CheckQuoted(variable.Value);
    }

    // Without the # crank takes it for a branch (Microsoft.Crank.Agent, RetrieveSourceAsync); and of a source that has both it takes what was
    // uploaded.
    private static void CheckSource(YamlMap source)
    {
        if (source.Find("repository") is not { } repository) return;
        _ = repository.AsText();
        if (source.Find("localFolder") is { } folder)
            throw folder.Place.Error("found a folder beside a repository; a source is one of the two");
        var commit = source.Required("branchOrCommit");
        if (!Commit().IsMatch(commit.AsText()))
            throw commit.Expected("a whole commit behind a #, so that every block measures the same code");
    }

    private static void CheckService(YamlEntry service, YamlMap jobs, List<YamlMap> agents)
    {
        var job = service.Value.AsMap().Allow("job", "agent").Required("job");
        if (jobs.Find(job.AsText()) is null) throw job.Place.Error($"found no job '{job.AsText()}'");
        var agent = service.Value.AsMap().Find("agent")?.AsText() ?? service.Key;
        foreach (var profile in agents) _ = profile.Required(agent).AsMap().Required("endpoints").AsTexts();
    }

    private static void CheckNumber(YamlValue value)
    {
        if (!ulong.TryParse(value.AsText(), out _)) throw value.Expected("a whole number");
    }

    // crank turns an unquoted true into True, and 1.50 into 1.5.
    private static void CheckQuoted(YamlValue value)
    {
        if (value is YamlText { IsPlain: true }) throw value.Expected("a text in double quotes");
    }

    [GeneratedRegex("^#[0-9a-f]{40}([0-9a-f]{24})?$", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Commit();
}
