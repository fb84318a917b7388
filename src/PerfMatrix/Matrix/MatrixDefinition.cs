using System.Collections.Immutable;

namespace PerfMatrix.Matrix;

/// <summary>The matrix as its file describes it: the values of every axis, the named subsets and how to measure.</summary>
internal sealed record MatrixDefinition
{
    /// <summary>The subset of a command line that names none.</summary>
    public const string DefaultSubset = "smoke";

    /// <summary>The subset that comparisons measure when none is named.</summary>
    public const string ComparisonSubset = "compare";

    public required IReadOnlyList<ScenarioEntry> Scenarios { get; init; }
    public required IReadOnlyList<RuntimeEntry> Runtimes { get; init; }

    /// <summary>Target frameworks, oldest first.</summary>
    public IReadOnlyList<string> Frameworks => [.. Runtimes.Select(runtime => runtime.Framework)];

    public required IReadOnlyList<GcMode> GcModes { get; init; }
    public required IReadOnlyList<GcModeFamily> GcModeFamilies { get; init; }
    public required IReadOnlyList<CoreCount> Cores { get; init; }

    /// <summary>Values of the optional axes in order, by name of the axis, among them none; see <see cref="LimitsOf"/>.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> Limits { get; init; } = new Dictionary<string, IReadOnlyList<string>>();

    public required IReadOnlyList<Subset> Subsets { get; init; }

    /// <summary>How to measure where neither the subset nor an option says otherwise.</summary>
    public required MeasureDefaults Measure { get; init; }
    public required AnchorRule Anchor { get; init; }

    /// <summary>The version of a runtime of the axis, e.g. 10.0 for <c>net10.0@10.0.12</c>.</summary>
    public Version VersionOf(RuntimeSelector runtime) => Runtimes.First(entry => entry.Framework == runtime.Framework).Version;

    public IReadOnlyList<string> LimitsOf(Axis axis) => Limits.GetValueOrDefault(axis.Name, [LimitRule.None]);

    /// <summary>The names of an axis that subsets and their parts have.</summary>
    public IEnumerable<string> InSubsets(Axis axis) =>
        Subsets.SelectMany(subset => subset.Parts.Select(part => part.Axes).Prepend(subset.Axes)).SelectMany(axes => axes[axis] ?? []);

    /// <summary>The GC modes; families such as server-heaps-N have no end, and those of their members are among them that a subset names.</summary>
    public IReadOnlyList<string> GcModeNames => [.. GcModes.Select(mode => mode.Name).Union(InSubsets(Axis.Gc))];

    /// <summary>The definition with the cases that the patterns of a BenchmarkDotNet project stand for.</summary>
    public MatrixDefinition WithCases(string family, IReadOnlyList<string> cases)
    {
        var patterns = Scenarios.Where(scenario => scenario.Family == family && scenario.IsPattern).ToList();
        // What ids do not hold may be all that two names differ in.
        var found = cases.Select(name => patterns[0].OfCase(family, name)).GroupBy(entry => entry.Name)
            .SelectMany(same => same.Select((entry, index) => index == 0 ? entry : entry with { Name = $"{entry.Name}-{index + 1}" }));
        var known = Scenarios.Where(scenario => !patterns.Contains(scenario)).ToList();
        return this with { Scenarios = [.. known, .. found.Where(entry => known.TrueForAll(one => one.Name != entry.Name))] };
    }

    /// <summary>The definition of a checkout, as of today: what is supported changes with the calendar.</summary>
    public static MatrixDefinition Load(string root) =>
        MatrixFile.Read(ConfigurationFiles.Read(root, RepositoryRoot.MatrixFile), DateOnly.FromDateTime(DateTime.UtcNow));
}

/// <summary>A named selection of the matrix. An axis that is null has every value that is not on request only.</summary>
internal sealed record Subset(string Name, string Description, AxisChoice Axes, MeasureDefaults Measure)
{
    /// <summary>Selections whose union the subset is, each over <see cref="Axes"/>, where scenarios want different runtimes and GC modes.</summary>
    public IReadOnlyList<SubsetPart> Parts { get; init; } = [];
}

/// <summary>One of the selections that a subset is the union of.</summary>
/// <param name="Measure">How to measure its scenarios, where that differs from the subset.</param>
internal sealed record SubsetPart(AxisChoice Axes, MeasureDefaults Measure);

/// <summary>Names of values by axis; null leaves an axis to the level above. Where no level names limits, there are none.</summary>
internal sealed record AxisChoice
{
    /// <summary>As the only value of an axis in an option: as if it were not there. Older forms of GitHub Actions say it.</summary>
    public const string AsTheSubset = "subset";

    public AxisChoice(
        IReadOnlyList<string>? scenario = null, IReadOnlyList<string>? runtime = null, IReadOnlyList<string>? gc = null,
            IReadOnlyList<string>? cores = null) =>
        Names = new (Axis Axis, IReadOnlyList<string>? Names)[] { (Axis.Scenario, scenario), (Axis.Runtime, runtime), (Axis.Gc, gc),
            (Axis.Cores, cores) }
            .Where(choice => choice.Names is not null)
            .ToImmutableDictionary(choice => choice.Axis.Name, choice => choice.Names!);

    public static AxisChoice Of(Func<Axis, IReadOnlyList<string>?> names) =>
        Axis.All.Aggregate(new AxisChoice(), (choice, axis) => choice.With(axis, names(axis)));

    public IReadOnlyList<string>? this[Axis axis] => Names.GetValueOrDefault(axis.Name);

    public bool IsEmpty => Names.IsEmpty;

    private ImmutableDictionary<string, IReadOnlyList<string>> Names { get; init; }

    /// <summary>The choice with other names of an axis; null leaves it to the level above.</summary>
    public AxisChoice With(Axis axis, IReadOnlyList<string>? names) => this with
    {
        Names = names is null ? Names.Remove(axis.Name) : Names.SetItem(axis.Name, names),
    };

    public AxisChoice Over(AxisChoice other) => this with { Names = other.Names.SetItems(Names) };

    public bool Has(Cell cell) =>
        Axis.All.All(axis => this[axis] is not { } names || names.Contains(axis.ValueOf(cell))
            || names.Any(name => axis.Limit is not null && axis.Canonical(name) == axis.ValueOf(cell)));
}

/// <summary>The variant of a block that the others are compared with: the first planned cell of the preferred runtime and GC mode, else the first
/// planned cell in axis order (first runtime, first mode).</summary>
/// <param name="Runtime">Preferred framework; null has none.</param>
/// <param name="Gc">Preferred mode; null has none.</param>
internal sealed record AnchorRule(string? Runtime, string? Gc)
{
    /// <summary>Index of the anchor among the cells of a block, which are in axis order.</summary>
    public int IndexIn(IReadOnlyList<Cell> cells) => Enumerable.Range(0, cells.Count).MaxBy(index => Score(cells[index]));

    private int Score(Cell cell) => (cell.Selector.Framework == Runtime ? 2 : 0) + (cell.Gc == Gc ? 1 : 0);
}
