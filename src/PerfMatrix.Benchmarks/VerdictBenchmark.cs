using System.Diagnostics;
using System.Globalization;
using PerfMatrix.Gate;
using PerfMatrix.GitHub;
using PerfMatrix.Metrics;

namespace PerfMatrix.Benchmarks;

/// <summary>Wall time of <c>perfmatrix github verdict</c> over the artifacts of 25 jobs with 40 cells each, from process start to exit.</summary>
internal static class VerdictBenchmark
{
    private const int Runs = 5;
    private const int Jobs = 25;
    private const int CellsOfJob = 40;
    private const int Rounds = 18;

    /// <summary>The time of one whole command.</summary>
    public static Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        var root = Directory.CreateTempSubdirectory("perfmatrix-verdict-");
        try
        {
            var metrics = MetricCatalogue.Load(Repository.Root).Metrics.Select(metric => metric.Name).ToList();
            var plan = Plan();
            JobPlanFile.Write(Path.Combine(root.FullName, "plan.json"), plan);
            foreach (var group in plan.Groups)
                Write(root.CreateSubdirectory($"screen/screen-{group.Slug}").FullName, plan, group, metrics);
            var times = Enumerable.Range(0, Runs).Select(_ => Time(root.FullName)).ToList();
            var size = root.EnumerateFiles("comparison.json", SearchOption.AllDirectories).Sum(file => file.Length) / 1e6;
            var name = string.Create(CultureInfo.InvariantCulture, $"verdict/artifacts of {Jobs * CellsOfJob} cells, {size:0} MB");
            IReadOnlyList<BenchmarkRow> rows = [new BenchmarkRow(name, "s", times.Median(), null, "no peer", null, "< 10", times.Median() < 10, times.Range())];
            return Task.FromResult(rows);
        }
        finally
        {
            root.Delete(recursive: true);
        }
    }

    private static double Time(string folder)
    {
        var start = Stopwatch.GetTimestamp();
        var output = Repository.RunIn(Repository.Root, Repository.Program("PerfMatrix"), "github", "verdict", "--plan", $"{folder}/plan.json", "--screen", $"{folder}/screen", "--out", $"{folder}/out");
        var seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        return output.StartsWith("## Pass", StringComparison.Ordinal) ? seconds : throw new InvalidOperationException($"The verdict is not the one expected: {output[..Math.Min(200, output.Length)]}");
    }

    private static JobPlan Plan() => new()
    {
        Selection = "--subset full",
        Subset = "full",
        Cores = 4,
        Base = new("base", "a"),
        Head = new("head", "b"),
        Groups = [.. Enumerable.Range(1, Jobs).Select(job => new PlannedGroup(job, $"g{job:00}", 10, 20, [new($"b{job}", 10, 20, 3.5, [.. Enumerable.Range(0, CellsOfJob).Select(cell => Cell((job * CellsOfJob) + cell))])]))],
        LeftOut = [],
        PolicyChanges = [],
    };

    private static ComparedCell Cell(int number) => new($"s{number / 50}/net10.0/gc{number}/2c", $"s{number / 50}", "net10.0", $"gc{number}", 2);

    private static void Write(string folder, JobPlan plan, PlannedGroup job, IReadOnlyList<string> metrics)
    {
        var random = new Random(job.Group);
        ComparisonFile.Write(Path.Combine(folder, ComparisonFile.Name), new()
        {
            Base = plan.Base!,
            Head = plan.Head!,
            Runs = [new("run", Stage.Screen, $"machine-{job.Group}", "fingerprint", "cpu", "local")],
            Cells = [.. job.Cells()],
            Pairs = [.. from cell in job.Cells() from metric in metrics select new PairSeries(cell.Id, metric, "run", "b", [.. Enumerable.Range(1, Rounds).Select(round => Round(round, random))])],
            Canaries = [],
            Differences = [],
            Warnings = [],
        });
    }

    private static PairRound Round(int round, Random random)
    {
        var ratio = 0.01 * (Enumerable.Range(0, 12).Sum(_ => random.NextDouble()) - 6);
        return new(round, 100, 100 * Math.Exp(ratio), ratio);
    }
}
