namespace PerfMatrix.GitHub.Measured;

/// <summary>Reads the comparison of a job from its artifact. The job has run code of the pull request, so nothing in the artifact is believed that
/// the plan contradicts: which cells, which commits, which stage. Numbers cannot be checked from outside. Several threads may read at once.</summary>
internal sealed class ArtifactReader(JobPlan plan)
{
    /// <summary>Largest file that is read: 1,000 cells in one group come to some 30 MB.</summary>
    public const long LargestFile = 64L << 20;
    /// <summary>Most bytes that are read of all artifacts.</summary>
    public const long LargestTotal = 1L << 30;

    private const int MostPairs = 1000;
    private const int MostWarnings = 20;
    private const int MostPrograms = 20;
    private const double LargestLogRatio = 20;
    private readonly Dictionary<string, Cell> _planned = plan.Cells().ToDictionary(cell => cell.Id);
    private readonly HashSet<string> _unmeasured = [.. plan.Identical.Concat(plan.Dropped).Select(cell => cell.Id)];
    private long _read;

    /// <exception cref="ArtifactException">It is missing, damaged, too large, or not what was planned.</exception>
    public ComparisonDocument Read(string folder, Stage stage, IReadOnlyCollection<string> cells)
    {
        var name = Path.GetFileName(folder);
        var file = Checked(folder, name);
        return Errors.Or(() =>
        {
            var comparison = ComparisonDocument.File.Parse(File.ReadAllText(file), $"{name}/{ComparisonDocument.File.Name}");
            return Contradiction(comparison, stage, cells) is { } problem
                ? throw new ArtifactException($"{name}/{ComparisonDocument.File.Name}: {problem}") : Trusted(comparison, name);
        }, problem => FileErrors.Is(problem) || problem is UsageException, problem => throw new ArtifactException(problem.Message));
    }

    // A link would lead out of the folder.
    private string Checked(string folder, string name)
    {
        var file = new FileInfo(ComparisonDocument.File.In(folder));
        if (new DirectoryInfo(folder).LinkTarget is not null || file.LinkTarget is not null)
            throw new ArtifactException($"{name}: found a link, expected a folder with {ComparisonDocument.File.Name}");
        if (!file.Exists) throw new ArtifactException($"{name}: holds no {ComparisonDocument.File.Name}, so its job measured nothing");
        return file.Length > LargestFile || Interlocked.Add(ref _read, file.Length) > LargestTotal
            ? throw new ArtifactException(
            $"{name}/{ComparisonDocument.File.Name}: has {file.Length >> 20} MiB, at most {LargestFile >> 20} MiB were expected, "
                + $"and {LargestTotal >> 20} MiB of all artifacts")
            : file.FullName;
    }

    private string? Contradiction(ComparisonDocument comparison, Stage stage, IReadOnlyCollection<string> cells) =>
        comparison.Cells.FirstOrDefault(cell => !cells.Contains(cell.Id) && !_unmeasured.Contains(cell.Id)) is { } other
            ? $"found cell {other.Id}, which its job does not measure"
        : comparison.Runs is not [var run] ? $"found {comparison.Runs.Count} runs, one was expected"
        : run.Stage != stage ? $"found stage {run.Stage}, {stage} was expected"
        : Commits(comparison)
        ?? comparison.Pairs.Concat(comparison.Canaries).Select(Series).FirstOrDefault(problem => problem is not null)
        ?? (comparison.Pairs.GroupBy(series => (series.Cell, series.Metric)).FirstOrDefault(series => series.Count() > 1) is { } twice
            ? $"found {twice.Key.Metric} of {twice.Key.Cell} twice" : null)
        ?? (comparison is { NotGating: { } reason, Pairs.Count: > 0 } ? $"must not gate: {reason}" : null);

    private string? Commits(ComparisonDocument comparison) =>
        comparison.Base.Sha != plan.Base?.Sha ? $"was measured with base {comparison.Base.Sha ?? "unknown"}, the plan has {plan.Base?.Sha ?? "none"}"
        : comparison.Head.Sha != plan.Head?.Sha
        ? $"was measured with head {comparison.Head.Sha ?? "unknown"}, the plan has {plan.Head?.Sha ?? "none"}"
        : null;

    private string? Series(PairSeries series) =>
        Metric.Find(series.Metric) is null ? $"found metric {series.Metric}, which there is not"
        : series.Rounds.Count > MostPairs ? $"found {series.Rounds.Count} pairs of {series.Cell}, at most {MostPairs} were expected"
        : series.Rounds.Any(round => !IsNumber(round)) ? $"found a value of {series.Cell} that is no number of a measurement"
        : series.Rounds.DistinctBy(round => (round.Round, round.Copy)).Count() < series.Rounds.Count ? $"found a round of {series.Cell} twice"
        : null;

    private static IReadOnlyList<EnvironmentDifference>? Cleaned(IReadOnlyList<EnvironmentDifference>? environment) => environment is null ? null :
    [
        .. environment.Take(EnvironmentDifference.Most).Select(one => one with
        {
            Name = ForeignText.Clean(one.Name),
            Base = one.Base is { } old ? ForeignText.Clean(old) : null,
            Head = one.Head is { } now ? ForeignText.Clean(now) : null,
            Programs = [.. one.Programs.Take(MostPrograms).Select(ForeignText.Clean)],
        }),
    ];

    private static bool IsNumber(PairRound round) =>
        double.IsFinite(round.Base ?? 0) && double.IsFinite(round.Head ?? 0) && Math.Abs(round.LogRatio ?? 0) <= LargestLogRatio
        && !double.IsNaN(round.LogRatio ?? 0);

    // Runs are told apart by the artifact they came in, whatever they call themselves. A job that measured nothing reports its cells as missing.
    // Of cells that the plan knows to be the same, or dropped, nothing is taken: their block may have them, too.
    private ComparisonDocument Trusted(ComparisonDocument comparison, string name)
    {
        var run = comparison.Runs[0];
        return comparison with
        {
            Base = plan.Base!,
            Head = plan.Head!,
            Runs = [new(name, run.Stage, ForeignText.Clean(run.Machine), ForeignText.Clean(run.Fingerprint), ForeignText.Clean(run.CpuModel),
                ForeignText.Clean(run.Driver))],
            Cells = [.. comparison.Cells.Where(cell => !_unmeasured.Contains(cell.Id)).Select(cell => new ComparedCell(_planned[cell.Id])
            {
                Missing = cell.Missing is { } reason ? ForeignText.Clean(reason) : null,
                Identical = cell.Identical,
            })],
            Pairs = [.. comparison.Pairs.Where(series => !_unmeasured.Contains(series.Cell))
                .Select(series => series with { Run = name, Block = ForeignText.Clean(series.Block) })],
            Canaries = [.. comparison.Canaries.Select(series => series with { Run = name, Block = ForeignText.Clean(series.Block) })],
            Differences = [],
            Environment = Cleaned(comparison.Environment),
            NotGating = null,
            Warnings = [.. comparison.Warnings.Take(MostWarnings).Select(ForeignText.Clean)],
        };
    }
}
