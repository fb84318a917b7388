using PerfMatrix.Configuration;

namespace PerfMatrix.Matrix;

/// <summary>Reads an entry of <c>subsets</c>.</summary>
internal static class SubsetReader
{
    private static readonly string[] s_axes = [.. Axis.All.Select(axis => axis.Name)];

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

    private static AxisChoice Axes(YamlMap map) => Axis.All.Aggregate(new AxisChoice(), (choice, axis) => choice.With(axis, Names(map, axis)));

    private static IEnumerable<YamlMap> Parts(YamlMap subset) => (subset.Find("parts")?.AsList().Items ?? []).Select(part => part.AsMap().Allow([.. s_axes, "measure"]));

    private static MeasureDefaults MeasureOf(YamlMap map) => map.Find("measure") is { } measure ? MeasureReader.Read(measure) : new();

    /// <summary>Refuses subsets that name what no axis has, at the place of the name.</summary>
    public static void CheckNames(MatrixDefinition definition, YamlMap subsets)
    {
        foreach (var entry in subsets.Entries)
        {
            foreach (var axis in Axis.All)
            {
                var maps = Parts(entry.Value.AsMap()).Prepend(entry.Value.AsMap());
                foreach (var name in maps.SelectMany(map => map.Find(axis.Name)?.AsList().Items ?? [])) Check(definition, axis, name);
            }
        }
    }

    private static void Check(MatrixDefinition definition, Axis axis, YamlValue name)
    {
        if (axis.Problem(definition, name.AsText()) is { } problem) throw name.Place.Error(problem);
    }

    private static IReadOnlyList<string>? Names(YamlMap subset, Axis axis) => subset.Find(axis.Name) is not { } list ? null
        : list.AsTexts() is { Count: > 0 } names ? names
        : throw list.Place.Error($"found an empty list, expected at least one {axis}; without the key '{axis}' the subset has {(axis.Limit is null ? "them all" : "no limit")}");
}
