namespace PerfMatrix.Drivers.Scenarios;

/// <summary>The keys of crank's files: those that perfmatrix understands, whatever the driver, and those that only plain crank does.</summary>
internal static class CrankKeys
{
    private const string BenchmarkOption = "benchmarkDotNet";
    private const string PlainCrank = "perfmatrix does not support it, with any driver; plain crank does (see crank/README.md)";

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
        "source", "scheme", "port", "path", "connections", "threads", "aspNetCoreVersion", "runtimeVersion", "desktopVersion", "sdkVersion",
        "useMonoRuntime", "noGlobalJson", "buildKey", "dockerFile", "dockerPull", "dockerImageName", "dockerCommand", "dockerLoad",
        "dockerContextDirectory", "dockerFetchPath", "noBuild", "executable", "noArguments", "webHost", "useRuntimeStore", "attachments",
        "buildAttachments", "profile", "profileType", "profileArguments", "dotNetTrace", "dotNetTraceProviders", "dumpProcess", "dumpType",
        "dumpFile", "collect", "collectArguments", "collectSwapMemory", "perfViewTraceFile", "collectStartup", "collectCounters",
        "measurementsIntervalSec", "counters", "basePath", "packageReferences", "buildArguments", "noClean", "channel", "selfContained",
        "beforeScript", "initScript", "afterScript", "stoppingScript", "memoryLimitInBytes", "cpuLimitRatio", "cpuSet", "outputFiles",
        "outputArchives", "buildFiles", "buildArchives", "timeout", "collectTimeout", "buildTimeout", "options", "features", "onConfigure",
        "collectDependencies", "additionalProcesses", "patchReferences", "commands", "beforeJob", "afterJob", "hardware", "hardwareVersion",
        "operatingSystem", "parameters", "environmentVariables", "startTimeout", "isConsoleApp", "waitForExit",
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
    }

    public static bool IsBenchmark(YamlMap job) => job.Find("options")?.AsMap().Find(BenchmarkOption)?.AsFlag() == true;

    public static void CheckLoad(YamlMap job) => Check(job, s_load, s_crankJob);

    public static void CheckSource(YamlMap source) => Check(source, s_source, s_crankSource);

    public static UsageException Unsupported(YamlPlace place, string what) => place.Error($"found {what}; {PlainCrank}");

    private static void Check(YamlMap map, string[] known, string[] crankOnly, bool isInUse = true)
    {
        foreach (var entry in map.Entries.Where(entry => !known.Contains(entry.Key)))
        {
            if (!crankOnly.Contains(entry.Key))
                throw entry.KeyPlace.Error($"unknown key '{entry.Key}'{Suggestion.Sentence(entry.Key, known, "known keys")}");
            if (isInUse) throw Unsupported(entry.KeyPlace, $"the key '{entry.Key}'");
        }
    }
}
