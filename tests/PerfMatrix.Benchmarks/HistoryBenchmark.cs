using System.Diagnostics;
using PerfMatrix.Evidence.Demo;
using PerfMatrix.History;

namespace PerfMatrix.Benchmarks;

/// <summary><c>perfmatrix publish</c> of a run of 200 cells into a history of 1,000 runs, with real git and a bare repository on disk: wall time
/// beyond that of git, and bytes added.</summary>
internal static class HistoryBenchmark
{
    private const int Runs = 7;
    private const double MostSeconds = 5;
    private const double MostKilobytes = 20;
    private const double SeriesOfTheGoal = 200;

    /// <summary>The time of whole commands, each in a process of its own.</summary>
    public static async Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        var history = LargeHistory.Create();
        LargeHistory.TakeForMeasured(history);
        var store = new HistoryStore(new FolderFiles(history));
        var series = store.Catalogue.Cells.Count * store.Catalogue.Metrics.Count;
        var work = Directory.CreateTempSubdirectory("perfmatrix-benchmark-");
        try
        {
            var bare = await BareRepositoryAsync(work.FullName, history);
            await PublishAsync(work.FullName, bare, LargeRun.Of(store, 0)); // warms up
            var published = new List<Published>();
            for (var number = 1; number <= Runs; number++) published.Add(await PublishAsync(work.FullName, bare, LargeRun.Of(store, number)));
            var beyond = published.Select(one => one.Seconds - one.GitSeconds).ToList();
            var git = published.Select(one => one.GitSeconds).Median();
            var added = published.Select(one => one.Bytes / 1e3 * SeriesOfTheGoal / series).ToList();
            return
            [
                BenchmarkRow.Below("history/publish beyond git", "s", beyond, MostSeconds) with { Peer = git, PeerName = "git itself" },
                BenchmarkRow.AtMost("history/bytes a run, 200 series", "KB", added, MostKilobytes),
            ];
        }
        finally
        {
            work.Delete(recursive: true);
        }
    }

    private static async Task<string> BareRepositoryAsync(string work, string history)
    {
        var (bare, git) = (Path.Combine(work, "remote.git"), new Git(history));
        string[] here = ["--git-dir", bare, "--work-tree", history, "-c", "user.name=benchmark", "-c", "user.email=benchmark@example.com"];
        await git.DoAsync(CancellationToken.None, "init", "-q", "--bare", bare);
        await git.DoAsync(CancellationToken.None, [.. here, "checkout", "-q", "--orphan", "gh-pages"]);
        await git.DoAsync(CancellationToken.None, [.. here, "add", "--all", "."]);
        await git.DoAsync(CancellationToken.None, [.. here, "commit", "-q", "-m", "demo"]);
        return bare;
    }

    private static async Task<Published> PublishAsync(string work, string bare, RunDocument run)
    {
        var (document, trace) = (Path.Combine(work, $"{run.Id}.json"), Path.Combine(work, $"{run.Id}.trace"));
        await File.WriteAllTextAsync(document, RunDocument.File.Format(run));
        var before = await BytesAsync(bare);
        var begin = Stopwatch.GetTimestamp();
        BuiltCheckout.Run(BuiltCheckout.Perfmatrix, ["publish", document, "--remote", bare], variables: new Dictionary<string, string>
        {
            ["GIT_TRACE2_EVENT"] = trace,
        });
        var seconds = Stopwatch.GetElapsedTime(begin).TotalSeconds;
        return new(seconds, GitSeconds(trace), await BytesAsync(bare) - before);
    }

    /// <summary>Sum over the commands that perfmatrix started; those that git starts itself have a slash in their session id and run within
    /// them.</summary>
    private static double GitSeconds(string trace) => File.ReadLines(trace)
        .Select(line => JsonDocument.Parse(line).RootElement)
        .Where(line => line.GetProperty("event").GetString() == "atexit"
            && !line.GetProperty("sid").GetString()!.Contains('/', StringComparison.Ordinal))
        .Sum(line => line.GetProperty("t_abs").GetDouble());

    private static async Task<long> BytesAsync(string bare)
    {
        var tree = await new Git(bare).AskAsync(CancellationToken.None, "ls-tree", "-r", "-l", "gh-pages") ?? "";
        return tree.Split('\n').Sum(line => long.Parse(line.Split('\t')[0].Split(' ', StringSplitOptions.RemoveEmptyEntries)[3]));
    }

    private sealed record Published(double Seconds, double GitSeconds, long Bytes);
}

/// <summary>The generated history of 200 cells x 1,000 runs, in a folder.</summary>
internal static class LargeHistory
{
    public static string Create()
    {
        var folder = Path.Combine(BuiltCheckout.Root, "artifacts", "benchmark", "history");
        if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
        BuiltCheckout.Run(BuiltCheckout.Perfmatrix, ["history", "demo", "--out", folder]);
        return folder;
    }

    /// <summary>A demo refuses measured runs; one whose index does not say that it is one takes them.</summary>
    public static void TakeForMeasured(string folder)
    {
        var index = Path.Combine(folder, HistoryPaths.Index);
        File.WriteAllText(index, File.ReadAllText(index).Replace("\"generated\":true", "\"generated\":false", StringComparison.Ordinal));
    }
}

/// <summary>A run document of the cells and metrics of a history, as measuring them would write it: blocks of nine cells and a pinned reference, six
/// rounds.</summary>
internal static class LargeRun
{
    private const int BlockCells = 9;
    private const int Rounds = 6;
    private const string Code = "00000000000000000000000000000000000000aa";

    /// <param name="store">The history; the new run is on the machine of its newest one, and nothing has changed since.</param>
    /// <param name="number">Number of the run; another number is another run.</param>
    public static RunDocument Of(HistoryStore store, int number)
    {
        var history = store.Catalogue;
        var random = new Random(number);
        var start = new DateTimeOffset(2027, 1, 1, 0, 0, 0, TimeSpan.Zero).AddHours(number);
        var blocks = history.Cells.Chunk(BlockCells)
            .Select((cells, index) => (Id: $"block-{index}", Variants: Variants(cells, history.References[^1].Id, index).ToList())).ToList();
        return new()
        {
            Id = string.Create(CultureInfo.InvariantCulture, $"{start.UtcDateTime:yyyyMMdd'T'HHmmssfff'Z'}-{number:x4}"),
            StartedAt = start,
            FinishedAt = start.AddHours(1),
            Complete = true,
            Tool = new("0.1.0", null),
            Source = new("https://example.com/owner/repository", Code, "main", Dirty: false),
            Machine = history.Machines[store.Index.Newest!.Machine],
            Settings = new RunSettings { Subset = "main", Rounds = Rounds },
            Variants = [.. blocks.SelectMany(block => block.Variants)],
            Blocks = [.. blocks.Select(block => new BlockRecord(block.Id, [.. block.Variants.Select(variant => variant.Id)],
                [.. Enumerable.Range(1, Rounds).Select(round => new RoundRecord(start.AddMinutes(round), Raw(block.Id, round, random)))]))],
            Samples = [.. from block in blocks from variant in block.Variants from round in Enumerable.Range(1, Rounds) select new SampleRecord(
                variant.Id, round, history.Metrics.ToDictionary(metric => metric.Name, _ => 1000 * (1 + (0.02 * random.NextDouble()))), block.Id)],
            Pairs = [.. from block in blocks from variant in block.Variants.SkipLast(1) from round in Enumerable.Range(1, Rounds)
                from metric in history.Metrics
                select new PairRecord(block.Id, round, block.Variants[^1].Id, variant.Id, metric.Name, Level(store, metric, variant.Cell.Id)
                    + (0.02 * (random.NextDouble() - 0.5)))],
            Warnings = [],
        };
    }

    private static IEnumerable<VariantRecord> Variants(CellEntry[] cells, string reference, int block) =>
        cells.Select(cell => Variant(cell, cell.Id, Side.Head, Code))
        .Append(Variant(cells[0], $"{cells[0].Id}@reference{block}", Side.Reference, reference));

    private static VariantRecord Variant(CellEntry cell, string id, Side side, string sha) =>
        new() { Id = id, Cell = new(cell, $"{cell.Runtime[3..]}.30"), Side = side, Sha = sha, Status = VariantStatus.Measured };

    /// <summary>The newest ratio of a series, turned so that above 0 is worse.</summary>
    private static double Level(HistoryStore store, MetricEntry metric, string cell)
    {
        var newest = LogUnits.ToLog(store.Latest.Metrics[metric.Name].Ratio[store.Catalogue.Cells.FindIndex(entry => entry.Id == cell)] ?? 0);
        return metric.Direction == Direction.HigherIsBetter ? -newest : newest;
    }

    private static RawFile Raw(string block, int round, Random random)
    {
        var hash = new byte[32];
        random.NextBytes(hash);
        return new($"raw/{block}-{round}.json", Convert.ToHexStringLower(hash));
    }
}

/// <summary>The error rates of the change points: generated histories of 200 cells x 1,000 runs with known changes, each of its own seed.</summary>
internal static class TrendBenchmark
{
    private const int Histories = 20;

    /// <summary>Shares of true steps that are found in time, and of histories whose marks mislead.</summary>
    public static Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        var trials = DemoTrials.Run(
            new DemoOptions(), Histories, (seed, score) => Console.WriteLine($"seed {seed}: {score.Sentence}"), CancellationToken.None);
        IReadOnlyList<BenchmarkRow> rows =
        [
            Row($"trend/steps of 5 % missed after {DemoScore.Runs} runs", Missed(trials.Within!.Value)),
            Row($"trend/histories with more than {DemoTrials.MostFalse} false mark", trials.Misleading!.Value),
        ];
        return Task.FromResult(rows);
    }

    private static WilsonInterval Missed(WilsonInterval found) => WilsonInterval.Of(found.Trials - found.Successes, found.Trials);

    private static BenchmarkRow Row(string name, WilsonInterval wrong) =>
        new(name, "%", 100 * wrong.Share, null, "no peer", null, "none", wrong.Successes == 0, DemoTrials.Text(wrong));
}
