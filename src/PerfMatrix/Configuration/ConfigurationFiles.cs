using System.Reflection;

namespace PerfMatrix.Configuration;

/// <summary>The files of <c>crank/</c>. A repository has all of them, as the one of perfmatrix, or the one file <c>crank/perfmatrix.yml</c>: every
/// other file is then the tool's own, with a section of that file laid over it.</summary>
/// <param name="textOf">The text of a file by its name relative to the root; null when there is none.</param>
internal sealed class ConfigurationFiles(Func<string, string?> textOf)
{
    /// <summary>The only file of a repository that installs perfmatrix as a tool, relative to the root.</summary>
    public const string Own = "crank/perfmatrix.yml";

    public const string Load = "crank/load.yml";
    public const string Profiles = "crank/profiles.yml";

    /// <summary>What somebody found the change points of the trend to be.</summary>
    public const string Labels = "crank/labels.yml";

    /// <summary>The sections of the own file that are laid over the file of that name.</summary>
    private static readonly string[] s_sections = ["matrix", "gate", "reference", "acknowledged", "labels", "profiles"];

    private static readonly string[] s_tools = [RepositoryRoot.MatrixFile, "crank/gate.yml", Profiles, Load];

    public static ConfigurationFiles Of(string root) => new(name =>
    {
        var path = Path.Combine(root, name);
        return File.Exists(path) ? YamlFile.Text(path, YamlFile.DisplayName(path, root)) : null;
    });

    /// <summary>Whether a repository has the one file instead of all.</summary>
    public static bool IsOneFile(string root) => File.Exists(Path.Combine(root, Own)) && !File.Exists(Path.Combine(root, RepositoryRoot.MatrixFile));

    /// <summary>A file that has to be there.</summary>
    public static YamlMap Read(string root, string name) => Of(root).Find(name) ?? YamlFile.Read(Path.Combine(root, name), root);

    /// <summary>A file as the repository has it, or as the tool has it with what the repository changes; null when neither has it.</summary>
    public YamlMap? Find(string name)
    {
        var own = name == Own || textOf(Own) is not { } text ? null : YamlFile.Parse(text, Own).Allow(OwnFile.Keys);
        var section = Array.Find(s_sections, one => name == $"crank/{one}.yml") is { } key ? own?.Entry(key) : null;
        if (textOf(name) is { } theirs)
            return section is null ? YamlFile.Parse(theirs, name)
                : throw section.KeyPlace.Error($"found this section, and the file {name}; keep one of the two");

        return own is null ? null : OwnFile.Over(own, section, s_tools.Contains(name) ? Tool(name) : null, name);
    }

    /// <summary>A file that the program brings with it, by the name that its project gives it.</summary>
    public static string ToolText(string name)
    {
        var resource = Assembly.GetExecutingAssembly().GetManifestResourceStream(name)
            ?? throw new InvalidOperationException($"the resource {name} is not embedded by PerfMatrix.csproj");
        using var reader = new StreamReader(resource, Encoding.UTF8);
        return reader.ReadToEnd();
    }

    public static YamlMap Tool(string name) => YamlFile.Parse(ToolText(name), $"{name} of perfmatrix");
}

/// <summary>What <c>crank/perfmatrix.yml</c> says, as the files that the rest of the program knows.</summary>
internal static class OwnFile
{
    private const string Runtimes = "runtimes";
    private const string Matrix = "matrix";
    private const string Axes = "axes";
    private const string Subsets = "subsets";
    private const string Scenarios = "scenarios";
    private static readonly string[] s_crank = ["variables", "jobs", Scenarios, "profiles"];
    private static readonly string[] s_newestOnly = ["compare", "pr"];

    public static string[] Keys { get; } = [Runtimes, Matrix, "gate", "acknowledged", "labels", "reference", .. s_crank];

    public static YamlMap? Over(YamlMap own, YamlEntry? section, YamlMap? tool, string name)
    {
        var isMatrix = name == RepositoryRoot.MatrixFile;
        var lower = isMatrix ? OfMatrix(own, tool!) : tool;
        if (section is null || section.Value.IsNull) return lower;
        var higher = isMatrix ? section.Value.AsMap()
            : section.Value is YamlMap map && section.Key != "profiles" ? map : new YamlMap(own.Place, [section]);
        return lower is null ? higher : YamlMerge.Over(higher, WithoutReplaced(lower, higher));
    }

    /// <summary>The part that crank knows: projects of jobs count from the root, and the load is the tool's unless it is another.</summary>
    public static YamlMap Crank(YamlMap own, string root) => own.Allow(Keys).Where(entry => s_crank.Contains(entry.Key))
        .Select(entry => entry.Key switch
        {
            "jobs" => entry with { Value = entry.Value.AsMap().Each(job => WithSource(job, root)) },
            Scenarios => entry with { Value = entry.Value.AsMap().Each(WithLoad) },
            _ => entry,
        });

    private static YamlMap OfMatrix(YamlMap own, YamlMap tool)
    {
        var place = own.Place;
        var axes = tool.Required(Axes).AsMap();
        var runtimes = Chosen(own, axes.Required("runtime").AsMap());
        var subsets = YamlFile.Parse(ConfigurationFiles.ToolText("defaults/matrix.yml"), "subsets of perfmatrix").Required(Subsets).AsMap();
        return new YamlMap(place,
        [
            Entry(place, Axes, new YamlMap(place, [.. axes.Entries.Select(axis => axis.Key switch
            {
                "runtime" => axis with { Value = runtimes },
                "gc" => axis with { Value = axis.Value.AsMap().Where(mode => mode.Value.AsMap().Find("library") is null) },
                _ => axis,
            })])),
            .. tool.Entries.Where(entry => entry.Key is "measure" or "anchor"),
            Entry(place, Subsets, OnNewest(subsets, runtimes)),
            Entry(place, Scenarios, new YamlMap(place, [.. own.Required(Scenarios).AsMap().Entries.Select(scenario => OfFile(scenario, own))])),
        ]);
    }

    private static YamlMap WithoutReplaced(YamlMap lower, YamlMap higher) => lower
        .Where(low => !IsReplaced(low.Key, lower, higher))
        .Select(low => low.Value is YamlMap map && higher.Find(low.Key) is YamlMap over ? low with { Value = WithoutReplaced(map, over) } : low);

    // Slices and duration are two ways to say one thing, so that either replaces either. A size belongs to the rule that it was given with.
    private static bool IsReplaced(string key, YamlMap lower, YamlMap higher) => key switch
    {
        "slices" => higher.Find("duration") is not null,
        "duration" => higher.Find("slices") is not null,
        "detectPercent" or "amount" => higher.Find("rule") is YamlText rule && rule.Text != (lower.Find("rule") as YamlText)?.Text,
        _ => false,
    };

    // Those that the applications target; without the key all.
    private static YamlMap Chosen(YamlMap own, YamlMap all)
    {
        if (own.Find(Runtimes) is not { } names) return all;
        foreach (var name in names.AsList().Items.Where(name => all.Entry(name.AsText()) is null))
            throw name.Place.Error($"unknown runtime '{name.AsText()}'{Suggestion.Sentence(name.AsText(), [.. all.Keys], "runtimes")}");
        var chosen = names.AsTexts();
        return new(names.Place, [.. all.Entries.Where(entry => chosen.Contains(entry.Key))]);
    }

    private static YamlMap OnNewest(YamlMap subsets, YamlMap runtimes)
    {
        var newest = new YamlList(runtimes.Place, [new YamlText(runtimes.Place, runtimes.Entries[^1].Key, IsPlain: true)]);
        return subsets.Select(subset => s_newestOnly.Contains(subset.Key)
            ? subset with { Value = subset.Value.AsMap().With("runtime", newest) } : subset);
    }

    // All cases of a BenchmarkDotNet project, unless the section `matrix` names some.
    private static YamlEntry OfFile(YamlEntry scenario, YamlMap own)
    {
        var place = scenario.KeyPlace;
        var file = Entry(own.Place, "file", new YamlText(place, ConfigurationFiles.Own, IsPlain: true));
        var cases = Entry(own.Place, "cases", new YamlList(place, [new YamlText(place, "*", IsPlain: false)]));
        return new(scenario.Key, place, new YamlMap(place, IsBenchmark(scenario.Value, own) ? [file, cases] : [file]));
    }

    private static bool IsBenchmark(YamlValue scenario, YamlMap own) =>
        scenario is YamlMap map && map.Find("application") is YamlMap service && service.Find("job") is YamlText name
        && own.Find("jobs") is YamlMap jobs && jobs.Find(name.Text) is YamlMap job
        && job.Find("options") is YamlMap options && options.Find("benchmarkDotNet")?.AsFlag() == true;

    private static YamlMap WithSource(YamlMap job, string root)
    {
        const string source = "repository";
        if (job.Entry("sources") is not null || job.Find("project") is not YamlText project) return job;
        var folder = new YamlMap(job.Place, [Entry(job.Place, "localFolder", new YamlText(job.Place, root, IsPlain: false))]);
        return job.Set("project", project with { Text = $"{source}/{project.Text}" })
            .With("sources", new YamlMap(job.Place, [Entry(job.Place, source, folder)]));
    }

    private static YamlMap WithLoad(YamlMap scenario) => scenario.Find("load") is not YamlMap load || load.Entry("job") is not null ? scenario
        : scenario.Set("load", load.With("job", new YamlText(scenario.Place, "load", IsPlain: true)));

    private static YamlEntry Entry(YamlPlace place, string key, YamlValue value) => new(key, place, value);
}
