using System.Xml.Linq;
using PerfMatrix.Evidence.Demo;
using PerfMatrix.Evidence.Selftest;
using PerfMatrix.History;
using PerfMatrix.Shared;
using PerfMatrix.Tests.History;

namespace PerfMatrix.Evidence.Tests.Demo;

public sealed class DemoHistoryTests
{
    private static readonly DemoOptions s_small = new(Runs: 240, Cells: 20) { RunsWithRounds = 5 };

    /// <summary>The goal of the issue on its whole matrix: 200 cells x 1,000 runs.</summary>
    private static readonly Lazy<(MemoryFiles Files, HistoryStore Store, DemoTruth Truth)> s_whole = new(() => Demo(new() { RunsWithRounds = 0 }));

    [Fact]
    public void The_same_seed_gives_the_same_bytes()
    {
        var (one, other) = (Demo(s_small with { Runs = 20 }).Files, Demo(s_small with { Runs = 20 }).Files);

        Assert.Equal(one.Paths, other.Paths);
        Assert.All(one.Paths, path => Assert.Equal(one.Read(path), other.Read(path)));
    }

    [Fact]
    public void A_rebuild_of_the_runs_gives_what_publishing_them_one_by_one_gave()
    {
        var (files, _, _) = Demo(s_small);

        Assert.Equal([], HistoryCheck.Of(files).Stale);
    }

    [Fact]
    public void A_run_published_on_top_continues_the_windows_of_the_runs_before()
    {
        var all = new DemoHistory(s_small).Generate().ToList();
        var files = new MemoryFiles();
        var store = new HistoryStore(files);
        foreach (var run in all.SkipLast(3)) store.Append(run);
        files.Apply(store.Save());
        foreach (var run in all.TakeLast(3)) files.Apply(Publishing.Add(files, run));

        Assert.Equal([], HistoryCheck.Of(files).Stale);
    }

    [Fact]
    [Trait("kind", "slow")]
    public void Every_step_of_five_percent_is_found_within_five_runs_and_at_most_one_mark_is_false()
    {
        var (_, store, truth) = s_whole.Value;

        var score = DemoScore.Of(truth, store);
        Assert.True(score.Steps >= 9, $"only {score.Steps} steps were generated");
        Assert.Equal((score.Steps, score.Steps), (score.Found, score.Within));
        Assert.Equal(score.Drifts, score.DriftsFound);
        Assert.True(score.False.Count <= 1, score.Sentence);
    }

    [Fact]
    [Trait("kind", "slow")]
    public void A_drift_says_when_it_went_on()
    {
        var (_, store, _) = s_whole.Value;

        Assert.Contains(store.Changes, change => change.Until is not null && change.UpdatedAt > store.RunAt(change.Detected)!.FinishedAt);
    }

    [Theory]
    [Trait("kind", "slow")]
    [InlineData(11)]
    [InlineData(12)]
    public void Without_changes_there_is_at_most_one_mark_whatever_the_machines_and_references_do(int seed)
    {
        var (_, store, truth) = Demo(new DemoOptions(Runs: 500, Cells: 60, Seed: seed, HasChanges: false) { RunsWithRounds = 0 });

        Assert.True(store.Changes.Count <= 1, DemoScore.Of(truth, store).Sentence);
    }

    [Fact]
    public void A_new_run_adds_at_most_twenty_kilobytes_for_200_series_however_long_the_history()
    {
        var series = 20 * 6;
        foreach (var length in new[] { 10, 210 })
        {
            var all = new DemoHistory(s_small with { Runs = length + 1, RunsWithRounds = length + 1 }).Generate().ToList();
            var files = new MemoryFiles();
            var store = new HistoryStore(files);
            foreach (var run in all.SkipLast(1)) store.Append(run);
            files.Apply(store.Save());
            var before = files.Paths.Sum(path => files.Read(path)!.Length);
            files.Apply(Publishing.Add(files, all[^1]));
            var added = files.Paths.Sum(path => files.Read(path)!.Length) - before;

            Assert.InRange(added * 200.0 / series, 1, 20_000);
        }
    }

    [Fact]
    public void The_folder_has_a_self_test_and_verdicts_as_the_gate_writes_them()
    {
        using var folder = new TemporaryFolder();
        var (_, _) = DemoFolder.Write(folder["demo"], new DemoOptions(Runs: 3, Cells: 4));
        var files = new FolderFiles(folder["demo"]);

        var index = new HistoryStore(files).Index;
        Assert.Equal(("regressed", 1), (index.Verdict!.Outcome, index.Verdict.Worse));
        Assert.Equal((120, 0, true), (index.Selftest!.AaRuns, index.Selftest.AaRed, index.Selftest.Replayed));
        Assert.True(index.Generated);
        Assert.All([Badges.Gate, Badges.SelfTest], badge => Assert.Contains("generated data", files.Text(badge), StringComparison.Ordinal));
        Assert.Contains("generated data", files.Text(HistoryPaths.Feed), StringComparison.Ordinal);
        Assert.All(
            [index.Newest!.Ref!, index.Verdict.Ref!, index.Repository!, new HistoryStore(files).Catalogue.Machines[0].CpuModel],
            name => Assert.Contains("generated", name, StringComparison.Ordinal));
        var document = HistoryJson.Read<Envelope>(index.Selftest.Path, files.Read(index.Selftest.Path)!).Document;
        File.WriteAllText(folder["selftest.json"], document.GetRawText());
        Assert.Equal(220, SelftestDocument.File.Read(folder["selftest.json"]).Trials.Count);
        Assert.Equal([], HistoryCheck.Of(files).Stale);
        Assert.Equal(DemoMemory.Runs, files.Paths.Count(path => path.StartsWith("timelines/", StringComparison.Ordinal)));
        Assert.InRange(TracedShelf.Count(files), 2, 3);
        Assert.True(DemoFolder.IsCurrent(folder["demo"]));
    }

    [Fact]
    public void Its_gate_calls_nothing_the_same_where_a_change_of_the_size_that_it_looks_for_would_be_hidden()
    {
        using var folder = new TemporaryFolder();
        var (_, _) = DemoFolder.Write(folder["demo"], new DemoOptions(Runs: 3, Cells: 12));
        var files = new FolderFiles(folder["demo"]);

        var verdicts = HistoryJson.Read<VerdictList>(HistoryPaths.VerdictList, files.Read(HistoryPaths.VerdictList)!).Items;

        Assert.Equal(["regressed 1 2 9", "undecided 0 3 9", "pass 0 0 12"],
            verdicts.Select(verdict => $"{verdict.Outcome} {verdict.Worse} {verdict.Unknown} {verdict.Same}"));
    }

    /// <summary>Not those of a guest, where a folder of that name is somebody else's.</summary>
    [Fact]
    public void The_reports_of_a_checkout_are_shown_beside_the_generated_history()
    {
        using var folder = new TemporaryFolder();
        DemoFolder.Write(folder["demo"], new DemoOptions(Runs: 3, Cells: 4));
        folder.Write("guest/crank/perfmatrix.yml", "");
        folder.Write("guest/reports/articles/000.json", "{}");

        DemoFolder.AddArticles(folder["demo"], null);
        DemoFolder.AddArticles(folder["demo"], folder["guest"]);
        Assert.False(Directory.Exists(folder["demo/articles"]));

        DemoFolder.AddArticles(folder["demo"], Checkout.Root);
        var files = new FolderFiles(folder["demo"]);
        Assert.Contains("\"name\":\"000\"", files.Text("articles/index.json"), StringComparison.Ordinal);
        Assert.NotNull(files.Read("articles/000.json"));
        Assert.Equal([], HistoryCheck.Of(files).Stale);
        Assert.True(DemoFolder.IsCurrent(folder["demo"]));
    }

    [Fact]
    public void The_newest_runs_have_all_GC_modes_side_by_side_and_the_trend_is_as_without()
    {
        using var folder = new TemporaryFolder();
        var options = new DemoOptions(Runs: 4, Cells: 20);
        DemoFolder.Write(folder["demo"], options);
        var files = new FolderFiles(folder["demo"]);
        var runs = files.Paths.Where(path => path.StartsWith("runs/", StringComparison.Ordinal)).Order(StringComparer.Ordinal)
            .Select(path => HistoryJson.Read<StoredRun>(path, files.Read(path)!)).ToList();

        Assert.Equal([3, 3, 4, 4], runs.Select(run => run.Blocks.Count));
        var (run, modes, pairs) = (runs[^1], runs[^1].Blocks[^1], runs[^1].Pairs![^1]);
        Assert.Equal("hello-minimal-2c-modes", modes.Id);
        Assert.Equal([3, 7, 11, 15, 19], modes.Variants);
        Assert.Equal((3, 3), (pairs.Block, pairs.A));
        Assert.Equal(modes.Variants.Skip(1), pairs.B);
        Assert.All(run.Rounds!.Values, values => Assert.Equal((6, 12), (values[0].Count, values[3].Count)));
        // Server is 14 % faster than workstation, for half as much memory again.
        Assert.InRange(pairs.Ratio[0].Average(), LogUnits.Of(0.05), LogUnits.Of(0.21));
        Assert.InRange(run.Summary["peakRss"].Value[7]!.Value / run.Summary["peakRss"].Value[3]!.Value, 1.4, 1.6);
        var alone = Demo(options).Files;
        var series = alone.Paths.Where(path => path.StartsWith("series/", StringComparison.Ordinal)).ToList();
        Assert.NotEmpty(series);
        Assert.All(series, path => Assert.Equal(alone.Read(path), files.Read(path)));
        Assert.Equal([], HistoryCheck.Of(files).Stale);
    }

    [Fact]
    public void A_folder_with_something_else_is_left_alone()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["notes.txt"], "mine");

        Assert.Contains("something else", Assert.Throws<UsageException>(
            () => DemoFolder.Write(folder.Root, new DemoOptions(Runs: 1, Cells: 1))).Message, StringComparison.Ordinal);
        Assert.True(File.Exists(folder["notes.txt"]));
    }

    [Fact]
    [Trait("kind", "slow")]
    public void What_the_site_loads_first_stays_under_a_megabyte_at_full_size()
    {
        var files = s_whole.Value.Files;
        string[] always = [HistoryPaths.Index, HistoryPaths.Latest, HistoryPaths.Events, HistoryPaths.Changes];
        var first = files.Paths.Where(path => always.Contains(path) || path.StartsWith("index/", StringComparison.Ordinal)).ToList();

        var shards = 10 * files.Read("series/throughput/hello-minimal/0.json")!.Length;
        Assert.InRange(first.Sum(path => files.Read(path)!.Length) + shards, 1, 1_800_000); // before compression, which takes away more than half
        Assert.InRange(Compressed(files, first), 1, 600_000);
    }

    [Fact]
    public void A_seventh_rule_of_others_appears_in_the_self_test()
    {
        using var folder = new TemporaryFolder();
        DemoFolder.Write(
            folder["demo"], new DemoOptions(Runs: 3, Cells: 4), [.. OtherRules.All, new("always red", "red", "Red: fails everything.", _ => true)]);

        var files = new FolderFiles(folder["demo"]);
        var path = new HistoryStore(files).Index.Selftest!.Path;
        var trials = SelftestDocument.File.Parse(HistoryJson.Read<Envelope>(path, files.Read(path)!).Document.GetRawText(), path).Trials;

        Assert.All(
            trials, trial => Assert.Equal([.. OtherRules.All.Select(rule => rule.Name), "always red"], trial.Others.Select(other => other.Rule)));
        Assert.Contains(trials, trial => trial.Others[^1].Failed > 0);
    }

    [Fact]
    public void The_feed_is_valid_atom_with_one_entry_a_change_and_links_no_repository_that_is_made_up()
    {
        var (files, store, _) = Demo(new DemoOptions(Runs: 300, Cells: 40) { RunsWithRounds = 0 });
        var feed = XDocument.Parse(files.Text(HistoryPaths.Feed)).Root!;
        XNamespace atom = "http://www.w3.org/2005/Atom";

        Assert.Equal(store.Changes.Count, feed.Elements(atom + "entry").Count());
        Assert.NotEmpty(feed.Elements(atom + "entry"));
        Assert.All(feed.Elements(atom + "entry")
            .Prepend(feed), element => Assert.All(["id", "title", "updated"], name => Assert.NotNull(element.Element(atom + name))));
        Assert.All(feed.Descendants(atom + "link"),
            link => Assert.StartsWith("./#/trend?cells=", link.Attribute("href")!.Value, StringComparison.Ordinal));
    }

    [Fact]
    public void A_new_reference_that_was_measured_beside_the_old_one_continues_the_series()
    {
        var (files, store, _) = Demo(new DemoOptions(Runs: 300, Cells: 5, HasChanges: false) { RunsWithRounds = 0 });

        Assert.Equal([true, true], store.Catalogue.References.Select(reference => reference.Chained));
        Assert.Single(store.Events, one => one is { Kind: EventKinds.Reference, Chained: true });
        var (before, after) = (Median(files, 0), Median(files, 2));
        Assert.InRange(after - before, -150, 150); // the new reference is 300 faster; what is left is the error of the link
    }

    internal static (MemoryFiles Files, HistoryStore Store, DemoTruth Truth) Demo(DemoOptions options)
    {
        var demo = new DemoHistory(options);
        var files = new MemoryFiles();
        var store = new HistoryStore(files);
        foreach (var run in demo.Generate()) store.Append(run);
        files.Apply(store.Save());
        return (files, store, demo.Truth);
    }

    private static double Median(MemoryFiles files, int chunk)
    {
        var path = HistoryPaths.Shard("throughput", "hello-minimal", chunk);
        var shard = HistoryJson.Read<ShardDocument>(path, files.Read(path)!);
        var sorted = shard.Cells[0].Ratio.OfType<int>().Order().ToList();
        return sorted[sorted.Count / 2];
    }

    private static long Compressed(MemoryFiles files, IEnumerable<string> paths) => paths.Sum(path =>
    {
        using var memory = new MemoryStream();
        using (var gzip = new System.IO.Compression.GZipStream(memory, System.IO.Compression.CompressionLevel.Optimal, leaveOpen: true))
            gzip.Write(files.Read(path));
        return memory.Length;
    });
}
