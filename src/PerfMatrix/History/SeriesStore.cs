namespace PerfMatrix.History;

internal sealed class SeriesStore(IHistoryFiles files)
{
    private readonly Dictionary<(string Metric, string Scenario, int Chunk), Shard> _shards = [];

    public void Set(MetricEntry metric, ScenarioPath scenario, int cell, int sequence, SeriesPoint point) =>
        Of(metric, scenario, HistoryPaths.ChunkOf(sequence)).Set(cell, sequence % HistoryPaths.ChunkRuns, point);

    /// <summary>The newest points of a series, the newest first, from <paramref name="sequence"/> backwards over so many chunks.</summary>
    public IEnumerable<(int Sequence, SeriesPoint Point)> Backwards(CatalogueDocument catalogue, string name, int cell, int sequence, int chunks = 2)
    {
        var metric = catalogue.Metrics.First(one => one.Name == name);
        var scenario = catalogue.Scenarios.First(one => one.Name == catalogue.Cells[cell].Scenario);
        var last = HistoryPaths.ChunkOf(sequence);
        for (var chunk = last; chunk > Math.Max(-1, last - chunks); chunk--)
        {
            if (Of(metric, scenario, chunk).Points(cell) is not { } points) continue;
            var from = chunk == last ? Math.Min(sequence % HistoryPaths.ChunkRuns, points.Value.Count - 1) : points.Value.Count - 1;
            for (var column = from; column >= 0; column--) yield return ((chunk * HistoryPaths.ChunkRuns) + column, points[column]);
        }
    }

    public void WriteTo(FileChanges changes)
    {
        foreach (var (place, shard) in _shards) shard.WriteTo(files, changes, place.Chunk);
    }

    private Shard Of(MetricEntry metric, ScenarioPath scenario, int chunk) => _shards.TryGetValue((metric.Path, scenario.Path, chunk), out var shard)
        ? shard : (_shards[(metric.Path, scenario.Path, chunk)] = Shard.Read(files, metric, scenario, chunk));
}

internal sealed class Shard(MetricEntry metric, ScenarioPath scenario)
{
    private readonly SortedDictionary<int, PointColumns> _cells = [];
    private bool _isChanged;
    private int _count;

    public static Shard Read(IHistoryFiles files, MetricEntry metric, ScenarioPath scenario, int chunk)
    {
        var path = HistoryPaths.Shard(metric.Path, scenario.Path, chunk);
        var shard = new Shard(metric, scenario);
        if (files.Read(path) is not { } content) return shard;
        var document = HistoryJson.Read<ShardDocument>(path, content);
        shard._count = document.Count;
        foreach (var cell in document.Cells) shard._cells[cell.Cell] = new PointColumns(cell.Value, cell.Ratio, cell.Low, cell.High).Whole();
        return shard;
    }

    public PointColumns? Points(int cell) => _cells.GetValueOrDefault(cell);

    public void Set(int cell, int column, SeriesPoint point)
    {
        if (!_cells.TryGetValue(cell, out var points)) _cells[cell] = points = PointColumns.Empty();
        points.PadTo(column);
        points.Add(point);
        _count = Math.Max(_count, column + 1);
        _isChanged = true;
    }

    public void WriteTo(IHistoryFiles files, FileChanges changes, int chunk)
    {
        if (!_isChanged) return;
        foreach (var points in _cells.Values) points.PadTo(_count);
        var document = new ShardDocument(
            HistoryJson.SchemaVersion, metric.Name, scenario.Name, chunk, chunk * HistoryPaths.ChunkRuns, _count,
            [.. _cells.Select(cell => Stored(cell.Key, cell.Value.Trimmed()))]);
        changes.Set(files, HistoryPaths.Shard(metric.Path, scenario.Path, chunk), HistoryJson.Write(document));
    }

    private static ShardCell Stored(int cell, PointColumns points) => new(cell, points.Value, points.Ratio, points.Low, points.High);
}
