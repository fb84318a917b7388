namespace PerfMatrix.Matrix;

/// <summary>A value of the GC axis: settings of the application's process that put one GC mode in force.</summary>
/// <param name="Name">Name in cells and options, e.g. <c>server</c>.</param>
/// <param name="Environment">Variables of the application's process only, with their prefix <c>DOTNET_</c>. The runtime reads numbers in them as
/// hexadecimal. What the process must prove follows from them.</param>
/// <param name="Rules">What a cell must fulfil for the mode to have a meaning.</param>
internal sealed record GcMode(string Name, string Description, IReadOnlyDictionary<string, string> Environment, IReadOnlyList<GcRule> Rules)
{
    /// <summary>The setting that DATAS is asked for by, in the environment after <c>DOTNET_</c>.</summary>
    public const string Adaptation = "GCDynamicAdaptationMode";

    private const string NameVariable = "DOTNET_GCName";

    /// <summary>Folder with the sources of a standalone GC of ours, relative to the root; null for GCs that ship with the runtime.</summary>
    public string? Library { get; init; }

    /// <summary>File name of the standalone GC that the runtime is told to load; null for the GC inside the runtime.</summary>
    public string? GcName => Environment.GetValueOrDefault(NameVariable) is { Length: > 0 } name ? name : null;

    /// <summary>Whether a process says that it has DATAS. It tells what was asked for, which up to .NET 9 need not be in force (dotnet/runtime
    /// #122613); without a heap count it is.</summary>
    public static bool HasDatas(ProbeProof? proof) => proof is { IsServerGc: true } && proof.GcConfiguration.GetValueOrDefault(Adaptation) == "1";

    /// <summary>Whether variables ask for DATAS, or say nothing of the GC and so leave what ships: DATAS with server GC, from .NET 9 on.</summary>
    public static bool IsToHaveDatas(IReadOnlyDictionary<string, string> environment, RuntimeSelector runtime, ProbeProof? proof) =>
        environment.TryGetValue("DOTNET_" + Adaptation, out var asked) ? asked == "1"
        : !environment.Keys.Any(name => name.StartsWith("DOTNET_GC", StringComparison.OrdinalIgnoreCase))
            && RuntimeAxisReader.VersionOf(runtime.Framework) is { Major: >= 9 } && HasDatas(proof);
}

/// <summary>Modes that differ by a number at the end of their name: <c>server-heaps-N</c> stands for <c>server-heaps-1</c>, <c>server-heaps-2</c> and
/// so on. They are left out unless a subset or option names one.</summary>
/// <param name="Prefix">The name up to the number, e.g. <c>server-heaps-</c>.</param>
/// <param name="Member">Makes the mode of a number from 1 to <see cref="LargestMember"/>.</param>
internal sealed record GcModeFamily(string Prefix, Func<int, GcMode> Member)
{
    /// <summary>Most heaps the runtime supports (MAX_SUPPORTED_CPUS of the GC).</summary>
    public const int LargestMember = 1024;

    /// <summary>The name in the matrix file and in lists of valid names.</summary>
    public string Name => Prefix + "N";

    /// <summary>The number in the name of a member; null when the name is not one.</summary>
    public int? NumberOf(string name) =>
        name.StartsWith(Prefix, StringComparison.Ordinal)
        && int.TryParse(name.AsSpan(Prefix.Length), System.Globalization.NumberStyles.None, null, out var number)
        && number is >= 1 and <= LargestMember
        && Prefix + number == name ? number : null;
}

/// <summary>What a cell must fulfil for a GC mode to have a meaning.</summary>
/// <param name="Holds">Whether the scenario, on that runtime and so many CPUs, fulfils it.</param>
/// <param name="Otherwise">Why the cell has no meaning when the rule is broken.</param>
internal sealed record GcRule(Func<ScenarioEntry, Version, int, bool> Holds, string Otherwise);

/// <summary>Reads <c>axes.gc</c>: one entry a mode; an entry whose name ends in <c>-N</c> is a family.</summary>
internal static class GcAxisReader
{
    private const string FamilySuffix = "-N";
    private const string EnvironmentPrefix = "DOTNET_";

    public static (IReadOnlyList<GcMode> Modes, IReadOnlyList<GcModeFamily> Families) Read(YamlMap axis)
    {
        foreach (var entry in axis.Entries) AxisName.Check(entry);
        var families = axis.Entries.Where(IsFamily).Select(ReadFamily).ToList();
        return ([.. axis.Entries.Where(entry => !IsFamily(entry)).Select(entry => ReadMode(entry.Key, entry.Value.AsMap(), number: null))], families);
    }

    private static bool IsFamily(YamlEntry entry) => entry.Key.EndsWith(FamilySuffix, StringComparison.Ordinal);

    private static GcModeFamily ReadFamily(YamlEntry entry)
    {
        var prefix = entry.Key[..^1];
        var family = new GcModeFamily(prefix, number => ReadMode(prefix + number, entry.Value.AsMap(), number));
        _ = family.Member(1);
        return family;
    }

    private static GcMode ReadMode(string name, YamlMap mode, int? number)
    {
        mode.Allow("description", "environment", "rules", "library");
        var read = new GcMode(
            name,
            Filled(mode.Required("description").AsText(), number),
            mode.Required("environment").AsMap().Entries.ToDictionary(VariableName, variable => Filled(variable.Value.AsText(), number)),
            [.. (mode.Find("rules")?.AsList().Items ?? []).Select(rule => ReadRule(rule.AsMap(), number))]);
        return mode.Find("library") is { } library ? read with { Library = LibraryOf(library, read) } : read;
    }

    private static string LibraryOf(YamlValue library, GcMode mode) => mode.GcName is null
        ? throw library.Place.Error(
        "found a library, but the environment has no DOTNET_GCName, expected the file name that the library gets beside the runtime")
        : library.AsText();

    private static string VariableName(YamlEntry variable) => variable.Key.StartsWith(EnvironmentPrefix, StringComparison.Ordinal)
        ? variable.Key
        : throw variable.KeyPlace.Error(
        $"found the variable '{variable.Key}', expected a runtime setting with its prefix, {EnvironmentPrefix}{variable.Key}");

    private static GcRule ReadRule(YamlMap rule, int? number)
    {
        rule.Allow("minimumCores", "minimumRuntime", "boundedOnly", "otherwise");
        var otherwise = Filled(rule.Required("otherwise").AsText(), number);
        if (rule.Find("minimumCores") is { } minimumCores)
        {
            var least = NumberOf(minimumCores, number);
            return new((_, _, cores) => cores >= least, otherwise);
        }

        if (rule.Find("minimumRuntime") is { } minimumRuntime)
        {
            var first = VersionOf(minimumRuntime);
            return new((_, runtime, _) => runtime >= first, otherwise);
        }

        if (rule.Find("boundedOnly")?.AsFlag() == true) return new((scenario, _, _) => scenario.Bounded, otherwise);
        throw rule.Place.Error("found no condition, expected one of minimumCores, minimumRuntime, boundedOnly");
    }

    private static int NumberOf(YamlValue value, int? number) =>
        number is { } member && value.AsText() == "N" ? member : value.AsWholeNumber(minimum: 1);

    private static Version VersionOf(YamlValue value) =>
        RuntimeAxisReader.VersionOf(value.AsText()) ?? throw value.Expected("a target framework such as net8.0");

    /// <summary>Puts the number of a family's member into its text: <c>{N}</c> in decimal, <c>{N:hex}</c> as the runtime reads numbers.</summary>
    private static string Filled(string text, int? number) => number is { } member
        ? text.Replace("{N:hex}", member.ToString("X"), StringComparison.Ordinal).Replace("{N}", member.ToString(), StringComparison.Ordinal)
        : text;
}
