using PerfMatrix.Configuration;

namespace PerfMatrix.Matrix;

/// <summary>Reads <c>crank/matrix.yml</c>.</summary>
public static class MatrixFile
{
    /// <summary>Reads the definition and checks that the subsets name values that exist.</summary>
    /// <exception cref="UsageException">A key is unknown, missing or of the wrong type, or a name is unknown.</exception>
    public static MatrixDefinition Read(YamlMap file)
    {
        file.Allow("axes", "scenarios", "subsets", "measure", "anchor");
        var axes = file.Required("axes").AsMap().Allow([.. Axis.All.Where(axis => axis != Axis.Scenario).Select(axis => axis.Name)]);
        var (legs, families) = GcAxisReader.Read(axes.Required("gc").AsMap());
        var definition = new MatrixDefinition
        {
            Scenarios = [.. file.Required("scenarios").AsMap().Entries.SelectMany(ReadScenarios)],
            Runtimes = RuntimeAxisReader.Read(axes.Required("runtime").AsMap()),
            GcLegs = legs,
            GcLegFamilies = families,
            Cores = [.. axes.Required("cores").AsList().Items.Select(ReadCores)],
            Limits = Axis.Limits.ToDictionary(axis => axis.Name, axis => ReadLimits(axis, axes.Find(axis.Name))),
            Subsets = [.. file.Required("subsets").AsMap().Entries.Select(SubsetReader.Read)],
            Measure = MeasureReader.Read(file.Required("measure")),
            Anchor = ReadAnchor(file.Find("anchor")),
        };
        SubsetReader.CheckNames(definition, file.Required("subsets").AsMap());
        return definition;
    }

    /// <summary>One scenario, or one for each case of a BenchmarkDotNet project.</summary>
    private static IEnumerable<ScenarioEntry> ReadScenarios(YamlEntry entry)
    {
        var scenario = ReadScenario(entry);
        return entry.Value.AsMap().Find("cases") is not { } cases ? [scenario]
            : cases.AsTexts() is { Count: > 0 } names ? names.Select(name => scenario with { Name = $"{entry.Key}/{name}", Family = entry.Key, Case = name })
            : throw cases.Place.Error("found an empty list, expected the methods of the BenchmarkDotNet project that are to be cells");
    }

    private static ScenarioEntry ReadScenario(YamlEntry entry)
    {
        AxisName.Check(entry);
        var scenario = entry.Value.AsMap().Allow("file", "alone", "bounded", "onRequest", "timeline", "measure", "cases");
        var bounded = scenario.Find("bounded")?.AsFlag() ?? false;
        var timeline = scenario.Find("timeline")?.AsDuration() ?? TimeSpan.Zero;
        return new(entry.Key, scenario.Required("file").AsText())
        {
            Bounded = bounded,
            Alone = bounded || timeline > TimeSpan.Zero || (scenario.Find("alone")?.AsFlag() ?? false),
            OnRequest = scenario.Find("onRequest")?.AsFlag() ?? false,
            Timeline = timeline,
            Measure = scenario.Find("measure") is { } measure ? MeasureReader.Read(measure) : new(),
        };
    }

    private static CoreCount ReadCores(YamlValue value) => value.AsText() == "all" ? CoreCount.All : new(value.AsWholeNumber(minimum: 1));

    /// <summary>The limits, of which having none is always one.</summary>
    private static IReadOnlyList<string> ReadLimits(Axis axis, YamlValue? values)
    {
        string[] limits = [.. (values?.AsList().Items ?? []).Select(value => axis.Canonical(value.AsText()) ?? throw value.Expected($"none, or {axis.Limit!.Expectation}"))];
        return [.. limits.Contains(LimitRule.None) ? limits : limits.Prepend(LimitRule.None)];
    }

    private static AnchorRule ReadAnchor(YamlValue? value)
    {
        var anchor = value?.AsMap().Allow("runtime", "gc");
        return new(anchor?.Find("runtime")?.AsText(), anchor?.Find("gc")?.AsText());
    }
}
