using PerfMatrix.Drivers;
using PerfMatrix.Matrix;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Measurement;

/// <summary>
/// The applications of one pinned reference, each published from its own files with the SDK that its own <c>global.json</c> asks for. An old commit that does not
/// build any more, or lacks a workload, fails its variants and nothing else: the cells are worth measuring without a ratio.
/// </summary>
internal sealed class ReferenceBuilds : IAsyncDisposable
{
    private readonly ReferenceSide _reference;
    private readonly string _root;
    private readonly ResolvedPlan _plan;
    private readonly ProgramFolder? _programs;
    private readonly Sdk _sdk;
    private readonly Publisher _publisher;
    private readonly IPublisher? _uploaded;
    private readonly VariantBuilds _builds;
    private readonly Dictionary<Variant, string> _failures = [];

    /// <summary>Nothing is built yet.</summary>
    /// <param name="reference">The reference.</param>
    /// <param name="root">Root of the checkout whose caches are used.</param>
    /// <param name="plan">The plan.</param>
    /// <param name="programs">Programs that another job has published; null publishes them here.</param>
    public ReferenceBuilds(ReferenceSide reference, string root, ResolvedPlan plan, ProgramFolder? programs)
    {
        (_reference, _root, _plan, _programs, _sdk) = (reference, root, plan, programs, new Sdk(reference.Tree.Root, root));
        _publisher = _sdk.Publisher();
        _uploaded = programs?.Publisher(reference.Side, reference.Tree.Root);
        _builds = new VariantBuilds(_uploaded ?? _publisher, plan) { Locate = reference.Tree.Locate(root) };
    }

    /// <summary>Which reference.</summary>
    public Side Side => _reference.Side;

    /// <summary>What was published.</summary>
    public BuiltSide Built => new(Side, _reference.Tree, _builds.Outcomes);

    /// <summary>Publishes for the variants of this side.</summary>
    public async Task PublishAsync(IEnumerable<Variant> variants, IRunProgress progress, CancellationToken cancellation)
    {
        Variant[] own = [.. variants.Where(variant => variant.Side == Side)];
        foreach (var variant in own.Where(variant => !HasWorkload(variant)))
            _failures[variant] = $"it has no {ProgramFolder.ProjectName(_root, ProjectOf(variant))}";
        Variant[] present = [.. own.Where(HasWorkload)];
        if (present.Length == 0)
            return;
        progress.Preparing($"Reference: {_reference.Tree.Title}");
        try
        {
            await _builds.PublishAsync(present, progress, cancellation);
            _sdk.Prune(_publisher);
        }
        catch (UsageException problem)
        {
            // E.g. no SDK as its global.json asks for.
            foreach (var variant in present)
                _failures[variant] = problem.Message;
        }
    }

    /// <summary>How to start a variant; null when it could not be built.</summary>
    public Application? Application(Variant variant) => _failures.ContainsKey(variant) ? null : _builds.Application(variant);

    /// <summary>Why a variant cannot be started; null when it can. Paths of the worktree are relative: it is gone when they are read.</summary>
    public string? Failure(Variant variant) => _failures.TryGetValue(variant, out var failure)
        ? failure
        : _builds.Failure(variant)?.Replace(_reference.Tree.Root + Path.DirectorySeparatorChar, "", StringComparison.Ordinal);

    /// <summary>What the run document says of a variant.</summary>
    public VariantFacts Facts(Variant variant) =>
        _failures.ContainsKey(variant) ? new VariantFacts(null, null, _reference.Tree.Source.Sha, null) : _builds.Facts(variant, _reference.Tree.Source.Sha);

    /// <inheritdoc />
    public ValueTask DisposeAsync()
    {
        _uploaded?.Dispose();
        _publisher.Dispose();
        return _reference.DisposeAsync();
    }

    private string ProjectOf(Variant variant) => _plan.Scenarios[variant.Cell.Scenario].Application.Project;

    private bool HasWorkload(Variant variant) => _programs is null
        ? File.Exists(_reference.Tree.Locate(_root)(ProjectOf(variant)))
        : _programs.Has(Side, ProgramFolder.ProjectName(_root, ProjectOf(variant)));
}
