using System.Diagnostics;
using PerfMatrix.GitHub.Measured;
using PerfMatrix.GitHub.Plans;
using PerfMatrix.GitHub.Verdicts;

namespace PerfMatrix.Benchmarks;

/// <summary>Wall time of <c>perfmatrix github verdict</c> over the artifacts of 25 jobs with 40 cells each, one cell in 25 slower and confirmed by
/// the jobs that the gate asks for, from process start to exit.</summary>
internal static class VerdictBenchmark
{
    private const int Runs = 5;
    private const int Jobs = 25;
    private const int CellsOfJob = 40;
    private const int ScreenRounds = 18;
    private const int ConfirmRounds = 10;
    private const int CellsForOneSlower = 25;
    private const double Slower = 0.08;
    private const int Regressed = 1;

    public static Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        var root = Directory.CreateTempSubdirectory("perfmatrix-verdict-");
        try
        {
            var artifacts = WriteArtifacts(root);
            var times = Enumerable.Range(0, Runs).Select(_ => Time(root.FullName)).ToList();
            var size = root.EnumerateFiles(ComparisonDocument.File.Name, SearchOption.AllDirectories).Sum(file => file.Length) / 1e6;
            var name = string.Create(CultureInfo.InvariantCulture, $"verdict/{artifacts} artifacts of {Jobs * CellsOfJob} cells, {size:0} MB");
            return Task.FromResult<IReadOnlyList<BenchmarkRow>>([BenchmarkRow.Below(name, "s", times, 10)]);
        }
        finally
        {
            root.Delete(recursive: true);
        }
    }

    private static double Time(string folder)
    {
        var start = Stopwatch.GetTimestamp();
        string[] verdict = ["github", "verdict", "--plan", $"{folder}/plan.json", "--screen", $"{folder}/screen"];
        var output = BuiltCheckout.Run(
            BuiltCheckout.Perfmatrix, [.. verdict, "--confirm", $"{folder}/confirm", "--out", $"{folder}/out"], code: Regressed);
        var seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        return output.StartsWith("## Regressed", StringComparison.Ordinal) ? seconds
            : throw new InvalidOperationException($"The verdict is not the one expected: {output[..Math.Min(200, output.Length)]}");
    }

    /// <summary>Writes the plan and what both stages leave.</summary>
    private static int WriteArtifacts(DirectoryInfo root)
    {
        var metrics = Metric.All.Select(metric => metric.Name).ToList();
        var plan = Plan();
        JobPlan.File.Write(Path.Combine(root.FullName, "plan.json"), plan);
        foreach (var group in plan.Groups)
            Write(root.CreateSubdirectory($"screen/screen-{group.Slug}").FullName,
                Comparison(plan, Stage.Screen, group.Slug, [.. group.Cells()], metrics, ScreenRounds));

        var screen = new ArtifactFolders(Path.Combine(root.FullName, "screen"), "screen");
        var suspects = PullRequestDecision.OfScreen(plan, screen, new ArtifactReader(plan), new GateRules(new GatePolicy())).Decision.Suspects;
        var jobs = ConfirmGroups.Pack(suspects, plan);
        foreach (var job in jobs)
            Write(root.CreateSubdirectory($"confirm/confirm-{job.Slug}").FullName,
                Comparison(plan, Stage.Confirm, job.Slug, [.. plan.Cells().Where(cell => job.Cells.Contains(cell.Id))], metrics, ConfirmRounds));
        return plan.Groups.Count + jobs.Count;
    }

    private static JobPlan Plan() => new()
    {
        Selection = "--subset full",
        Subset = "full",
        Cores = 4,
        Base = new("base", "a"),
        Head = new("head", "b"),
        Groups = [.. Enumerable.Range(1, Jobs)
            .Select(job => new PlannedGroup(job, $"g{job:00}", 10, 20,
                [new($"b{job}", 10, 20, 3.5, [.. Enumerable.Range(0, CellsOfJob).Select(cell => Cell((job * CellsOfJob) + cell))])]))],
        LeftOut = [],
        PolicyChanges = [],
    };

    private static Cell Cell(int number) => new($"s{number / 50}", "net10.0", $"gc{number}", 2);

    private static bool IsSlower(Cell cell) => int.Parse(cell.Gc.AsSpan(2), CultureInfo.InvariantCulture) % CellsForOneSlower == 0;

    private static ComparisonDocument Comparison(
        JobPlan plan, Stage stage, string slug, IReadOnlyList<Cell> cells, IReadOnlyList<string> metrics, int rounds)
    {
        var random = new Random(slug.Aggregate(0, (seed, character) => (seed * 31) + character));
        return new()
        {
            Base = plan.Base!,
            Head = plan.Head!,
            Runs = [new("run", stage, $"machine-{slug}", "fingerprint", "cpu", "local")],
            Cells = [.. cells.Select(cell => new ComparedCell(cell))],
            Pairs = [.. from cell in cells from metric in metrics select new PairSeries(
                cell.Id, metric, "run", "b", [.. Enumerable.Range(1, rounds).Select(round => Round(round, random, IsSlower(cell) ? Slower : 0))])],
            Canaries = [],
            Differences = [],
            Warnings = [],
        };
    }

    private static void Write(string folder, ComparisonDocument comparison) =>
        ComparisonDocument.File.Write(Path.Combine(folder, ComparisonDocument.File.Name), comparison);

    private static PairRound Round(int round, Random random, double shift)
    {
        var ratio = shift + (0.01 * (Enumerable.Range(0, 12).Sum(_ => random.NextDouble()) - 6));
        return new(round, 100, 100 * Math.Exp(ratio), ratio);
    }
}
