namespace PerfMatrix.Gate;

/// <summary>What is neither code nor load, and changes results all the same.</summary>
public enum EnvironmentKind
{
    /// <summary>.NET that the program brings with it.</summary>
    Runtime,

    /// <summary>What built it.</summary>
    Sdk,

    /// <summary>A package as it was resolved, those that others need included.</summary>
    Package,

    /// <summary>A property of its project, as compiler and runtime were told.</summary>
    Property,

    /// <summary>A variable of its environment.</summary>
    Variable,

    /// <summary>What the process reported of its garbage collector.</summary>
    Gc,

    /// <summary>The machine and its system; base and head of one comparison share it.</summary>
    Machine,
}

/// <summary>Something beside the code that base and head differ in.</summary>
/// <param name="Name">e.g. <c>Newtonsoft.Json</c>.</param>
/// <param name="Base">Its version or value; null where base has none.</param>
/// <param name="Head">The same of head.</param>
/// <param name="Programs">Applications of which this holds.</param>
internal sealed record EnvironmentDifference(EnvironmentKind Kind, string Name, string? Base, string? Head, IReadOnlyList<string> Programs)
{
    /// <summary>Most that a document has.</summary>
    public const int Most = 200;

    /// <summary>What several documents say, each difference once; null where none of them looked.</summary>
    public static IReadOnlyList<EnvironmentDifference>? Union(IEnumerable<IReadOnlyList<EnvironmentDifference>?> documents)
    {
        var looked = documents.OfType<IReadOnlyList<EnvironmentDifference>>().ToList();
        return looked.Count == 0 ? null : [.. looked.SelectMany(all => all).GroupBy(one => (one.Kind, one.Name, one.Base, one.Head))
            .Select(same => same.First() with { Programs = [.. same.SelectMany(one => one.Programs).Distinct()] })
            .OrderBy(one => one.Kind).ThenBy(one => one.Name, StringComparer.Ordinal).Take(Most)];
    }
}

/// <summary>What is known of the surroundings of one program or run, by kind and name.</summary>
internal sealed record EnvironmentFacts(IReadOnlyDictionary<(EnvironmentKind Kind, string Name), string> Values)
{
    /// <summary>Most of a kind that a run document keeps, and the longest name or value in it.</summary>
    public const int MostKept = 100;

    private static readonly (EnvironmentKind Kind, string Name)[] s_kept =
        [(EnvironmentKind.Sdk, "sdk"), (EnvironmentKind.Package, "package"), (EnvironmentKind.Property, "property")];

    /// <summary>Kinds of which nobody could read all: what is missing there is not known, and differs from nothing.</summary>
    public IReadOnlyList<EnvironmentKind> NotKnown { get; init; } = [];

    /// <summary>Files that are there and cannot be read, e.g. <c>Shop.deps.json</c>.</summary>
    public IReadOnlyList<string> Unreadable { get; init; } = [];

    public static EnvironmentFacts Of(IEnumerable<(EnvironmentKind Kind, string Name, string Value)> facts) =>
        new(facts.DistinctBy(fact => (fact.Kind, fact.Name)).ToDictionary(fact => (fact.Kind, fact.Name), fact => fact.Value));

    /// <summary>What a process proved of its GC.</summary>
    public static EnvironmentFacts Of(ProbeProof proof) => Of(
    [
        (EnvironmentKind.Gc, "server", $"{proof.IsServerGc}"),
        (EnvironmentKind.Gc, "latency mode", proof.LatencyMode),
        (EnvironmentKind.Gc, "processors", $"{proof.ProcessorCount}"),
        (EnvironmentKind.Gc, "libraries", string.Join(", ", proof.GcLibraries.DefaultIfEmpty("that of the runtime"))),
        .. proof.GcConfiguration.Select(setting => (EnvironmentKind.Gc, setting.Key, setting.Value)),
    ]);

    /// <summary>The machine of a run, and what built it.</summary>
    public static EnvironmentFacts Of(RunDocument run) => Of(
    [
        (EnvironmentKind.Machine, "CPU", run.Machine.CpuModel),
        (EnvironmentKind.Machine, "cores", $"{run.Machine.Cores}"),
        (EnvironmentKind.Machine, "memory", $"{run.Machine.Memory.Megabytes:0} MB"),
        (EnvironmentKind.Machine, "system", run.Machine.Os),
        (EnvironmentKind.Machine, "kernel", run.Machine.Kernel),
        (EnvironmentKind.Machine, "driver", run.Machine.Driver),
        (EnvironmentKind.Machine, "image", run.Machine.RunnerImage ?? "none"),
        (EnvironmentKind.Machine, "perfmatrix", run.Tool.Version),
    ]);

    public EnvironmentFacts With(EnvironmentFacts others) =>
        this with { Values = Values.Concat(others.Values).DistinctBy(fact => fact.Key).ToDictionary() };

    /// <summary>What differs between two of them.</summary>
    /// <param name="program">The application that they are about.</param>
    public static IReadOnlyList<EnvironmentDifference> Difference(string program, EnvironmentFacts old, EnvironmentFacts now) =>
    [
        .. from key in old.Values.Keys.Union(now.Values.Keys)
           let values = (Base: old.Values.GetValueOrDefault(key), Head: now.Values.GetValueOrDefault(key))
           where values.Base != values.Head && old.Knows(key) && now.Knows(key)
           select new EnvironmentDifference(key.Kind, key.Name, values.Base, values.Head, [program]),
    ];

    /// <summary>What a run document keeps of a program: its variants have their runtime, and what their processes were told is proven.</summary>
    public ProgramRecord Kept(string artifactHash)
    {
        var facts = Values.OrderBy(fact => fact.Key.Name, StringComparer.Ordinal).ToLookup(fact => fact.Key.Kind);
        return new(artifactHash,
            [.. from of in s_kept
                from fact in facts[of.Kind].Take(MostKept)
                select new ProgramFact(of.Name, Short(fact.Key.Name), Short(fact.Value))],
            [.. s_kept.Where(of => NotKnown.Contains(of.Kind) || facts[of.Kind].Count() > MostKept).Select(of => of.Name)]);
    }

    private bool Knows((EnvironmentKind Kind, string Name) key) => Values.ContainsKey(key) || !NotKnown.Contains(key.Kind);

    // The hash still tells two long values apart.
    private static string Short(string text) => text.Length <= MostKept ? text
        : $"{text[..(MostKept - 12)]}... {Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)))[..8]}";
}
