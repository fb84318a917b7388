namespace PerfMatrix.Matrix;

internal static class MatrixFile
{
    /// <summary>Reads the definition and checks that the subsets name values that exist.</summary>
    /// <param name="day">The day that the words of <see cref="RuntimeCalendar"/> are meant for.</param>
    public static MatrixDefinition Read(YamlMap file, DateOnly day)
    {
        file.Allow("axes", "scenarios", "subsets", "measure", "anchor");
        var axes = file.Required("axes").AsMap().Allow([.. Axis.All.Where(axis => axis != Axis.Scenario).Select(axis => axis.Name)]);
        var (modes, families) = GcAxisReader.Read(axes.Required("gc").AsMap());
        var runtimes = RuntimeAxisReader.Read(axes.Required("runtime").AsMap());
        var calendar = new RuntimeCalendar(runtimes, day);
        var definition = new MatrixDefinition
        {
            Scenarios = [.. file.Required("scenarios").AsMap().Entries.SelectMany(ReadScenarios)],
            Runtimes = runtimes,
            GcModes = modes,
            GcModeFamilies = families,
            Cores = [.. axes.Required("cores").AsList().Items.Select(
                value => value.AsText() == "all" ? CoreCount.All : new(value.AsWholeNumber(minimum: 1)))],
            Limits = Axis.Limits.ToDictionary(axis => axis.Name, axis => ReadLimits(axis, axes.Find(axis.Name))),
            Subsets = [.. file.Required("subsets").AsMap().Entries.Select(entry => SubsetReader.Read(entry, calendar))],
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
            : cases.AsTexts() is { Count: > 0 } names ? names.Select(
                name => scenario.OfCase(entry.Key, name, name.Contains('*', StringComparison.Ordinal)))
            : throw cases.Place.Error(
            "found an empty list, expected the methods of the BenchmarkDotNet project that are to be cells, or [\"*\"] for all");
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
            Alone = timeline > TimeSpan.Zero || (scenario.Find("alone")?.AsFlag() ?? bounded),
            OnRequest = scenario.Find("onRequest")?.AsFlag() ?? false,
            Timeline = timeline,
            Measure = scenario.Find("measure") is { } measure ? MeasureReader.Read(measure) : new(),
        };
    }

    /// <summary>The limits, of which having none is always one.</summary>
    private static IReadOnlyList<string> ReadLimits(Axis axis, YamlValue? values)
    {
        string[] limits = [.. (values?.AsList().Items ?? [])
            .Select(value => axis.Canonical(value.AsText()) ?? throw value.Expected($"none, or {axis.Limit!.Expectation}"))];
        return [.. limits.Contains(LimitRule.None) ? limits : limits.Prepend(LimitRule.None)];
    }

    private static AnchorRule ReadAnchor(YamlValue? value)
    {
        var anchor = value?.AsMap().Allow("runtime", "gc");
        return new(anchor?.Find("runtime")?.AsText(), anchor?.Find("gc")?.AsText());
    }
}

/// <summary>Names of axis values go into ids and file names, so they are kept to what both can hold.</summary>
internal static class AxisName
{
    /// <summary>Refuses names that could not be told apart, or told from a separator, in a file name.</summary>
    public static void Check(YamlEntry entry)
    {
        var isPlain = entry.Key.Length > 0 && entry.Key.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.');
        if (!isPlain || entry.Key.Contains("--", StringComparison.Ordinal) || entry.Key[0] is '-' or '.')
            throw entry.KeyPlace.Error(
                $"found the name '{entry.Key}', expected letters, digits, dots and single hyphens, beginning with a letter or digit");
    }
}

internal static class RuntimeAxisReader
{
    private const string Prefix = "net";

    public static IReadOnlyList<RuntimeEntry> Read(YamlMap axis) => [.. axis.Entries.Select(ReadRuntime).OrderBy(runtime => runtime.Version)];

    private static RuntimeEntry ReadRuntime(YamlEntry entry)
    {
        var runtime = entry.Value.AsMap().Allow("endOfSupport");
        var version = VersionOf(entry.Key)
            ?? throw entry.KeyPlace.Error($"found the runtime '{entry.Key}', expected a target framework such as net10.0");
        return new(entry.Key, version, runtime.Required("endOfSupport").AsDate());
    }

    /// <summary>The version of a target framework moniker <c>netX.Y</c>; null when it is not one.</summary>
    public static Version? VersionOf(string framework) =>
        framework.StartsWith(Prefix, StringComparison.Ordinal)
        && Version.TryParse(framework.AsSpan(Prefix.Length), out var version)
        && framework == $"{Prefix}{version.Major}.{version.Minor}" ? version : null;
}

internal static class SubsetReader
{
    private static readonly string[] s_axes = [.. Axis.All.Select(axis => axis.Name)];

    public static Subset Read(YamlEntry entry, RuntimeCalendar calendar)
    {
        AxisName.Check(entry);
        var subset = entry.Value.AsMap().Allow([.. s_axes, "description", "measure", "parts"]);
        return new(entry.Key, subset.Required("description").AsText(), Axes(subset, calendar), MeasureOf(subset))
        {
            Parts = [.. Parts(subset).Select(part => new SubsetPart(Axes(part, calendar), MeasureOf(part)))],
        };
    }

    private static AxisChoice Axes(YamlMap map, RuntimeCalendar calendar) => AxisChoice.Of(
        axis => axis == Axis.Runtime && Names(map, axis) is { } runtimes ? calendar.Named(runtimes) : Names(map, axis));

    private static IEnumerable<YamlMap> Parts(YamlMap subset) =>
        (subset.Find("parts")?.AsList().Items ?? []).Select(part => part.AsMap().Allow([.. s_axes, "measure"]));

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
        if (axis == Axis.Runtime && RuntimeCalendar.Words.Contains(name.AsText())) return;
        if (axis.Problem(definition, name.AsText()) is { } problem) throw name.Place.Error(problem);
    }

    private static IReadOnlyList<string>? Names(YamlMap subset, Axis axis) => subset.Find(axis.Name) is not { } list ? null
        : list.AsTexts() is { Count: > 0 } names ? names
        : throw list.Place.Error(
        $"found an empty list, expected at least one {axis}; without the key '{axis}' the subset "
            + $"has {(axis.Limit is null ? "them all" : "no limit")}");
}

/// <summary>Words of subsets that mean runtimes by the calendar, so that no subset has to be changed when a version comes or goes.</summary>
/// <param name="runtimes">The axis, oldest first.</param>
internal sealed class RuntimeCalendar(IReadOnlyList<RuntimeEntry> runtimes, DateOnly day)
{
    /// <summary>Every runtime whose support has not ended, previews of the next one among them.</summary>
    private const string Supported = "supported";

    /// <summary>Those, and what people still move away from: runtimes whose support ended in the year before.</summary>
    private const string Recent = "recent";

    /// <summary>The newest supported one with long-term support, which versions with an even number have for three years from their release on
    /// (https://dotnet.microsoft.com/platform/support/policy); a preview is none.</summary>
    private const string LongTerm = "lts";

    public static IReadOnlyList<string> Words { get; } = [Supported, Recent, LongTerm];

    /// <summary>The names with every word replaced by what it means. Where support of all has ended, all mean the newest.</summary>
    public IReadOnlyList<string> Named(IReadOnlyList<string> names) => [.. names.SelectMany(name => name switch
    {
        Supported => InSupport(day).Select(runtime => runtime.Framework),
        Recent => InSupport(DateOnly.FromDayNumber(Math.Max(0, day.DayNumber - 365))).Select(runtime => runtime.Framework),
        LongTerm => [(InSupport(day).LastOrDefault(IsLongTerm) ?? InSupport(day)[^1]).Framework],
        _ => [name],
    }).Distinct()];

    private bool IsLongTerm(RuntimeEntry runtime) => runtime.Version.Major % 2 == 0 && runtime.EndOfSupport <= day.AddYears(3);

    private List<RuntimeEntry> InSupport(DateOnly then) =>
        runtimes.Where(runtime => runtime.EndOfSupport >= then).ToList() is { Count: > 0 } supported ? supported : [runtimes[^1]];
}
