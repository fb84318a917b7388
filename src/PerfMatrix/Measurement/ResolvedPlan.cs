namespace PerfMatrix.Measurement;

/// <summary>A plan with its scenarios and runtimes resolved: all that can be known before something is built.</summary>
internal sealed record ResolvedPlan(
    MatrixPlan Matrix, IReadOnlyDictionary<string, ResolvedScenario> Scenarios, RuntimeAxis Runtimes, GcPlacements Gcs)
{
    /// <summary>Plans a selection for this machine: names and files first, then the feed.</summary>
    /// <param name="isComparison">Whether one of two sides may lack a project that the crank files here name.</param>
    /// <param name="job">Where the programs come from: those that are there already have their patches, others are asked of the feed.</param>
    public static async Task<ResolvedPlan> ResolveAsync(
        string root, PlanRequest request, ProfileChoice profile, CancellationToken cancellation, JobPart? job = null,
            bool isComparison = false)
    {
        var matrix = MatrixDefinition.Load(root);
        var machine = request.Machine ?? MachineRecord.Limits;
        var wished = MatrixPlan.Of(matrix, request, machine, unavailable: _ => null);
        var scenarios = ScenariosOf(root, wished, profile, isComparison);
        if (job?.Remote is not null && scenarios.FirstOrDefault(scenario => scenario.Value.IsBenchmark).Key is { } benchmark)
            throw new UsageException(
                $"{RemoteRepository.Option}: scenario '{benchmark}' is a BenchmarkDotNet project, which is built on this machine only; "
                    + $"leave one of the two out");
        var sdk = new Sdk(root);
        var runtimes = job?.Programs is not { } programs
            ? await RuntimeAxis.ResolveAsync(await sdk.RuntimesAsync(cancellation), wished.Selection.Runtimes, cancellation)
            : programs.Runtimes(wished.Selection.Runtimes);
        if (wished.Selection.Scenarios.Any(scenario => scenario.IsPattern))
        {
            matrix = await new BenchmarkSearch(sdk, runtimes, job?.Programs?.Publisher(isComparison ? Side.Base : Side.Head, root))
                .FillAsync(matrix, wished.Selection, request.Axes[Axis.Scenario] ?? [], scenarios, cancellation);
            scenarios = ScenariosOf(root, MatrixPlan.Of(matrix, request, machine, unavailable: _ => null), profile, isComparison);
        }

        var gcs = sdk.GcPlacements();
        var plan = MatrixPlan.Of(matrix, request, machine with
        {
            UnavailableGcModes = await UnavailableAsync(gcs, wished.Selection.GcModes, job, cancellation),
        }, runtimes.Unavailable);
        return new ResolvedPlan(plan, scenarios, runtimes, gcs);
    }

    private static async Task<IReadOnlyDictionary<string, string>> UnavailableAsync(
        GcPlacements gcs, IReadOnlyList<GcMode> modes, JobPart? job, CancellationToken cancellation)
    {
        if (job?.Remote is not null) return GcPlacements.UnavailableElsewhere(modes);
        await gcs.BuildAsync(modes, cancellation);
        return gcs.Unavailable(modes);
    }

    public BlockSetup Setup(Block block, Func<Variant, Application?> applicationOf)
    {
        var placement = CpuPlacement.Of(block.Cores, MachineRecord.Current.Cpus);
        var applications = block.Variants.Select(variant => (variant.Id, Application: applicationOf(variant)))
            .Where(built => built.Application is not null).ToDictionary(built => built.Id, built => built.Application!);
        // Pinning needs Linux; elsewhere only `all` cores are available, and nothing is pinned.
        var (application, load) = OperatingSystem.IsLinux() ? (placement.Application, placement.Load) : ([], []);
        return new BlockSetup(block, applications, Scenarios[block.Scenario].Load, Matrix.MeasureOf(block), application, load)
        { BenchmarkCase = Matrix.Selection.Scenarios.First(scenario => scenario.Name == block.Scenario).Case };
    }

    public static IReadOnlyDictionary<string, ResolvedScenario> ScenariosOf(
        string root, MatrixPlan plan, ProfileChoice profile, bool mayLackProject = false)
    {
        var resolver = new ScenarioResolver(root);
        return plan.Selection.Scenarios.ToDictionary(
            entry => entry.Name,
            entry => Checked(entry, resolver.Resolve(new ScenarioRequest(Path.Combine(root, entry.File), entry.NameInFile)
            {
                Profile = profile.Name,
                Variables = profile.Variables,
                MayLackProject = mayLackProject,
            })));
    }

    private static ResolvedScenario Checked(ScenarioEntry entry, ResolvedScenario resolved) => (resolved.IsBenchmark, entry.Case) switch
    {
        (true, null) => throw new UsageException(
            $"{RepositoryRoot.MatrixFile}: scenario '{entry.Name}' is a BenchmarkDotNet project; name its methods under 'cases', or [\"*\"] for all"),
        (false, not null) => throw new UsageException(
            $"{RepositoryRoot.MatrixFile}: scenario '{entry.NameInFile}' has 'cases', but its job in {entry.File} has no 'options: {{ "
                + $"benchmarkDotNet: true }}'"),
        _ => resolved,
    };
}

/// <summary>The runtimes of a selection, each with the exact patch it stands for here, or the reason why there is none.</summary>
internal sealed class RuntimeAxis(IReadOnlyDictionary<RuntimeSelector, RuntimeResolution> resolutions)
{
    /// <summary>What a reader should know, e.g. that a feed was unreachable.</summary>
    public IEnumerable<string> Warnings => resolutions.Values.SelectMany(resolution => resolution.Warnings).Distinct();

    public static async Task<RuntimeAxis> ResolveAsync(
        RuntimeCatalogue catalogue, IEnumerable<RuntimeSelector> runtimes, CancellationToken cancellation)
    {
        var resolutions = new Dictionary<RuntimeSelector, RuntimeResolution>();
        foreach (var runtime in runtimes) resolutions[runtime] = await catalogue.ResolveAsync(runtime, cancellation);
        return new RuntimeAxis(resolutions);
    }

    public IReadOnlyList<PublishedPatch> Patches =>
        [.. resolutions.Select(one => new PublishedPatch(one.Key.ToString(), one.Value.Patch, one.Value.Reason))];

    public string? Unavailable(RuntimeSelector runtime) => resolutions[runtime].Reason;

    /// <summary>What publishes a project for a runtime that can be measured.</summary>
    public PublishRequest Request(string project, RuntimeSelector runtime, bool isBenchmark) =>
        new(project, runtime.Framework, Patch(runtime), RuntimeIdentifiers.OfThisMachine())
        {
            Arguments = isBenchmark ? [.. DailyFeed.Arguments(Patch(runtime)), PublishArguments.MeasureInProcess(project)]
                : DailyFeed.Arguments(Patch(runtime)),
        };

    public string Patch(RuntimeSelector runtime) => resolutions[runtime].Patch ?? throw new InvalidOperationException($"{runtime} is unavailable.");
}

/// <summary>Plans the scenarios of one project of several, by the jobs that the crank files name.</summary>
internal static class ProjectSelection
{
    /// <summary>The request with the scenarios of its project by name; the same where it asks for none.</summary>
    /// <exception cref="UsageException">Nothing of the selection measures the project.</exception>
    public static PlanRequest Narrowed(string root, PlanRequest request, ProfileChoice profile)
    {
        if (request.Project is not { } project) return request;
        var plan = MatrixPlan.Of(MatrixDefinition.Load(root), request, request.Machine ?? MachineRecord.Limits, unavailable: _ => null);
        var projects = ResolvedPlan.ScenariosOf(root, plan, profile, mayLackProject: true)
            .ToDictionary(scenario => scenario.Key, scenario => ProgramFolder.ProjectName(root, scenario.Value.Application.Project));
        var wanted = Path.GetRelativePath(root, Path.Combine(root, project)).Replace('\\', '/').TrimEnd('/');
        var scenarios = projects.Where(scenario => $"{scenario.Value}/".StartsWith($"{wanted}/", StringComparison.Ordinal))
            .Select(scenario => scenario.Key).ToList();
        if (scenarios.Count == 0)
            throw new UsageException(
                $"--project: found '{project}', which no scenario of this selection measures; they measure "
                    + $"{string.Join(", ", projects.Values.Distinct())}");
        return request with { Project = null, Axes = request.Axes.With(Axis.Scenario, scenarios) };
    }
}
