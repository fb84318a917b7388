using System.Globalization;

namespace PerfMatrix.Results;

/// <summary>
/// Names in <see cref="RunDocument.Settings"/>. A setting that differs between scenarios or core counts is written once more with a suffix,
/// e.g. <c>connections/hello-minimal</c> or <c>cpus/2c</c>, which wins over the plain name.
/// </summary>
public static class RunSettings
{
    /// <summary>Subset of the matrix, or empty when axes were chosen one by one.</summary>
    public const string Subset = "subset";

    /// <summary>Rounds of each block.</summary>
    public const string Rounds = "rounds";

    /// <summary>Slices of each variant in a round.</summary>
    public const string Slices = "slices";

    /// <summary>Length of a slice in milliseconds.</summary>
    public const string SliceMilliseconds = "sliceMs";

    /// <summary>Shortest warm-up of a variant in milliseconds.</summary>
    public const string MinimumWarmup = "minimumWarmupMs";

    /// <summary>Time without load before the stop of a round, in milliseconds.</summary>
    public const string Settle = "settleMs";

    /// <summary>Scheduling of applications and load generator: <c>normal</c>, <c>priority</c>, or <c>mixed</c> with a warning.</summary>
    public const string Scheduling = "scheduling";

    /// <summary>Connections of the load generator to each variant; may differ by scenario.</summary>
    public const string Connections = "connections";

    /// <summary>Rate schedule of an open loop; only for scenarios that have one.</summary>
    public const string Rate = "rate";

    /// <summary>Requests of a round, where their number is fixed; only for scenarios that have one.</summary>
    public const string Requests = "requests";

    /// <summary>Program that measures instead of slices, for scenarios that have no load.</summary>
    public const string Program = "program";

    /// <summary><see cref="SeparateCpus"/>, <see cref="SharedCpus"/> or <see cref="UnpinnedCpus"/>; may differ by core count.</summary>
    public const string Cpus = "cpus";

    /// <summary>The load generator has CPUs of its own.</summary>
    public const string SeparateCpus = "separate";

    /// <summary>Application and load generator share the CPUs.</summary>
    public const string SharedCpus = "shared";

    /// <summary>Nothing is pinned.</summary>
    public const string UnpinnedCpus = "unpinned";

    /// <summary>The setting for a scenario; null when it is not recorded.</summary>
    public static string? ForScenario(RunDocument run, string name, string scenario) => Find(run.Settings, name, scenario);

    /// <summary>The same of settings that are stored.</summary>
    public static string? ForScenario(IReadOnlyDictionary<string, string> settings, string name, string scenario) => Find(settings, name, scenario);

    /// <summary>The setting for a core count; null when it is not recorded.</summary>
    public static string? ForCores(RunDocument run, string name, int cores) => Find(run.Settings, name, string.Create(CultureInfo.InvariantCulture, $"{cores}c"));

    /// <summary>Requests of a round; null where their number is not fixed, or not recorded.</summary>
    public static long? RequestsOf(RunDocument run, string scenario) =>
        long.TryParse(ForScenario(run, Requests, scenario), NumberStyles.None, CultureInfo.InvariantCulture, out var requests) ? requests : null;

    private static string? Find(IReadOnlyDictionary<string, string> settings, string name, string suffix) =>
        settings.GetValueOrDefault($"{name}/{suffix}") ?? settings.GetValueOrDefault(name);
}
