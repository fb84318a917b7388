using System.IO.Enumeration;

namespace PerfMatrix.Matrix;

internal static class AxisValues
{
    /// <summary>The scenarios of a name: one, all cases of a BenchmarkDotNet project, those of <c>my-benchmarks/Parse*</c>, or none.</summary>
    public static IEnumerable<ScenarioEntry> Scenarios(MatrixDefinition matrix, string name) => matrix.Scenarios.Where(scenario =>
        scenario.Name == name || scenario.Family == name
        || (scenario.IsPattern && name.StartsWith($"{scenario.Family}/", StringComparison.Ordinal))
        || (name.Contains('*', StringComparison.Ordinal) && FileSystemName.MatchesSimpleExpression(name, scenario.Name)));

    /// <summary>The runtime of <c>net10.0</c> or, with an exact patch of the same version, <c>net10.0@10.0.12</c>; of <c>main</c>, the newest
    /// framework with <see cref="RuntimeSelector.Main"/>; null when there is none.</summary>
    public static RuntimeSelector? Runtime(MatrixDefinition matrix, string name)
    {
        if (name == RuntimeSelector.Main) return new(matrix.Runtimes[^1].Framework, RuntimeSelector.Main);
        var parts = name.Split('@');
        var runtime = matrix.Runtimes.FirstOrDefault(candidate => candidate.Framework == parts[0]);
        if (runtime is null || parts.Length > 2) return null;
        return parts.Length == 1 ? new(runtime.Framework, null) : IsPatchOf(runtime, parts[1]) ? new RuntimeSelector(runtime.Framework, parts[1])
            : null;
    }

    /// <summary>The GC mode of a name, also of a family's member; null when there is none.</summary>
    public static GcMode? Gc(MatrixDefinition matrix, string name) =>
        matrix.GcModes.FirstOrDefault(mode => mode.Name == name)
        ?? matrix.GcModeFamilies.Select(family => family.NumberOf(name) is { } number ? family.Member(number) : null)
        .FirstOrDefault(mode => mode is not null);

    /// <summary>The core count of <c>4</c> or <c>all</c>; null when the axis has none.</summary>
    public static CoreCount? Cores(MatrixDefinition matrix, string name) =>
        matrix.Cores.Where(cores => cores.ToString() == name).Select(cores => (CoreCount?)cores).FirstOrDefault();

    internal static string? ScenarioProblem(MatrixDefinition matrix, string name) =>
        Scenarios(matrix, name).Any() ? null : Unknown("scenario", name, [.. matrix.Scenarios.Select(scenario =>
            name.StartsWith($"{scenario.Family}/", StringComparison.Ordinal) ? scenario.Name : scenario.NameInFile).Distinct()]);

    internal static string? RuntimeProblem(MatrixDefinition matrix, string name)
    {
        if (Runtime(matrix, name) is not null) return null;
        var frameworks = matrix.Runtimes.Select(runtime => runtime.Framework).ToList();
        var framework = name.Split('@')[0];
        return frameworks.Contains(framework)
            ? $"found runtime '{name}', expected an exact patch of the same version, such as {framework}@{framework["net".Length..]}.12"
            : Unknown("runtime", name, frameworks);
    }

    internal static string? GcProblem(MatrixDefinition matrix, string name) => Gc(matrix, name) is not null ? null
        : Unknown("gc", name, [.. matrix.GcModes.Select(mode => mode.Name), .. matrix.GcModeFamilies.Select(family => family.Name)]);

    internal static string? CoresProblem(MatrixDefinition matrix, string name) =>
        Cores(matrix, name) is null ? Unknown("cores", name, [.. matrix.Cores.Select(cores => cores.ToString())]) : null;

    internal static string Unknown(string axis, string name, IReadOnlyList<string> valid) =>
        $"unknown {axis} '{name}'{Suggestion.Sentence(name, valid, "valid are")}";

    /// <summary>Three numbers, or more with a preview label, beginning with the version: <c>10.0.12</c>, <c>11.0.0-rc.1.26</c>. A preview may be of a
    /// later version: an application runs on it, and nothing targets it yet.</summary>
    private static bool IsPatchOf(RuntimeEntry runtime, string patch)
    {
        if (patch == RuntimeSelector.Main) return true;
        var numbers = patch.Split('-', 2)[0];
        return Version.TryParse(numbers, out var version)
            && version.Build >= 0
            && version.Revision < 0
            && ((version.Major, version.Minor) == (runtime.Version.Major, runtime.Version.Minor)
                || (version.Major > runtime.Version.Major && patch.Contains('-', StringComparison.Ordinal)))
            && patch.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '-');
    }
}

/// <summary>A value of the runtime axis: a target framework that cells may run on.</summary>
internal sealed record RuntimeEntry(string Framework, Version Version, DateOnly EndOfSupport);

/// <summary>A value of the cores axis: a number of CPUs, or all that the machine has.</summary>
/// <param name="Count">The number; null means all.</param>
internal readonly record struct CoreCount(int? Count)
{
    public static CoreCount All => new(null);

    public int On(MachineLimits machine) => Count ?? machine.Cores;

    public override string ToString() => Count?.ToString() ?? "all";
}
