using PerfMatrix.Configuration;
using PerfMatrix.Drivers.Local;
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
        LocalDriverOnly(request.Driver);
        var root = RepositoryRoot.Find();
        var catalogue = MetricCatalogue.Load(root).Metrics;
        await using var measurement = await PairedMeasurement.PrepareAsync(root, PairedOf(request), cancellation);
        var rules = ComparisonRules.Load(root, measurement.Cells, request.Plan.Measure.Rounds);
        progress.Say($"Comparing {measurement.Title}");
        await progress.ShowAsync([], progress => PublishAsync(measurement, progress, cancellation));
        var folder = Folder(request.Out ?? Path.Combine(root, RunFolder.DefaultParent), catalogue);
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

    private static PairedRequest PairedOf(CompareRequest request)
    {
        var (old, head) = (SourceOf(request.Base), SourceOf(request.Head));
        if (request.Axis is null)
            return new PairedRequest(request.Plan, old, head) { Profile = request.Profile };
        if (request.Head is not null)
            throw new UsageException($"found two commits and --{request.Axis.Axis} {request.Axis}; two values are compared in one commit, so give one or none");
        return new PairedRequest(request.Plan with { Axes = WithBoth(request.Axis, request.Plan.Axes) }, old, old) { Profile = request.Profile, Range = request.Axis };
    }

    private static AxisChoice WithBoth(AxisValuePair pair, AxisChoice others) => pair.Axis == AxisValuePair.Gc
        ? others with { Gc = [pair.Base, pair.Head] }
        : others with { Runtime = [pair.Base, pair.Head] };

    private static SideSource SourceOf(string? revision) => revision is null ? SideSource.WorkingTree : new SideSource(revision);

    private static async Task<bool> PublishAsync(PairedMeasurement measurement, IRunProgress progress, CancellationToken cancellation)
    {
        await measurement.PublishAsync(progress, cancellation);
        return true;
    }

    private static ComparisonFolder Folder(string parent, IReadOnlyList<Metric> catalogue)
    {
        var folder = RunFolder.Create(parent, RunId.New(TimeProvider.System.GetUtcNow(), Random.Shared));
        var driver = new LocalDriver(LocalPrograms.Find(), Path.Combine(folder.Root, "work"));
        return new ComparisonFolder(folder, driver, MachineRecord.Read(MachineRecord.Current, driver.Name, Environment.GetEnvironmentVariable), catalogue);
    }

    private static void LocalDriverOnly(string driver)
    {
        if (driver != "local")
            throw new UsageException($"--driver {driver}: compare measures with the local driver only; leave the option out or say --driver local");
    }
}
