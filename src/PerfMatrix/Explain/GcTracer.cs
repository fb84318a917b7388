using PerfMatrix.Explain.Traces;

namespace PerfMatrix.Explain;

/// <summary>Traces the collections of the cells of a measurement whose two sides are two legs, and whose programs are published.</summary>
internal sealed class GcTracer(PreparedMeasurement measurement, RunPlace place, IMeasuringView view)
{
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

    private async Task<GcCell> TraceAsync(CellPair pair, CancellationToken cancellation)
    {
        var traced = new TracedRounds(place.Driver, Path.Combine(place.Folder.Root, "gc"), TracingPlan.OfCollections);
        try
        {
            var rounds = await traced.MeasureAsync(measurement.Beside(pair), cancellation);
            var found = GcComparison.Of(pair.Id, rounds);
            return found with { Notes = [.. found.Notes, .. traced.Problems] };
        }
        // As for causes: one cell that cannot be traced takes nothing from the others.
        catch (Exception problem) when (problem is TraceException or DriverException or IOException or UnauthorizedAccessException)
        {
            return new() { Cell = pair.Id, Problem = problem.Message.TrimEnd('.'), Notes = traced.Problems };
        }
    }
}
