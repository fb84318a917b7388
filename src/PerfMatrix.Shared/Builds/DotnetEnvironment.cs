namespace PerfMatrix.Shared.Builds;

/// <summary>The environment of the <c>dotnet</c> processes that build: the caller's, without what changes a build or leaves servers.</summary>
public static class DotnetEnvironment
{
    /// <summary>Runtime settings under test, and what a surrounding <c>dotnet</c> or MSBuild process passes to its children.</summary>
    private static readonly string[] s_removedPrefixes =
    [
        "MSBUILD", "DOTNET_gc", "DOTNET_Tiered", "DOTNET_TC_", "DOTNET_ReadyToRun", "DOTNET_PROCESSOR_COUNT", "DOTNET_HOST_PATH", "COMPlus_",
            "PERFMATRIX_",
    ];

    /// <summary>No build server and no reused node: neither may survive the run or carry state from one build into the next.</summary>
    private static readonly Dictionary<string, string> s_set = new()
    {
        ["DOTNET_CLI_USE_MSBUILD_SERVER"] = "0",
        ["MSBUILDDISABLENODEREUSE"] = "1",
        ["DOTNET_NOLOGO"] = "1",
        ["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1",
        ["DOTNET_CLI_WORKLOAD_UPDATE_NOTIFY_DISABLE"] = "true",
        ["DOTNET_GENERATE_ASPNET_CERTIFICATE"] = "false",
        ["NO_COLOR"] = "1",
        // A build is over before instrumented code pays off: 12.8 s of CPU for a publish instead of 15.3 s.
        ["DOTNET_TieredPGO"] = "0",
    };

    /// <summary>MSBuild reads it as a property. Builds of a caller who sets it to true share a compiler, which stays for some minutes.</summary>
    private const string SharedCompilation = "UseSharedCompilation";

    public static IReadOnlyDictionary<string, string> From(IEnumerable<KeyValuePair<string, string>> inherited)
    {
        var kept = inherited.Where(variable => !IsRemoved(variable.Key)).ToDictionary();
        foreach (var (name, value) in s_set) kept[name] = value;
        kept.TryAdd(SharedCompilation, "false");
        return kept;
    }

    public static IReadOnlyDictionary<string, string> OfThisProcess() => From(InheritedEnvironment.Variables());

    private static bool IsRemoved(string name) => s_removedPrefixes.Any(prefix => name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase));
}

public static partial class BuildErrors
{
    private const int Limit = 10;

    /// <summary>The first ten different errors: <c>FILE(LINE,COLUMN): error CODE: TEXT</c> of MSBuild; or the last ten lines.</summary>
    public static IReadOnlyList<string> In(ProcessResult build)
    {
        var lines = build.Output.Concat(build.Error).Select(line => line.Trim()).Where(line => line.Length > 0).ToList();
        var errors = lines.Where(line => CanonicalError().IsMatch(line)).Select(line => Project().Replace(line, "")).Distinct().Take(Limit).ToList();
        return errors.Count > 0 ? errors : lines.TakeLast(Limit).ToList();
    }

    /// <summary>The first category that a line names is its own; a warning may quote the word error.</summary>
    [GeneratedRegex(@"^((?!:\s+(error|warning)\b).)*:\s+error(\s+\w+)?\s*:", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex CanonicalError();

    [GeneratedRegex(@"\s+\[[^\[\]]+\]$", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex Project();
}
