namespace PerfMatrix.GitHub.Plans;

/// <summary>What the jobs of a workflow measure, <c>plan.json</c>, schema version 1. What it promises and nobody reports is missing.</summary>
internal sealed record JobPlan
{
    internal static DocumentFile<JobPlan> File { get; } = new(
        "plan.json", "a plan", "Give the path of a plan.json, which `github plan --out` writes.", "plan again")
    {
        Problem = plan => plan.Cells().GroupBy(cell => cell.Id).FirstOrDefault(cell => cell.Count() > 1) is { } twice
            ? $"cell {twice.Key} is planned {twice.Count()} times, once was expected"
            : null,
    };

    public int SchemaVersion { get; init; } = 1;

    /// <summary>The selection as options, e.g. <c>--subset pr --gc server</c>.</summary>
    public required string Selection { get; init; }
    public required string Subset { get; init; }
    public required int Cores { get; init; }

    /// <summary>What is compared with; null when one side alone is measured.</summary>
    public ComparedSide? Base { get; init; }

    /// <summary>What is measured; null when nobody said.</summary>
    public ComparedSide? Head { get; init; }

    /// <summary>The pinned references that every block measures, the newest last; null where two sides are compared.</summary>
    public IReadOnlyList<ComparedSide>? References { get; init; }

    /// <summary>Most rounds of a cell on either machine of a comparison; null where one side is measured.</summary>
    public int? MostRounds { get; init; }

    public required IReadOnlyList<PlannedGroup> Groups { get; init; }

    /// <summary>Cells whose program is made from the same sources on both sides: they are the same, and no job measures them.</summary>
    public IReadOnlyList<Cell> Identical { get; init; } = [];

    /// <summary>Cells that base measures and head cannot, each with its reason; unless they are acknowledged, the verdict is incomplete.</summary>
    public IReadOnlyList<ComparedCell> Dropped { get; init; } = [];

    /// <summary>Other cells of the selection that no job measures.</summary>
    public required IReadOnlyList<LeftOutCell> LeftOut { get; init; }
    public required IReadOnlyList<string> PolicyChanges { get; init; }

    public IEnumerable<Cell> Cells() => Groups.SelectMany(group => group.Cells());

    /// <summary>Seconds of a round of one variant of a cell, as estimated.</summary>
    public double SecondsOf(string cell) =>
        Groups.SelectMany(group => group.Blocks).First(block => block.Cells.Any(own => own.Id == cell)).SecondsPerVariantRound;
}

/// <param name="Slug">Name in artifacts: <c>g01</c>.</param>
internal sealed record PlannedGroup(int Group, string Slug, double Minutes, double MostMinutes, IReadOnlyList<PlannedBlock> Blocks)
{
    public IEnumerable<Cell> Cells() => Blocks.SelectMany(block => block.Cells);
}

/// <param name="Id">Name, as <c>--blocks</c> takes it. A block of a comparison has one cell, so that runners get equal shares.</param>
/// <param name="Minutes">Estimated minutes of measuring; of a comparison those of the first look, and of the starts that follow it.</param>
/// <param name="MostMinutes">The same when every cell needs all looks.</param>
internal sealed record PlannedBlock(string Id, double Minutes, double MostMinutes, double SecondsPerVariantRound, IReadOnlyList<Cell> Cells);

/// <param name="Status">unavailable or n/a.</param>
internal sealed record LeftOutCell(string Cell, string Status, string Reason);

/// <summary>The value of <c>strategy.matrix</c> as one line of JSON. An empty one is an error on GitHub: another output skips the job.</summary>
internal static class JobMatrix
{
    public static string OfGroups(IEnumerable<PlannedGroup> groups) => Format(
        from own in groups
        select new MatrixEntry(own.Group, own.Slug, (int)Math.Ceiling(own.Minutes), JobTimes.Measuring(own.MostMinutes),
            Blocks: string.Join(',', own.Blocks.Select(block => block.Id))));

    public static string OfSuspects(SuspectsDocument suspects, JobPlan plan) => Format(
        from part in ConfirmGroups.Pack(suspects, plan)
        select new MatrixEntry(part.Group, part.Slug, (int)Math.Ceiling(part.Minutes), JobTimes.Measuring(part.Minutes, part.Cells.Count),
            Cells: string.Join(',', part.Cells)));

    private static string Format(IEnumerable<MatrixEntry> entries) => JsonSerializer.Serialize(new { Include = entries }, DocumentJson.Compact);
}

/// <summary>One job: its number, its name in artifacts, minutes of measuring, the limits of that step and of the job, what it measures.</summary>
internal sealed record MatrixEntry(
    int Group, string Slug, int Minutes, int Measuring,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Blocks = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Cells = null)
{
    public int Timeout => Measuring + JobTimes.Around;
}
