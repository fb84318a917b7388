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
public sealed class RunPreparation : IAsyncDisposable
{
    private readonly string _root;
    private readonly ResolvedPlan _plan;
    private readonly Sdk _sdk;
    private readonly Publisher _publisher;
    private readonly IPublisher? _uploaded;
    private readonly VariantBuilds _builds;
    private readonly List<ReferenceBuilds> _references;

    private RunPreparation(string root, ResolvedPlan plan, ProgramFolder? programs, RemoteCommit? remote, IReadOnlyList<ReferenceSide> references)
    {
        (_root, _plan, _sdk) = (root, plan, new Sdk(root));
        _publisher = _sdk.Publisher();
        _uploaded = remote is null ? programs?.Publisher(Side.Head, root) : new RemotePublisher(remote, root);
        _builds = new VariantBuilds(_uploaded ?? _publisher, plan);
        _references = [.. references.Select(reference => new ReferenceBuilds(reference, root, plan, programs))];
    }

    /// <summary>What was published, references last. Call after <see cref="PublishAsync"/>.</summary>
    public IReadOnlyList<BuiltSide> Built => [BuiltHead, .. _references.Select(reference => reference.Built)];

    private BuiltSide BuiltHead => new(Side.Head, new SideTree(_root, SideSource.WorkingTree.ToString(), GitSource.Read(new Tools(_root), Environment.GetEnvironmentVariable), null), _builds.Outcomes);

    /// <summary>The exact patches.</summary>
    public IReadOnlyList<PublishedPatch> Patches => _plan.Runtimes.Patches;

    /// <summary>Estimated time of each block, without publishing.</summary>
    public IReadOnlyList<TimeSpan> Estimates => [.. _plan.Matrix.Plan.Blocks.Select(_plan.Matrix.EstimateOf)];

    private IEnumerable<Variant> Variants => _plan.Matrix.Plan.Blocks.SelectMany(block => block.Variants).Distinct();

    /// <summary>Plans a run, resolves its scenarios and runtimes, and checks the references out.</summary>
    /// <param name="root">Root of the repository.</param>
    /// <param name="request">What the command line asks for.</param>
    /// <param name="profile">Profile of the crank files, and variables.</param>
    /// <param name="job">What of the plan is measured.</param>
    /// <param name="cancellation">Cancels.</param>
    /// <exception cref="UsageException">A name, a file or a selection is wrong, or a reference is not in this clone.</exception>
    public static async Task<RunPreparation> PrepareAsync(string root, PlanRequest request, ProfileChoice profile, JobPart job, CancellationToken cancellation)
    {
        var remote = job.Remote is { } repository ? await new RemoteCommits(root, new SystemProcessRunner(), repository).RequireAsync(SideSource.WorkingTree, cancellation) : null;
        var references = job.Programs is { } programs
            ? ReferenceSide.Of(programs, root)
            : await ReferenceSide.OpenAsync(root, new SideTrees(root, new SystemProcessRunner()), job.References, cancellation);
        try
        {
            var plan = await ResolvedPlan.ResolveAsync(root, request with { References = references.Count }, profile, cancellation, job);
            return new(root, job.Blocks is { } blocks ? plan with { Matrix = plan.Matrix with { Plan = plan.Matrix.Plan.Only(blocks) } } : plan, job.Programs, remote, references);
        }
        catch
        {
            foreach (var reference in references)
                await reference.DisposeAsync();
            throw;
        }
    }

    /// <summary>Publishes the applications, and prunes the cache of those that nobody has used for long.</summary>
    public async Task PublishAsync(IRunProgress progress, CancellationToken cancellation)
    {
        await _builds.PublishAsync(Variants.Where(variant => !variant.Side.IsReference()), progress, cancellation);
        foreach (var reference in _references)
            await reference.PublishAsync(Variants, progress, cancellation);
        _sdk.Prune(_publisher);
    }

    /// <summary>The blocks, ready to be measured. Call after <see cref="PublishAsync"/>.</summary>
    public IReadOnlyList<BlockSetup> Blocks() => [.. _plan.Matrix.Plan.Blocks.Select(block => _plan.Setup(block, variant => ReferenceOf(variant) is { } reference ? reference.Application(variant) : _builds.Application(variant)))];

    /// <summary>The collector of the run, told of every variant what is known so far. Call after <see cref="PublishAsync"/>.</summary>
    public RunBuilder Builder(string id, MachineInfo machine, IReadOnlyList<Metric> catalogue, DateTimeOffset startedAt)
    {
        var source = GitSource.Read(new Tools(_root), Environment.GetEnvironmentVariable);
        var header = new RunHeader(id, startedAt, ThisTool.Info, source, machine, SettingsRecord.Of(_plan.Matrix, Blocks()), _plan.Matrix.Measure.Rounds, catalogue)
        {
            RoundsOf = block => _plan.Matrix.MeasureOf(block).Rounds,
        };
        var builder = new RunBuilder(header, _plan.Matrix.Plan);
        foreach (var variant in Variants)
            Describe(builder, variant, source.Sha);
        foreach (var warning in _plan.Runtimes.Warnings)
            builder.Warn(warning);
        return builder;
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        _uploaded?.Dispose();
        _publisher.Dispose();
        foreach (var reference in _references)
            await reference.DisposeAsync();
    }

    private ReferenceBuilds? ReferenceOf(Variant variant) => _references.Find(reference => reference.Side == variant.Side);

    private void Describe(RunBuilder builder, Variant variant, string? sha)
    {
        var reference = ReferenceOf(variant);
        builder.Describe(variant, reference is null ? _builds.Facts(variant, sha) : reference.Facts(variant));
        if ((reference is null ? _builds.Failure(variant) : reference.Failure(variant)) is { } failure)
            builder.FailVariant(variant, failure);
    }
}
