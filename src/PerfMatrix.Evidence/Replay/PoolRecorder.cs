using PerfMatrix.Shared.Os;

namespace PerfMatrix.Evidence.Replay;

/// <summary>Measures runs of a few rounds, each of one cell with one kind of regression, until there are enough of all; cells and kinds take turns.
/// The index is written after each, so whatever ends the program, only the run under way is lost.</summary>
internal sealed class PoolRecorder(IGateRunner runner, string folder, ToolInfo tool, TimeProvider clock, Random random)
{
    /// <summary>As many rounds as a comparison usually needs, so that what they share of one moment of the machine stays together.</summary>
    public const int RoundsOfRun = 10;

    // Ids of recordings that were measured with other settings.
    private HashSet<string> _others = [];

    // What has been found and not yet been put in.
    private readonly Dictionary<PoolSeries, InjectionRecord> _sizes = [];

    private List<PoolSeries> _all = [];

    /// <summary>Told of each size that a cell cannot have, which is left out; null where that ends the recording.</summary>
    public Action<string>? LeaveOut { get; init; }

    /// <param name="wanted">Rounds of each cell and kind that the pool shall have of this machine, with the same settings.</param>
    /// <param name="ended">Told of each recording, and how many rounds are to go.</param>
    public async Task<PoolDocument> RecordAsync(
        int wanted, IReadOnlyList<(InjectionKind Kind, double Size)> kinds, Action<PoolRecording, int> ended, CancellationToken cancellation)
    {
        var cells = await runner.CellsAsync(cancellation);
        _all = [.. from name in kinds.Select(NameOf).Prepend<string?>(null) from cell in cells
                   select new PoolSeries(cell.Cell, PoolRun.Text(cell.Settings), name)];
        var document = PoolDocument.File.Find(PoolDocument.File.In(folder)) ?? new();
        _others = [.. document.Recordings.Where(own => own.Machine.Fingerprint == runner.Machine.Fingerprint
            && _all.Find(one => one.Cell.Id == own.Cell) is { } series
            && PoolRun.SettingsOf(RunDocument.File.Read(RunFolder.FindDocument(Path.Combine(folder, own.Id)))) != series.Settings)
            .Select(own => own.Id)];
        while (_all.MinBy(series => Count(document, series)) is { } next && Count(document, next) < wanted)
        {
            var planned = await PlanAsync(document, next, kinds, cancellation);
            if (planned?.Name != next.Name) continue; // it cannot be made here, and is out of the list
            var rounds = Math.Min(RoundsOfRun, wanted - Count(document, next));
            var recording = await RecordAsync(next.Cell, planned, rounds, cancellation);
            document = document with { Recordings = [.. document.Recordings, recording] };
            PoolDocument.File.Write(PoolDocument.File.In(folder), document);
            ended(recording, _all.Sum(series => Math.Max(0, wanted - Count(document, series))));
        }

        return document;
    }

    private int Count(PoolDocument document, PoolSeries series) => Of(document, series).Sum(recording => recording.Rounds);

    private IEnumerable<PoolRecording> Of(PoolDocument document, PoolSeries series) => document.Recordings.Where(recording =>
        recording.Machine.Fingerprint == runner.Machine.Fingerprint && recording.Cell == series.Cell.Id
        && recording.Injection?.Name == series.Name && !_others.Contains(recording.Id));

    private async Task<PoolRecording> RecordAsync(Cell cell, InjectionRecord? injection, int rounds, CancellationToken cancellation)
    {
        var startedAt = clock.GetUtcNow();
        var id = RunId.New(startedAt, random);
        try
        {
            var comparison = await runner.MeasureAsync(id, rounds, cell.Id, InjectionKinds.EnvironmentOf(injection), cancellation);
            var good = comparison.Pairs.SelectMany(series => series.Rounds).Select(round => round.Round).Distinct().Count();
            return good == 0 ? throw new IncompleteException($"no round of {cell.Id} is good on both sides; see {Path.Combine(folder, id)}")
                : new(id, cell.Id, injection, startedAt, clock.GetUtcNow(), runner.Machine, runner.Source, tool, good);
        }
        catch (OperationCanceledException)
        {
            WorkFolder.Delete(Path.Combine(folder, id));
            throw;
        }
    }

    // Sizes are found once for a cell, for all kinds at a time; what they really come to is measured by the rounds themselves.
    private async Task<InjectionRecord?> PlanAsync(
        PoolDocument document, PoolSeries series, IReadOnlyList<(InjectionKind Kind, double Size)> kinds, CancellationToken cancellation)
    {
        if (series.Name is null) return null;
        if (Known(document, series) is { } known) return known;
        var unknown = kinds.Where(kind => Known(document, series with { Name = NameOf(kind) }) is null).ToList();
        var leaveOut = LeaveOut is null ? null : new Action<string>(problem => LeaveOut($"{series.Cell.Id}: {problem}"));
        foreach (var size in await InjectionSizing.PlanAsync(unknown, runner, series.Cell.Id, leaveOut, cancellation))
            _sizes[series with { Name = size.Name }] = size;
        foreach (var left in unknown.Select(kind => series with { Name = NameOf(kind) }).Where(left => !_sizes.ContainsKey(left))) _all.Remove(left);
        return _sizes.GetValueOrDefault(series);
    }

    private InjectionRecord? Known(PoolDocument document, PoolSeries series) =>
        Of(document, series).FirstOrDefault()?.Injection ?? _sizes.GetValueOrDefault(series);

    private static string NameOf((InjectionKind Kind, double Size) kind) => kind.Kind.Title($"{kind.Size}");

    /// <param name="Settings">How the cell is measured.</param>
    /// <param name="Name">What is put in; null for nothing.</param>
    private sealed record PoolSeries(Cell Cell, string Settings, string? Name);
}
