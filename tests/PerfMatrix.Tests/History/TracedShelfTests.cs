using PerfMatrix.Commands;
using PerfMatrix.Explain;
using PerfMatrix.Gate;
using PerfMatrix.History;
using PerfMatrix.Measurement.Bisecting;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.History;

public sealed class TracedShelfTests : IDisposable
{
    private static readonly DateTimeOffset s_day = new(2026, 11, 24, 8, 0, 0, TimeSpan.Zero);

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void What_lies_beside_a_run_is_published_with_it_once_and_a_rebuild_keeps_it()
    {
        var run = HistorySamples.Document(1);
        RunDocument.File.Write(_folder["run.json"], run);
        WhyDocument.File.Write(_folder["why.json"], Why("a", "b"));
        GcDocument.File.Write(_folder["gc.json"], Gc(decisions: 3));
        var files = new MemoryFiles();

        var publication = HistoryPublication.Of(_folder["run.json"], null, s_day);
        files.Apply(publication.Add(files).Files);

        Assert.Equal([("why", run.Id), ("gc", run.Id)], Items(files).Select(item => (item.Kind, item.Id)));
        Assert.All(Items(files), item => Assert.Equal(s_day, item.PublishedAt));
        Assert.Equal("Orders.Total", Document<WhyDocument>(files, Items(files)[0]).Cells[0].Cpu[0].Method);
        Assert.Equal(3, Document<GcDocument>(files, Items(files)[1]).Cells[0].ToDecisions.Count);
        Assert.Equal(2, new HistoryStore(files).Index.Traced);
        Assert.Equal(HistorySize.Of(files, new()), HistorySize.Noted(files, new()));
        Assert.True(HistoryCheck.Of(files).IsWhole);
        Assert.DoesNotContain(publication.Add(files).Files.Files.Keys, path => path.StartsWith(HistoryPaths.Traced, StringComparison.Ordinal));
    }

    [Fact]
    public void What_is_traced_after_a_run_was_published_is_added_and_replaced()
    {
        var run = HistorySamples.Document(1);
        RunDocument.File.Write(_folder["run.json"], run);
        var files = HistorySamples.Published(HistorySamples.Compact(1));

        foreach (var decisions in new[] { 3, 5 })
        {
            GcDocument.File.Write(_folder["gc.json"], Gc(decisions));
            files.Apply(HistoryPublication.Of(_folder["run.json"], null, s_day).Add(files).Files);
        }

        Assert.Equal(5, Document<GcDocument>(files, Assert.Single(Items(files))).Cells[0].ToDecisions.Count);
    }

    [Fact]
    public void The_cause_of_a_verdict_has_its_id_and_its_commits()
    {
        VerdictDocument.File.Write(_folder["verdict.json"], new() { Outcome = Outcome.Regressed, Cells = [], Policy = new() });
        WhyDocument.File.Write(_folder["why.json"], Why("old", "new"));
        var files = new MemoryFiles();

        files.Apply(HistoryPublication.Of(_folder["verdict.json"], "2026-verdict", s_day).Add(files).Files);

        var item = Assert.Single(Items(files));
        Assert.Equal(("2026-verdict", "old", "new"), (item.Id, item.ShaBefore, item.ShaAfter));
    }

    [Fact]
    public void The_cause_of_a_bisection_is_filed_under_the_commits_that_it_searched_between()
    {
        BisectDocument.File.Write(_folder["bisect.json"], new()
        {
            Cell = "cell",
            Metric = "throughput",
            Good = new("good", "good"),
            Candidates = [new("first", "first"), new("bad", "bad")],
            Steps = [],
        });
        WhyDocument.File.Write(_folder["why.json"], Why("good", "first"));
        var files = new MemoryFiles();
        var publication = HistoryPublication.Of(_folder["why.json"], null, s_day);

        files.Apply(publication.Add(files).Files);

        publication.Verify(files);
        var item = Assert.Single(Items(files));
        Assert.Equal(("good", "bad"), (item.ShaBefore, item.ShaAfter));
        Assert.StartsWith("traced/2026/2026-", item.Path, StringComparison.Ordinal);
        Assert.Equal(["cell"], item.Cells);
    }

    [Fact]
    public void An_explanation_that_is_published_alone_has_an_id_of_its_own()
    {
        WhyDocument.File.Write(_folder["why.json"], Why("a", "b"));

        var refused = Assert.Throws<UsageException>(() => HistoryPublication.Of(_folder["why.json"], "mine", s_day));

        Assert.Contains("--id: found 'mine'", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_prune_removes_what_is_older_and_a_full_shelf_loses_its_oldest()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(1));
        for (var number = 0; number <= TracedShelf.Most; number++)
            Apply(files, changes => TracedShelf.AddTo(files, changes, [TracedDocument.Of($"2026-{number}", Why("a", "b"))], s_day.AddDays(number),
                null));

        Assert.Equal(TracedShelf.Most, Items(files).Count);
        Assert.DoesNotContain("traced/2026/2026-0.why.json", files.Paths);

        files.Apply(Pruning.Prune(files, s_day.AddDays(TracedShelf.Most)));

        Assert.Equal(["traced/2026/2026-100.why.json", HistoryPaths.TracedList],
            files.Paths.Where(path => path.StartsWith("traced/", StringComparison.Ordinal)));
        Assert.Equal(1, new HistoryStore(files).Index.Traced);
        Assert.True(HistoryCheck.Of(files).IsWhole);
    }

    [Fact]
    public void A_document_is_at_most_300_KB_whatever_was_traced()
    {
        var large = Gc(decisions: 1_000) with { Cells = [.. Enumerable.Repeat(Gc(decisions: 1_000).Cells[0], 60)] };
        var files = HistorySamples.Published(HistorySamples.Compact(1));

        Apply(files, changes => TracedShelf.AddTo(files, changes, [TracedDocument.Of("2026-a", large)], s_day, null));

        var item = Assert.Single(Items(files));
        var kept = Document<GcDocument>(files, item);
        Assert.InRange(((IHistoryFiles)files).SizeOf(item.Path), 1, GcDocument.Largest + 1_000);
        Assert.Contains(kept.Cells[0].Notes, note => note.Contains("at most", StringComparison.Ordinal));
        Assert.Contains(kept.Cells[0].ToDecisions, decision => decision.Chosen != decision.Heaps);
    }

    private static void Apply(MemoryFiles files, Action<FileChanges> change)
    {
        var changes = new FileChanges();
        change(changes);
        files.Apply(changes);
    }

    private static IReadOnlyList<TracedEntry> Items(MemoryFiles files) =>
        HistoryJson.Read<TracedList>(HistoryPaths.TracedList, files.Read(HistoryPaths.TracedList)!).Items;

    private static T Document<T>(MemoryFiles files, TracedEntry item) =>
        HistoryJson.Read<T>(item.Path, System.Text.Encoding.UTF8.GetBytes(
            HistoryJson.Read<Envelope>(item.Path, files.Read(item.Path)!).Document.GetRawText()));

    private static WhyDocument Why(string old, string now) => new()
    {
        Base = new("base", old),
        Head = new("head", now),
        Cells = [new() { Cell = "cell", Rounds = 5, Cpu = [new("Orders.Total", "Shop", 2, 1, 3, 2, 2, "src/Orders.cs", 42)] }],
    };

    private static GcDocument Gc(int decisions) => new()
    {
        From = "server",
        To = "datas",
        Cells =
        [
            new()
            {
                Cell = "cell",
                Rounds = 5,
                Statistics = [new("Time paused", "%", 1, 2, 1, 0.5, 1.5)],
                ToDecisions = [.. Enumerable.Range(0, decisions).Select(number => new GcDecision(number, 1, number % 10 == 7 ? 2 : 1, 1.5, 2, 3))],
            },
        ],
    };
}
