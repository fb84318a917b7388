using PerfMatrix.Configuration;

namespace PerfMatrix.Matrix;

/// <summary>Reads an entry of <c>subsets</c>.</summary>
internal static class SubsetReader
{
    private static readonly string[] s_axes = ["scenario", "runtime", "gc", "cores", "memory"];

    public static Subset Read(YamlEntry entry)
    {
        AxisName.Check(entry);
        var subset = entry.Value.AsMap().Allow([.. s_axes, "description", "measure", "parts"]);
        return new(
            entry.Key,
            subset.Required("description").AsText(),
            Axes(subset),
            MeasureOf(subset))
        {
            Parts = [.. Parts(subset).Select(part => new SubsetPart(Axes(part), MeasureOf(part)))],
        };
    }

    private static AxisChoice Axes(YamlMap map) => new(Names(map, "scenario"), Names(map, "runtime"), Names(map, "gc"), Names(map, "cores"), Names(map, "memory"));

    private static IEnumerable<YamlMap> Parts(YamlMap subset) => (subset.Find("parts")?.AsList().Items ?? []).Select(part => part.AsMap().Allow([.. s_axes, "measure"]));

    private static MeasureDefaults MeasureOf(YamlMap map) => map.Find("measure") is { } measure ? MeasureReader.Read(measure) : new();

    /// <summary>Refuses subsets that name what no axis has, at the place of the name.</summary>
    public static void CheckNames(MatrixDefinition definition, YamlMap subsets)
    {
        foreach (var entry in subsets.Entries)
        {
            foreach (var axis in s_axes)
            {
                var maps = Parts(entry.Value.AsMap()).Prepend(entry.Value.AsMap());
                foreach (var name in maps.SelectMany(map => map.Find(axis)?.AsList().Items ?? [])) Check(definition, axis, name);
            }
        }
    }

    private static void Check(MatrixDefinition definition, string axis, YamlValue name)
    {
        if (AxisValues.Problem(definition, axis, name.AsText()) is { } problem) throw name.Place.Error(problem);
    }

    private static IReadOnlyList<string>? Names(YamlMap subset, string axis) => subset.Find(axis) is not { } list ? null
        : list.AsTexts() is { Count: > 0 } names ? names
        : throw list.Place.Error($"found an empty list, expected at least one {axis}; without the key '{axis}' the subset has {(axis == "memory" ? "no limit" : "them all")}");
}
