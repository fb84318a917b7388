using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Results;

namespace PerfMatrix.GitHub;

/// <summary>What the jobs of a workflow measure, <c>plan.json</c>, schema version 1. The verdict is held against it: what it promises and nobody reports is missing.</summary>
public sealed record JobPlan
{
    /// <summary>Reads and writes it.</summary>
    internal static DocumentFile<JobPlan> File { get; } = new(
        "plan.json", "a plan", "Give the path of a plan.json, which `github plan --out` writes.", "plan again")
    {
        Problem = plan => plan.Cells().GroupBy(cell => cell.Id).FirstOrDefault(cell => cell.Count() > 1) is { } twice
            ? $"cell {twice.Key} is planned {twice.Count()} times, once was expected"
            : null,
    };

    /// <summary>Version of this document.</summary>
    public int SchemaVersion { get; init; } = 1;

    /// <summary>The selection as options, e.g. <c>--subset pr --gc server</c>.</summary>
    public required string Selection { get; init; }

    /// <summary>Name of the subset.</summary>
    public required string Subset { get; init; }

    /// <summary>CPUs of the machines it was made for.</summary>
    public required int Cores { get; init; }

    /// <summary>What is compared with; null when one side alone is measured.</summary>
    public ComparedSide? Base { get; init; }

    /// <summary>What is measured; null when nobody said.</summary>
    public ComparedSide? Head { get; init; }

    /// <summary>The pinned references that every block measures, the newest last; null where two sides are compared.</summary>
    public IReadOnlyList<ComparedSide>? References { get; init; }

    /// <summary>One entry a job.</summary>
    public required IReadOnlyList<PlannedGroup> Groups { get; init; }

    /// <summary>Cells of the selection that no job measures.</summary>
    public required IReadOnlyList<LeftOutCell> LeftOut { get; init; }

    /// <summary>Files of the policy that head changes.</summary>
    public required IReadOnlyList<string> PolicyChanges { get; init; }

    /// <summary>Every planned cell, in the order of the groups.</summary>
    public IEnumerable<Cell> Cells() => Groups.SelectMany(group => group.Cells());

    /// <summary>Seconds of a round of one variant of a cell, as estimated.</summary>
    public double SecondsOf(string cell) => Groups.SelectMany(group => group.Blocks).First(block => block.Cells.Any(own => own.Id == cell)).SecondsPerVariantRound;
}

/// <summary>The blocks that one job measures.</summary>
/// <param name="Group">Number, from 1.</param>
/// <param name="Slug">Name in artifacts: <c>g01</c>.</param>
/// <param name="Minutes">Estimated minutes of measuring; of a comparison those of the first look.</param>
/// <param name="MostMinutes">The same when every cell needs all looks.</param>
/// <param name="Blocks">The blocks in order.</param>
public sealed record PlannedGroup(int Group, string Slug, double Minutes, double MostMinutes, IReadOnlyList<PlannedBlock> Blocks)
{
    /// <summary>The cells of its blocks.</summary>
    public IEnumerable<Cell> Cells() => Blocks.SelectMany(block => block.Cells);
}

/// <summary>A block of a plan.</summary>
/// <param name="Id">Name, as <c>--blocks</c> takes it.</param>
/// <param name="Minutes">Estimated minutes of measuring; of a comparison those of the first look.</param>
/// <param name="MostMinutes">The same when every cell needs all looks.</param>
/// <param name="SecondsPerVariantRound">Estimated seconds of a round of one variant.</param>
/// <param name="Cells">Its cells.</param>
public sealed record PlannedBlock(string Id, double Minutes, double MostMinutes, double SecondsPerVariantRound, IReadOnlyList<Cell> Cells);

/// <summary>A cell that is not measured.</summary>
/// <param name="Cell">Id of the cell.</param>
/// <param name="Status">unavailable or n/a.</param>
/// <param name="Reason">Why.</param>
public sealed record LeftOutCell(string Cell, string Status, string Reason);
