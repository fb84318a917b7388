namespace PerfMatrix.Measurement;

/// <summary>The applications of one side: head, base or a pinned reference. Each (workload, patch) is published once, from the side's own files with
/// the SDK that their <c>global.json</c> asks for, by another job, or by agents. Identical files give one publication.</summary>
internal sealed class SideBuilds : IDisposable
{
    private readonly string _root;
    private readonly ResolvedPlan _plan;
    private readonly JobPart _job;
    private readonly bool _isCompared;
    private readonly Sdk _sdk;
    private readonly Publisher _publisher;
    private readonly IPublisher? _elsewhere;
    private readonly IReadOnlyDictionary<string, string> _environment;
    private readonly Dictionary<string, GcMode> _gcModes;
    private readonly Dictionary<(PublishRequest Request, string Gc), PublishOutcome> _outcomes = [];
    private readonly Dictionary<Variant, string> _failures = [];
    private Dictionary<PublishRequest, PublishOutcome> _published = [];

    /// <param name="root">Root of the checkout whose caches are used.</param>
    /// <param name="request">Where the programs come from, and the environment of head.</param>
    public SideBuilds(SideCheckout checkout, string root, ResolvedPlan plan, MeasurementRequest request)
    {
        (Side, Tree, _root, _plan, _job, _isCompared) = (checkout.Side, checkout.Tree, root, plan, request.Job, request.IsComparison);
        _sdk = new Sdk(Tree.Root, root);
        _publisher = _sdk.Publisher();
        _elsewhere = checkout.Remote is { } remote ? new RemotePublisher(remote, Tree.Root) : _job.Programs?.Publisher(Side, Tree.Root);
        _environment = Side == Side.Head ? request.HeadEnvironment : new Dictionary<string, string>();
        _gcModes = plan.Matrix.Selection.GcModes.ToDictionary(mode => mode.Name);
    }

    public Side Side { get; }
    public SideTree Tree { get; }

    public BuiltSide Built => new(Side, Tree, _published, SdkVersion);

    /// <summary>Version of the SDK that built it; null before, and where agents did.</summary>
    public string? SdkVersion { get; private set; }

    /// <summary>Whether the side has the workload of a scenario; an old commit may lack it.</summary>
    public bool Has(string scenario) => _job.Programs is { } programs
        ? programs.Has(Side, ProgramFolder.ProjectName(_root, ProjectOf(scenario)))
        : File.Exists(Tree.Locate(_root)(ProjectOf(scenario)));

    /// <summary>Publishes for those variants that are of this side. A reference that does not build any more, or lacks a workload, fails its variants
    /// and nothing else: the cells are worth measuring without a ratio.</summary>
    /// <exception cref="SideBuildException">A side of a comparison does not build.</exception>
    public async Task PublishAsync(IEnumerable<Variant> variants, IRunProgress progress, CancellationToken cancellation)
    {
        var own = variants.Where(variant => variant.Side == Side).ToLookup(variant => !Side.IsReference() || Has(variant.Cell.Scenario));
        foreach (var variant in own[false])
            _failures[variant] = $"it has no {ProgramFolder.ProjectName(_root, ProjectOf(variant.Cell.Scenario))}";
        if (!own[true].Any()) return;
        if (Side.IsReference()) progress.Preparing($"Reference: {Tree.Title}");
        try
        {
            await PublishAsync([.. own[true].Select(Key).Distinct()], progress, cancellation);
            if (_isCompared && own[true].Select(Failure).FirstOrDefault(failure => failure is not null) is { } failure)
                throw new SideBuildException(Side, Tree, failure);
            _sdk.Prune(_publisher);
        }
        catch (UsageException problem) when (Side.IsReference())
        {
            foreach (var variant in own[true]) _failures[variant] = problem.Message;
        }
        catch (UsageException problem) when (_isCompared && _elsewhere is null)
        {
            throw new SideBuildException(Side, Tree, problem.Message, problem);
        }
    }

    /// <summary>Names all that a variant's program is made from, before it is built, and without running anything of it; null where that cannot be
    /// known.</summary>
    public async Task<string?> SourcesAsync(Variant variant, CancellationToken cancellation) =>
        _sdk.Dotnet.MayBringSdk ? null : await _publisher.KeyAsync(Key(variant).Request, cancellation);

    /// <summary>How to start a variant; null when it could not be built.</summary>
    public Application? Application(Variant variant)
    {
        if (_failures.ContainsKey(variant) || _outcomes[Key(variant)] is not Publication publication) return null;
        var job = _plan.Scenarios[variant.Cell.Scenario].Application;
        return new Application(publication.Folder, publication.Executable, job.Arguments, EnvironmentOf(variant), job.ReadyPath, job.StartTimeout)
        {
            Secure = job.Secure,
            ReadyPathPlace = job.ReadyPathPlace,
            Remote = publication.Remote,
        };
    }

    /// <summary>Why a variant cannot be started; null when it can. Paths are relative: a worktree is gone when they are read.</summary>
    public string? Failure(Variant variant) => _failures.TryGetValue(variant, out var failure) ? failure
        : _outcomes[Key(variant)] is PublishFailure { Text: var text } ? Tree.Relative(text) : null;

    /// <summary>What the run document says of a variant, and what its process has to prove.</summary>
    public VariantFacts Facts(Variant variant)
    {
        if (_failures.ContainsKey(variant)) return new VariantFacts(null, null, Tree.Source.Sha, null);
        var patch = _plan.Runtimes.Patch(variant.Cell.Selector);
        var expected = ProofExpectation.FromEnvironment(patch, variant.Cell.Processors, EnvironmentOf(variant)) with { Limits = variant.Cell.Limits };
        var hash = _outcomes[Key(variant)] is Publication { Remote: null } publication ? publication.ContentHash : null;
        return new VariantFacts(patch, hash, Tree.Source.Sha, expected)
        {
            RuntimeCommit = patch.Contains('-', StringComparison.Ordinal) ? RuntimePackages.Of(_root).CommitOf(patch)?.Address : null,
        };
    }

    private Dictionary<string, string> EnvironmentOf(Variant variant)
    {
        var environment = new Dictionary<string, string>(_plan.Scenarios[variant.Cell.Scenario].Application.EnvironmentVariables);
        foreach (var (name, value) in _gcModes[variant.Cell.Gc].Environment.Concat(_environment)) environment[name] = value;
        return environment;
    }

    public void Dispose()
    {
        _elsewhere?.Dispose();
        _publisher.Dispose();
    }

    private async Task PublishAsync(IReadOnlyList<(PublishRequest Request, string Gc)> keys, IRunProgress progress, CancellationToken cancellation)
    {
        var publisher = _elsewhere ?? _publisher;
        var requests = keys.Select(key => key.Request).Distinct().ToList();
        progress.Preparing(publisher.Announce(Wording.Counted(requests.Count, "application")));
        var outcomes = await publisher.PublishAllAsync(requests, cancellation);
        SdkVersion = _elsewhere is null ? await _sdk.Dotnet.SdkVersionAsync(cancellation) : _job.Programs?.SdkOf(Side);
        _published = requests.Zip(outcomes).ToDictionary(pair => pair.First, pair => pair.Second);
        foreach (var key in keys)
            _outcomes[key] = _published[key.Request] is Publication publication ? _plan.Gcs.Place(publication, _gcModes[key.Gc])
                : _published[key.Request];
    }

    private (PublishRequest Request, string Gc) Key(Variant variant)
    {
        var project = Tree.Locate(_root)(ProjectOf(variant.Cell.Scenario));
        return (_plan.Runtimes.Request(project, variant.Cell.Selector, _plan.Scenarios[variant.Cell.Scenario].IsBenchmark), variant.Cell.Gc);
    }

    private string ProjectOf(string scenario) => _plan.Scenarios[scenario].Application.Project;
}

/// <summary>A side of a comparison cannot be built: exit code 2 for head, whose author can mend it; 3 for base: nobody can judge head.</summary>
internal sealed class SideBuildException(Side side, SideTree tree, string reason, Exception? inner = null)
    : Exception(MessageOf(side, tree, reason), inner)
{
    public Side Side { get; } = side;

    private static string MessageOf(Side side, SideTree tree, string reason) => side == Side.Base
        ? $"base, {tree.Title}, does not build, so there is nothing to compare with; choose another base. {tree.Relative(reason)}"
        : $"head, {tree.Title}, does not build, so it cannot be compared: {tree.Relative(reason)}";
}
