using PerfMatrix.Configuration;

namespace PerfMatrix.Matrix;

/// <summary>Reads <c>axes.runtime</c>: one entry a target framework.</summary>
internal static class RuntimeAxisReader
{
    private const string Prefix = "net";

    public static IReadOnlyList<RuntimeEntry> Read(YamlMap axis) => [.. axis.Entries.Select(ReadRuntime).OrderBy(runtime => runtime.Version)];

    private static RuntimeEntry ReadRuntime(YamlEntry entry)
    {
        var runtime = entry.Value.AsMap().Allow("endOfSupport", "onRequest");
        var version = VersionOf(entry.Key) ?? throw entry.KeyPlace.Error($"found the runtime '{entry.Key}', expected a target framework such as net10.0");
        return new(entry.Key, version, runtime.Required("endOfSupport").AsDate(), runtime.Find("onRequest")?.AsFlag() ?? false);
    }

    /// <summary>The version of a target framework moniker <c>netX.Y</c>; null when it is not one.</summary>
    public static Version? VersionOf(string framework) =>
        framework.StartsWith(Prefix, StringComparison.Ordinal)
        && Version.TryParse(framework.AsSpan(Prefix.Length), out var version)
        && framework == $"{Prefix}{version.Major}.{version.Minor}"
            ? version
            : null;
}
