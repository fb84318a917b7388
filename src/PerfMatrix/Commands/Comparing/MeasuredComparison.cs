using PerfMatrix.Measurement;

namespace PerfMatrix.Commands;

/// <summary>
/// Compares commits, a commit and the working tree, or two values of an axis: builds both sides, measures them in the same blocks until the gate can decide. Progress goes
/// to standard error, so that standard output is the result alone.
/// </summary>
internal static class MeasuredComparison
{
    /// <summary>Measures and judges.</summary>
    /// <exception cref="RunInterruptedException">Interrupted; what was measured is kept, and the worktrees are removed.</exception>
    public static async Task<ComparisonResult> OfAsync(CompareRequest request, MeasuringFlow flow, CancellationToken cancellation)
    {
        await using var measurement = await flow.PrepareAsync(RequestOf(request), cancellation);
        var rules = ComparisonRules.Load(flow.Root, measurement.Cells, request.Chosen.Plan.Measure.Rounds);
        flow.View.Say($"Comparing {measurement.Title}");
        await flow.BuildAsync(measurement, cancellation);
        return await flow.MeasureAsync(flow.NewFolder(request.Chosen.Out), async place =>
        {
            var compared = await GatedMeasurement.Of(measurement, place, rules, flow.View).MeasureAsync(cancellation);
            compared.Write(place.Folder);
            return new ComparisonResult(compared.Comparisons[0], place.Folder.Root, compared.Decision.Verdict);
        }, cancellation);
    }

    /// <summary>What a request asks the measurement for.</summary>
    /// <exception cref="UsageException">Two commits and two values of an axis are given.</exception>
    internal static MeasurementRequest RequestOf(CompareRequest request)
    {
        var (plan, old, head) = (request.Chosen.Plan, SideSource.Of(request.Base), SideSource.Of(request.Head));
        var job = (request.Stage?.Job ?? JobPart.All) with { Remote = request.Remote };
        if (request.Axis is not { } axis)
            return new MeasurementRequest(plan, head, old) { Job = job };
        if (request.Head is not null)
            throw new UsageException($"found two commits and {axis.Axis.Option} {axis}; two values are compared in one commit, so give one or none");
        return new MeasurementRequest(plan with { Axes = plan.Axes.With(axis.Axis, [axis.Base, axis.Head]) }, old, old) { Job = job, Range = axis };
    }
}
