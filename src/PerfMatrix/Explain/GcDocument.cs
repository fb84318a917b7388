namespace PerfMatrix.Explain;

/// <summary>What the garbage collector does under two runtimes or GC modes, <c>gc.json</c>, schema version 1, by traced rounds of both.</summary>
internal sealed record GcDocument
{
    /// <summary>Largest that is published, in bytes.</summary>
    public const int Largest = 300_000;

    internal static DocumentFile<GcDocument> File { get; } = new(
        "gc.json", "GC statistics", "Give the path of a gc.json, which `report gc --from --to` writes.", "run `report gc` again");

    public int SchemaVersion { get; init; } = 1;

    /// <summary>Runtime or GC mode that is compared with, e.g. <c>server</c>.</summary>
    public required string From { get; init; }

    public required string To { get; init; }

    /// <summary>Formulas that its figures are by, counted from 1; 0 where an older perfmatrix wrote it, which did not count them.</summary>
    public int Formulas { get; init; }
    public required IReadOnlyList<GcCell> Cells { get; init; }
    private bool IsTooLarge => JsonSerializer.SerializeToUtf8Bytes(this, DocumentJson.Compact).Length > Largest;

    /// <summary>The document, with fewer decisions of DATAS where it would be too large to publish, and then without its last cells.</summary>
    public GcDocument Bounded()
    {
        var document = this;
        for (var most = 512; most > 0 && document.IsTooLarge; most /= 2)
            document = this with { Cells = [.. Cells.Select(cell => cell.Thinned(most))] };
        for (var kept = Cells.Count - 1; kept > 0 && document.IsTooLarge; kept--)
        {
            var (first, left) = (document.Cells[0], Wording.Counted(Cells.Count - kept, "cell"));
            document = document with
            {
                Cells = [first with { Notes = [.. Cells[0].Notes, $"{left} left out: there was no room."] }, .. document.Cells.Take(kept).Skip(1)],
            };
        }

        return document;
    }
}

internal sealed record GcCell
{
    public required string Cell { get; init; }

    /// <summary>Why there are none; null when there are.</summary>
    public string? Problem { get; init; }

    /// <summary>Traced rounds that count; one where each side was traced alone, with the load of its scenario.</summary>
    public int Rounds { get; init; }

    /// <summary>Collections under load in all of them, and of a side alone those without load as well.</summary>
    public int FromCollections { get; init; }

    public int ToCollections { get; init; }
    public IReadOnlyList<GcStatistic> Statistics { get; init; } = [];

    /// <summary>What DATAS decided on the first side, in the first round in which it decided anything; empty where it is off.</summary>
    public IReadOnlyList<GcDecision> FromDecisions { get; init; } = [];

    /// <summary>The same of the second side.</summary>
    public IReadOnlyList<GcDecision> ToDecisions { get; init; } = [];

    /// <summary>What a reader must know.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>The same with about so many decisions of a side, evenly over time; those that changed the number of heaps stay first.</summary>
    internal GcCell Thinned(int most) => FromDecisions.Count <= most && ToDecisions.Count <= most ? this : this with
    {
        FromDecisions = Thinned(FromDecisions, most),
        ToDecisions = Thinned(ToDecisions, most),
        Notes = [.. Notes, $"Of {FromDecisions.Count} and {ToDecisions.Count} decisions of DATAS at most {most} are kept; gc.json beside the run has "
            + "all."],
    };

    private static IReadOnlyList<GcDecision> Thinned(IReadOnlyList<GcDecision> all, int most) => all.Count <= most ? all :
        [.. all.Chunk((all.Count + most - 1) / most).Select(part => part.FirstOrDefault(one => one.Chosen != one.Heaps) ?? part[0])];
}

/// <summary>A statistic of both sides: means over rounds, and the difference with its 95 % interval.</summary>
/// <param name="Unit">Unit; empty for plain numbers.</param>
/// <param name="From">Null where nothing happened that has such a value.</param>
/// <param name="Difference">To minus from, over rounds in which both have one; null with fewer than two.</param>
/// <param name="Low">Lower end of the interval.</param>
/// <param name="High">Upper end of the interval.</param>
internal sealed record GcStatistic(string Name, string Unit, double? From, double? To, double? Difference, double? Low, double? High);

/// <summary>A decision of DATAS about the number of heaps.</summary>
/// <param name="Seconds">Time since the load of the round began, in which both sides take turns, unless each was traced alone.</param>
/// <param name="Heaps">Heaps of the collection before it.</param>
/// <param name="Chosen">Heaps from then on.</param>
/// <param name="ThroughputCostPercent">Median share of time that collections and waits for memory cost, which it decides by.</param>
/// <param name="StableMegabytes">Size of small objects that have lived for long.</param>
/// <param name="BudgetMegabytes">Budget of generation 0 until the next collection.</param>
/// <param name="HeapMegabytes">Size of the heap after the collection.</param>
/// <param name="AllocatedRate">Megabytes a second allocated since the collection before, which is the load that the GC sees; null where that is not
/// known.</param>
/// <param name="TargetCostPercent">The cost in percent that it aims at, as its decisions show; null before .NET 9, as the next five.</param>
/// <param name="ConsideredCostPercent">The cost in percent that DATAS compared with its target; 0 where it did not come to that.</param>
/// <param name="CollectionsSinceChange">Collections since it changed something.</param>
/// <param name="ChangeDecision">Why it may or may not change something, by the runtime's own numbers.</param>
/// <param name="AdjustmentReason">Why it chose that, by the runtime's own numbers.</param>
internal sealed record GcDecision(
    double Seconds, int Heaps, int Chosen, double ThroughputCostPercent, double StableMegabytes, double BudgetMegabytes, double HeapMegabytes = 0,
    double? AllocatedRate = null, double? TargetCostPercent = null, double? ConsideredCostPercent = null, int? CollectionsSinceChange = null,
    int? ChangeDecision = null, int? AdjustmentReason = null)
{
    /// <summary>What the two numbers say (dotnet/runtime, gcpriv.h: decide_change_condition and, as flags, decide_adjustment_reason).</summary>
    public string? Why => (ChangeDecision, AdjustmentReason ?? 0) switch
    {
        (null, _) => null,
        (2, _) => "the last change is too recent",
        (4, _) => "the cost is not off its target for long enough",
        (8, _) => "the cost is moving to its target",
        (16, _) => "the cost is near its target",
        (32, _) => "the cost has changed for a moment only",
        (not (0 or 1), _) => $"reason {ChangeDecision}, which is not known here",
        _ when Chosen > Heaps => "the cost is above its target",
        _ when Chosen < Heaps => "the cost is below its target",
        (_, var reason) when (reason & 8) != 0 => "the last change of heaps is too recent",
        (_, var reason) when (reason & 4) != 0 => "the difference is small, so the budget changes",
        (_, var reason) when (reason & 1) != 0 => "no other number of heaps is allowed",
        _ => "the difference is less than a heap",
    };
}
