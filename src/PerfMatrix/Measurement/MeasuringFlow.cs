namespace PerfMatrix.Measurement;

/// <summary>The one way from a request to documents, which <c>run</c>, <c>compare</c> and its stages, <c>bisect</c> and the self-tests go: plan and
/// check out, build the sides, measure blocks, write documents.</summary>
/// <param name="root">Root of the checkout, whose tool, crank files and policy serve all sides.</param>
internal sealed class MeasuringFlow(string root, DriverChoice driver, IMeasuringView view, TimeProvider clock)
{
    public string Root => root;
    public IMeasuringView View => view;
    public TimeProvider Clock => clock;

    /// <summary>The machine that is measured; finds out on the way whether the driver can.</summary>
    public async Task<MachineInfo> MachineAsync(CancellationToken cancellation)
    {
        await driver.CheckAsync(cancellation);
        return await driver.MachineAsync(cancellation);
    }

    public async Task<PreparedMeasurement> PrepareAsync(MeasurementRequest request, CancellationToken cancellation)
    {
        await driver.CheckAsync(cancellation);
        return await PreparedMeasurement.PrepareAsync(root, request with { Profile = driver.Profile }, cancellation);
    }

    /// <param name="plan">Says what is measured, and refuses what cannot be; called before anything is built.</param>
    /// <exception cref="SideBuildException">A side of a comparison does not build.</exception>
    /// <exception cref="RunInterruptedException">Interrupted; what was measured is kept, and the worktrees are removed.</exception>
    public async Task<T> RunAsync<T>(MeasurementRequest request, Func<PreparedMeasurement, MeasuringWork<T>> plan, CancellationToken cancellation)
    {
        await using var measurement = await PrepareAsync(request, cancellation);
        var work = plan(measurement);
        await BuildAsync(measurement, cancellation);
        return await MeasureAsync(work.Folder(), work.MeasureAsync, cancellation);
    }

    /// <exception cref="SideBuildException">A side of a comparison does not build.</exception>
    public Task BuildAsync(PreparedMeasurement measurement, CancellationToken cancellation) =>
        view.ShowAsync([], async progress =>
        {
            await measurement.PublishAsync(progress, cancellation);
            return measurement;
        });

    /// <exception cref="RunInterruptedException">Interrupted; what was measured is kept.</exception>
    public async Task<T> MeasureAsync<T>(RunFolder folder, Func<RunPlace, Task<T>> work, CancellationToken cancellation)
    {
        await using var opened = driver.Create(folder);
        return await Errors.OrAsync(
            async () => await work(new(Path.GetFileName(folder.Root), folder, opened, await driver.MachineAsync(cancellation)) { Clock = clock }),
            problem => problem is OperationCanceledException && File.Exists(folder.Document),
            problem => throw new RunInterruptedException($"the results so far are kept in {folder.Root}", problem));
    }

    public RunFolder NewFolder(string? parent) => RunFolder.Create(parent ?? RunFolder.ParentIn(root), NewId());

    public string NewId() => RunId.New(clock.GetUtcNow(), Random.Shared);
}

/// <param name="Folder">Makes the folder that receives the documents, once everything is built.</param>
internal sealed record MeasuringWork<T>(Func<RunFolder> Folder, Func<RunPlace, Task<T>> MeasureAsync);

internal interface IMeasuringView
{
    void Say(string line);

    void Say(Look look, IReadOnlyList<TimeSpan> estimates);

    /// <param name="estimates">Estimated time of each block; none while building.</param>
    Task<T> ShowAsync<T>(IReadOnlyList<TimeSpan> estimates, Func<IRunProgress, Task<T>> work);
}

/// <summary>A run was interrupted; the message says what is kept.</summary>
internal sealed class RunInterruptedException(string message, Exception inner) : OperationCanceledException(message, inner);

/// <summary>What is measured: head alone beside pinned references, or head and base in the same blocks.</summary>
/// <param name="Base">The code compared with; the same as head in an A/A measurement or for two cells, null when nothing is compared.</param>
internal sealed record MeasurementRequest(PlanRequest Plan, SideSource Head, SideSource? Base = null)
{
    public ProfileChoice Profile { get; init; } = new(CrankProfile.Local);

    /// <summary>Whether a pair is measured although base and head are the same program; a self-test measures nothing else.</summary>
    public bool MeasuresIdentical { get; init; }

    /// <summary>Whether it is no error that nothing can be compared.</summary>
    public bool MayBeEmpty { get; init; }

    /// <summary>Whether scenarios that are measured alone make pairs, too, which are traced and never measured.</summary>
    public bool TakesAlone { get; init; }
    public JobPart Job { get; init; } = JobPart.All;

    /// <summary>Two values of an axis that are compared with each other; null compares the two sides of every cell.</summary>
    public AxisValuePair? Range { get; init; }

    /// <summary>Environment of head's applications beyond that of scenario and GC mode, e.g. an injected regression.</summary>
    public IReadOnlyDictionary<string, string> HeadEnvironment { get; init; } = new Dictionary<string, string>();

    /// <summary>Whether the gate is asked about two sides; a side that does not build then ends the measurement.</summary>
    public bool IsComparison => Base is not null;

    internal IReadOnlyList<Side> References => IsComparison ? [] : Job.Programs?.References ?? [.. SideNames.References(Job.References.Count)];
}

/// <summary>What one job of several measures of a plan, so that a plan may be spread over machines.</summary>
internal sealed record JobPart
{
    public static JobPart All { get; } = new();

    /// <summary>Ids of the blocks to measure; null for all.</summary>
    public IReadOnlyList<string>? Blocks { get; init; }

    /// <summary>Commits measured in every block beside its anchor, newest last; where there are <see cref="Programs"/>, those they hold.</summary>
    public IReadOnlyList<ReferencePin> References { get; init; } = [];

    /// <summary>Programs that another job has published; null publishes them here.</summary>
    public ProgramFolder? Programs { get; init; }

    /// <summary>Repository that the agents fetch the code from and build it themselves; null when the programs are sent to them.</summary>
    public RemoteRepository? Remote { get; init; }
}
