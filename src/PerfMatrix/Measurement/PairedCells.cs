namespace PerfMatrix.Measurement;

/// <summary>The cells of a comparison: those that make pairs, and all of them with what the rules say.</summary>
/// <param name="Pairs">What is measured, in axis order.</param>
/// <param name="Cells">Every cell asked for; one that makes no pair says why.</param>
internal sealed record PairedCells(IReadOnlyList<CellPair> Pairs, IReadOnlyList<PlannedCell> Cells)
{
    private const string Alone = "is measured in a block of its own, so it cannot be compared side by side";

    /// <param name="range">The two values compared; null compares two sides of every cell.</param>
    /// <param name="cells">The cells asked for; what base alone has is <see cref="CellStatus.Dropped"/> already.</param>
    /// <param name="missing">Why a scenario cannot be compared, e.g. because its project is new, or gone; null when it can.</param>
    /// <param name="mayBeEmpty">Whether it is no error that no pair is left.</param>
    /// <param name="takesAlone">Whether what is measured alone makes pairs, too; its two cells are then looked at one after the other.</param>
    public static PairedCells Of(
        IReadOnlyList<ScenarioEntry> matrix, IReadOnlyList<PlannedCell> cells, AxisValuePair? range, Func<string, Obstacle?> missing,
            bool mayBeEmpty = false, bool takesAlone = false)
    {
        var alone = matrix.Where(scenario => scenario.Alone && !takesAlone)
            .ToDictionary(scenario => scenario.Name, _ => new Obstacle(CellStatus.NotApplicable, Alone));
        PlannedCell[] judged = [.. cells.Select(cell => Judge(cell, alone.GetValueOrDefault(cell.Cell.Scenario) ?? missing(cell.Cell.Scenario)))];
        var planned = judged.Where(cell => cell.Status == CellStatus.Planned).Select(cell => cell.Cell).ToList();
        var paired = new PairedCells([.. range is null ? planned.Select(CellPair.OfSides) : Across(planned, range)], judged);
        return paired.Pairs.Count > 0 || mayBeEmpty || judged.Any(cell => cell.Status == CellStatus.Dropped) ? paired
            : throw NothingToCompare(paired);
    }

    /// <summary>The part that some blocks hold, and the cells of their scenarios and core counts that make no pair.</summary>
    public PairedCells Only(IReadOnlyList<PairedBlock> blocks) =>
        new([.. blocks.SelectMany(block => block.Pairs)], Plan.PartOf(Cells, [.. blocks.Select(block => block.Block)]));

    /// <summary>Leaves out the pairs whose two sides are the same program; their cells say so.</summary>
    public PairedCells Without(IReadOnlyCollection<CellPair> identical)
    {
        var cells = identical.Select(pair => pair.Cell).ToHashSet();
        return new([.. Pairs.Except(identical)], [.. Cells.Select(cell => cells.Contains(cell.Cell) && cell.Status == CellStatus.Planned
            ? new(cell.Cell, CellStatus.Identical, "base and head are the same program") : cell)]);
    }

    private static PlannedCell Judge(PlannedCell cell, Obstacle? obstacle) =>
        cell.Status == CellStatus.Planned && obstacle is not null ? new(cell.Cell, obstacle.Status, obstacle.Reason) : cell;

    private static IEnumerable<CellPair> Across(List<Cell> cells, AxisValuePair range) =>
        from pair in cells.GroupBy(range.CellOf)
        let older = pair.FirstOrDefault(cell => range.Axis.ValueOf(cell) == range.Base)
        let newer = pair.FirstOrDefault(cell => range.Axis.ValueOf(cell) == range.Head)
        where older is not null && newer is not null
        select CellPair.Across(range, older, newer);

    private static UsageException NothingToCompare(PairedCells cells)
    {
        var reasons = cells.Cells.Where(cell => cell.Reason is not null)
            .Select(cell => $"  {cell.Cell.Id}: {CellStatusText.Of(cell.Status)}: {cell.Reason}").Distinct();
        return new UsageException(string.Join('\n', ["nothing is left to compare:", .. reasons]));
    }
}

/// <summary>Why a scenario cannot be compared.</summary>
/// <param name="Status">n/a where base has nothing to compare with, dropped where head lacks what base measures.</param>
internal sealed record Obstacle(CellStatus Status, string Reason)
{
    private const string Beginning = "new: ";

    /// <summary>Of what head alone has.</summary>
    public static Obstacle New(string why) => new(CellStatus.NotApplicable, Beginning + why);

    /// <summary>Says how much head alone has: nothing or a sentence.</summary>
    public static string[] OnlyAtHead(IEnumerable<(string Cell, string? Reason)> leftOut)
    {
        var cells = leftOut.Where(one => one.Reason?.StartsWith(Beginning, StringComparison.Ordinal) == true).Select(one => one.Cell).ToList();
        var more = cells.Count > 5 ? $" and {cells.Count - 5} more" : "";
        return cells.Count == 0 ? []
            : [$"Only at head: {Wording.Counted(cells.Count, "cell")}, not compared: {string.Join(", ", cells.Take(5))}{more}."];
    }
}

/// <summary>A head and the base it is compared with; always measured in the same block.</summary>
/// <param name="Cell">What the verdict is about; with a range on the compared axis it is <c>hello-minimal/net8.0..net10.0/server/2c</c>.</param>
internal sealed record CellPair(Cell Cell, Variant Base, Variant Head)
{
    public string Id => Cell.Id;
    public string Scenario => Head.Cell.Scenario;
    public int Cores => Head.Cell.Cores;

    /// <summary>What is measured of it in a block.</summary>
    public IEnumerable<Variant> Processes => [Base, Head, Base with { Twin = 1 }, Head with { Twin = 1 }];

    public static CellPair OfSides(Cell cell) => new(cell, new Variant(cell, Side.Base), new Variant(cell));

    /// <summary>Two cells of the same code that differ by their value of one axis; both are of side head.</summary>
    public static CellPair Across(AxisValuePair range, Cell from, Cell to) => new(range.CellOf(to), new Variant(from), new Variant(to));
}

/// <summary>A block that compares. Of each pair it has four processes: base, head, and an identical copy of both. So a round gives two pairs, and
/// shows on both sides what noise does to identical programs; without a difference any process could stand in the place of any other.</summary>
internal sealed record PairedBlock(Block Block, IReadOnlyList<CellPair> Pairs)
{
    public const int MostPairs = BlockPacking.MostVariants / Counterparts.ProcessesOfPair;

    /// <summary>Packs pairs of one scenario and core count together, spread evenly where they are more than <see cref="MostPairs"/>.</summary>
    public static IReadOnlyList<PairedBlock> Pack(IEnumerable<CellPair> pairs) =>
        [.. pairs.GroupBy(pair => (pair.Scenario, pair.Cores)).SelectMany(group => Spread([.. group]))];

    /// <summary>A pair in a block of its own, named after its cell: single cells can be spread evenly over machines.</summary>
    public static PairedBlock Alone(CellPair pair) => Of(pair.Cell.Slug, [pair]);

    /// <summary>The block with some of its pairs, under the same name; null when none is left.</summary>
    public PairedBlock? Only(Func<CellPair, bool> kept) =>
        Pairs.Where(kept).ToList() is not { Count: > 0 } left ? null : left.Count == Pairs.Count ? this : Of(Block.Id, left);

    private static IEnumerable<PairedBlock> Spread(List<CellPair> pairs) =>
        BlockPacking.Spread(pairs, (pairs.Count + MostPairs - 1) / MostPairs, pairs[0].Head.Cell).Select(block => Of(block.Id, block.Share));

    private static PairedBlock Of(string id, List<CellPair> pairs) =>
        new(new Block(id, pairs[0].Scenario, pairs[0].Cores, [.. pairs.SelectMany(pair => pair.Processes)])
        {
            Bases = pairs.SelectMany(pair => pair.Processes, (pair, process) => (process.Id, Base: pair.Base.Id)).ToDictionary(),
        }, pairs);
}
