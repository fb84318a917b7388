using PerfMatrix.Explain.Traces;

namespace PerfMatrix.Explain;

/// <summary>Traces the collections of the cells of a measurement whose two sides are two legs, and whose programs are published.</summary>
internal sealed class GcTracer(PreparedMeasurement measurement, RunPlace place, IMeasuringView view)
{
    /// <summary>Whether the traces of a round stay in the folder of the run.</summary>
    public bool KeepsTraces { get; init; }

    /// <param name="known">Cells that need no tracing any more.</param>
    public async Task<IReadOnlyList<GcCell>> TraceAsync(IReadOnlyCollection<GcCell> known, CancellationToken cancellation)
    {
        var cells = new List<GcCell>(known);
        foreach (var pair in measurement.Cells.Pairs.Where(pair => known.All(cell => cell.Cell != pair.Id)))
        {
            view.Say($"Tracing the collections of {pair.Id}: {TracedRounds.Rounds} rounds of both sides");
            cells.Add(await TraceAsync(pair, cancellation));
        }

        return cells;
    }

    private static bool AsksForDatas(Application application) =>
        application.Environment.TryGetValue("DOTNET_GCDynamicAdaptationMode", out var mode) && mode == "1";

    private async Task<GcCell> TraceAsync(CellPair pair, CancellationToken cancellation)
    {
        var traced = new TracedRounds(place.Driver, Path.Combine(place.Folder.Root, "gc"), TracingPlan.OfCollections)
        {
            Kept = KeepsTraces ? Path.Combine(place.Folder.Root, $"{Cell.FileNameOf(pair.Id)}-gc") : null,
        };
        try
        {
            var setup = measurement.Beside(pair);
            var rounds = await traced.MeasureAsync(setup, cancellation);
            var datas = (AsksForDatas(setup.Applications[pair.Base.Id]), AsksForDatas(setup.Applications[pair.Head.Id]));
            var found = GcComparison.Of(pair.Id, rounds, datas);
            return found with { Notes = [.. found.Notes, .. traced.Problems] };
        }
        // As for causes: one cell that cannot be traced takes nothing from the others.
        catch (Exception problem) when (problem is TraceException or DriverException or IOException or UnauthorizedAccessException)
        {
            return new() { Cell = pair.Id, Problem = problem.Message.TrimEnd('.'), Notes = traced.Problems };
        }
    }
}
