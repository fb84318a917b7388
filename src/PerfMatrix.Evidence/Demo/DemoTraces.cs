namespace PerfMatrix.Evidence.Demo;

/// <summary>What traced rounds of a generated history show: made up, in the form that <c>why</c> and <c>report gc</c> write.</summary>
internal static class DemoTraces
{
    private const int Decisions = 90;

    private static readonly GcStatistic[] s_statistics =
    [
        new("Collections of gen0", "in 1,000 requests", 8.1, 4.2, -3.9, -4.3, -3.5),
        new("Time paused", "%", 1.92, 2.61, 0.69, 0.41, 0.97),
        new("Pause of gen0, p50", "ms", 0.81, 1.12, 0.31, 0.22, 0.4),
        new("Pause of gen0, p95", "ms", 1.6, 2.3, 0.7, 0.2, 1.2),
        new("Pause of gen0, p99", "ms", 2.4, 2.9, 0.5, -0.3, 1.3),
        new("Mark", "ms", 0.41, 0.52, 0.11, 0.06, 0.16),
        new("Compact", "ms", 0.22, 0.31, 0.09, 0.05, 0.13),
        new("Promoted from stacks", "MB", 0.031, 0.029, -0.002, -0.006, 0.002),
        new("Promoted from older generations", "MB", 0.11, 0.13, 0.02, -0.01, 0.05),
        new("Survival of gen0", "%", 3.2, 3.9, 0.7, 0.3, 1.1),
        new("Fragmentation of gen2", "MB", 2.1, 1.4, -0.7, -1.1, -0.3),
        new("Heaps", "", 4, 2.3, -1.7, -2, -1.4),
    ];

    /// <summary>The cause of a verdict, that of the newest change of the trend, and collections of the newest run.</summary>
    public static void Publish(FolderFiles files, string verdict, SourceInfo source, DateTimeOffset at)
    {
        var history = new HistoryStore(files);
        var cells = history.Catalogue.Cells;
        var documents = new List<TracedDocument>
        {
            TracedDocument.Of(verdict, Why(cells[0].Id, new("generated-main", null), new("generated-change-3", source.Sha))),
            TracedDocument.Of(history.Index.Newest!.Id, Gc(cells[0])),
        };
        if (history.Changes is [.., var change])
            documents.Add(TracedDocument.Of($"{at.Year:0000}-{change.Id}", Why(
                cells[change.Members[0].Cell].Id, new("the commit before", change.ShaBefore), new("the first bad commit", change.ShaAfter))));
        var changes = new FileChanges();
        TracedShelf.AddTo(files, changes, documents, at, source);
        files.Apply(changes);
    }

    private static WhyDocument Why(string cell, ComparedSide old, ComparedSide now) => new()
    {
        Base = old,
        Head = now,
        Cells =
        [
            new()
            {
                Cell = cell,
                Rounds = 5,
                BaseCpuPerRequest = 41.2,
                CpuDifference = new(2.11, 1.87, 2.35),
                Cpu = [new("Orders.Total", "Shop", 1.94, 1.7, 2.18, 1.42, 1.94, "src/Shop/Orders.cs", 42)],
                Flame = new(
                    ["all samples", "Program.Main", "Orders.Total", "JsonSerializer.Serialize", "Orders.Format"],
                    [new(0, -1, 41.2, 43.3), new(1, 0, 39.8, 41.7), new(2, 1, 12.1, 14), new(3, 1, 21.5, 21.6), new(4, 2, 3.3, 3.8)]),
                BaseBytesPerRequest = 1_212,
                Allocations = [new("string", 48, 41.5, 54.5, "Orders.Format", ["String.Concat", "Orders.Format"])],
                Events =
                [
                    new(CauseEvent.Lock, "lock", 0.6, 0.4, 0.8, "Stock.Reserve", "src/Shop/Stock.cs", 17, ["Monitor.Enter", "Stock.Reserve"]),
                ],
                Unattributed = 0.17,
                SampledPercent = 97.4,
                OverheadPercent = 3.1,
            },
        ],
    };

    private static GcDocument Gc(Cell cell) => new()
    {
        From = "server",
        To = "datas",
        Cells =
        [
            new()
            {
                Cell = $"{cell.Scenario}/{cell.Runtime}/server..datas/{cell.Cores}c",
                Rounds = 5,
                FromCollections = 812,
                ToCollections = 431,
                Statistics = s_statistics,
                ToDecisions = [.. Enumerable.Range(0, Decisions).Select(Decision)],
            },
        ],
    };

    // The load rests in the second third.
    private static GcDecision Decision(int number)
    {
        var isRest = number / (Decisions / 3) == 1;
        var (before, now) = (Heaps(Math.Max(0, number - 1)), Heaps(number));
        return new(number * 0.7, before, now, isRest ? 0.4 : 3.1 - (0.4 * now), 6.5, isRest ? 4 : 12 + (3 * now))
        {
            HeapMegabytes = isRest ? 9 : 14 + (4 * now),
            AllocatedRate = isRest ? 12 : 240,
            TargetCostPercent = 2,
            ConsideredCostPercent = before == now ? 0 : isRest ? 0.4 : 3.1 - (0.4 * now),
            ChangeDecision = before == now ? 4 : 0,
        };
    }

    private static int Heaps(int number) => (number / (Decisions / 3)) switch
    {
        1 => Math.Max(1, 4 - (number % (Decisions / 3) / 4)),
        _ => Math.Min(4, 1 + (number % (Decisions / 3) / 4)),
    };
}
