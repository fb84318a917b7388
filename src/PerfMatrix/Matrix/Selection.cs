namespace PerfMatrix.Matrix;

/// <summary>The cells asked for: one list of values an axis, each in axis order and without duplicates.</summary>
/// <param name="Subset">The subset it came from.</param>
/// <param name="Scenarios">Scenarios.</param>
/// <param name="Runtimes">Runtimes and exact patches; the newest patch stands last among those of its framework.</param>
/// <param name="GcLegs">GC legs.</param>
/// <param name="Cores">Core counts.</param>
public sealed record Selection(
    Subset Subset,
    IReadOnlyList<ScenarioEntry> Scenarios,
    IReadOnlyList<RuntimeSelector> Runtimes,
    IReadOnlyList<GcLeg> GcLegs,
    IReadOnlyList<CoreCount> Cores)
{
    /// <summary>Resolves a subset, in which the values given by options replace those of their axis.</summary>
    /// <exception cref="UsageException">A name is unknown; the message names the option, the nearest name and the valid ones.</exception>
    public static Selection Resolve(MatrixDefinition matrix, string subsetName, AxisChoice options)
    {
        var subset = matrix.Subsets.FirstOrDefault(candidate => candidate.Name == subsetName) ?? throw UnknownSubset(matrix, subsetName);
        CheckOptions(matrix, options);
        var choice = options.Over(subset.Axes);
        return new(
            subset,
            ScenariosOf(matrix, choice.Scenario),
            RuntimesOf(matrix, choice.Runtime),
            LegsOf(matrix, choice.Gc),
            choice.Cores is { } cores ? [.. matrix.Cores.Where(count => cores.Contains(count.ToString()))] : matrix.Cores);
    }

    private static UsageException UnknownSubset(MatrixDefinition matrix, string name) =>
        new($"--subset: unknown subset '{name}'{Configuration.Suggestion.Sentence(name, [.. matrix.Subsets.Select(subset => subset.Name)], "valid are")}");

    private static void CheckOptions(MatrixDefinition matrix, AxisChoice options)
    {
        foreach (var (axis, names) in new[] { ("scenario", options.Scenario), ("runtime", options.Runtime), ("gc", options.Gc), ("cores", options.Cores) })
        {
            foreach (var name in names ?? [])
            {
                if (AxisValues.Problem(matrix, axis, name) is { } problem) throw new UsageException($"--{axis}: {problem}");
            }
        }
    }

    private static IReadOnlyList<ScenarioEntry> ScenariosOf(MatrixDefinition matrix, IReadOnlyList<string>? names)
    {
        if (names is null) return matrix.Scenarios;
        var chosen = names.ToHashSet();
        return [.. matrix.Scenarios.Where(scenario => chosen.Contains(scenario.Name))];
    }

    private static IReadOnlyList<RuntimeSelector> RuntimesOf(MatrixDefinition matrix, IReadOnlyList<string>? names)
    {
        if (names is null) return [.. matrix.Runtimes.Where(runtime => !runtime.OnRequest).Select(runtime => new RuntimeSelector(runtime.Framework, null))];
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
}
