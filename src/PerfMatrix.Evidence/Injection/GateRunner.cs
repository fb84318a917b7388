using System.Security.Cryptography;

namespace PerfMatrix.Evidence.Injection;

/// <summary>Runs real gates of base against a copy of itself, which differs in nothing but its environment.</summary>
internal interface IGateRunner
{
    MachineInfo Machine { get; }

    /// <summary>The code that both sides are built from.</summary>
    SourceInfo Source { get; }

    /// <summary>What measures and decides here: the same text as long as nothing of that changes.</summary>
    string Gate { get; }

    /// <summary>A whole gate, with all looks that it needs.</summary>
    /// <param name="environment">Environment of head beyond that of base; empty for A/A.</param>
    Task<GateRun> GateAsync(string id, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation);

    /// <summary>Some rounds of base and copy without a verdict, for calibration and for the pool of rounds.</summary>
    /// <param name="cell">Id of the only cell to measure; null for all of the plan.</param>
    Task<ComparisonDocument> MeasureAsync(
        string id, int rounds, string? cell, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation);

    /// <summary>The cells of the plan, and how each is measured.</summary>
    Task<IReadOnlyList<(Cell Cell, ScenarioSettings Settings)>> CellsAsync(CancellationToken cancellation);
}

internal sealed record GateRun(ComparisonDocument Comparison, VerdictDocument Verdict, string? Folder = null);

/// <summary>Reads the raw files of a run: each holds what the conductor saw in one round.</summary>
internal static class RawRounds
{
    /// <summary>The rounds of a run's folder in the order of their times; none where there is no such folder.</summary>
    public static IEnumerable<RoundObservation> Read(string folder) => new DirectoryInfo(Path.Combine(folder, "raw")) is { Exists: true } raw
        ? raw.EnumerateFiles("*.json").Where(file => !file.Name.EndsWith(".timeline.json", StringComparison.Ordinal)).Select(Read)
            .OrderBy(round => round.StartedAt)
        : [];

    private static RoundObservation Read(FileInfo file) => Errors.Or(
        () => JsonElement.Parse(File.ReadAllBytes(file.FullName)).GetProperty("round").Deserialize(ContractJson.Default.RoundObservation)!,
        problem => problem is JsonException or KeyNotFoundException or InvalidOperationException, problem => throw new UsageException(
            $"{file.FullName}: not the raw file of a round: {problem.Message} Delete the folder of its run.", problem));
}

/// <summary>What measures, what decides, what is measured, and how: evidence about the gate holds as long as nothing of it changes.</summary>
internal static class MeasuringTree
{
    /// <summary>Its folders; the others of <c>src/PerfMatrix</c> read, show, store or explain what was measured. Then the files that decide how all
    /// programs are built: folders of programs have lock files, those of <c>workloads</c> have not, so versions of packages count, too.</summary>
    public static IReadOnlyList<string> Paths { get; } =
    [
        .. new[] { "Metrics", "Matrix", "Statistics", "Gate", "Runtimes", "Drivers", "Measurement" }.Select(room => $"src/PerfMatrix/{room}"),
        "src/PerfMatrix.Load", "src/PerfMatrix.Launcher", "src/PerfMatrix.Probe", "src/PerfMatrix.Shared", "workloads", "crank",
        "global.json", "Directory.Build.props", "Directory.Packages.props", "src/Directory.Build.props",
    ];

    /// <summary>Nothing of these measures or decides: prose, labels, and acknowledgements, which no self-test reads.</summary>
    private static readonly string[] s_without = ["*.md", "crank/labels.yml", "crank/acknowledged.yml"];

    /// <summary>A hash of it in a checkout, with changes that are not committed; null where git does not know all of it.</summary>
    public static string? HashOf(Git git)
    {
        string[] within = ["--", .. Paths, .. s_without.Select(pattern => $":(exclude){pattern}")];
        if (git.Ask(["rev-parse", .. Paths.Select(path => $"HEAD:{path}")]) is null) return null;
        var changes = git.Ask(["status", "--porcelain", "--untracked-files=all", .. within]) is { Length: > 0 } changed
            ? changed + git.Ask(["diff", "HEAD", .. within]) : "";
        return git.Ask(["ls-files", "--stage", .. within]) is { } files
            ? Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(files + changes)))[..16] : null;
    }
}

/// <summary>Runs gates as pull requests get them: nothing of measurement or decision is replaced. The working tree is both sides.</summary>
/// <param name="plan">The cells, and how to measure them. The number of rounds is up to the gate.</param>
internal sealed class PairedGateRunner(
    MeasuringFlow flow, PlanRequest plan, Func<string, RunFolder> folders, MachineInfo machine, Func<PairedCells, GateRules> rules) : IGateRunner
{
    public MachineInfo Machine => machine;

    public SourceInfo Source { get; } = GitSource.Read(new Git(flow.Root), Environment.GetEnvironmentVariable);

    /// <summary>The commits of tool and code where the checkout is none of the tool.</summary>
    public string Gate => field ??= MeasuringTree.HashOf(new Git(flow.Root)) ?? $"{ThisTool.Info.Commit} {Source.Sha}";

    public Task<GateRun> GateAsync(string id, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation) =>
        flow.RunAsync<GateRun>(Request(environment), measurement =>
        {
            // What is acknowledged must not hide what the gate found.
            var strict = rules(measurement.Cells) with { Acknowledgements = [] };
            return new(() => folders(id), async place =>
            {
                var comparison = await GatedMeasurement.Of(measurement, place, strict, flow.View).MeasureAsync(cancellation);
                comparison.Write(place.Folder);
                return new GateRun(comparison.Comparison, comparison.Decision.Verdict, place.Folder.Root);
            });
        }, cancellation);

    public Task<ComparisonDocument> MeasureAsync(
        string id, int rounds, string? cell, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation) =>
        flow.RunAsync<ComparisonDocument>(Request(environment), measurement =>
        {
            var look = new Look(cell is null ? [.. measurement.Cells.Pairs.Select(pair => pair.Id)] : [cell], rounds);
            return new(() => folders(id), place => measurement.MeasureAsync(place, look, flow.View, cancellation));
        }, cancellation);

    /// <summary>The cause of what the environment of head does to the only cell, by traced rounds alone.</summary>
    public Task<CellExplanation> ExplainAsync(string id, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation) =>
        flow.RunAsync<CellExplanation>(Request(environment), measurement => new(() => folders(id), async place =>
        {
            await measurement.StartServicesAsync(cancellation);
            var explainer = new Explainer(measurement, place, flow.View, ExplainingTime.Here);
            return (await explainer.ExplainAsync([measurement.Cells.Pairs.Single().Id], [], cancellation)).Cells.Single();
        }), cancellation);

    public async Task<IReadOnlyList<(Cell Cell, ScenarioSettings Settings)>> CellsAsync(CancellationToken cancellation)
    {
        await using var measurement = await flow.PrepareAsync(Request(new Dictionary<string, string>()), cancellation);
        return [.. from pair in measurement.Cells.Pairs
                   let block = measurement.Blocks.First(one => one.Pairs.Any(own => own.Id == pair.Id))
                   select (pair.Cell, SettingsRecord.Of(measurement.Matrix.MeasureOf(block.Block)))];
    }

    private MeasurementRequest Request(IReadOnlyDictionary<string, string> environment) =>
        new(plan, SideSource.WorkingTree, SideSource.WorkingTree) { HeadEnvironment = environment, MeasuresIdentical = true };
}
