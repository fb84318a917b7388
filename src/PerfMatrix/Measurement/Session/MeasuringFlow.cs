using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>
/// The one way from a request to documents, which <c>run</c>, <c>compare</c> and its stages, <c>bisect</c> and the self-tests go: plan and check out, build the sides,
/// measure blocks, write documents.
/// </summary>
/// <param name="root">Root of the checkout, whose tool, crank files and policy serve all sides.</param>
/// <param name="driver">What measures.</param>
/// <param name="view">Shows what is done.</param>
internal sealed class MeasuringFlow(string root, DriverChoice driver, IMeasuringView view)
{
    public string Root => root;

    public IMeasuringView View => view;

    /// <summary>The machine that is measured; finds out on the way whether the driver can.</summary>
    /// <exception cref="UsageException">It cannot.</exception>
    public async Task<MachineInfo> MachineAsync(CancellationToken cancellation)
    {
        await driver.CheckAsync(cancellation);
        return await driver.MachineAsync(cancellation);
    }

    /// <summary>Plans, and checks the sides out.</summary>
    /// <exception cref="UsageException">The driver has no machine, or a name, a file, a selection or a revision is wrong.</exception>
    public async Task<PreparedMeasurement> PrepareAsync(MeasurementRequest request, CancellationToken cancellation)
    {
        await driver.CheckAsync(cancellation);
        return await PreparedMeasurement.PrepareAsync(root, request with { Profile = driver.Profile }, cancellation);
    }

    /// <summary>Builds the sides.</summary>
    /// <exception cref="SideBuildException">A side of a comparison does not build.</exception>
    public Task BuildAsync(PreparedMeasurement measurement, CancellationToken cancellation) => view.ShowAsync([], progress => measurement.PublishAsync(progress, cancellation));

    /// <summary>Measures into a folder.</summary>
    /// <param name="folder">Receives the documents.</param>
    /// <param name="work">Starts runs there, and writes what they tell.</param>
    /// <param name="cancellation">Interrupts.</param>
    /// <exception cref="RunInterruptedException">Interrupted; what was measured is kept.</exception>
    public async Task<T> MeasureAsync<T>(RunFolder folder, Func<RunPlace, Task<T>> work, CancellationToken cancellation)
    {
        await using var opened = driver.Create(folder);
        try
        {
            return await work(new RunPlace(Path.GetFileName(folder.Root), folder, opened, await driver.MachineAsync(cancellation)));
        }
        catch (OperationCanceledException exception) when (File.Exists(folder.Document))
        {
            throw new RunInterruptedException($"what was measured until then is kept in {folder.Root}", exception);
        }
    }

    /// <summary>A new folder for a run.</summary>
    /// <param name="parent">Where it goes; null for the usual place.</param>
    /// <exception cref="UsageException">It cannot be created.</exception>
    public RunFolder NewFolder(string? parent) => RunFolder.Create(parent ?? Path.Combine(root, RunFolder.DefaultParent), RunId.New(TimeProvider.System.GetUtcNow(), Random.Shared));
}

/// <summary>Shows what a measurement does.</summary>
internal interface IMeasuringView
{
    /// <summary>Says a line.</summary>
    void Say(string line);

    /// <summary>Says what is measured next, and why.</summary>
    void Say(Look look, IReadOnlyList<TimeSpan> estimates);

    /// <summary>Shows the progress of some work.</summary>
    /// <param name="estimates">Estimated time of each block; none while building.</param>
    /// <param name="work">The work.</param>
    Task<T> ShowAsync<T>(IReadOnlyList<TimeSpan> estimates, Func<IRunProgress, Task<T>> work);
}

/// <summary>A run was interrupted; the message says what is kept.</summary>
internal sealed class RunInterruptedException(string message, Exception inner) : OperationCanceledException(message, inner);
