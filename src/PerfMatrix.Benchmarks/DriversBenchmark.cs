using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using PerfMatrix.Drivers.Crank;
using PerfMatrix.Results;
using PerfMatrix.Statistics;

namespace PerfMatrix.Benchmarks;

/// <summary>
/// The crank driver beside the local one: whether twelve cells have the same ratios to their anchors, and what a round costs under crank beyond warm-up and slices.
/// Needs crank's two programs (see <c>doctor</c>). What a cell costs in plain crank is in the reference: about 14 s.
/// </summary>
internal static class DriversBenchmark
{
    private const int Rounds = 6;
    private const double PlainCrankSeconds = 14;
    private const string Metric = "throughput";

    private static readonly string[] s_measure = ["--rounds", $"{Rounds}", "--slices", "50", "--warmup", "1s"];
    private static readonly string[] s_twelve = ["--scenario", "hello-minimal,hello-controllers", "--runtime", "net8.0,net10.0", "--gc", "workstation,server,datas", "--cores", "all", .. s_measure];
    private static readonly string[] s_two = ["--scenario", "hello-minimal", "--runtime", "net10.0", "--gc", "workstation,server", "--cores", "all", .. s_measure];

    /// <summary>Both rows.</summary>
    public static Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        if (Missing() is { } reason)
        {
            Console.WriteLine($"drivers: skipped, because {reason}");
            return Task.FromResult<IReadOnlyList<BenchmarkRow>>([]);
        }

        var overhead = OverheadOfARound();
        var (local, remote) = (Changes(Measure("local", s_twelve)), Changes(Measure("crank", s_twelve)));
        IReadOnlyList<BenchmarkRow> rows = [Agreement(local, remote), overhead];
        return Task.FromResult(rows);
    }

    private static string? Missing()
    {
        try
        {
            var programs = new CrankPrograms(Repository.Root, Environment.GetEnvironmentVariable);
            _ = (programs.Controller, programs.Agent);
            return null;
        }
        catch (UsageException problem)
        {
            return problem.Message;
        }
    }

    private static BenchmarkRow Agreement(Dictionary<string, Estimate> local, Dictionary<string, Estimate> remote)
    {
        foreach (var (pair, here) in local)
            Console.WriteLine($"drivers {pair}: local {Text(here)}, crank {Text(remote[pair])}");
        var agreeing = local.Count(pair => Overlap(pair.Value.Interval!.Value, remote[pair.Key].Interval!.Value));
        var gap = local.Max(pair => Math.Abs(pair.Value.EffectPercent - remote[pair.Key].EffectPercent));
        return new BenchmarkRow(
            "drivers/ratios that agree", "ratios to the anchor", agreeing, local.Count, "all", (double)agreeing / local.Count, "all, 95 % intervals overlap", agreeing == local.Count,
            string.Create(CultureInfo.InvariantCulture, $"estimates at most {gap:0.0} points apart"));
    }

    private static BenchmarkRow OverheadOfARound()
    {
        Measure("local", s_two); // publishes, so that it is not counted below
        var start = Stopwatch.GetTimestamp();
        var run = Measure("crank", s_two);
        var wall = Stopwatch.GetElapsedTime(start);
        var perRound = (wall - UnderLoad(run)).TotalSeconds / Rounds;
        return new BenchmarkRow(
            "drivers/crank, round of two", "s", perRound, PlainCrankSeconds, "plain crank, a cell", perRound / PlainCrankSeconds, "<= 3 s", perRound <= 3,
            $"whole command with deployment, {Rounds} rounds, beyond warm-up and slices");
    }

    private static TimeSpan UnderLoad((string Folder, RunDocument Document) run) =>
        TimeSpan.FromMilliseconds(run.Document.Blocks.SelectMany(block => block.Rounds).Sum(round => UnderLoadMs(Path.Combine(run.Folder, round.Raw.Path))));

    private static double UnderLoadMs(string raw)
    {
        using var document = JsonDocument.Parse(File.ReadAllBytes(raw));
        var times = document.RootElement.GetProperty("round").GetProperty("times");
        return times.GetProperty("warmupMs").GetDouble() + times.GetProperty("slicesMs").GetDouble();
    }

    private static Dictionary<string, Estimate> Changes((string Folder, RunDocument Document) run) => run.Document.Pairs
        .Where(pair => pair.Metric == Metric)
        .GroupBy(pair => $"{pair.B} against {pair.A}")
        .ToDictionary(pairs => pairs.Key, pairs => Estimate.Of([.. pairs.Select(pair => pair.LogRatio)]));

    private static (string Folder, RunDocument Document) Measure(string driver, string[] options)
    {
        var folder = Path.Combine(Repository.Root, "artifacts", "benchmark", "drivers", driver);
        if (Directory.Exists(folder))
            Directory.Delete(folder, recursive: true);
        Repository.Run(Repository.Program("PerfMatrix"), ["run", "--driver", driver, "--out", folder, .. options]);
        var document = RunFolder.FindDocument(folder);
        return (Path.GetDirectoryName(document)!, RunFile.Read(document));
    }

    private static bool Overlap(Interval a, Interval b) => a.Low <= b.High && b.Low <= a.High;

    private static string Text(Estimate estimate) =>
        string.Create(CultureInfo.InvariantCulture, $"{estimate.EffectPercent:+0.0;-0.0} % [{estimate.Interval?.LowPercent:+0.0;-0.0} {estimate.Interval?.HighPercent:+0.0;-0.0}]");
}
