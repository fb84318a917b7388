namespace PerfMatrix.Drivers.Scenarios;

/// <summary>The keys of crank's files: those that perfmatrix understands, whatever the driver, and those that only plain crank does.</summary>
internal static class CrankKeys
{
    private const string BenchmarkOption = "benchmarkDotNet";
    private const string PlainCrank = "perfmatrix does not support it, with any driver; plain crank does (see crank/README.md)";

    // As crank reads its keys.
    private static readonly StringComparer s_anyCase = StringComparer.OrdinalIgnoreCase;

    /// <summary>What to do instead of the keys that people miss. Others have no place here, because perfmatrix writes its own jobs.</summary>
    private static readonly Dictionary<string, string> s_instead = new (string Keys, string Instead)[]
    {
        ("collectCounters counters measurementsIntervalSec",
            "the probe counts allocations and collections by itself, and timeline: 1s at the scenario in crank/matrix.yml records them over time"),
        ("dotNetTrace dotNetTraceProviders collect collectArguments collectStartup perfViewTraceFile profile profileType profileArguments",
            "tracing slows what is measured; `perfmatrix why RUN --traces` traces rounds of their own"),
        ("dumpProcess dumpType dumpFile", "writing a dump stops what is measured; start the application by itself and take one with dotnet-dump"),
        ("additionalProcesses", "metrics are those of the application's own process"),
        ("channel runtimeVersion aspNetCoreVersion desktopVersion useMonoRuntime",
            "the matrix chooses the runtime, for each variant another: --runtime net10.0, or an exact patch as net10.0@10.0.12"),
        ("sdkVersion noGlobalJson", "programs are built with the SDK that the global.json beside the project asks for"),
        ("buildArguments packageReferences", "write them as properties or references of the project, so that base and head have their own"),
        ("outputFiles outputArchives buildFiles buildArchives", "add the files to the project, so that base and head have their own"),
        ("noBuild", "what was published of the same sources is taken from the cache by itself"),
        ("timeout", "a round is as long as `measure` in crank/matrix.yml says, and startTimeout limits the start"),
        ("buildTimeout", "a build may take as long as it needs; in CI the job has a limit"),
        ("selfContained", "programs are built with their runtime, so that it is the patch that was asked for; leave it out"),
        ("memoryLimitInBytes", "it would limit the launcher and all variants together; --memory 512MiB limits each application"),
        ("cpuLimitRatio", "it would limit the launcher and all variants together; --cpu-limit 500m limits each application"),
        ("cpuSet", "the plan gives application and load their CPUs: --cores 2"),
        ("options", "perfmatrix writes its own jobs, so options of crank's jobs are lost; only benchmarkDotNet: true says something here"),
        ("port scheme", "the launcher chooses the address; variables: { scheme: https } asks for https"),
        ("path connections threads", "these are variables of the load job"),
        ("repository branchOrCommit source",
            "the code is that of this checkout: `perfmatrix compare COMMIT`, or --remote-source where agents fetch it"),
        ("dockerFile dockerImageName dockerContextDirectory dockerLoad dockerCommand dockerPull dockerFetchPath",
            "applications run as published, not in images; before: [docker compose up --detach --wait] starts what they need"),
        ("scripts defaultScripts beforeScript initScript afterScript stoppingScript beforeJob afterJob commands",
            "before and after of the application job name commands for this machine"),
    }.SelectMany(group => group.Keys.Split(' '), (group, key) => (key, group.Instead)).ToDictionary(s_anyCase);

    private static readonly string[] s_file = ["imports", "variables", "jobs", "scenarios", "profiles", "results"];

    private static readonly string[] s_crankFile =
        ["scripts", "defaultScripts", "onResultsCreating", "onResultsCreated", "counters", "commands", "$schema"];

    private static readonly string[] s_application =
        ["sources", "project", "framework", "readyStateText", "variables", "environmentVariables", "arguments", "startTimeout", "endpoints",
            "aliases", "before", "after"];

    /// <summary>A BenchmarkDotNet project: a console program that crank is told to treat as such.</summary>
    private static readonly string[] s_benchmark = [.. s_application, "isConsoleApp", "waitForExit", "options"];

    private static readonly string[] s_load =
        ["sources", "project", "framework", "readyStateText", "variables", "arguments", "isConsoleApp", "waitForExit", "endpoints", "aliases"];

    /// <summary>The rest of crank's job (Microsoft.Crank.Models, Job.cs, June 2026), as far as people write it in files.</summary>
    private static readonly string[] s_crankJob =
    [
        .. s_instead.Keys, "buildKey", "executable", "noArguments", "webHost", "useRuntimeStore", "attachments", "buildAttachments",
        "collectSwapMemory", "basePath", "noClean", "collectTimeout", "features", "onConfigure", "collectDependencies", "patchReferences", "hardware",
        "hardwareVersion", "operatingSystem", "parameters", "environmentVariables", "startTimeout", "isConsoleApp", "waitForExit",
    ];

    private static readonly string[] s_source = ["localFolder", "destinationFolder"];

    private static readonly string[] s_crankSource =
        ["repository", "branchOrCommit", "initSubmodules", "cacheOnAgent", "sourceKey", "sourceCode", "project", "dockerFile", "dockerImageName"];

    public static void CheckFile(YamlMap file) => Check(file, s_file, s_crankFile);

    /// <summary>Every job of a file may have every key of crank; only the jobs in use have to do without those of plain crank.</summary>
    public static void CheckUnusedJob(YamlMap job) => Check(job, [.. s_application.Union(s_load)], s_crankJob, isInUse: false);

    public static void CheckApplication(YamlMap job) => Check(job, s_application, s_crankJob);

    public static void CheckBenchmark(YamlMap job)
    {
        Check(job, s_benchmark, s_crankJob);
        Check(job.Required("options").AsMap(), [BenchmarkOption], []);
        var project = job.Required("project");
        if (PublishArguments.OtherLanguage(project.AsText()) is { } problem) throw project.Place.Error(problem);
    }

    public static bool IsBenchmark(YamlMap job) => job.Find("options")?.AsMap().Find(BenchmarkOption)?.AsFlag() == true;

    public static void CheckLoad(YamlMap job) => Check(job, s_load, s_crankJob);

    public static void CheckSource(YamlMap source) => Check(source, s_source, s_crankSource);

    /// <param name="instead">The reason, and what to do; null where nothing takes its place.</param>
    public static UsageException Unsupported(YamlPlace place, string what, string? instead = null) =>
        place.Error($"found {what}; {PlainCrank}{(instead is null ? "" : $". Here {instead}")}");

    private static void Check(YamlMap map, string[] known, string[] crankOnly, bool isInUse = true)
    {
        foreach (var entry in map.Entries.Where(entry => !known.Contains(entry.Key)))
        {
            if (known.Contains(entry.Key, s_anyCase) ? isInUse : !crankOnly.Contains(entry.Key, s_anyCase))
                throw entry.KeyPlace.Error($"unknown key '{entry.Key}'{Suggestion.Sentence(entry.Key, known, "known keys")}");
            if (isInUse) throw Unsupported(entry.KeyPlace, $"the key '{entry.Key}'", s_instead.GetValueOrDefault(entry.Key));
        }
    }
}
