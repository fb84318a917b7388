using PerfMatrix.Drivers;
using PerfMatrix.Matrix;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Measurement;

/// <summary>
/// The applications of both sides, each published from its own files with the SDK that its own <c>global.json</c> asks for. Identical files give one
/// publication, whose processes are still two.
/// </summary>
public sealed class PairedBuilds : IDisposable
{
    private readonly List<SideBuilds> _sides;

    /// <summary>Nothing is built yet.</summary>
    /// <param name="root">Root of the checkout whose caches are used.</param>
    /// <param name="plan">The plan.</param>
    /// <param name="request">The environments of the sides.</param>
    /// <param name="sides">The files of both sides.</param>
    /// <param name="remote">Commits of both that the agents build; null builds here.</param>
    public PairedBuilds(string root, ResolvedPlan plan, PairedRequest request, PairedTrees sides, RemotePair? remote) => _sides =
    [
        new SideBuilds(Side.Base, sides.Base, root, plan, Elsewhere(request.Job, Side.Base, sides.Base, remote?.Base), request.BaseEnvironment),
        new SideBuilds(Side.Head, sides.Head, root, plan, Elsewhere(request.Job, Side.Head, sides.Head, remote?.Head), request.HeadEnvironment),
    ];

    /// <summary>What was published.</summary>
    public IReadOnlyList<BuiltSide> Built => [.. _sides.Select(side => side.Built)];

    /// <summary>Publishes for all variants, base first.</summary>
    /// <exception cref="SideBuildException">A side does not build.</exception>
    public async Task PublishAsync(IReadOnlyCollection<Variant> variants, IRunProgress progress, CancellationToken cancellation)
    {
        foreach (var side in _sides)
            await side.PublishAsync([.. variants.Where(variant => variant.Side == side.Side)], progress, cancellation);
    }

    /// <summary>How to start a variant.</summary>
    public Application? Application(Variant variant) => Of(variant).Application(variant);

    /// <summary>What the run document says of a variant.</summary>
    public VariantFacts Facts(Variant variant) => Of(variant).Facts(variant);

    /// <summary>Whether the two of a pair are the same publication.</summary>
    public bool AreIdentical(CellPair pair) => pair.Base.Cell == pair.Head.Cell && ProgramOf(pair.Base) == ProgramOf(pair.Head);

    /// <inheritdoc />
    public void Dispose()
    {
        foreach (var side in _sides)
            side.Dispose();
    }

    // Of what agents publish only the commit is known here.
    private string? ProgramOf(Variant variant) => Facts(variant).ArtifactHash ?? Facts(variant).Sha;

    private static IPublisher? Elsewhere(JobPart job, Side side, SideTree tree, RemoteCommit? remote) =>
        remote is null ? job.Programs?.Publisher(side, tree.Root) : new RemotePublisher(remote, tree.Root);

    private SideBuilds Of(Variant variant) => _sides.Find(side => side.Side == variant.Side)!;
}

/// <summary>The applications of one side.</summary>
internal sealed class SideBuilds : IDisposable
{
    private readonly SideTree _tree;
    private readonly Sdk _sdk;
    private readonly Publisher _publisher;
    private readonly IPublisher? _elsewhere;
    private readonly VariantBuilds _builds;

    public SideBuilds(Side side, SideTree tree, string root, ResolvedPlan plan, IPublisher? elsewhere, IReadOnlyDictionary<string, string> environment)
    {
        (Side, _tree, _sdk, _elsewhere) = (side, tree, new Sdk(tree.Root, root), elsewhere);
        _publisher = _sdk.Publisher();
        _builds = new VariantBuilds(_elsewhere ?? _publisher, plan) { Locate = tree.Locate(root), Environment = environment };
    }

    public Side Side { get; }

    public BuiltSide Built => new(Side, _tree, _builds.Outcomes);

    public Application? Application(Variant variant) => _builds.Application(variant);

    public VariantFacts Facts(Variant variant) => _builds.Facts(variant, _tree.Source.Sha);

    public async Task PublishAsync(IReadOnlyCollection<Variant> variants, IRunProgress progress, CancellationToken cancellation)
    {
        if (variants.Count == 0)
            return;
        try
        {
            await _builds.PublishAsync(variants, progress, cancellation);
        }
        catch (UsageException problem) when (_elsewhere is null)
        {
            // E.g. no SDK as its global.json asks for.
            throw new SideBuildException(Side, _tree, problem.Message, problem);
        }

        if (variants.Select(_builds.Failure).FirstOrDefault(failure => failure is not null) is { } failure)
            throw new SideBuildException(Side, _tree, failure);
        _sdk.Prune(_publisher);
    }

    public void Dispose()
    {
        _elsewhere?.Dispose();
        _publisher.Dispose();
    }
}

/// <summary>A side of a comparison cannot be built: exit code 2 for head, whose author can mend it; 3 for base, without which nobody can say whether head is worse.</summary>
public sealed class SideBuildException : Exception
{
    /// <summary>Says which side it is, and why it does not build.</summary>
    public SideBuildException(Side side, SideTree tree, string reason, Exception? inner = null)
        : base(MessageOf(side, tree, reason), inner) => Side = side;

    /// <summary>The side.</summary>
    public Side Side { get; }

    // Paths of a worktree are of no use to a reader: it is gone when he reads them.
    private static string MessageOf(Side side, SideTree tree, string reason)
    {
        var words = reason.Replace(tree.Root + Path.DirectorySeparatorChar, "", StringComparison.Ordinal);
        return side == Side.Base
            ? $"base, {tree.Title}, does not build, so there is nothing to compare with; choose another base. {words}"
            : $"head, {tree.Title}, does not build, so it cannot be compared: {words}";
    }
}
