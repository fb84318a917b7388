using System.Globalization;
using PerfMatrix.History;
using PerfMatrix.Metrics;
using PerfMatrix.Results;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>A run document of the cells and metrics of a history, as measuring them would write it: blocks of nine cells and a pinned reference, six rounds.</summary>
internal static class LargeRun
{
    private const int BlockCells = 9;
    private const int Rounds = 6;
    private const string Code = "00000000000000000000000000000000000000aa";

    /// <summary>The document.</summary>
    /// <param name="store">The history; the new run is on the machine of its newest one, and nothing has changed since.</param>
    /// <param name="number">Number of the run; another number is another run.</param>
    public static RunDocument Of(HistoryStore store, int number)
    {
        var history = store.Catalogue;
        var random = new Random(number);
        var start = new DateTimeOffset(2027, 1, 1, 0, 0, 0, TimeSpan.Zero).AddHours(number);
        var blocks = history.Cells.Chunk(BlockCells).Select((cells, index) => (Id: $"block-{index}", Variants: Variants(cells, history.References[^1].Id, index).ToList())).ToList();
        return new()
        {
            Id = string.Create(CultureInfo.InvariantCulture, $"{start.UtcDateTime:yyyyMMdd'T'HHmmssfff'Z'}-{number:x4}"),
            StartedAt = start,
            FinishedAt = start.AddHours(1),
            Complete = true,
            Tool = new("0.1.0", null),
            Source = new("https://example.com/owner/repository", Code, "main", Dirty: false),
            Machine = history.Machines[store.Index.Newest!.Machine],
            Settings = new Dictionary<string, string> { ["subset"] = "main", ["rounds"] = $"{Rounds}" },
            Variants = [.. blocks.SelectMany(block => block.Variants)],
            Blocks = [.. blocks.Select(block => new BlockRecord(block.Id, [.. block.Variants.Select(variant => variant.Id)], [.. Enumerable.Range(1, Rounds).Select(round => new RoundRecord(start.AddMinutes(round), Raw(block.Id, round, random)))]))],
            Samples = [.. from block in blocks from variant in block.Variants from round in Enumerable.Range(1, Rounds) select new SampleRecord(variant.Id, round, history.Metrics.ToDictionary(metric => metric.Name, _ => 1000 * (1 + (0.02 * random.NextDouble()))), block.Id)],
            Pairs = [.. from block in blocks from variant in block.Variants.SkipLast(1) from round in Enumerable.Range(1, Rounds) from metric in history.Metrics select new PairRecord(block.Id, round, block.Variants[^1].Id, variant.Id, metric.Name, Level(store, metric, variant.Cell.Id) + (0.02 * (random.NextDouble() - 0.5)))],
            Warnings = [],
        };
    }

    private static IEnumerable<VariantRecord> Variants(CellEntry[] cells, string reference, int block) =>
        cells.Select(cell => Variant(cell, cell.Id, "head", Code)).Append(Variant(cells[0], $"{cells[0].Id}@reference{block}", "reference", reference));

    private static VariantRecord Variant(CellEntry cell, string id, string side, string sha) =>
        new() { Id = id, Cell = new(cell, $"{cell.Runtime[3..]}.30"), Side = side, Sha = sha, Status = VariantStatus.Measured };

    /// <summary>The newest ratio of a series, turned so that above 0 is worse.</summary>
    private static double Level(HistoryStore store, MetricEntry metric, string cell)
    {
        var newest = LogUnits.ToLog(store.Latest.Metrics[metric.Name].Ratio[store.Catalogue.Cells.FindIndex(entry => entry.Id == cell)] ?? 0);
        return metric.Direction == Direction.HigherIsBetter ? -newest : newest;
    }

    private static RawFile Raw(string block, int round, Random random)
    {
        var hash = new byte[32];
        random.NextBytes(hash);
        return new($"raw/{block}-{round}.json", Convert.ToHexStringLower(hash));
    }
}
