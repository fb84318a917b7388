using System.Diagnostics;
using System.Text.Json;
using PerfMatrix.History;
using PerfMatrix.Results;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary><c>perfmatrix publish</c> of a run of 200 cells into a history of 1,000 runs, with real git and a bare repository on disk: wall time beyond that of git, and bytes added.</summary>
internal static class HistoryBenchmark
{
    private const int Runs = 7;
    private const double MostSeconds = 5;
    private const double MostKilobytes = 20;
    private const double SeriesOfTheGoal = 200;

    /// <summary>The time of whole commands, each in a process of its own.</summary>
    public static Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        var history = LargeHistory.Create();
        var store = new HistoryStore(new FolderFiles(history));
        var series = store.Catalogue.Cells.Count * store.Catalogue.Metrics.Count;
        var work = Directory.CreateTempSubdirectory("perfmatrix-benchmark-");
        try
        {
            var bare = BareRepository(work.FullName, history);
            var published = Enumerable.Range(0, Runs + 1).Select(number => Publish(work.FullName, bare, LargeRun.Of(store, number))).Skip(1).ToList();
            var beyond = published.Select(one => one.Seconds - one.GitSeconds).ToList();
            var git = published.Select(one => one.GitSeconds).Median();
            var added = published.Select(one => one.Bytes / 1e3 * SeriesOfTheGoal / series).ToList();
            IReadOnlyList<BenchmarkRow> rows =
            [
                new("history/publish beyond git", "s", beyond.Median(), git, "git itself", null, $"< {MostSeconds}", beyond.Median() < MostSeconds, beyond.Range()),
                new("history/bytes a run, 200 series", "KB", added.Median(), null, "no peer", null, $"<= {MostKilobytes}", added.Median() <= MostKilobytes, added.Range()),
            ];
            return Task.FromResult(rows);
        }
        finally
        {
            work.Delete(recursive: true);
        }
    }

    private static string BareRepository(string work, string history)
    {
        var bare = Path.Combine(work, "remote.git");
        Repository.Run("git", "init", "-q", "--bare", bare);
        string[] here = ["--git-dir", bare, "--work-tree", history, "-c", "user.name=benchmark", "-c", "user.email=benchmark@example.com"];
        Repository.RunIn(history, "git", [.. here, "checkout", "-q", "--orphan", "gh-pages"]);
        Repository.RunIn(history, "git", [.. here, "add", "--all", "."]);
        Repository.RunIn(history, "git", [.. here, "commit", "-q", "-m", "demo"]);
        return bare;
    }

    private static (double Seconds, double GitSeconds, long Bytes) Publish(string work, string bare, RunDocument run)
    {
        var (document, trace) = (Path.Combine(work, $"{run.Id}.json"), Path.Combine(work, $"{run.Id}.trace"));
        File.WriteAllText(document, RunFile.Format(run));
        var before = Bytes(bare);
        var start = new ProcessStartInfo(Repository.Perfmatrix, ["publish", document, "--remote", bare]) { WorkingDirectory = Repository.Root, RedirectStandardOutput = true, UseShellExecute = false };
        start.Environment["GIT_TRACE2_EVENT"] = trace;
        var begin = Stopwatch.GetTimestamp();
        using var process = Process.Start(start)!;
        process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        var seconds = Stopwatch.GetElapsedTime(begin).TotalSeconds;
        if (process.ExitCode != 0) throw new InvalidOperationException($"perfmatrix publish ended with code {process.ExitCode}.");
        return (seconds, GitSeconds(trace), Bytes(bare) - before);
    }

    /// <summary>Sum over the commands that perfmatrix started; those that git starts itself have a slash in their session id and run within them.</summary>
    private static double GitSeconds(string trace) => File.ReadLines(trace)
        .Select(line => JsonDocument.Parse(line).RootElement)
        .Where(line => line.GetProperty("event").GetString() == "atexit" && !line.GetProperty("sid").GetString()!.Contains('/', StringComparison.Ordinal))
        .Sum(line => line.GetProperty("t_abs").GetDouble());

    /// <summary>Size of all files of the branch.</summary>
    private static long Bytes(string bare) => Repository.Run("git", "--git-dir", bare, "ls-tree", "-r", "-l", "gh-pages").Split('\n', StringSplitOptions.RemoveEmptyEntries)
        .Sum(line => long.Parse(line.Split('\t')[0].Split(' ', StringSplitOptions.RemoveEmptyEntries)[3], System.Globalization.CultureInfo.InvariantCulture));
}
