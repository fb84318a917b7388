namespace PerfMatrix.Drivers.Scenarios;

/// <summary>The keys of crank's files that perfmatrix understands, whatever the driver, and that only crank does (<c>crank-keys.yml</c>).</summary>
internal static class CrankKeys
{
    private const string BenchmarkOption = "benchmarkDotNet";
    private const string PlainCrank = "perfmatrix does not support it, with any driver; plain crank does (see crank/README.md)";

    // As crank reads its keys.
    private static readonly StringComparer s_anyCase = StringComparer.OrdinalIgnoreCase;

    private static readonly YamlMap s_keys = YamlFile.Parse(ConfigurationFiles.ToolText("scenarios/crank-keys.yml"), "crank-keys.yml of perfmatrix");

    private static readonly Dictionary<string, string> s_instead = s_keys.Required("instead").AsList().Items.Select(item => item.AsMap())
        .SelectMany(group => group.Required("keys").AsTexts(), (group, key) => (key, group.Required("do").AsText())).ToDictionary(s_anyCase);

    private static readonly string[] s_file = Understood("file");
    private static readonly string[] s_crankFile = Plain("file");
    private static readonly string[] s_application = Understood("application");
    private static readonly string[] s_benchmark = [.. s_application, .. Understood("benchmark")];
    private static readonly string[] s_load = Understood("load");
    private static readonly string[] s_crankJob = [.. s_instead.Keys, .. Plain("job")];
    private static readonly string[] s_source = Understood("source");
    private static readonly string[] s_crankSource = Plain("source");

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

    /// <param name="instead">The reason, and what to do; null where nothing takes its place.</param>
    public static UsageException Unsupported(YamlPlace place, string what, string? instead = null) =>
        place.Error($"found {what}; {PlainCrank}{(instead is null ? "" : $". Here {instead}")}");

    private static string[] Understood(string part) => [.. s_keys.Required("understood").AsMap().Required(part).AsTexts()];

    private static string[] Plain(string part) => [.. s_keys.Required("plain").AsMap().Required(part).AsTexts()];

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
