namespace PerfMatrix.Measurement;

internal delegate Task<MatrixDefinition> CaseSearch(
    MatrixDefinition matrix, Selection selection, IReadOnlyDictionary<string, ResolvedScenario> scenarios);

/// <summary>What base measures by its own matrix in the same selection. The matrix of the checkout serves both sides, so what a change takes out of
/// it would vanish from the comparison without a word; on GitHub the checkout is base's.</summary>
/// <param name="Dropped">Cells of scenarios that the checkout's matrix does not have.</param>
/// <param name="Problem">Why nobody knows what base measures; null when it is known.</param>
internal sealed record BaseScenarios(IReadOnlyList<PlannedCell> Dropped, string? Problem)
{
    private HashSet<string> Known { get; init; } = [];

    /// <summary>The projects of BenchmarkDotNet all of whose benchmarks are known.</summary>
    private HashSet<string?> Searched { get; init; } = [];

    /// <summary>Reads the matrix of base where its files are checked out beside those of head.</summary>
    /// <param name="plan">The plan by the matrix of the checkout.</param>
    public static async Task<BaseScenarios> OfAsync(MeasurementRequest request, SideTree old, MatrixPlan plan, CaseSearch search)
    {
        if (!request.IsComparison || request.MeasuresIdentical || request.Range is not null || old.Worktree is null
            || !RepositoryRoot.Files.Any(file => File.Exists(Path.Combine(old.Root, file))))
        {
            return new([], null);
        }

        try
        {
            // Whether its runtimes can be had here is of no interest where head has nothing to compare.
            var matrix = MatrixDefinition.Load(old.Root);
            var own = MatrixPlan.Of(matrix, request.Plan, plan.Machine, unavailable: _ => null);
            var resolved = ResolvedPlan.ScenariosOf(old.Root, own, request.Profile, mayLackProject: true);
            var searched = own.Selection.Scenarios.Where(scenario => scenario.IsPattern).Select(scenario => scenario.Family).ToHashSet();
            if (searched.Count > 0)
            {
                own = MatrixPlan.Of(await search(matrix, own.Selection, resolved), request.Plan, plan.Machine, unavailable: _ => null);
                resolved = ResolvedPlan.ScenariosOf(old.Root, own, request.Profile, mayLackProject: true);
            }

            var measured = own.Selection.Scenarios.Where(scenario => !scenario.Alone && File.Exists(resolved[scenario.Name].Application.Project))
                .Select(scenario => scenario.Name).ToHashSet();
            var scenarios = plan.Selection.Scenarios.Select(scenario => scenario.Name).ToHashSet();
            var cells = own.Plan.Cells.Where(cell => cell.Status == CellStatus.Planned && measured.Contains(cell.Cell.Scenario)).ToList();
            var families = own.Selection.Scenarios.ToDictionary(scenario => scenario.Name, scenario => scenario.Family);
            return new([.. cells.Where(cell => !scenarios.Contains(cell.Cell.Scenario))
                .Select(cell => new PlannedCell(cell.Cell, CellStatus.Dropped, searched.Contains(families[cell.Cell.Scenario])
                    ? $"base, {old.Title}, has this benchmark, and head has not"
                    : $"base, {old.Title}, measures it, and {RepositoryRoot.MatrixFile} here does not list it"))], null)
            {
                Known = measured,
                Searched = searched,
            };
        }
        catch (UsageException problem)
        {
            return new([], $"What base, {old.Title}, measures by its own {RepositoryRoot.MatrixFile} is not known, so a scenario that head has "
                + $"dropped would not be noticed: {problem.Message}");
        }
    }

    /// <summary>Whether it is a benchmark that the project of base does not have.</summary>
    public bool Lacks(ScenarioEntry scenario) => Searched.Contains(scenario.Family) && !Known.Contains(scenario.Name);

    /// <summary>Whether base measures a scenario of this name, from whatever project.</summary>
    public bool Measures(string scenario) => Known.Contains(scenario);
}

/// <summary>Finds the cases that patterns mean. BenchmarkDotNet's list has no parameter sets or jobs, so each runs once; failed ones count.</summary>
/// <param name="published">Where programs are that another job has published; null publishes the files that the SDK is for.</param>
internal sealed class BenchmarkSearch(Sdk sdk, RuntimeAxis runtimes, IPublisher? published)
{
    /// <param name="asked">What the command line calls scenarios; of a large project only those are run.</param>
    public async Task<MatrixDefinition> FillAsync(
        MatrixDefinition matrix, Selection selection, IReadOnlyList<string> asked, IReadOnlyDictionary<string, ResolvedScenario> scenarios,
            CancellationToken cancellation)
    {
        if (selection.Runtimes.Where(runtime => runtimes.Unavailable(runtime) is null).Take(1).ToList() is not [var runtime]) return matrix;
        using var publisher = published ?? sdk.Publisher();
        foreach (var family in selection.Scenarios.Where(scenario => scenario.IsPattern).GroupBy(scenario => scenario.Family!))
        {
            var job = scenarios[family.First().Name].Application;
            var request = runtimes.Request(job.Project, runtime, isBenchmark: true);
            if ((await publisher.PublishAllAsync([request], cancellation))[0] is not Publication program) throw Unbuilt(family.Key, request);
            List<BenchmarkCase> patterns = [.. family.Select(scenario => BenchmarkCase.Of(scenario.Case!))];
            IReadOnlyList<BenchmarkCase> wanted = AskedOf(family.Key, asked).ToList() is { Count: > 0 } some ? some : patterns;
            var benchmarks = new BenchmarkProgram(Path.Combine(program.Folder, program.Executable), job.Arguments, job.EnvironmentVariables);
            matrix = matrix.WithCases(family.Key, await sdk.Cases.OfAsync(program, FoundCases.Question(benchmarks, wanted, patterns),
                () => FindAsync(family.Key, wanted, patterns, job.Project, benchmarks, cancellation)));
        }

        return matrix;
    }

    private static async Task<SearchOutcome> FindAsync(
        string family, IReadOnlyList<BenchmarkCase> wanted, List<BenchmarkCase> patterns, string project, BenchmarkProgram benchmarks,
        CancellationToken cancellation)
    {
        var folder = Directory.CreateTempSubdirectory("perfmatrix-cases-").FullName;
        var outcome = await new BenchmarkProcess(folder).FindAsync(benchmarks, wanted, cancellation);
        // What a referenced library brings is without our attribute, and would be measured in other processes.
        var found = outcome.Entries.Where(entry => entry.DisplayInfo.Contains("InProcess", StringComparison.Ordinal)
            && patterns.Exists(pattern => pattern.Matches(entry))).ToList();
        return found.Count > 0 ? new SearchOutcome(BenchmarkCase.NamesOf(found), IsWhole: outcome.ExitCode == 0)
            : throw Unfound(family, string.Join(" or ", wanted.Select(one => one.Name)), project, outcome);
    }

    public static UsageException Unfound(string family, string wanted, string project, BenchmarkOutcome outcome) => new(
        $"scenario '{family}': found no benchmark {wanted}, expected one of those in {project} itself that its Main runs by "
            + "BenchmarkSwitcher or BenchmarkRunner, and as arguments of its job only those of BenchmarkDotNet; BenchmarkDotNet ended with code "
            + $"{outcome.ExitCode} and said:{Environment.NewLine}{outcome.LastLines}");

    // An underscore of an id may stand for another character. A part of the project that is asked for by its whole name has all jobs.
    private static IEnumerable<BenchmarkCase> AskedOf(string family, IReadOnlyList<string> asked) => asked.Contains(family) ? [] : asked
        .Where(name => name.StartsWith($"{family}/", StringComparison.Ordinal))
        .Select(name => BenchmarkCase.Of(name[(family.Length + 1)..].Replace('_', '?')) with { Job = null });

    private static UsageException Unbuilt(string family, PublishRequest request) => new(
        $"scenario '{family}': {request.Project} does not build for {request.Framework}, so nobody knows its benchmarks; build it by `dotnet build`");
}

/// <param name="IsWhole">Whether the program came to its end, so that none is missing.</param>
internal sealed record SearchOutcome(IReadOnlyList<string> Names, bool IsWhole);

/// <summary>Keeps what searches have found, by all that is known to decide it: the program, what it is given, and what is asked for. Secrets are in
/// what it is given, so files are named after a hash.</summary>
/// <param name="folder">Folder of the lists, absolute; usually <c>artifacts/cache/cases</c>.</param>
internal sealed class FoundCases(string folder)
{
    /// <summary>The newest lists are kept, of some kB each.</summary>
    public const int Most = 100;

    public static string Question(BenchmarkProgram program, IReadOnlyList<BenchmarkCase> wanted, IReadOnlyList<BenchmarkCase> patterns) =>
        JsonSerializer.Serialize(new
        {
            ThisTool.Info,
            program.Arguments,
            Variables = program.Environment.OrderBy(one => one.Key, StringComparer.Ordinal),
            wanted,
            patterns,
        });

    /// <summary>The names that an earlier search has found, or those of this one.</summary>
    public async Task<IReadOnlyList<string>> OfAsync(Publication program, string question, Func<Task<SearchOutcome>> search)
    {
        using var hash = new ContentHash();
        hash.Add(program.ContentHash);
        hash.Add(question);
        var file = Path.Combine(folder, $"{hash.ToHex()}.json");
        if (FileErrors.JsonOrNull(file, kept => JsonSerializer.Deserialize<List<string>>(kept)) is { Count: > 0 } names) return names;
        var found = await search();
        // Where it cannot be kept, the next command searches again.
        if (found.IsWhole && !ReadsAnything(program.Folder)) FileErrors.Ignore(() => Keep(file, found.Names));
        return found.Names;
    }

    private void Keep(string file, IReadOnlyList<string> names)
    {
        Directory.CreateDirectory(folder);
        AtomicFile.Replace(file, JsonSerializer.SerializeToUtf8Bytes(names));
        foreach (var old in new DirectoryInfo(folder).GetFiles("*.json").OrderByDescending(one => one.LastWriteTimeUtc).Skip(Most)) old.Delete();
    }

    /// <summary>Whether members of a program may say its parameters ([ParamsSource], [ArgumentsSource]): they may read anything, so its content does
    /// not decide them. A program that cannot be read is one of them. BenchmarkDotNet itself only declares and looks for the attributes.</summary>
    private static bool ReadsAnything(string program) => FileErrors.Or(() => Directory.EnumerateFiles(program, "*.dll")
        .Where(file => Path.GetFileName(file) is not ("BenchmarkDotNet.dll" or "BenchmarkDotNet.Annotations.dll"))
        .Any(file => File.ReadAllBytes(file).AsSpan().IndexOf("sSourceAttribute"u8) >= 0), true);
}
