namespace PerfMatrix.History.Exchange;

/// <summary>Takes a history of github-action-benchmark over: its <c>data.js</c> (text before the first brace is skipped) or the same as JSON. What
/// was stored of a commit by one run of its workflow becomes a run; a suite becomes a scenario, a benchmark a cell, a unit a metric. There are no
/// rounds, no reference and no machine in it, so its points are drawn and never judged. What else it has is kept as the run's origin.</summary>
internal static class ActionBenchmarkImport
{
    private const string Unknown = "unknown";

    /// <summary>Tools of the action whose values are better when larger (<c>biggerIsBetter</c> in <c>src/write.ts</c> of v1.22.0).</summary>
    private static readonly string[] s_bigger = ["customBiggerIsBetter", "benchmarkjs", "pytest"];

    public static async Task<IReadOnlyList<CompactRun>> ReadFileAsync(string path, CancellationToken cancellation) => File.Exists(path)
        ? Read(await File.ReadAllTextAsync(path, cancellation), path)
        : throw new UsageException($"{path}: no such file. Give the data.js of github-action-benchmark, usually dev/bench/data.js on its branch.");

    public static IReadOnlyList<CompactRun> Read(string text, string name) => Errors.Or<IReadOnlyList<CompactRun>>(
        () =>
        {
            var start = text.IndexOf('{', StringComparison.Ordinal);
            if (start < 0) throw new JsonException("found no JSON object");
            var document = JsonElement.Parse(text[start..].TrimEnd().TrimEnd(';'));
            var repository = document.TryGetProperty("repoUrl", out var url) ? url.GetString() : null;
            var ids = new HashSet<string>();
            return [.. ActionBenchmarkData.Runs(ActionBenchmarkData.Entries(document))
                .Select(entries => Run(entries, IdOf(entries[0], ids), repository))];
        },
        problem => problem is JsonException or KeyNotFoundException or InvalidOperationException or FormatException or ArgumentException,
        problem => throw new UsageException(
            $"{name}: not a data.js of github-action-benchmark: {problem.Message} Expected 'window.BENCHMARK_DATA = {{ \"entries\": ... }}'.",
                problem));

    /// <summary>The changes that add runs which are not there yet. They were measured before, so the history is rebuilt by time.</summary>
    public static FileChanges Add(IHistoryFiles files, IReadOnlyList<CompactRun> runs)
    {
        var added = runs.Where(run => files.Read(HistoryPaths.Run(run.Run.Id)) is null).ToList();
        return added.Count == 0 ? new FileChanges() : Rebuilding.Rebuild(files, added, isByTime: true);
    }

    /// <summary>The same for the same file, so that a run is taken over once. Entries of one commit and millisecond are numbered.</summary>
    private static string IdOf(DataEntry first, HashSet<string> taken)
    {
        var id = $"{first.Stored.Date.UtcDateTime:yyyyMMdd'T'HHmmssfff'Z'}-gab-{HistoryJson.Hash(first.Sha)[..4]}";
        var unique = id;
        for (var number = 2; !taken.Add(unique); number++) unique = $"{id}-{number}";
        return unique;
    }

    private static CompactRun Run(List<DataEntry> entries, string id, string? repository)
    {
        List<ImportedPoint> points =
            [.. from entry in entries from bench in entry.Benches select new ImportedPoint(CellOf(entry, bench), MetricOf(entry, bench), bench)];
        var metrics = points.Select(point => point.Metric).DistinctBy(metric => metric.Name).ToList();
        var cells = points.Select(point => point.Cell).Distinct().ToList();
        var columns = metrics.ToDictionary(metric => metric.Name, metric => Column(points, metric, cells));
        var table = new RunTable(HistoryJson.SchemaVersion, metrics, cells, [], new RunSettings());
        return new(
            new StoredRun
            {
                SchemaVersion = HistoryJson.RunSchemaVersion,
                Id = id,
                Sequence = 0,
                StartedAt = entries[0].Stored.Date,
                FinishedAt = entries[^1].Stored.Date,
                Complete = true,
                Tool = new("0", null),
                Source = new(repository, entries[0].Sha, null, Dirty: false),
                Machine = new()
                {
                    Fingerprint = new string('0', 12),
                    CpuModel = Unknown,
                    Cores = 0,
                    Memory = new Bytes(0),
                    Os = Unknown,
                    Kernel = Unknown,
                    Driver = "github-action-benchmark",
                },
                Table = HistoryJson.Hash(HistoryJson.Write(table)),
                DocumentSha256 = HistoryJson.Sha256(Content(id, points)),
                Imported = "github-action-benchmark",
                Origin = new(entries[0].Commit, [.. entries.Select(entry => entry.Stored)], Texts(columns)),
                Artifacts = [],
                RuntimeVersions = [],
                Shas = [],
                Variants = VariantsOf(cells.Count),
                Blocks = [],
                Summary = columns.ToDictionary(column => column.Key, column => PointsOf(column.Value)),
                Warnings = ["Imported from github-action-benchmark: one value for each point, machine unknown; shown, never judged."],
            },
            table);
    }

    private static string Content(string id, List<ImportedPoint> points) =>
        $"{id}\n" + string.Join('\n', from point in points
                                      let bench = point.Bench
                                      select $"{point.Cell.Id}|{bench.Unit}|{bench.Value:R}|{bench.Range}|{bench.Extra}");

    private static VariantColumns VariantsOf(int count)
    {
        int?[] none = new int?[count];
        return new([.. Enumerable.Range(0, count)], new string('h', count), new string('m', count), new Dictionary<string, string>(), none, none,
            none, none);
    }

    private static List<DataBench?> Column(List<ImportedPoint> points, Metric metric, List<Cell> cells)
    {
        var benches = points.Where(point => point.Metric.Name == metric.Name).GroupBy(point => point.Cell.Id)
            .ToDictionary(group => group.Key, group => group.First().Bench);
        return [.. cells.Select(cell => benches.GetValueOrDefault(cell.Id))];
    }

    private static PointColumns PointsOf(List<DataBench?> column)
    {
        var points = PointColumns.Empty();
        foreach (var bench in column) points.Add(new(SignificantDigits.Round(bench?.Value)));
        return points.Trimmed();
    }

    private static Dictionary<string, OriginTexts> Texts(Dictionary<string, List<DataBench?>> columns) => columns
        .Where(column => column.Value.Exists(bench => bench is { Range: not null } or { Extra: not null }))
        .ToDictionary(column => column.Key, column => new OriginTexts(
            Trimmed(column.Value.ConvertAll(bench => bench?.Range)), Trimmed(column.Value.ConvertAll(bench => bench?.Extra))));

    private static List<string?> Trimmed(List<string?> texts) => texts.TrueForAll(text => text is null) ? [] : texts;

    private static Cell CellOf(DataEntry entry, DataBench bench) => new(entry.Stored.Suite, "imported", bench.Name, 0)
    {
        Id = $"{entry.Stored.Suite}/{bench.Name}",
    };

    private static Metric MetricOf(DataEntry entry, DataBench bench)
    {
        var isBigger = s_bigger.Contains(entry.Stored.Tool);
        var better = isBigger ? "bigger" : "smaller";
        return new($"imported {better} {bench.Unit}", bench.Unit.Length > 0 ? bench.Unit : "value", bench.Unit, isBigger ? Direction.HigherIsBetter
            : Direction.LowerIsBetter, $"Imported from github-action-benchmark; {better} is better.")
        { Decimals = 2 };
    }

    private sealed record ImportedPoint(Cell Cell, Metric Metric, DataBench Bench);
}
