using PerfMatrix.Drivers.Crank;

namespace PerfMatrix.Benchmarks;

/// <summary>The crank driver beside the local one: whether twelve cells have the same ratios to each other, what a round costs beyond warm-up and
/// slices, and what lies between two blocks. Needs crank's two programs (see <c>doctor</c>).</summary>
internal static class DriversBenchmark
{
    private const int Rounds = 6;

    private static readonly string[] s_measure = ["--rounds", $"{Rounds}", "--slices", "200", "--warmup", "1s"];
    private static readonly string[] s_twelve = ["--scenario", "hello-minimal,hello-controllers", "--runtime", "net8.0,net10.0", "--gc",
        "workstation,server,datas", "--cores", "all", .. s_measure];
    private static readonly string[] s_two =
        ["--scenario", "hello-minimal,hello-controllers", "--runtime", "net10.0", "--gc", "workstation,server", "--cores", "all", .. s_measure];
    private static readonly string[] s_four = ["--scenario", "hello-minimal,hello-controllers,call,values", "--runtime", "net8.0,net10.0", "--gc",
        "workstation", "--cores", "all", "--rounds", "1", "--slices", "50", "--warmup", "1s"];

    public static Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        if (Missing() is { } reason)
        {
            Console.WriteLine($"drivers: skipped, because {reason}");
            return Task.FromResult<IReadOnlyList<BenchmarkRow>>([]);
        }

        var (overhead, block) = (OverheadOfARound(), BlockBeyondLocal());
        var (local, remote) = (Changes(Measure("local", s_twelve)), Changes(Measure("crank", s_twelve)));
        IReadOnlyList<BenchmarkRow> rows = [Agreement(local, remote), overhead, block];
        return Task.FromResult(rows);
    }

    private static string? Missing()
    {
        try
        {
            var programs = new CrankPrograms(BuiltCheckout.Root, Environment.GetEnvironmentVariable);
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
            Console.WriteLine($"drivers {pair}: local {EstimateText.Of(here)}, crank {EstimateText.Of(remote[pair])}");
        var agreeing = local.Count(pair => Overlap(pair.Value.Interval!.Value, remote[pair.Key].Interval!.Value));
        var gap = local.Max(pair => Math.Abs(pair.Value.EffectPercent - remote[pair.Key].EffectPercent));
        return new BenchmarkRow(
            "drivers/ratios that agree", "pairs of variants", agreeing, local.Count, "all", (double)agreeing / local.Count,
                "all, 95 % intervals overlap", agreeing == local.Count,
            string.Create(CultureInfo.InvariantCulture, $"estimates at most {gap:0.0} points apart"));
    }

    private static BenchmarkRow OverheadOfARound()
    {
        var (local, crank) = (OverheadSeconds(Measure("local", s_two)), OverheadSeconds(Measure("crank", s_two)));
        return new BenchmarkRow(
            "drivers/overhead of a round", "s", crank, local, "local driver", crank / local, "<= 3 s", crank <= 3,
            $"block of two, {Rounds} rounds beyond warm-up and slices: deployment, starts and stops of all processes, results");
    }

    // From the end of the first block's last round to that of the second's: one block with all that belongs to it, and without the start of an agent.
    private static double OverheadSeconds((string Folder, RunDocument Document) run)
    {
        var blocks = run.Document.Blocks.Select(
            block => block.Rounds.Select(round => RoundTime.Read(Path.Combine(run.Folder, round.Raw.Path))).ToList()).ToList();
        var block = blocks[^1][^1].FinishedAt - blocks[^2][^1].FinishedAt;
        return (block.TotalSeconds - blocks[^1].Sum(round => round.UnderLoad.TotalSeconds)) / Rounds;
    }

    // Four blocks, each of which sends two applications. Twice, because the first run publishes them and fills caches.
    private static BenchmarkRow BlockBeyondLocal()
    {
        foreach (var driver in new[] { "local", "crank" })
            Measure(driver, s_four);
        double[] local = SecondsBetweenBlocks(Measure("local", s_four)), crank = SecondsBetweenBlocks(Measure("crank", s_four));
        var beyond = crank.Median() - local.Median();
        return new BenchmarkRow(
            "drivers/seconds of a block beyond local", "s", beyond, local.Median(), "between two blocks locally", null, "<= 10 s", beyond <= 10,
            string.Create(CultureInfo.InvariantCulture, $"crank {crank.Min():0.0} to {crank.Max():0.0} s, local {local.Min():0.0} to "
                + $"{local.Max():0.0} s, from the last round of a block to the first of the next"));
    }

    // What a driver does for a block but measuring. Without the first block, which crank starts an agent for.
    private static double[] SecondsBetweenBlocks((string Folder, RunDocument Document) run) => [.. run.Document.Blocks.Zip(
        run.Document.Blocks.Skip(1), (before, next) => next.Rounds[0].StartedAt
            - RoundTime.Read(Path.Combine(run.Folder, before.Rounds[^1].Raw.Path)).FinishedAt).Select(between => between.TotalSeconds)];

    private static Dictionary<string, Estimate> Changes((string Folder, RunDocument Document) run) => run.Document.Pairs
        .Where(pair => pair.Metric == "throughput")
        .GroupBy(pair => $"{pair.B} against {pair.A}")
        .ToDictionary(pairs => pairs.Key, pairs => Estimate.Of([.. pairs.Select(pair => pair.LogRatio)]));

    private static (string Folder, RunDocument Document) Measure(string driver, string[] options)
    {
        var folder = Path.Combine(BuiltCheckout.Root, "artifacts", "benchmark", "drivers", driver);
        if (Directory.Exists(folder))
            Directory.Delete(folder, recursive: true);
        BuiltCheckout.Run(BuiltCheckout.Perfmatrix, ["run", "--driver", driver, "--out", folder, .. options]);
        var document = RunFolder.FindDocument(folder);
        return (Path.GetDirectoryName(document)!, RunDocument.File.Read(document));
    }

    private static bool Overlap(Interval a, Interval b) => a.Low <= b.High && b.Low <= a.High;

    private sealed record RoundTime(DateTimeOffset FinishedAt, TimeSpan UnderLoad)
    {
        public static RoundTime Read(string raw)
        {
            using var document = JsonDocument.Parse(File.ReadAllBytes(raw));
            var round = document.RootElement.GetProperty("round");
            var times = round.GetProperty("times");
            return new RoundTime(
                round.GetProperty("finishedAt").GetDateTimeOffset(),
                TimeSpan.FromMilliseconds(times.GetProperty("warmupMs").GetDouble() + times.GetProperty("slicesMs").GetDouble()));
        }
    }
}
