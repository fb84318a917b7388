using PerfMatrix.Configuration;

namespace PerfMatrix.Matrix;

/// <summary>Turns the names of axis values, as options and subsets give them, into the values.</summary>
public static class AxisValues
{
    /// <summary>The scenarios of a name: one, or all cases of a BenchmarkDotNet project; empty when there is none.</summary>
    public static IEnumerable<ScenarioEntry> Scenarios(MatrixDefinition matrix, string name) =>
        matrix.Scenarios.Where(scenario => scenario.Name == name || scenario.Family == name);

    /// <summary>The runtime of <c>net10.0</c> or, with an exact patch of the same version, <c>net10.0@10.0.12</c>; null when there is none.</summary>
    public static RuntimeSelector? Runtime(MatrixDefinition matrix, string name)
    {
        var parts = name.Split('@');
        var runtime = matrix.Runtimes.FirstOrDefault(candidate => candidate.Framework == parts[0]);
        if (runtime is null || parts.Length > 2) return null;
        return parts.Length == 1 ? new(runtime.Framework, null) : IsPatchOf(runtime, parts[1]) ? new RuntimeSelector(runtime.Framework, parts[1]) : null;
    }

    /// <summary>The leg of a name, also of a family's member; null when there is none.</summary>
    public static GcLeg? Gc(MatrixDefinition matrix, string name) =>
        matrix.GcLegs.FirstOrDefault(leg => leg.Name == name)
        ?? matrix.GcLegFamilies.Select(family => family.NumberOf(name) is { } number ? family.Member(number) : null).FirstOrDefault(leg => leg is not null);

    /// <summary>The core count of <c>4</c> or <c>all</c>; null when the axis has none.</summary>
    public static CoreCount? Cores(MatrixDefinition matrix, string name) =>
        matrix.Cores.Where(cores => cores.ToString() == name).Select(cores => (CoreCount?)cores).FirstOrDefault();

    /// <summary>The limit of <c>512MiB</c> or <c>none</c>, however it is written (1024MiB is 1GiB); null when the axis has none such.</summary>
    public static MemoryLimit? Memory(MatrixDefinition matrix, string name) =>
        MemoryLimit.Parse(name) is { } limit && matrix.Memory.Contains(limit) ? limit : null;

    /// <summary>What is wrong with a name of an axis, with a suggestion and the valid names; null when nothing is.</summary>
    public static string? Problem(MatrixDefinition matrix, string axis, string name) => axis switch
    {
        "scenario" => Scenarios(matrix, name).Any() ? null : Unknown(axis, name, [.. matrix.Scenarios.Select(scenario => scenario.NameInFile).Distinct()]),
        "runtime" => Runtime(matrix, name) is null ? UnknownRuntime(matrix, name) : null,
        "gc" => Gc(matrix, name) is null ? Unknown(axis, name, [.. matrix.GcLegs.Select(leg => leg.Name), .. matrix.GcLegFamilies.Select(family => family.Name)]) : null,
        "memory" => Memory(matrix, name) is null ? Unknown(axis, name, [.. matrix.Memory.Select(limit => limit.ToString())]) : null,
        _ => Cores(matrix, name) is null ? Unknown(axis, name, [.. matrix.Cores.Select(cores => cores.ToString())]) : null,
    };

    private static string UnknownRuntime(MatrixDefinition matrix, string name)
    {
        var frameworks = matrix.Runtimes.Select(runtime => runtime.Framework).ToList();
        var framework = name.Split('@')[0];
        return frameworks.Contains(framework)
            ? $"found runtime '{name}', expected an exact patch of the same version, such as {framework}@{framework["net".Length..]}.12"
            : Unknown("runtime", name, frameworks);
    }

    private static string Unknown(string axis, string name, List<string> valid) => $"unknown {axis} '{name}'{Suggestion.Sentence(name, valid, "valid are")}";

    /// <summary>Three numbers, or more with a preview label, beginning with the version: <c>10.0.12</c>, <c>11.0.0-rc.1.26</c>.</summary>
    private static bool IsPatchOf(RuntimeEntry runtime, string patch)
    {
        var numbers = patch.Split('-', 2)[0];
        return Version.TryParse(numbers, out var version)
            && version.Build >= 0
            && version.Revision < 0
            && (version.Major, version.Minor) == (runtime.Version.Major, runtime.Version.Minor)
            && patch.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '-');
    }
}
