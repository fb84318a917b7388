namespace PerfMatrix.Drivers;

/// <summary>Deploys a block (one launcher a variant and one load job) and brings its rounds back. Measuring itself happens in the load job.</summary>
internal interface IDriver
{
    /// <summary>Name in documents and options: <c>local</c> or <c>crank</c>.</summary>
    string Name { get; }

    /// <summary>How many blocks it measures at the same time, each on a machine of its own.</summary>
    int BlocksAtOnce => 1;

    /// <summary>What a reader of the results should know of the machines that were used so far.</summary>
    IReadOnlyList<string> Warnings => [];

    /// <summary>Ends what it has started besides blocks.</summary>
    ValueTask DisposeAsync() => ValueTask.CompletedTask;

    /// <summary>Measures the rounds of a block and yields each as soon as it is complete. A variant that cannot be measured is a
    /// <see cref="VariantObservation.Failure"/>; an exception means that the block as a whole failed (<see cref="DriverException"/>,
    /// <see cref="ProcessStartException"/>) or was interrupted. Either way no process is left behind.</summary>
    IAsyncEnumerable<RoundObservation> MeasureAsync(BlockDeployment deployment, IProgress<BlockProgress> progress, CancellationToken cancellation);
}

/// <param name="Applications">The application of each variant, in the block's order.</param>
/// <param name="ApplicationCpus">CPUs of the applications; empty means not pinned.</param>
/// <param name="LoadCpus">CPUs of the load generator; empty means not pinned.</param>
internal sealed record BlockDeployment(
    Block Block,
    IReadOnlyList<Application> Applications,
    LoadSettings Load,
    MeasureSettings Measure,
    IReadOnlyList<int> ApplicationCpus,
    IReadOnlyList<int> LoadCpus,
    ulong Seed)
{
    /// <summary>The case of a BenchmarkDotNet project, as <see cref="ScenarioEntry.Case"/> names it; null for every block with a load.</summary>
    public string? BenchmarkCase { get; init; }

    private static readonly Uri s_nobody = new("about:blank");

    /// <summary>What the load job runs instead of asking launchers; null without a <see cref="BenchmarkCase"/>.</summary>
    /// <param name="executable">Where the program of a variant is.</param>
    public BenchmarkPlan? Benchmark(Func<Application, string> executable) => BenchmarkCase is not { } name ? null : new()
    {
        Case = name,
        Programs = [.. Applications.Select(one => new BenchmarkProgram(executable(one), one.Arguments, one.Environment))],
        Cpus = ApplicationCpus,
    };

    /// <summary>How a launcher starts the application of a variant; a driver adds where.</summary>
    public LaunchPlan Launch(int variant)
    {
        var application = Applications[variant];
        return new()
        {
            Variant = Block.Variants[variant].Id,
            Executable = application.Executable,
            Arguments = application.Arguments,
            Environment = application.Environment,
            Cpus = ApplicationCpus,
            Limits = Block.Variants[variant].Cell.Limits,
            Scheduling = Measure.Scheduling,
            ReadyPath = application.ReadyPath,
            ReadyPathPlace = application.ReadyPathPlace,
            StartTimeout = application.StartTimeout,
        };
    }

    /// <summary>What the load job is told; a driver adds when it ends.</summary>
    /// <param name="launcher">Address of the launcher of a variant.</param>
    public BlockPlan Conduct(Func<int, Uri> launcher, string output) => new()
    {
        Block = Block.Id,
        Variants = [.. Block.Variants.Select((variant, i) => new BlockVariant
        {
            Id = variant.Id,
            Launcher = BenchmarkCase is null ? launcher(i) : s_nobody,
            PacedBy = Block.PacedBy(variant),
            StartTimeout = Applications[i].StartTimeout,
        })],
        Load = Load,
        Measure = Measure,
        Seed = Seed,
        Output = output,
        Cpus = LoadCpus,
    };
}

/// <param name="Folder">Folder of the publish output, absolute.</param>
/// <param name="Executable">Executable, relative to the folder.</param>
/// <param name="Arguments">Arguments; <c>{url}</c> stands for the address to listen on.</param>
/// <param name="ReadyPath">Path of the request whose first 2xx answer ends the start-up.</param>
internal sealed record Application(
    string Folder,
    string Executable,
    IReadOnlyList<string> Arguments,
    IReadOnlyDictionary<string, string> Environment,
    string ReadyPath,
    TimeSpan StartTimeout)
{
    public bool Secure { get; init; }
    public string? ReadyPathPlace { get; init; }

    /// <summary>Set when the agent fetches and publishes it; folder and executable are empty then. Null when it is in the folder.</summary>
    public RemoteBuild? Remote { get; init; }
}

/// <summary>Where a block is: for the live progress.</summary>
/// <param name="Round">Round under way, from 1; 0 while deploying.</param>
/// <param name="Phase">deploying, starting, rehearsing (a timeline), warming up, measuring, pacing, settling, stopping.</param>
internal sealed record BlockProgress(string Block, int Round, int Rounds, string Phase);

/// <summary>A block failed as a whole, e.g. the load job could not be started.</summary>
internal class DriverException(string message, Exception? inner = null) : Exception(message, inner);

/// <summary>An application does not build on the machine that is to measure it.</summary>
internal sealed class ApplicationBuildException(Variant variant, string reason) : DriverException(reason)
{
    public Variant Variant { get; } = variant;
}

/// <summary>A profile of the crank files, and variables from outside them.</summary>
internal sealed record ProfileChoice(string Name)
{
    /// <summary>Variables for every job; they win over those of the files, as crank's <c>--variable</c>.</summary>
    public IReadOnlyDictionary<string, string> Variables { get; init; } = new Dictionary<string, string>();
}
