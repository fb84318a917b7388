using PerfMatrix.History;
using PerfMatrix.Metrics;
using PerfMatrix.Tests.History;

namespace PerfMatrix.Tests.GitHub.Alerts;

/// <summary>A history of 60 runs and two cells, of which throughput is lower from run 50 on.</summary>
internal static class AlertSamples
{
    public const string Before = "89abcdef0123456789abcdef0123456789abcdef";
    public const string After = "0123456789abcdef0123456789abcdef01234567";
    public const string Step = "3f2a9c1d";

    private static readonly DateTimeOffset s_start = new(2026, 11, 1, 3, 0, 0, TimeSpan.Zero);

    public static CatalogueDocument Catalogue { get; } = new(
        1,
        [new("throughput", "Throughput", "requests/s", Direction.HigherIsBetter, 0, "", "throughput"),
            new("cpuPerRequest", "CPU/req", "us", Direction.LowerIsBetter, 1, "", "cpuPerRequest")],
        [new("hello", "hello")],
        [Cell("server"), Cell("workstation")],
        [],
        []);

    public static ChangeGroup Change(string id = Step, int sequence = 50, string? before = Before, string? after = After,
        params ChangeMember[] members) => new(
        id, sequence, null, $"20261101T030000000Z-{sequence:x4}", s_start.AddDays(sequence - 50), before, after, "https://github.com/octo/perf",
            sequence + 3,
        before == after ? "same" : "commit", [], "worse", 5.1,
        members.Length > 0 ? members : [Member(0, -5.1, sequence), Member(1, -4.9, sequence), Member(0, 5.3, sequence, "cpuPerRequest")]);

    /// <summary>No end of its interval is as far from the middle as the other, or as that of another cell.</summary>
    public static ChangeMember Member(int cell, double percent, int sequence, string metric = "throughput") =>
        new(cell, metric, sequence, percent > 0 == (metric == "throughput") ? "better" : "worse", percent, 6.3 - cell, sequence + 3,
            Math.Round(percent - 1.2, 2), Math.Round(percent + 1 + (0.2 * cell), 2));

    public static IndexDocument Index(int newest = 59) => new(1, s_start, newest + 1, HistoryPaths.ChunkRuns, 1,
        new(newest, "newest", "", s_start, s_start, true, After, "main", false, 0, 2, 0, 0, 0, 0, 6, 0, false), "https://github.com/octo/perf", null,
            null, 1, []);

    /// <summary>The files that are read to alert.</summary>
    public static MemoryFiles Files(params IReadOnlyList<ChangeGroup> changes)
    {
        var files = new FileChanges();
        files.Set(HistoryPaths.Index, HistoryJson.Write(Index()));
        files.Set(HistoryPaths.Catalogue, HistoryJson.Write(Catalogue));
        files.Set(HistoryPaths.Events, HistoryJson.Write(new EventsDocument(1, [new(50, EventKinds.Runtime, "net10.0", "10.0.13", "10.0.14")])));
        files.Set(HistoryPaths.Changes, HistoryJson.Write(new ChangesDocument(1, "", [.. changes])));
        files.Set("series/throughput/hello/0.json", HistoryJson.Write(new ShardDocument(1, "throughput", "hello", 0, 0, 60,
            [.. Enumerable.Range(0, 2).Select(cell => new ShardCell(cell, [.. Enumerable.Repeat((double?)1000, 60)], [.. Ratios()], [], []))])));
        var memory = new MemoryFiles();
        memory.Apply(files);
        return memory;
    }

    private static IEnumerable<int?> Ratios() => Enumerable.Range(0, 60).Select(run => (int?)((20 * (run % 3)) - (run >= 50 ? 523 : 0)));

    private static CellEntry Cell(string gc) => new(new("hello", "net10.0", gc, 2)) { First = 0, Last = 59, Status = VariantStatus.Measured };
}
