namespace PerfMatrix.Measurement;

/// <summary>The plan of a measurement and its sides, checked out. Prepare, publish, then start a run for each stage; disposing removes the worktrees.
/// Nothing is measured until all that can be known before is known: names and files, then the feed, then whether it builds.</summary>
internal sealed class PreparedMeasurement : IAsyncDisposable
{
    private readonly MeasurementRequest _request;
    private readonly ResolvedPlan _plan;
    private readonly SideCheckouts _checkouts;
    private readonly IReadOnlyList<SideBuilds> _sides;
    private readonly ServiceCommands _services;
    private readonly string? _ahead;
    private readonly BaseScenarios _ofBase;
    private readonly Dictionary<(string Base, string Head), bool> _same = [];
    private readonly Dictionary<Variant, EnvironmentFacts> _environments = [];

    private PreparedMeasurement(
        string root, MeasurementRequest request, ResolvedPlan plan, SideCheckouts checkouts, IReadOnlyList<SideBuilds> sides, BaseScenarios ofBase,
            string? ahead)
    {
        (_request, _plan, _checkouts, _sides, _ofBase, _ahead) = (request, plan, checkouts, sides, ofBase, ahead);
        _services = new ServiceCommands(root, plan.Scenarios.Values.Select(scenario => scenario.Application), new SystemProcessRunner());
        (Cells, Blocks) = request.IsComparison ? OfPairs() : OfPlan();
    }

    /// <summary>The pairs of a comparison, and every cell asked for.</summary>
    public PairedCells Cells { get; private set; }

    /// <summary>The blocks; of a comparison those of stage 1. Identical programs are in none once they are published.</summary>
    public IReadOnlyList<PairedBlock> Blocks { get; private set; }
    public SideTree Head => Of(Side.Head).Tree;

    /// <summary>The files of base; those of head where nothing is compared.</summary>
    public SideTree Base => _sides[0].Tree;

    /// <summary>How the plan measures; the number of rounds of a comparison is up to the caller.</summary>
    public MatrixPlan Matrix => _plan.Matrix;
    public string Title => _request.Range is { } range ? $"{range.Base} against {range.Head}, {Head.Title}" : $"{Base.Title} against {Head.Title}";

    /// <summary>What was published, base first and references last. Call after <see cref="PublishAsync"/>.</summary>
    public IReadOnlyList<BuiltSide> Built => [.. _sides.Select(side => side.Built)];
    public IReadOnlyList<PublishedPatch> Patches => _plan.Runtimes.Patches;

    /// <summary>Finds the commits, resolves scenarios and runtimes, and checks the sides out.</summary>
    public static async Task<PreparedMeasurement> PrepareAsync(string root, MeasurementRequest request, CancellationToken cancellation)
    {
        request = request with { Plan = ProjectSelection.Narrowed(root, request.Plan, request.Profile) };
        var trees = new SideTrees(root);
        var ahead = await AheadAsync(trees.Revisions, request, cancellation);
        var checkouts = new SideCheckouts(root, trees, request);
        await checkouts.RequireAsync(cancellation);
        var plan = await ResolvedPlan.ResolveAsync(root, request.Plan with { References = request.References.Count }, request.Profile, cancellation,
            request.Job, request.IsComparison);
        try
        {
            var sides = await checkouts.OpenAsync(cancellation);
            var builds = sides.Select(side => new SideBuilds(side, root, plan, request)).ToList();
            var old = builds[0].Tree;
            var ofBase = await BaseScenarios.OfAsync(request, old, plan.Matrix, (matrix, selection, scenarios) =>
                new BenchmarkSearch(new Sdk(old.Root, root), plan.Runtimes, published: null)
                    .FillAsync(matrix, selection, request.Plan.Axes[Axis.Scenario] ?? [], scenarios, cancellation));
            return new PreparedMeasurement(root, request, plan, checkouts, builds, ofBase, ahead);
        }
        catch
        {
            await checkouts.DisposeAsync();
            throw;
        }
    }

    /// <exception cref="SideBuildException">A side of a comparison does not build.</exception>
    /// <param name="only">The side that is published; null for all.</param>
    public async Task PublishAsync(IRunProgress progress, CancellationToken cancellation, Side? only = null)
    {
        foreach (var side in _sides.Where(side => only is null || side.Side == only))
            await side.PublishAsync(Blocks.SelectMany(block => block.Block.Variants).Distinct(), progress, cancellation);
        if (only is null && !_request.MeasuresIdentical && Cells.Pairs.Where(AreIdentical).ToList() is { Count: > 0 } identical)
        {
            progress.Preparing($"Base and head are the same program in {identical.Count} of {Cells.Pairs.Count} cells: nothing to measure there.");
            LeaveOut(identical);
        }
    }

    /// <summary>Leaves out the pairs whose two sides have the same sources: not even a build is needed to know that.</summary>
    public async Task LeaveOutSameSourcesAsync(CancellationToken cancellation)
    {
        var same = new List<CellPair>();
        // Cells that differ in GC mode or limits alone are of one program.
        foreach (var pairs in Cells.Pairs.Where(pair => pair.Base.Cell == pair.Head.Cell).GroupBy(pair => (pair.Scenario, pair.Head.Cell.Selector)))
        {
            if (await Of(Side.Base).SourcesAsync(pairs.First().Base, cancellation) is { } sources
                && sources == await Of(Side.Head).SourcesAsync(pairs.First().Head, cancellation)) same.AddRange(pairs);
        }
        LeaveOut(same);
    }

    /// <summary>Begins a stage: a run document of its own, in a folder of its own. Call after <see cref="PublishAsync"/>.</summary>
    /// <param name="cells">Ids of the pairs that take part; null for all.</param>
    public RunSession Start(RunPlace place, IReadOnlyCollection<string>? cells = null)
    {
        if (_plan.Scenarios.Values.SelectMany(scenario => scenario.Application.Lacks).FirstOrDefault() is { } lack) throw new UsageException(lack);
        var blocks = cells is null ? Blocks : PairedBlock.Pack(Cells.Pairs.Where(pair => cells.Contains(pair.Id)));
        return new RunSession(blocks, Builder(place, blocks, cells is null ? Cells.Cells : []), Setup, place)
        {
            Unbuilt = RequireSide,
            Services = _services.StartAsync,
        };
    }

    /// <summary>Measures so many rounds of some pairs in one go, and compares them; nothing is decided in between.</summary>
    public async Task<ComparisonDocument> MeasureAsync(RunPlace place, Look look, IMeasuringView view, CancellationToken cancellation)
    {
        var run = await Start(place, look.Cells).MeasureAsync(look, view, cancellation);
        return Compare(new StagedRun(run, place.Stage));
    }

    /// <summary>Compares the sides, or the two values of the axis, of a run.</summary>
    public ComparisonDocument Compare(StagedRun run)
    {
        var compared = _request.Range is { } range ? RunComparison.OfAxis(run, range)
            : RunComparison.OfSides([run]) with { Base = Named.Base, Head = Named.Head };
        var environment = EnvironmentOf(run.Run);
        var unreadable = _environments.Values.SelectMany(facts => facts.Unreadable)
            .Select(file => $"{file} cannot be read: what base and head differ in there is not known.");
        return compared with { Environment = environment, Warnings = [.. compared.Warnings.Union(unreadable)] };
    }

    /// <summary>The two sides in words; the two values of the axis where these are compared.</summary>
    public (ComparedSide Base, ComparedSide Head) Named => _request.Range is { } range
        ? (NameOf(Base) with { Label = range.Base }, NameOf(Head) with { Label = range.Head }) : (NameOf(Base), NameOf(Head));

    /// <summary>How base and head of a pair are run in a block of their own, without their copies. Call after <see cref="PublishAsync"/>.</summary>
    public BlockSetup Beside(CellPair pair) =>
        Setup(new Block($"{Cell.FileNameOf(pair.Id)}--why", pair.Scenario, pair.Cores, [pair.Base, pair.Head]), rounds: null);

    // What agents publish is in no folder of this machine, so nobody looks.
    private IReadOnlyList<EnvironmentDifference>? EnvironmentOf(RunDocument run)
    {
        var proofs = run.Variants.Where(variant => variant.Proof is not null).ToDictionary(variant => variant.Id, variant => variant.Proof!);
        return EnvironmentDifference.Union(Cells.Pairs.Select(pair =>
            EnvironmentOf(pair.Base, proofs) is { } old && EnvironmentOf(pair.Head, proofs) is { } now
                ? EnvironmentFacts.Difference(Of(pair.Head.Side).Application(pair.Head)!.Executable, old, now) : null));
    }

    private EnvironmentFacts? EnvironmentOf(Variant variant, Dictionary<string, ProbeProof> proofs)
    {
        if (Of(variant.Side).Application(variant) is not { Remote: null } application) return null;
        if (!_environments.TryGetValue(variant, out var facts))
            _environments[variant] = facts = PublishedEnvironment.Of(application, Of(variant.Side).SdkVersion);
        return proofs.TryGetValue(variant.Id, out var proof) ? facts.With(EnvironmentFacts.Of(proof)) : facts;
    }

    public string? ArtifactOf(Variant variant) => Of(variant.Side).Facts(variant).ArtifactHash;

    /// <summary>Whether base and head of a pair are the same program, started in the same way.</summary>
    public bool AreIdentical(CellPair pair) => pair.Base.Cell == pair.Head.Cell && _request.HeadEnvironment.Count == 0
        && (ProgramOf(pair.Base) == ProgramOf(pair.Head)
            || (FolderOf(pair.Base) is { } old && FolderOf(pair.Head) is { } now && ExecuteTheSame(old, now)));

    /// <summary>Starts what the applications need beside them, where no session does.</summary>
    public Task StartServicesAsync(CancellationToken cancellation) => _services.StartAsync(cancellation);

    public async ValueTask DisposeAsync()
    {
        await _services.DisposeAsync();
        foreach (var side in _sides) side.Dispose();
        await _checkouts.DisposeAsync();
    }

    private (PairedCells, IReadOnlyList<PairedBlock>) OfPlan()
    {
        var plan = _request.Job.Blocks is { } names ? _plan.Matrix.Plan.Only(names) : _plan.Matrix.Plan;
        return (new PairedCells([], plan.Cells), [.. plan.Blocks.Select(block => new PairedBlock(block, []))]);
    }

    private (PairedCells, IReadOnlyList<PairedBlock>) OfPairs()
    {
        var (matrix, dropped) = (_plan.Matrix, _request.Job.Blocks is null ? _ofBase.Dropped : []);
        var cells = PairedCells.Of(
            matrix.Selection.Scenarios, [.. matrix.Plan.Cells, .. dropped], _request.Range, Missing, _request.MayBeEmpty, _request.TakesAlone);
        if (_request.Job.Blocks is not { } names) return (cells, PairedBlock.Pack(cells.Pairs));
        var alone = cells.Pairs.Select(PairedBlock.Alone).ToList();
        var blocks = BlockNames.Of(names, alone, block => block.Block.Id);
        return (cells.Only(blocks), blocks);
    }

    private void LeaveOut(List<CellPair> identical)
    {
        if (identical.Count == 0) return;
        Cells = Cells.Without(identical);
        Blocks = [.. Blocks.Select(block => block.Only(pair => !identical.Contains(pair))).OfType<PairedBlock>()];
    }

    private bool ExecuteTheSame(string old, string now)
    {
        if (!_same.TryGetValue((old, now), out var same)) _same[(old, now)] = same = ExecutedContent.FirstDifference(old, now) is null;
        return same;
    }

    private Obstacle? Missing(string scenario)
    {
        if (!_plan.Scenarios.TryGetValue(scenario, out var resolved)) return null;
        var project = Path.GetFileName(resolved.Application.Project);
        if (!Of(Side.Base).Has(scenario) && !Of(Side.Head).Has(scenario) && _request.Job.Programs is null)
            throw new UsageException(
                $"scenario '{scenario}': neither base nor head has {project}, which its job in the crank files names; correct it");
        return !Of(Side.Base).Has(scenario)
            ? _ofBase.Measures(scenario)
                ? new(CellStatus.Dropped, $"base, {Base.Title}, measures another project under this name and has no {project}")
                : Obstacle.New($"base, {Base.Title}, has no {project}")
            : _ofBase.Lacks(_plan.Matrix.Selection.Scenarios.First(entry => entry.Name == scenario))
            ? Obstacle.New($"base, {Base.Title}, has no such benchmark")
            : !Of(Side.Head).Has(scenario) ? new(CellStatus.Dropped, $"base measures it, and head, {Head.Title}, has no {project}")
            : null;
    }

    private void RequireSide(ApplicationBuildException problem)
    {
        if (_request.IsComparison)
            throw new SideBuildException(problem.Variant.Side, Of(problem.Variant.Side).Tree, problem.Message, problem);
    }

    private SideBuilds Of(Side side) => _sides.First(one => one.Side == side);

    // Of what agents publish only the commit is known here.
    private string? ProgramOf(Variant variant) => ArtifactOf(variant) ?? Of(variant.Side).Tree.Source.Sha;

    // What agents publish is in no folder of this machine.
    private string? FolderOf(Variant variant) => Of(variant.Side).Application(variant) is { Remote: null } application ? application.Folder : null;

    private static ComparedSide NameOf(SideTree tree) => new(tree.Title, tree.Source.Sha);

    private BlockSetup Setup(Block block, int? rounds)
    {
        var setup = _plan.Setup(block, variant => Of(variant.Side).Application(variant));
        return rounds is { } number ? setup with { Measure = setup.Measure with { Rounds = number } } : setup;
    }

    private RunBuilder Builder(RunPlace place, IReadOnlyList<PairedBlock> blocks, IReadOnlyList<PlannedCell> cells)
    {
        int? rounds = _request.IsComparison ? _plan.Matrix.Measure.Rounds : null;
        var setups = blocks.Select(block => Setup(block.Block, rounds)).ToList();
        var settings = _request.IsComparison
            ? SettingsRecord.OfComparison(_plan.Matrix, setups, place.Stage, (Base.Title, Head.Title), _request)
            : SettingsRecord.Of(_plan.Matrix, setups);
        var variants = blocks.SelectMany(block => block.Block.Variants).Distinct().ToList();
        var header = new RunHeader(place.Id, place.Clock.GetUtcNow(), ThisTool.Info, Head.Source, place.Machine,
            settings with { Sdk = Of(Side.Head).SdkVersion },
            [.. variants.DistinctBy(ArtifactOf).Select(variant => EnvironmentOf(variant, [])?.Kept(ArtifactOf(variant)!)).OfType<ProgramRecord>()]);
        var builder = new RunBuilder(header, new Plan(cells, [.. blocks.Select(block => block.Block)]));
        foreach (var variant in variants)
        {
            builder.Describe(variant, Of(variant.Side).Facts(variant));
            if (Of(variant.Side).Failure(variant) is { } failure) builder.FailVariant(variant, failure);
        }

        foreach (var warning in Warnings(DateOnly.FromDateTime(header.StartedAt.UtcDateTime)))
            builder.Warn(warning);
        return builder;
    }

    private IEnumerable<string> Warnings(DateOnly today)
    {
        if (_request.IsComparison && Head.Source.Dirty)
            yield return "Head is the working tree with changes that are not committed, so nobody else can repeat this.";
        if (_ahead is not null) yield return _ahead;
        if (_ofBase.Problem is not null) yield return _ofBase.Problem;
        foreach (var cells in Obstacle.OnlyAtHead(Cells.Cells.Select(cell => (cell.Cell.Id, cell.Reason)))) yield return cells;
        foreach (var warning in _plan.Runtimes.Warnings.Concat(_plan.Matrix.OutOfSupport(today))) yield return warning;
    }

    // Commits that only base has would show as changes of head, the other way round.
    private static async Task<string?> AheadAsync(Revisions revisions, MeasurementRequest request, CancellationToken cancellation)
    {
        if (request is not { Base.Revision: { } old, Job.Programs: null }) return null;
        var head = request.Head.Revision ?? "HEAD";
        var count = await revisions.CommitsOnlyInAsync(
            await revisions.CommitAsync(old, cancellation), await revisions.CommitAsync(head, cancellation), cancellation);
        return count == 0 ? null
            : $"{old} has {Wording.Counted(count, "commit")} that head lacks; their changes show here too. 'git "
            + $"merge-base {old} {head}' names the commit that both have.";
    }
}
