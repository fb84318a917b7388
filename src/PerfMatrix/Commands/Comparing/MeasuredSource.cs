using PerfMatrix.Configuration;
using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Metrics;
using PerfMatrix.Results;

namespace PerfMatrix.Commands;

/// <summary>
/// Compares commits, a commit and the working tree, or two values of an axis: builds both sides, measures them in the same blocks, and asks the gate. Progress
/// goes to standard error, so that standard output is the result alone.
/// </summary>
/// <param name="progress">Where progress goes.</param>
internal sealed class MeasuredSource(ProgressView progress) : IComparisonSource
{
    /// <inheritdoc />
    public bool Takes(CompareRequest request) => request.Base is { } revision ? !revision.EndsWith(".json", StringComparison.Ordinal) : request.Axis is not null;

    /// <inheritdoc />
    /// <exception cref="RunInterruptedException">Interrupted; what was measured is kept, and the worktrees are removed.</exception>
    public async Task<ComparisonResult> CompareAsync(CompareRequest request, CancellationToken cancellation)
    {
        var root = RepositoryRoot.Find();
        var choice = new DriverChoice(request.Driver, root, request.Profile);
        await choice.CheckAsync(cancellation);
        var catalogue = MetricCatalogue.Load(root).Metrics;
        await using var measurement = await PairedMeasurement.PrepareAsync(root, PairedOf(request), cancellation);
        var rules = ComparisonRules.Load(root, measurement.Cells, request.Plan.Measure.Rounds);
        progress.Say($"Comparing {measurement.Title}");
        await progress.ShowAsync([], progress => PublishAsync(measurement, progress, cancellation));
        var screen = RunFolder.Create(request.Out ?? Path.Combine(root, RunFolder.DefaultParent), RunId.New(TimeProvider.System.GetUtcNow(), Random.Shared));
        await using var driver = choice.Create(screen);
        var folder = new ComparisonFolder(screen, driver, await choice.MachineAsync(cancellation), catalogue);
        try
        {
            var compared = await GatedMeasurement.Of(measurement, folder, rules, new LookView(progress).ShowAsync).MeasureAsync(cancellation);
            folder.Write(compared);
            return new ComparisonResult(compared.Comparisons[0], folder.Screen.Root, compared.Decision.Verdict);
        }
        catch (OperationCanceledException exception) when (File.Exists(folder.Screen.Document))
        {
            throw new RunInterruptedException($"what was measured until then is kept in {folder.Screen.Root}", exception);
        }
    }

    /// <summary>What a request asks the measurement for.</summary>
    /// <exception cref="UsageException">Two commits and two values of an axis are given.</exception>
    internal static PairedRequest PairedOf(CompareRequest request)
    {
        var (old, head) = (SourceOf(request.Base), SourceOf(request.Head));
        var job = (request.Stage?.Job ?? JobPart.All) with { Remote = request.Remote };
        if (request.Axis is null)
            return new PairedRequest(request.Plan, old, head) { Profile = request.Profile, Job = job };
        if (request.Head is not null)
            throw new UsageException($"found two commits and --{request.Axis.Axis} {request.Axis}; two values are compared in one commit, so give one or none");
        return new PairedRequest(request.Plan with { Axes = WithBoth(request.Axis, request.Plan.Axes) }, old, old) { Profile = request.Profile, Job = job, Range = request.Axis };
    }

    private static AxisChoice WithBoth(AxisValuePair pair, AxisChoice others) => pair.Axis == AxisValuePair.Gc
        ? others with { Gc = [pair.Base, pair.Head] }
        : others with { Runtime = [pair.Base, pair.Head] };

    private static SideSource SourceOf(string? revision) => revision is null ? SideSource.WorkingTree : new SideSource(revision);

    /// <summary>Publishes both sides.</summary>
    internal static async Task<bool> PublishAsync(PairedMeasurement measurement, IRunProgress progress, CancellationToken cancellation)
    {
        await measurement.PublishAsync(progress, cancellation);
        return true;
    }
}
