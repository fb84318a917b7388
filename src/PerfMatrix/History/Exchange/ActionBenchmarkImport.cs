using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using PerfMatrix.Metrics;
using PerfMatrix.Protocol;

namespace PerfMatrix.History;

/// <summary>
/// Takes a history of github-action-benchmark over: its <c>data.js</c> (text before the first brace is skipped) or the same as JSON. A run is made of every commit and day; a suite becomes a scenario,
/// a benchmark a cell, a unit a metric. There are no rounds, no reference and no machine in it, so its points are drawn and never judged.
/// </summary>
public static class ActionBenchmarkImport
{
    private const string Unknown = "unknown";

    /// <summary>Tools of the action whose values are better when larger (its <c>biggerIsBetter</c> in <c>src/write.ts</c>).</summary>
    private static readonly string[] s_bigger = ["customBiggerIsBetter", "benchmarkjs", "pytest", "benchmarkluau"];

    /// <summary>The runs, oldest first.</summary>
    /// <param name="text">Content of the file.</param>
    /// <param name="name">The file, for messages.</param>
    /// <exception cref="UsageException">It is no such file.</exception>
    public static IReadOnlyList<CompactRun> Read(string text, string name)
    {
        try
        {
            var start = text.IndexOf('{', StringComparison.Ordinal);
            if (start < 0) throw new JsonException("found no JSON object");
            using var document = JsonDocument.Parse(text.AsMemory(start).ToString().TrimEnd().TrimEnd(';'));
            var repository = document.RootElement.TryGetProperty("repoUrl", out var url) ? url.GetString() : null;
            return
            [
                .. Points(document.RootElement).GroupBy(point => (point.Commit, Day: point.Date.UtcDateTime.Date))
                    .OrderBy(run => run.Min(point => point.Date))
                    .Select(run => Run([.. run], repository)),
            ];
        }
        catch (Exception problem) when (problem is JsonException or KeyNotFoundException or InvalidOperationException or FormatException or ArgumentException)
        {
            throw new UsageException($"{name}: not a data.js of github-action-benchmark: {problem.Message} Expected 'window.BENCHMARK_DATA = {{ \"entries\": ... }}'.", problem);
        }
    }

    private static IEnumerable<ImportedPoint> Points(JsonElement root) =>
        from suite in root.GetProperty("entries").EnumerateObject()
        from entry in suite.Value.EnumerateArray()
        let commit = entry.GetProperty("commit")
        let isBigger = s_bigger.Contains(entry.GetProperty("tool").GetString())
        from bench in entry.GetProperty("benches").EnumerateArray()
        where bench.GetProperty("value").ValueKind == JsonValueKind.Number
        select new ImportedPoint(
            suite.Name,
            bench.GetProperty("name").GetString()!,
            bench.TryGetProperty("unit", out var unit) ? unit.GetString() ?? "" : "",
            bench.GetProperty("value").GetDouble(),
            isBigger ? Direction.HigherIsBetter : Direction.LowerIsBetter,
            commit.GetProperty("id").GetString()!,
            DateTimeOffset.FromUnixTimeMilliseconds(entry.GetProperty("date").GetInt64()));

    private static CompactRun Run(IReadOnlyList<ImportedPoint> points, string? repository)
    {
        var metrics = points.Select(MetricOf).DistinctBy(metric => metric.Name).ToList();
        var cells = points.Select(point => new CellAxes($"{point.Suite}/{point.Name}", point.Suite, "imported", point.Name, 0)).Distinct().ToList();
        var table = new RunTable(HistoryJson.SchemaVersion, metrics, cells, [], new Dictionary<string, string>());
        var summary = metrics.ToDictionary(metric => metric.Name, metric => Columns(points, metric, cells));
        var date = points.Min(point => point.Date);
        var content = string.Join('\n', points.Select(point => string.Create(CultureInfo.InvariantCulture, $"{point.Suite}|{point.Name}|{point.Unit}|{point.Value:R}|{point.Commit}|{point.Date:O}")));
        return new(
            new StoredRun
            {
                SchemaVersion = HistoryJson.RunSchemaVersion,
                Id = string.Create(CultureInfo.InvariantCulture, $"{date.UtcDateTime:yyyyMMdd'T'HHmmssfff'Z'}-gab-{HistoryJson.Hash(Encoding.UTF8.GetBytes(points[0].Commit))[..4]}"),
                Sequence = 0,
                StartedAt = date,
                FinishedAt = points.Max(point => point.Date),
                Complete = true,
                Tool = new("0", null),
                Source = new(repository, points[0].Commit, null, Dirty: false),
                Machine = new() { Fingerprint = new string('0', 12), CpuModel = Unknown, Cores = 0, Memory = new Bytes(0), Os = Unknown, Kernel = Unknown, Driver = "github-action-benchmark" },
                Table = HistoryJson.Hash(HistoryJson.Write(table, HistoryJson.Compact.RunTable)),
                DocumentSha256 = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(content))),
                Imported = "github-action-benchmark",
                Artifacts = [],
                RuntimeVersions = [],
                Shas = [],
                Variants = VariantsOf(cells.Count),
                Blocks = [],
                Summary = summary,
                Warnings = ["Taken over from github-action-benchmark: one value a point, machine unknown; drawn, never judged."],
            },
            table);
    }

    private static VariantColumns VariantsOf(int count)
    {
        int?[] none = new int?[count];
        return new([.. Enumerable.Range(0, count)], new string('h', count), new string('m', count), new Dictionary<string, string>(), none, none, none, none);
    }

    private static PointColumns Columns(IReadOnlyList<ImportedPoint> points, Metric metric, IReadOnlyList<CellAxes> cells)
    {
        var values = points.Where(point => MetricOf(point).Name == metric.Name).GroupBy(point => $"{point.Suite}/{point.Name}").ToDictionary(group => group.Key, group => group.Last().Value);
        var columns = PointColumns.Empty();
        foreach (var cell in cells) columns.Add(new(values.TryGetValue(cell.Id, out var value) ? SignificantDigits.Round(value) : null, null, null, null));
        return columns.Trimmed();
    }

    private static Metric MetricOf(ImportedPoint point)
    {
        var better = point.Direction == Direction.HigherIsBetter ? "bigger" : "smaller";
        return new($"imported {better} {point.Unit}", point.Unit.Length > 0 ? point.Unit : "value", point.Unit, point.Direction, $"Taken over from github-action-benchmark; {better} is better.") { Decimals = 2 };
    }

    private sealed record ImportedPoint(string Suite, string Name, string Unit, double Value, Direction Direction, string Commit, DateTimeOffset Date);
}
