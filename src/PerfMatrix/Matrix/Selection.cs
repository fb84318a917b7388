namespace PerfMatrix.Matrix;

/// <summary>The cells asked for: one list of values an axis, each in axis order and without duplicates.</summary>
/// <param name="Subset">The subset it came from.</param>
/// <param name="Scenarios">Scenarios.</param>
/// <param name="Runtimes">Runtimes and exact patches; the newest patch stands last among those of its framework.</param>
/// <param name="GcLegs">GC legs.</param>
/// <param name="Cores">Core counts.</param>
/// <param name="Memory">Limits of memory.</param>
public sealed record Selection(
    Subset Subset,
    IReadOnlyList<ScenarioEntry> Scenarios,
    IReadOnlyList<RuntimeSelector> Runtimes,
    IReadOnlyList<GcLeg> GcLegs,
    IReadOnlyList<CoreCount> Cores,
    IReadOnlyList<MemoryLimit> Memory)
{
    /// <summary>Resolves a subset, in which the values given by options replace those of their axis.</summary>
    /// <exception cref="UsageException">A name is unknown; the message names the option, the nearest name and the valid ones.</exception>
    public static Selection Resolve(MatrixDefinition matrix, string subsetName, AxisChoice options)
    {
        var subset = matrix.Subsets.FirstOrDefault(candidate => candidate.Name == subsetName) ?? throw UnknownSubset(matrix, subsetName);
        CheckOptions(matrix, options);
        if (subset.Parts.Count == 0) return Of(matrix, subset, options.Over(subset.Axes));
        Selection[] parts = [.. subset.Parts.Select(part => Part(matrix, part.Axes.Over(subset.Axes), options)).OfType<AxisChoice>().Select(choice => Of(matrix, subset, choice))];
        return parts.Length > 0 ? Union(matrix, subset, parts) : throw NoPart(subset, options);
    }

    /// <summary>Whether a cell of these values is among those asked for.</summary>
    public bool Has(ScenarioEntry scenario, RuntimeSelector runtime, GcLeg leg, int cores, MemoryLimit memory, MachineLimits machine) =>
        Parts.Length == 0 || Array.Exists(Parts, part => part.HasItself(scenario, runtime, leg, cores, memory, machine));

    private Selection[] Parts { get; init; } = [];

    private bool HasItself(ScenarioEntry scenario, RuntimeSelector runtime, GcLeg leg, int cores, MemoryLimit memory, MachineLimits machine) =>
        Scenarios.Contains(scenario) && Runtimes.Contains(runtime) && GcLegs.Any(own => own.Name == leg.Name) && Cores.Any(count => count.On(machine) == cores) && Memory.Contains(memory);

    /// <summary>A part is what somebody thought right for its scenarios, so naming other scenarios leaves it out.</summary>
    private static AxisChoice? Part(MatrixDefinition matrix, AxisChoice part, AxisChoice options)
    {
        if (options.Scenario is null || part.Scenario is null) return options.Over(part);
        List<string> both = [.. ScenariosOf(matrix, part.Scenario).Intersect(ScenariosOf(matrix, options.Scenario)).Select(scenario => scenario.Name)];
        return both.Count > 0 ? options.Over(part) with { Scenario = both } : null;
    }

    private static Selection Union(MatrixDefinition matrix, Subset subset, Selection[] parts) => new(
        subset,
        [.. matrix.Scenarios.Where(scenario => parts.Any(part => part.Scenarios.Contains(scenario)))],
        RuntimesOf(matrix, [.. parts.SelectMany(part => part.Runtimes).Select(runtime => runtime.ToString())]),
        LegsOf(matrix, [.. parts.SelectMany(part => part.GcLegs).Select(leg => leg.Name)]),
        [.. matrix.Cores.Where(count => parts.Any(part => part.Cores.Contains(count)))],
        [.. matrix.Memory.Where(limit => parts.Any(part => part.Memory.Contains(limit)))])
    {
        Parts = parts,
    };

    private static UsageException NoPart(Subset subset, AxisChoice options) => new(
        $"--scenario: no part of the subset '{subset.Name}' has {string.Join(" or ", options.Scenario!)}; it has {string.Join(", ", subset.Parts.SelectMany(part => part.Axes.Scenario ?? []).Distinct())}");

    private static Selection Of(MatrixDefinition matrix, Subset subset, AxisChoice choice) =>
        new(
            subset,
            ScenariosOf(matrix, choice.Scenario),
            RuntimesOf(matrix, choice.Runtime),
            LegsOf(matrix, choice.Gc),
            choice.Cores is { } cores ? [.. matrix.Cores.Where(count => cores.Contains(count.ToString()))] : matrix.Cores,
            LimitsOf(matrix, choice.Memory));

    private static UsageException UnknownSubset(MatrixDefinition matrix, string name) =>
        new($"--subset: unknown subset '{name}'{Configuration.Suggestion.Sentence(name, [.. matrix.Subsets.Select(subset => subset.Name)], "valid are")}");

    private static void CheckOptions(MatrixDefinition matrix, AxisChoice options)
    {
        foreach (var (axis, names) in new[] { ("scenario", options.Scenario), ("runtime", options.Runtime), ("gc", options.Gc), ("cores", options.Cores), ("memory", options.Memory) })
        {
            foreach (var name in names ?? [])
            {
                if (AxisValues.Problem(matrix, axis, name) is { } problem) throw new UsageException($"--{axis}: {problem}");
            }
        }
    }

    private static IReadOnlyList<ScenarioEntry> ScenariosOf(MatrixDefinition matrix, IReadOnlyList<string>? names)
    {
        if (names is null) return [.. matrix.Scenarios.Where(scenario => !scenario.OnRequest)];
        var chosen = names.SelectMany(name => AxisValues.Scenarios(matrix, name)).ToHashSet();
        return [.. matrix.Scenarios.Where(chosen.Contains)];
    }

    private static IReadOnlyList<RuntimeSelector> RuntimesOf(MatrixDefinition matrix, IReadOnlyList<string>? names)
    {
        if (names is null) return [.. matrix.Frameworks.Select(framework => new RuntimeSelector(framework, null))];
        var chosen = names.Select(name => AxisValues.Runtime(matrix, name)!.Value).Distinct();
        return [.. chosen.OrderBy(runtime => matrix.VersionOf(runtime)).ThenBy(runtime => runtime.Patch is null).ThenBy(PatchNumber).ThenBy(runtime => runtime.Patch)];
    }

    private static Version? PatchNumber(RuntimeSelector runtime) => runtime.Patch is { } patch ? Version.Parse(patch.Split('-', 2)[0]) : null;

    private static IReadOnlyList<GcLeg> LegsOf(MatrixDefinition matrix, IReadOnlyList<string>? names)
    {
        if (names is null) return matrix.GcLegs;
        var chosen = names.ToHashSet();
        var members = matrix.GcLegFamilies.SelectMany(family => chosen.Select(family.NumberOf).OfType<int>().Order().Select(family.Member));
        return [.. matrix.GcLegs.Where(leg => chosen.Contains(leg.Name)), .. members];
    }

    // Nobody wants all limits by saying nothing: unlike the other axes this one is left out unless it is asked for.
    private static IReadOnlyList<MemoryLimit> LimitsOf(MatrixDefinition matrix, IReadOnlyList<string>? names)
    {
        if (names is null) return [MemoryLimit.None];
        var chosen = names.Select(name => AxisValues.Memory(matrix, name)!.Value).ToHashSet();
        return [.. matrix.Memory.Where(chosen.Contains)];
    }
}
