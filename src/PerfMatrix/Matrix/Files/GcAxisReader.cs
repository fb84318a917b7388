using PerfMatrix.Configuration;

namespace PerfMatrix.Matrix;

/// <summary>Reads <c>axes.gc</c>: one entry a leg; an entry whose name ends in <c>-N</c> is a family.</summary>
internal static class GcAxisReader
{
    private const string FamilySuffix = "-N";
    private const string EnvironmentPrefix = "DOTNET_";

    public static (IReadOnlyList<GcLeg> Legs, IReadOnlyList<GcLegFamily> Families) Read(YamlMap axis)
    {
        foreach (var entry in axis.Entries) AxisName.Check(entry);
        var families = axis.Entries.Where(IsFamily).Select(ReadFamily).ToList();
        return ([.. axis.Entries.Where(entry => !IsFamily(entry)).Select(entry => ReadLeg(entry.Key, entry.Value.AsMap(), number: null))], families);
    }

    private static bool IsFamily(YamlEntry entry) => entry.Key.EndsWith(FamilySuffix, StringComparison.Ordinal);

    private static GcLegFamily ReadFamily(YamlEntry entry)
    {
        var prefix = entry.Key[..^1];
        var family = new GcLegFamily(prefix, number => ReadLeg(prefix + number, entry.Value.AsMap(), number));
        _ = family.Member(1);
        return family;
    }

    private static GcLeg ReadLeg(string name, YamlMap leg, int? number)
    {
        leg.Allow("description", "environment", "rules", "library");
        var read = new GcLeg(
            name,
            Filled(leg.Required("description").AsText(), number),
            leg.Required("environment").AsMap().Entries.ToDictionary(VariableName, variable => Filled(variable.Value.AsText(), number)),
            [.. (leg.Find("rules")?.AsList().Items ?? []).Select(rule => ReadRule(rule.AsMap(), number))]);
        return leg.Find("library") is { } library ? read with { Library = LibraryOf(library, read) } : read;
    }

    private static string LibraryOf(YamlValue library, GcLeg leg) => leg.GcName is null
        ? throw library.Place.Error("found a library, but the environment has no DOTNET_GCName, expected the file name that the library gets beside the runtime")
        : library.AsText();

    private static string VariableName(YamlEntry variable) => variable.Key.StartsWith(EnvironmentPrefix, StringComparison.Ordinal)
        ? variable.Key
        : throw variable.KeyPlace.Error($"found the variable '{variable.Key}', expected a runtime setting with its prefix, {EnvironmentPrefix}{variable.Key}");

    private static GcRule ReadRule(YamlMap rule, int? number)
    {
        rule.Allow("minimumCores", "minimumRuntime", "boundedOnly", "otherwise");
        var otherwise = Filled(rule.Required("otherwise").AsText(), number);
        if (rule.Find("minimumCores") is { } cores) return new MinimumCores(NumberOf(cores, number), otherwise);
        if (rule.Find("minimumRuntime") is { } runtime) return new MinimumRuntime(VersionOf(runtime), otherwise);
        if (rule.Find("boundedOnly")?.AsFlag() == true) return new BoundedOnly(otherwise);
        throw rule.Place.Error("found no condition, expected one of minimumCores, minimumRuntime, boundedOnly");
    }

    private static int NumberOf(YamlValue value, int? number) => number is { } member && value.AsText() == "N" ? member : value.AsWholeNumber(minimum: 1);

    private static Version VersionOf(YamlValue value) =>
        RuntimeAxisReader.VersionOf(value.AsText()) ?? throw value.Expected("a target framework such as net8.0");

    /// <summary>Puts the number of a family's member into its text: <c>{N}</c> in decimal, <c>{N:hex}</c> as the runtime reads numbers in DOTNET_GC variables.</summary>
    private static string Filled(string text, int? number) => number is { } member
        ? text.Replace("{N:hex}", member.ToString("X"), StringComparison.Ordinal).Replace("{N}", member.ToString(), StringComparison.Ordinal)
        : text;
}
