namespace PerfMatrix.Explain;

/// <summary>Traces the collections of a cell whose two sides are two runtimes or GC modes, in a measurement whose programs are published.</summary>
/// <param name="keepsTraces">Whether the traces of a round stay in the folder of the run; what is known is then traced again.</param>
internal sealed class GcTracer(PreparedMeasurement measurement, RunPlace place, IMeasuringView view, bool keepsTraces)
{
    private const string Alone =
        "Each side got the load of its scenario once, alone, one after the other; collections without load count, too. One round has no interval.";

    public async Task<GcCell> TraceAsync(CellPair pair, CancellationToken cancellation)
    {
        var setup = measurement.Beside(pair);
        var isAlone = measurement.Matrix.Selection.Scenarios.Any(scenario => scenario.Name == pair.Scenario && scenario.Alone);
        var time = TimeEstimate.Of(setup.Block, setup.Measure with { Rounds = 1 });
        view.Say($"Tracing the collections of {pair.Id}: {(isAlone ? $"its own load for each side, about {Durations.Text(time)}"
            : $"{TracedRounds.Rounds} rounds of both sides")}");
        var traced = new TracedRounds(place.Driver, Path.Combine(place.Folder.Root, "gc"), TracingPlan.OfCollections with { IsAlone = isAlone })
        {
            Kept = keepsTraces ? Path.Combine(place.Folder.Root, $"{Cell.FileNameOf(pair.Id)}-gc") : null,
        };
        // As for causes: one cell that cannot be traced takes nothing from the others.
        return await Errors.OrAsync<GcCell>(async () =>
        {
            var rounds = await traced.MeasureAsync(setup, cancellation);
            var datas = (IsMeant(pair.Base, rounds[0].Base), IsMeant(pair.Head, rounds[0].Head));
            var found = GcComparison.Of(pair.Id, rounds, datas);
            return found with { Notes = [.. (isAlone ? new[] { Alone } : []), .. found.Notes, .. traced.Problems] };
        }, problem => FileErrors.Is(problem) || problem is TraceException or DriverException,
            problem => new() { Cell = pair.Id, Problem = problem.Message.TrimEnd('.'), Notes = traced.Problems });

        bool IsMeant(Variant variant, TracedSide side) =>
            GcMode.IsToHaveDatas(setup.Applications[variant.Id].Environment, variant.Cell.Selector, side.Proof);
    }
}
