using PerfMatrix.Drivers;
using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Metrics;
using PerfMatrix.Results;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Measurement;

/// <summary>
/// Measures base and head of every cell in the same blocks, with a canary. Prepare, publish, then start a run for each stage; disposing removes the worktrees.
/// </summary>
public sealed class PairedMeasurement : IAsyncDisposable
{
    private readonly PairedRequest _request;
    private readonly ResolvedPlan _plan;
    private readonly PairedTrees _trees;
    private readonly PairedBuilds _builds;
    private readonly string? _ahead;

    private PairedMeasurement(string root, PairedRequest request, ResolvedPlan plan, PairedCells cells, PairedTrees trees, RemotePair? remote, string? ahead)
    {
        (_request, _plan, _trees, _ahead) = (request, plan, trees, ahead);
        var packed = PairedBlock.Pack(cells.Pairs);
        Blocks = request.Job.Blocks is { } names ? BlockNames.Of(names, packed, block => block.Block.Id) : packed;
        Cells = request.Job.Blocks is null ? cells : cells.Only(Blocks);
        _builds = new PairedBuilds(root, plan, request, trees, remote);
    }

    /// <summary>The pairs, and every cell asked for.</summary>
    public PairedCells Cells { get; }

    /// <summary>The blocks of stage 1.</summary>
    public IReadOnlyList<PairedBlock> Blocks { get; }

    /// <summary>The files of both sides.</summary>
    public PairedTrees Sides => _trees;

    /// <summary>How the plan measures; the number of rounds is up to the caller.</summary>
    public MatrixPlan Matrix => _plan.Matrix;

    /// <summary>Base and head in words.</summary>
    public string Title => _request.Range is { } range ? $"{range.Base} against {range.Head}, {_trees.Head.Title}" : $"{_trees.Base.Title} against {_trees.Head.Title}";

    /// <summary>Finds the commits, checks them out, and resolves scenarios and runtimes.</summary>
    /// <param name="root">Root of the checkout, whose tool, crank files and policy serve both sides.</param>
    /// <param name="request">What to compare.</param>
    /// <param name="cancellation">Cancels; no worktree is left.</param>
    /// <exception cref="UsageException">A name, a file, a selection or a revision is wrong.</exception>
    public static async Task<PairedMeasurement> PrepareAsync(string root, PairedRequest request, CancellationToken cancellation)
    {
        var sources = new SideTrees(root, new SystemProcessRunner());
        var programs = request.Job.Programs;
        var ahead = programs is null ? await AheadAsync(sources, request, cancellation) : null;
        var remote = request.Job.Remote is { } repository ? await RemotePair.RequireAsync(new RemoteCommits(root, new SystemProcessRunner(), repository), request, cancellation) : null;
        var plan = await ResolvedPlan.ResolveAsync(root, request.Plan, request.Profile, cancellation, request.Job);
        var trees = programs is null
            ? await PairedTrees.OpenAsync(sources, request.Base, request.Head, cancellation)
            : new PairedTrees(programs.Tree(Side.Base, root, request.Base), programs.Tree(Side.Head, root, request.Head));
        try
        {
            var cells = PairedCells.Of(plan.Matrix.Selection.Scenarios, plan.Matrix.Plan.Cells, request.Range, scenario => Missing(root, plan.Scenarios[scenario], trees, programs), request.MayBeEmpty);
            return new PairedMeasurement(root, request, plan, cells, trees, remote, ahead);
        }
        catch
        {
            await trees.DisposeAsync();
            throw;
        }
    }

    /// <summary>Publishes the applications of both sides.</summary>
    /// <exception cref="SideBuildException">A side does not build.</exception>
    public Task PublishAsync(IRunProgress progress, CancellationToken cancellation) =>
        _builds.PublishAsync([.. Cells.Pairs.SelectMany(pair => new[] { pair.Base, pair.Head })], progress, cancellation);

    /// <summary>Begins a stage: a run document of its own, in a folder of its own. Call after <see cref="PublishAsync"/>.</summary>
    /// <param name="stage">Where it goes and what measures it.</param>
    /// <param name="cells">Ids of the pairs that take part; null for all.</param>
    public StageMeasurement Start(PairedStage stage, IReadOnlyCollection<string>? cells = null)
    {
        var blocks = cells is null ? Blocks : PairedBlock.Pack(Cells.Pairs.Where(pair => cells.Contains(pair.Id)));
        var builder = Builder(stage, blocks, cells is null ? Cells.Cells : []);
        return new StageMeasurement(
            blocks, builder, Setup, progress => new RunSession(new SideBuildDriver(stage.Driver, _trees), stage.Folder, builder, stage.Catalogue, stage.Machine, TimeProvider.System, progress));
    }

    /// <summary>Compares the sides, or the two values of the axis, in runs of the stages.</summary>
    /// <returns>One document of all runs, or one a run where two values of an axis are compared.</returns>
    /// <exception cref="UsageException">As <see cref="RunComparison"/>.</exception>
    public IReadOnlyList<ComparisonDocument> Compare(IReadOnlyList<StagedRun> runs, IReadOnlyList<Metric> catalogue) =>
        _request.Range is { } range
            ? [.. runs.Select(run => RunComparison.OfAxis(run, range, catalogue))]
            : [RunComparison.OfSides(runs, catalogue) with { Base = Named(_trees.Base), Head = Named(_trees.Head) }];

    /// <summary>What was published. Call after <see cref="PublishAsync"/>.</summary>
    public IReadOnlyList<BuiltSide> Built => _builds.Built;

    /// <summary>The exact patches.</summary>
    public IReadOnlyList<PublishedPatch> Patches => _plan.Runtimes.Patches;

    /// <summary>Estimated time of a block for so many rounds.</summary>
    public TimeSpan Estimate(Block block, int rounds) => TimeEstimate.Of(block, _plan.Matrix.MeasureOf(block) with { Rounds = rounds });

    /// <summary>Hash of the publication of a variant.</summary>
    public string? ArtifactOf(Variant variant) => _builds.Facts(variant).ArtifactHash;

    /// <summary>Whether base and head of a pair are the same publication.</summary>
    public bool AreIdentical(CellPair pair) => _builds.AreIdentical(pair);

    /// <inheritdoc />
    public ValueTask DisposeAsync()
    {
        _builds.Dispose();
        return _trees.DisposeAsync();
    }

    private static ComparedSide Named(SideTree tree) => new(tree.Title, tree.Source.Sha);

    private BlockSetup Setup(Block block, int rounds)
    {
        var setup = _plan.Setup(block, _builds.Application);
        return setup with { Measure = setup.Measure with { Rounds = rounds } };
    }

    private RunBuilder Builder(PairedStage stage, IReadOnlyList<PairedBlock> blocks, IReadOnlyList<PlannedCell> cells)
    {
        var settings = PairedSettings.Of(_plan.Matrix, [.. blocks.Select(block => Setup(block.Block, _plan.Matrix.Measure.Rounds))], stage.Name, _trees, _request);
        var header = new RunHeader(stage.Id, TimeProvider.System.GetUtcNow(), ThisTool.Info, _trees.Head.Source, stage.Machine, settings, Rounds: 0, stage.Catalogue);
        var builder = new RunBuilder(header, new Plan(cells, [.. blocks.Select(block => block.Block)]));
        foreach (var variant in blocks.SelectMany(block => block.Block.Variants).Distinct())
            builder.Describe(variant, _builds.Facts(variant));
        foreach (var warning in Warnings(blocks))
            builder.Warn(warning);
        return builder;
    }

    private IEnumerable<string> Warnings(IReadOnlyList<PairedBlock> blocks)
    {
        var identical = blocks.SelectMany(block => block.Pairs).Where(_builds.AreIdentical).Select(pair => pair.Scenario).Distinct().ToList();
        if (identical.Count > 0 && _request.BaseEnvironment.Count + _request.HeadEnvironment.Count == 0)
            yield return $"Base and head are the same program, byte for byte, in {string.Join(", ", identical)}: only noise can differ there.";
        if (_trees.Head.Source.Dirty)
            yield return "Head is the working tree with changes that are not committed, so nobody else can repeat this.";
        if (_ahead is not null)
            yield return _ahead;
        foreach (var warning in _plan.Runtimes.Warnings)
            yield return warning;
    }

    // Commits that only base has would show as changes of head, the other way round.
    private static async Task<string?> AheadAsync(SideTrees trees, PairedRequest request, CancellationToken cancellation)
    {
        var @base = await trees.CommitAsync(request.Base, cancellation);
        var head = await trees.CommitAsync(request.Head, cancellation);
        if (@base is null)
            return null;
        var count = await trees.Revisions.CommitsOnlyInAsync(@base, head ?? "HEAD", cancellation);
        return count == 0
            ? null
            : $"{request.Base} has {count} {(count == 1 ? "commit" : "commits")} that head has not; what they changed shows here as well. "
                + $"'git merge-base {request.Base} {request.Head.Revision ?? "HEAD"}' names the commit before.";
    }

    private static string? Missing(string root, ResolvedScenario scenario, PairedTrees trees, ProgramFolder? programs)
    {
        var project = scenario.Application.Project;
        bool Has(Side side, SideTree tree) => programs?.Has(side, ProgramFolder.ProjectName(root, project)) ?? File.Exists(tree.Locate(root)(project));
        return !Has(Side.Base, trees.Base) ? $"new: base, {trees.Base.Title}, has no {Path.GetFileName(project)}"
            : !Has(Side.Head, trees.Head) ? $"head, {trees.Head.Title}, has no {Path.GetFileName(project)}"
            : null;
    }
}

/// <summary>Where a stage of a comparison goes, and what measures it.</summary>
/// <param name="Id">Id of its run document, unique: stages are told apart by it.</param>
/// <param name="Name">Name of the stage: <c>screen</c> or <c>confirm</c>.</param>
/// <param name="Folder">Receives the run document and the raw files.</param>
/// <param name="Driver">Starts the processes.</param>
/// <param name="Machine">The machine.</param>
/// <param name="Catalogue">The metrics.</param>
public sealed record PairedStage(string Id, string Name, RunFolder Folder, IDriver Driver, MachineInfo Machine, IReadOnlyList<Metric> Catalogue);
