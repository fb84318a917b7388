namespace PerfMatrix.Matrix;

/// <summary>The cells asked for: one list of values an axis, each in axis order and without duplicates.</summary>
/// <param name="Runtimes">Runtimes and exact patches; the newest patch stands last among those of its framework.</param>
/// <param name="Limits">Values of the optional axes, by name of the axis.</param>
internal sealed record Selection(
    Subset Subset,
    IReadOnlyList<ScenarioEntry> Scenarios,
    IReadOnlyList<RuntimeSelector> Runtimes,
    IReadOnlyList<GcMode> GcModes,
    IReadOnlyList<CoreCount> Cores,
    IReadOnlyDictionary<string, IReadOnlyList<string>> Limits)
{
    /// <summary>Resolves a subset, in which the values given by options replace those of their axis.</summary>
    public static Selection Resolve(MatrixDefinition matrix, string subsetName, AxisChoice options)
    {
        var subset = matrix.Subsets.FirstOrDefault(candidate => candidate.Name == subsetName) ?? throw UnknownSubset(matrix, subsetName);
        CheckOptions(matrix, options);
        if (subset.Parts.Count == 0) return Of(matrix, subset, options.Over(subset.Axes));
        Selection[] parts = [.. subset.Parts.Select(part => Part(matrix, part.Axes.Over(subset.Axes), options)).OfType<AxisChoice>()
            .Select(choice => Of(matrix, subset, choice))];
        return parts.Length > 0 ? Union(matrix, subset, parts) : throw NoPart(subset, options);
    }

    /// <summary>Whether a cell, which has values of these lists, is among those asked for.</summary>
    public bool Has(Cell cell, MachineLimits machine) => Parts.Length == 0 || Array.Exists(Parts, part => part.HasItself(cell, machine));

    private Selection[] Parts { get; init; } = [];

    private bool HasItself(Cell cell, MachineLimits machine) =>
        Scenarios.Any(scenario => scenario.Name == cell.Scenario)
        && Runtimes.Contains(cell.Selector)
        && GcModes.Any(mode => mode.Name == cell.Gc)
        && Cores.Any(count => count.On(machine) == cell.Cores)
        && Axis.Limits.All(axis => Limits[axis.Name].Contains(axis.ValueOf(cell)));

    /// <summary>A part is what somebody thought right for its scenarios, so naming other scenarios leaves it out.</summary>
    private static AxisChoice? Part(MatrixDefinition matrix, AxisChoice part, AxisChoice options)
    {
        if (options[Axis.Scenario] is not { } asked || part[Axis.Scenario] is not { } own) return options.Over(part);
        List<string> both = [.. ScenariosOf(matrix, own).Intersect(ScenariosOf(matrix, asked)).Select(scenario => scenario.Name)];
        return both.Count > 0 ? options.Over(part).With(Axis.Scenario, both) : null;
    }

    private static Selection Union(MatrixDefinition matrix, Subset subset, Selection[] parts) => new(
        subset,
        [.. matrix.Scenarios.Where(scenario => parts.Any(part => part.Scenarios.Contains(scenario)))],
        RuntimesOf(matrix, [.. parts.SelectMany(part => part.Runtimes).Select(runtime => runtime.ToString())]),
        GcModesOf(matrix, [.. parts.SelectMany(part => part.GcModes).Select(mode => mode.Name)]),
        [.. matrix.Cores.Where(count => parts.Any(part => part.Cores.Contains(count)))],
        LimitsOf(matrix, (axis, limit) => parts.Any(part => part.Limits[axis.Name].Contains(limit))))
    {
        Parts = parts,
    };

    private static UsageException NoPart(Subset subset, AxisChoice options) => new(
        $"--scenario: no part of the subset '{subset.Name}' has {string.Join(" or ", options[Axis.Scenario]!)}; it "
            + $"has {string.Join(", ", subset.Parts.SelectMany(part => part.Axes[Axis.Scenario] ?? []).Distinct())}");

    private static Selection Of(MatrixDefinition matrix, Subset subset, AxisChoice choice) =>
        new(
            subset,
            ScenariosOf(matrix, choice[Axis.Scenario]),
            RuntimesOf(matrix, choice[Axis.Runtime]),
            GcModesOf(matrix, choice[Axis.Gc]),
            choice[Axis.Cores] is { } cores ? [.. matrix.Cores.Where(count => cores.Contains(count.ToString()))] : matrix.Cores,
            // Nobody wants all limits by saying nothing: unlike the other axes these are left out unless they are asked for.
            LimitsOf(matrix, (axis, limit) => (choice[axis] ?? [LimitRule.None]).Any(name => axis.Canonical(name) == limit)));

    private static UsageException UnknownSubset(MatrixDefinition matrix, string name) =>
        new($"--subset: unknown subset '{name}'{Suggestion.Sentence(name, [.. matrix.Subsets.Select(subset => subset.Name)], "valid are")}");

    private static void CheckOptions(MatrixDefinition matrix, AxisChoice options)
    {
        foreach (var axis in Axis.All)
        {
            foreach (var name in options[axis] ?? [])
                if (axis.Problem(matrix, name) is { } problem) throw new UsageException($"{axis.Option}: {problem}");
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
        return [.. chosen.OrderBy(runtime => matrix.VersionOf(runtime)).ThenBy(runtime => runtime.Patch is null).ThenBy(PatchNumber)
            .ThenBy(runtime => runtime.Patch)];
    }

    private static Version? PatchNumber(RuntimeSelector runtime) =>
        Version.TryParse(runtime.Patch?.Split('-', 2)[0], out var version) ? version : null;

    private static IReadOnlyList<GcMode> GcModesOf(MatrixDefinition matrix, IReadOnlyList<string>? names)
    {
        if (names is null) return matrix.GcModes;
        var chosen = names.ToHashSet();
        var members = matrix.GcModeFamilies.SelectMany(family => chosen.Select(family.NumberOf).OfType<int>().Order().Select(family.Member));
        return [.. matrix.GcModes.Where(mode => chosen.Contains(mode.Name)), .. members];
    }

    private static Dictionary<string, IReadOnlyList<string>> LimitsOf(MatrixDefinition matrix, Func<Axis, string, bool> isChosen) =>
        Axis.Limits.ToDictionary(axis => axis.Name, IReadOnlyList<string> (axis) => [.. matrix.LimitsOf(axis).Where(limit => isChosen(axis, limit))]);
}
