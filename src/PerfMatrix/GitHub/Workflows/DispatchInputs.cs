namespace PerfMatrix.GitHub.Workflows;

/// <summary>The inputs of <c>perf-dispatch.yml</c> whose choices are the names of <c>crank/</c>, as YAML.</summary>
internal static class DispatchInputs
{
    public const string Workflow = ".github/workflows/perf-dispatch.yml";

    public static string Load(string root) => Of(MatrixDefinition.Load(root), Profiles(ConfigurationFiles.Read(root, ConfigurationFiles.Profiles)));

    public static IReadOnlyList<string> Profiles(YamlMap file) => [.. file.Required("profiles").AsMap().Entries.Select(profile => profile.Key)];

    /// <summary>The region. Pure: same definition, same bytes.</summary>
    public static string Of(MatrixDefinition matrix, IReadOnlyList<string> profiles) =>
        Input("subset", "Named subset of crank/matrix.yml", [.. matrix.Subsets.Select(subset => subset.Name)], MatrixDefinition.DefaultSubset)
        + string.Concat(Axis.All.Select(axis => Input(
            Name(axis), $"{char.ToUpperInvariant(Words(axis)[0])}{Words(axis)[1..]} (subset: what the subset says)",
            [AxisChoice.AsTheSubset, .. Values(matrix, axis)], AxisChoice.AsTheSubset)))
        + Input("profile", "Where the agents are (crank/profiles.yml)", profiles, profiles.Contains("hosted") ? "hosted" : profiles[0]);

    /// <summary>The input of an axis: its option without hyphens before it.</summary>
    public static string Name(Axis axis) => axis.Option.TrimStart('-');

    public static string Words(Axis axis) => axis.Limit?.Words ?? (axis == Axis.Gc ? "GC mode" : axis.Name);

    private static IEnumerable<string> Values(MatrixDefinition matrix, Axis axis) =>
        axis == Axis.Scenario ? matrix.Scenarios.Select(scenario => scenario.Name)
        : axis == Axis.Runtime ? matrix.Runtimes.Select(runtime => runtime.Framework).Append(RuntimeSelector.Main)
        : axis == Axis.Gc ? matrix.GcModeNames
        : axis == Axis.Cores ? matrix.Cores.Select(cores => cores.ToString())
        : matrix.LimitsOf(axis);

    private static string Input(string name, string description, IReadOnlyList<string> options, string chosen) =>
        $"      {name}:\n        description: \"{description}\"\n        type: choice\n        default: \"{chosen}\"\n        options:\n"
        + string.Concat(options.Select(option => $"          - \"{option}\"\n"));
}

/// <summary>A part of a file that is generated, between two marks; everything else belongs to people and is left alone.</summary>
internal static class MarkedRegion
{
    public const string Begin = "# perfmatrix github sync: generated from crank/, begin";
    public const string End = "# perfmatrix github sync: end";

    public static string Replace(string text, string region, string name)
    {
        var lines = text.Split('\n');
        var (begin, end) = (Only(lines, Begin, name), Only(lines, End, name));
        if (end < begin) throw new UsageException($"{name}:{end + 1}: the region ends before it begins; put '{Begin}' before '{End}'");
        return string.Join('\n', [.. lines[..(begin + 1)], .. region.TrimEnd('\n').Split('\n'), .. lines[end..]]);
    }

    private static int Only(string[] lines, string mark, string name)
    {
        var found = Enumerable.Range(0, lines.Length).Where(line => lines[line].Trim() == mark).ToList();
        return found.Count == 1
            ? found[0]
            : throw new UsageException(
            $"{name}: found the line '{mark}' {found.Count} times, expected it once, around the generated inputs. Take the file from git again, or "
                + $"add the line.");
    }
}
