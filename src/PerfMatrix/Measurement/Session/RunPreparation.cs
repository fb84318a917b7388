using PerfMatrix.Drivers;
using PerfMatrix.Matrix;
using PerfMatrix.Metrics;
using PerfMatrix.Results;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Measurement;

/// <summary>
/// Everything that a run needs before its first round, checked in the order of what is cheap to find out: names and files first, then the feed,
/// then the publishing. Nothing is measured until all of it is known.
/// </summary>
public sealed class RunPreparation : IDisposable
{
    private readonly string _root;
    private readonly MatrixPlan _plan;
    private readonly RuntimeAxis _runtimes;
    private readonly IReadOnlyDictionary<string, ResolvedScenario> _scenarios;
    private readonly Publisher _publisher;
    private readonly Sdk _sdk;
    private readonly VariantBuilds _builds;

    private RunPreparation(string root, MatrixPlan plan, RuntimeAxis runtimes, IReadOnlyDictionary<string, ResolvedScenario> scenarios, Sdk sdk, GcPlacements gcs)
    {
        (_root, _plan, _runtimes, _scenarios, _sdk, _publisher) = (root, plan, runtimes, scenarios, sdk, sdk.Publisher());
        _builds = new VariantBuilds(_publisher, scenarios, runtimes, plan.Selection.GcLegs.ToDictionary(leg => leg.Name), gcs);
    }

    /// <summary>Estimated time of each block, without publishing.</summary>
    public IReadOnlyList<TimeSpan> Estimates => [.. _plan.Plan.Blocks.Select(block => TimeEstimate.Of(block, _plan.Measure))];

    private IEnumerable<Variant> Variants => _plan.Plan.Blocks.SelectMany(block => block.Variants).Distinct();

    /// <summary>Plans a run and resolves its scenarios and runtimes.</summary>
    /// <param name="root">Root of the repository.</param>
    /// <param name="request">What the command line asks for.</param>
    /// <param name="profile">Profile of the crank files.</param>
    /// <param name="cancellation">Cancels.</param>
    /// <exception cref="UsageException">A name, a file or a selection is wrong.</exception>
    public static async Task<RunPreparation> PrepareAsync(string root, PlanRequest request, string profile, CancellationToken cancellation)
    {
        var matrix = MatrixDefinition.Load(root);
        var machine = new MachineLimits(MachineRecord.Current.Cpus.Count);
        var wished = MatrixPlan.Of(matrix, request, machine, unavailable: _ => null);
        var scenarios = Resolve(root, wished, profile);

        var sdk = new Sdk(root);
        var runtimes = await RuntimeAxis.ResolveAsync(await sdk.RuntimesAsync(cancellation), wished.Selection.Runtimes, cancellation);
        var gcs = sdk.GcPlacements();
        await gcs.BuildAsync(wished.Selection.GcLegs, cancellation);
        var plan = MatrixPlan.Of(matrix, request, machine with { UnavailableLegs = gcs.Unavailable(wished.Selection.GcLegs) }, runtimes.Unavailable);
        return new RunPreparation(root, plan, runtimes, scenarios, sdk, gcs);
    }

    /// <summary>Publishes the applications, and prunes the cache of those that nobody has used for long.</summary>
    public async Task PublishAsync(IRunProgress progress, CancellationToken cancellation)
    {
        await _builds.PublishAsync(Variants, progress, cancellation);
        _sdk.Prune(_publisher);
    }

    /// <summary>The blocks, ready to be measured. Call after <see cref="PublishAsync"/>.</summary>
    public IReadOnlyList<BlockSetup> Blocks() => [.. _plan.Plan.Blocks.Select(Setup)];

    /// <summary>The collector of the run, told of every variant what is known so far. Call after <see cref="PublishAsync"/>.</summary>
    public RunBuilder Builder(string id, MachineInfo machine, IReadOnlyList<Metric> catalogue, DateTimeOffset startedAt)
    {
        var source = GitSource.Read(new Tools(_root), Environment.GetEnvironmentVariable);
        var header = new RunHeader(id, startedAt, ThisTool.Info, source, machine, SettingsRecord.Of(_plan, Blocks()), _plan.Measure.Rounds, catalogue);
        var builder = new RunBuilder(header, _plan.Plan);
        foreach (var variant in Variants)
            Describe(builder, variant, source.Sha);
        foreach (var warning in _runtimes.Warnings)
            builder.Warn(warning);
        return builder;
    }

    /// <inheritdoc />
    public void Dispose() => _publisher.Dispose();

    private void Describe(RunBuilder builder, Variant variant, string? sha)
    {
        builder.Describe(variant, _builds.Facts(variant, sha));
        if (_builds.Failure(variant) is { } failure)
            builder.FailVariant(variant, failure);
    }

    private BlockSetup Setup(Block block)
    {
        var placement = CpuPlacement.Of(block.Cores, MachineRecord.Current.Cpus);
        var applications = block.Variants
            .Select(variant => (variant.Id, Application: _builds.Application(variant)))
            .Where(built => built.Application is not null)
            .ToDictionary(built => built.Id, built => built.Application!);
        // Pinning needs Linux; elsewhere only `all` cores are available, and nothing is pinned.
        return OperatingSystem.IsLinux()
            ? new BlockSetup(block, applications, _scenarios[block.Scenario].Load, _plan.Measure, placement.Application, placement.Load)
            : new BlockSetup(block, applications, _scenarios[block.Scenario].Load, _plan.Measure, [], []);
    }

    private static Dictionary<string, ResolvedScenario> Resolve(string root, MatrixPlan plan, string profile)
    {
        var resolver = new ScenarioResolver(root);
        return plan.Selection.Scenarios.ToDictionary(
            entry => entry.Name,
            entry => resolver.Resolve(new ScenarioRequest(Path.Combine(root, entry.File), entry.Name) { Profile = profile }));
    }
}
