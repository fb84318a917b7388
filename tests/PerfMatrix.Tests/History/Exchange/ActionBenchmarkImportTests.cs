using System.Globalization;
using System.Text.Json;
using PerfMatrix.History;
using PerfMatrix.History.Exchange;
using PerfMatrix.Metrics;

namespace PerfMatrix.Tests.History.Exchange;

/// <summary>Taking over a <c>data.js</c> of the shape that github-action-benchmark v1.22.0 writes: fields, their order and what is missing are those
/// of the action's own branch.</summary>
public sealed class ActionBenchmarkImportTests
{
    private const string Person = """{"email":"a@example.com","name":"A. Author","username":"author"}""";

    /// <summary>A commit that was measured three times on one day, the second time by both suites, and another between that was made through the API,
    /// which knows no account.</summary>
    private const string DataJs =
        $$"""
        window.BENCHMARK_DATA = {
          "lastUpdate": 1774933028658,
          "entries": {
            "C++ Benchmark": [
              {"commit": {"author": {{Person}}, "committer": {{Person}}, "distinct": true, "id": "45d78258e495044a551046f50604da3c893052ce", "message": "faster </script> parser\n\nby half", "timestamp": "2026-03-31T06:53:51+02:00", "tree_id": "59cf", "url": "https://example.com/commit/45d7"},
               "date": 1774932000000, "tool": "googlecpp",
               "benches": [
                 {"name": "BM_Parse/16", "value": 159.6, "unit": "ns/iter", "extra": "iterations: 4371\ncpu: 159.5 ns\nthreads: 1"},
                 {"name": "BM_Write", "value": 2011, "unit": "ns/iter", "extra": "iterations: 35\ncpu: 2010 ns\nthreads: 1"}]},
              {"commit": {"author": {{Person}}, "committer": {{Person}}, "distinct": true, "id": "45d78258e495044a551046f50604da3c893052ce", "message": "faster </script> parser\n\nby half", "timestamp": "2026-03-31T06:53:51+02:00", "tree_id": "59cf", "url": "https://example.com/commit/45d7"},
               "date": 1774939200000, "tool": "googlecpp",
               "benches": [
                 {"name": "BM_Parse/16", "value": 161.2, "unit": "ns/iter", "extra": "iterations: 4370\ncpu: 161.1 ns\nthreads: 1"}]},
              {"commit": {"author": {{Person}}, "committer": {{Person}}, "distinct": true, "id": "45d78258e495044a551046f50604da3c893052ce", "message": "faster </script> parser\n\nby half", "timestamp": "2026-03-31T06:53:51+02:00", "tree_id": "59cf", "url": "https://example.com/commit/45d7"},
               "date": 1774939200000, "tool": "googlecpp",
               "benches": [
                 {"name": "BM_Parse/16", "value": 158.1, "unit": "ns/iter"}]}],
            "Python Benchmark with pytest-benchmark": [
              {"commit": {"author": {"name": "dependabot"}, "committer": {"name": "GitHub"}, "id": "ba36beffce7ea6c4846a35832ed47d439f36b805", "message": "bump", "url": "https://example.com/commit/ba36"},
               "date": 1774935000000, "tool": "pytest",
               "benches": [
                 {"name": "bench.py::test_fib[10]", "value": 37880, "unit": "iter/sec", "range": "stddev: 0.000002", "extra": "mean: 26.39 usec\nrounds: 19253"}]},
              {"commit": {"author": {{Person}}, "committer": {{Person}}, "distinct": true, "id": "45d78258e495044a551046f50604da3c893052ce", "message": "faster </script> parser\n\nby half", "timestamp": "2026-03-31T06:53:51+02:00", "tree_id": "59cf", "url": "https://example.com/commit/45d7"},
               "date": 1774939260123, "tool": "pytest",
               "benches": [
                 {"name": "bench.py::test_fib[10]", "value": 38010, "unit": "iter/sec", "range": "stddev: 0.000001", "extra": "mean: 26.31 usec\nrounds: 19201"},
                 {"name": "BM_Parse/16", "value": 3.5, "range": "± 0.25", "unit": "iter/sec\t4.000 aux"}]}]
          },
          "repoUrl": "https://example.com/owner/repository"
        }
        """;

    [Fact]
    public void Everything_the_page_of_the_action_shows_comes_back_from_the_history()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0));
        files.Apply(ActionBenchmarkImport.Add(files, ActionBenchmarkImport.Read(DataJs, "data.js")));

        var stored = Rebuilding.ReadAll(files).Runs.Where(run => run.Run.Imported is not null).SelectMany(StoredLines).Order(StringComparer.Ordinal);

        Assert.Equal(Lines(DataJs).Order(StringComparer.Ordinal), stored);
        Assert.True(HistoryCheck.Of(files).IsWhole, HistoryCheck.Of(files).ToText());
    }

    [Fact]
    public void Entries_of_one_commit_and_day_stay_apart_and_in_order()
    {
        var files = new MemoryFiles();
        files.Apply(ActionBenchmarkImport.Add(files, ActionBenchmarkImport.Read(DataJs, "data.js")));

        var runs = new HistoryStore(files).RunList(0).Runs;
        Assert.Equal(["45d7", "ba36", "45d7", "45d7"], runs.Select(run => run.Sha![..4]));
        Assert.Equal([1774932000000, 1774935000000, 1774939200000, 1774939200000], runs.Select(run => run.StartedAt.ToUnixTimeMilliseconds()));
        Assert.Equal([2, 1, 1, 3], runs.Select(run => run.Measured));
        var path = HistoryPaths.Shard(HistoryPaths.FolderOf("imported smaller ns/iter"), HistoryPaths.FolderOf("C++ Benchmark"), 0);
        var shard = HistoryJson.Read<ShardDocument>(path, files.Read(path)!);
        double?[] expected = [159.6, null, 161.2, 158.1];
        Assert.Equal(expected, shard.Cells[0].Value);
    }

    [Fact]
    public void A_longer_file_of_the_same_history_adds_only_what_is_new()
    {
        var files = new MemoryFiles();
        files.Apply(ActionBenchmarkImport.Add(files, ActionBenchmarkImport.Read(DataJs, "data.js").Take(2).ToList()));
        var before = files.Paths.Where(path => path.StartsWith(HistoryPaths.Runs, StringComparison.Ordinal)).ToList();

        files.Apply(ActionBenchmarkImport.Add(files, ActionBenchmarkImport.Read(DataJs, "data.js")));

        Assert.Equal(2, before.Count);
        Assert.Equal(4, new HistoryStore(files).Index.Runs);
        Assert.Empty(ActionBenchmarkImport.Add(files, ActionBenchmarkImport.Read(DataJs, "data.js")).Files);
    }

    [Fact]
    public void Tools_have_the_direction_that_the_action_gives_them()
    {
        string[] tools = ["cargo", "go", "benchmarkjs", "benchmarkluau", "pytest", "googlecpp", "catch2", "julia", "jmh", "benchmarkdotnet",
            "customBiggerIsBetter", "customSmallerIsBetter"];
        var entries = string.Join(',', tools.Select(
            tool => $$$"""{"commit":{"id":"{{{tool}}}"},"date":1,"tool":"{{{tool}}}","benches":[{"name":"{{{tool}}}","value":1,"unit":"u"}]}"""));

        var runs = ActionBenchmarkImport.Read($$$"""{"entries":{"s":[{{{entries}}}]}}""", "data.js");

        Assert.Equal(
            ["benchmarkjs", "pytest", "customBiggerIsBetter"],
            runs.Where(run => run.Table.Metrics[0].Direction == Direction.HigherIsBetter).Select(run => run.Run.Source.Sha));
        Assert.Equal(tools.Length, runs.Count);
    }

    [Fact]
    public void What_older_versions_stored_is_taken_as_it_is()
    {
        const string Odd = """{"entries":{"s":[{"commit":{"id":"a","author":null},"date":1,"tool":"customSmallerIsBetter","benches":[{"name":"n","value":1,"unit":"ms","range":3,"extra":null},{"name":"text","value":"7","unit":"ms"},{"name":"n","value":2,"unit":"ms"}]}]}}""";

        var run = Assert.Single(ActionBenchmarkImport.Read(Odd, "data.json"));

        Assert.Equal(["s/n"], run.Table.Cells.Select(cell => cell.Id));
        Assert.Equal(1, Assert.Single(run.Run.Summary["imported smaller ms"].Value));
        Assert.Equal("3", Assert.Single(run.Run.Origin!.Texts["imported smaller ms"].Range));
        Assert.Null(run.Run.Origin.Commit.Author);
    }

    /// <summary>One line a value, with everything that the action keeps of it.</summary>
    private static IEnumerable<string> Lines(string dataJs)
    {
        using var document = JsonDocument.Parse(dataJs.AsMemory(dataJs.IndexOf('{', StringComparison.Ordinal)));
        return
        [
            .. from suite in document.RootElement.GetProperty("entries").EnumerateObject()
               from entry in suite.Value.EnumerateArray()
               let commit = entry.GetProperty("commit")
               from bench in entry.GetProperty("benches").EnumerateArray()
               select Line(
                   suite.Name,
                   Text(entry, "tool"),
                   Text(entry, "date"),
                   string.Join('|', new[] { "id", "message", "timestamp", "url" }.Select(name => Text(commit, name))),
                   string.Join('|', new[] { "author", "committer" }.Select(
                       role => string.Join('|', new[] { "name", "email", "username" }.Select(name => Text(commit.GetProperty(role), name))))),
                   string.Join('|', new[] { "name", "value", "unit", "range", "extra" }.Select(name => Text(bench, name)))),
        ];
    }

    private static IEnumerable<string> StoredLines(CompactRun imported)
    {
        var (run, table) = imported;
        var origin = run.Origin!;
        foreach (var (metric, points) in run.Summary)
        {
            var unit = table.Metrics.Single(known => known.Name == metric).Unit;
            var texts = origin.Texts.GetValueOrDefault(metric);
            for (var variant = 0; variant < run.Variants.Cell.Count; variant++)
            {
                if (points.Value[variant] is not { } value) continue;
                var cell = table.Cells[run.Variants.Cell[variant]];
                var entry = origin.Entries.Single(one => one.Suite == cell.Scenario);
                yield return Line(
                    cell.Scenario,
                    entry.Tool,
                    $"{entry.Date.ToUnixTimeMilliseconds()}",
                    $"{run.Source.Sha}|{origin.Commit.Message}|{origin.Commit.Timestamp}|{origin.Commit.Url}",
                    $"{Names(origin.Commit.Author!)}|{Names(origin.Commit.Committer!)}",
                    $"{cell.Gc}|{value.ToString(CultureInfo.InvariantCulture)}|{unit}|"
                        + $"{texts?.Range.ElementAtOrDefault(variant)}|{texts?.Extra.ElementAtOrDefault(variant)}");
            }
        }
    }

    private static string Names(OriginPerson person) => $"{person.Name}|{person.Email}|{person.Username}";

    private static string Line(params string?[] parts) => string.Join(" / ", parts);

    private static string? Text(JsonElement element, string name) => element.TryGetProperty(name, out var value) ? value.ToString() : null;
}
