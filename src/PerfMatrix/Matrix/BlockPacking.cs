namespace PerfMatrix.Matrix;

internal static class BlockPacking
{
    /// <summary>Most variants of a block: more of them would leave each too small a share of a round.</summary>
    public const int MostVariants = 10;

    /// <summary>Blocks of the planned cells, in axis order. Cells of one scenario and core count share a block; more than <see cref="MostVariants"/>
    /// are spread evenly over several blocks that all begin with the same anchor. A scenario marked alone gets a block for each cell.</summary>
    /// <param name="references">Pinned references, 0 to 2. Each block ends with so many variants of its anchor's cell at the pinned commits, within
    /// its ten; none where a variant is measured alone.</param>
    public static IReadOnlyList<Block> Pack(MatrixDefinition matrix, IReadOnlyList<PlannedCell> cells, int references = 0)
    {
        var alone = matrix.Scenarios.Where(scenario => scenario.Alone).Select(scenario => scenario.Name).ToHashSet();
        return [.. cells
            .Where(cell => cell.Status == CellStatus.Planned)
            .Select(cell => cell.Cell)
            .GroupBy(cell => (cell.Scenario, cell.Cores))
            .SelectMany(group => alone.Contains(group.Key.Scenario)
                ? group.Select(cell => new Block(cell.Slug, cell.Scenario, cell.Cores, [new Variant(cell)]))
                : Together([.. group], matrix.Anchor, SideNames.References(references)))];
    }

    private static IEnumerable<Block> Together(List<Cell> cells, AnchorRule rule, IReadOnlyList<Side> references)
    {
        var anchor = cells[rule.IndexIn(cells)];
        var others = cells.Where(cell => cell != anchor).ToList();
        var blocks = Math.Max(1, (int)Math.Ceiling(others.Count / (MostVariants - 1.0 - references.Count)));
        return Spread(others, blocks, anchor).Select(block => new Block(block.Id, anchor.Scenario, anchor.Cores,
            [new Variant(anchor), .. block.Share.Select(cell => new Variant(cell)), .. references.Select(side => new Variant(anchor, side))]));
    }

    /// <summary>Shares something out evenly among the blocks of one scenario and core count.</summary>
    /// <param name="cell">One of that scenario and core count, which the ids are made of.</param>
    public static IEnumerable<(string Id, List<T> Share)> Spread<T>(List<T> all, int blocks, Cell cell) =>
        Enumerable.Range(0, blocks).Select(block => (
            $"{Cell.FileNameOf(cell.Scenario)}--{cell.Cores}c{(blocks == 1 ? "" : $"--{block + 1}")}",
            all[(all.Count * block / blocks)..(all.Count * (block + 1) / blocks)]));
}

internal static class BlockNames
{
    /// <summary>The blocks named, in the order of the plan.</summary>
    public static IReadOnlyList<T> Of<T>(IReadOnlyList<string> names, IReadOnlyList<T> blocks, Func<T, string> idOf)
    {
        var ids = blocks.Select(idOf).ToList();
        return names.FirstOrDefault(name => !ids.Contains(name)) is { } unknown
            ? throw new UsageException(
                $"--blocks: found '{unknown}', which is not a block of this selection on this machine; it has {string.Join(", ", ids.Take(20))}. "
                + "Give the selection of the plan, on a machine with the same number of cores")
            : [.. blocks.Where(block => names.Contains(idOf(block)))];
    }
}

/// <summary>Which CPUs the applications and the load generator of a block are pinned to.</summary>
/// <param name="IsShared">Whether the load generator runs on the applications' CPUs because none are left.</param>
internal sealed record CpuPlacement(IReadOnlyList<int> Application, IReadOnlyList<int> Load, bool IsShared)
{
    /// <summary>Gives the application the first CPUs and the load generator the rest; when nothing is left it shares all of them.</summary>
    /// <param name="cores">CPUs of the application, at least 1.</param>
    public static CpuPlacement Of(int cores, IReadOnlyList<int> usable)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(cores, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(cores, usable.Count);
        var application = usable.Take(cores).ToList();
        var isShared = usable.Count == cores;
        return new(application, isShared ? application : [.. usable.Skip(cores)], isShared);
    }

    public string Description => IsShared
        ? $"applications on CPU {Ranges(Application)}, shared with the load generator because no CPU is left for it"
        : $"applications on CPU {Ranges(Application)}, load generator on CPU {Ranges(Load)}";

    /// <summary>CPUs as taskset and cgroups write them: <c>0-3,6</c>.</summary>
    public static string Ranges(IReadOnlyList<int> cpus)
    {
        var ranges = new List<(int First, int Last)>();
        foreach (var cpu in cpus.Order())
        {
            if (ranges.Count > 0 && ranges[^1].Last + 1 == cpu) ranges[^1] = (ranges[^1].First, cpu);
            else ranges.Add((cpu, cpu));
        }

        return string.Join(",", ranges.Select(range => range.First == range.Last ? $"{range.First}" : $"{range.First}-{range.Last}"));
    }
}
