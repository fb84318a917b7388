using System.Buffers.Text;
using PerfMatrix.History;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.History;

public sealed class PublishingTests
{
    [Fact]
    public void An_empty_history_opens_and_names_no_run()
    {
        var store = new HistoryStore(new MemoryFiles());

        Assert.Equal(0, store.Index.Runs);
        Assert.Equal(0, store.NextSequence);
        Assert.True(HistoryCheck.Of(new MemoryFiles()).Problems.Count == 0);
    }

    [Fact]
    public void One_run_makes_a_whole_history()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0));

        var store = new HistoryStore(files);
        Assert.Equal(1, store.Index.Runs);
        Assert.Equal(11, store.Catalogue.Cells.Count);
        Assert.Equal([0], store.RunList(0).Runs.Select(run => run.Sequence));
        Assert.True(HistoryCheck.Of(files).IsWhole);
        Publishing.Verify(files, HistorySamples.Document(0).Id);
    }

    [Fact]
    public void A_stored_run_keeps_every_round_and_reason()
    {
        var document = HistorySamples.Document(0);
        var (run, table) = HistorySamples.Compact(document);

        Assert.Equal(document.Variants.Select(variant => variant.Cell.Id), run.Variants.Cell.Select(cell => table.Cells[cell].Id));
        Assert.Equal(document.Variants.Count(variant => variant.Reason is not null), run.Variants.Reason.Count);
        Assert.Equal(
            document.Samples.Count(sample => sample.Metrics.ContainsKey("throughput")), run.Rounds!["throughput"].Sum(rounds => rounds.Stored.Count));
        Assert.Equal(document.Blocks.SelectMany(block => block.Rounds).Select(round => round.Raw.Sha256),
            run.Blocks.SelectMany(block => block.Sha256!).Select(hash => Convert.ToHexStringLower(Base64Url.DecodeFromChars(hash))));
    }

    [Fact]
    public void What_programs_were_built_with_is_stored_once_for_all_runs_that_have_it()
    {
        var before = HistorySamples.Published(HistorySamples.Compact(0)).Paths.Count(IsTable);
        var (run, table) = HistorySamples.Compact(Built(0, "1.0.0"));
        var files = HistorySamples.Published(HistorySamples.Compact(Built(0, "1.0.0")), HistorySamples.Compact(Built(1, "1.0.0")));

        Assert.Equal(Built(0, "1.0.0").Programs!.Select(program => (program.ArtifactHash, Texts(program.Facts))).Order(),
            run.Artifacts.Zip(run.Programs!, (artifact, program) =>
                (artifact, Texts(table.Programs![program!.Value].Facts.Select(fact => table.Facts![fact])))).Order());
        Assert.Equal(101, table.Facts!.Count);
        Assert.Equal(before, files.Paths.Count(IsTable));
        Assert.True(HistoryCheck.Of(files).IsWhole);

        files.Apply(Publishing.Add(files, HistorySamples.Compact(Built(2, "1.0.1"))));
        Assert.Equal(before + 1, files.Paths.Count(IsTable));

        static string Texts(IEnumerable<ProgramFact> facts) => string.Join('\n', facts);
    }

    /// <summary>Two programs of 100 packages, which is the most that is kept, add less than 20 KB even where all is new.</summary>
    [Fact]
    public void What_programs_were_built_with_is_small()
    {
        var (before, now) = (HistorySamples.Compact(0), HistorySamples.Compact(Built(0, "1.0.0")));

        Assert.InRange(HistoryJson.Write(now.Table).Length - HistoryJson.Write(before.Table).Length, 1, 20_000);
        Assert.InRange(HistoryJson.Write(now.Run).Length - HistoryJson.Write(before.Run).Length, 1, 200);
    }

    [Fact]
    public void A_run_that_says_nothing_of_its_programs_is_stored_as_before()
    {
        var (run, table) = HistorySamples.Compact(0);

        Assert.Null(run.Programs);
        Assert.DoesNotContain("\"programs\"", System.Text.Encoding.UTF8.GetString(HistoryJson.Write(table)), StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_with_only_failures_is_listed_and_draws_nothing()
    {
        var sample = HistorySamples.Document(0);
        var failed = sample with
        {
            Samples = [],
            Pairs = [],
            Variants = [.. sample.Variants.Select(variant => variant with
            {
                Status = VariantStatus.Failed, Reason = "<script>alert(1)</script>\u0001",
            })],
        };

        var files = HistorySamples.Published(HistorySamples.Compact(failed));

        Assert.Equal(11, new HistoryStore(files).RunList(0).Runs[0].Failed);
        Assert.DoesNotContain(files.Paths, path => path.StartsWith("series/", StringComparison.Ordinal));
        Assert.True(HistoryCheck.Of(files).IsWhole);
    }

    [Fact]
    public void Publishing_a_run_again_changes_nothing()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0), HistorySamples.Compact(1));

        Assert.Empty(Publishing.Add(files, HistorySamples.Compact(0)).Files);
    }

    [Fact]
    public void A_run_of_a_published_id_with_other_content_is_refused()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0));
        var other = HistorySamples.Compact(HistorySamples.Document(0) with { Complete = true, Warnings = ["edited"] });

        var problem = Assert.Throws<UsageException>(() => Publishing.Add(files, other));
        Assert.Contains("never overwritten", problem.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_measured_run_is_refused_by_a_demo_and_a_generated_one_is_not()
    {
        static CompactRun Generated(int number)
        {
            var run = HistorySamples.Compact(number);
            return run with { Run = run.Run with { Generated = true } };
        }

        var files = HistorySamples.Published(Generated(0), Generated(1));

        var problem = Assert.Throws<UsageException>(() => Publishing.Add(files, HistorySamples.Compact(2)));
        Assert.Contains("its 2 runs are generated", problem.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("../../etc/passwd")]
    [InlineData("2026/../x")]
    [InlineData("")]
    [InlineData("2026 id\n")]
    public void An_id_that_is_no_file_name_is_refused(string id) =>
        Assert.Throws<UsageException>(() => Publishing.Add(new MemoryFiles(), HistorySamples.Compact(HistorySamples.Document(0) with { Id = id })));

    [Fact]
    public void Hostile_names_stay_inside_the_history_and_apart()
    {
        var sample = HistorySamples.Document(0);
        var hostile = sample with
        {
            Variants = [.. sample.Variants.Select((variant, index) => variant with
            {
                Cell = variant.Cell with { Scenario = index % 2 == 0 ? "../../<b>" : "../../<i>", Id = $"\"{index}\n</script>" },
            })],
        };

        var files = HistorySamples.Published(HistorySamples.Compact(hostile));

        Assert.All(files.Paths, path => Assert.Matches("^[A-Za-z0-9./-]+$", path));
        Assert.DoesNotContain(files.Paths, path => path.Contains("..", StringComparison.Ordinal));
        Assert.Equal(2, new HistoryStore(files).Catalogue.Scenarios.Select(scenario => scenario.Path).Distinct().Count());
        Assert.True(HistoryCheck.Of(files).IsWhole);
    }

    [Fact]
    public void A_clock_in_the_future_does_not_stop_the_history()
    {
        var future = HistorySamples.Document(0) with { Id = "20991231T235959999Z-ffff", StartedAt = new(2099, 12, 31, 23, 59, 59, TimeSpan.Zero) };
        var files = HistorySamples.Published(HistorySamples.Compact(future), HistorySamples.Compact(1));

        Assert.Equal(HistorySamples.Document(1).Id, new HistoryStore(files).Index.Newest!.Id);
        Assert.True(HistoryCheck.Of(files).IsWhole);
    }

    [Theory]
    [InlineData(HistoryPaths.Index)]
    [InlineData(HistoryPaths.Catalogue)]
    [InlineData("index/0.json")]
    [InlineData("series/throughput/hello-controllers/0.json")]
    public void A_damaged_derived_file_is_mended_by_the_next_publish(string path)
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0), HistorySamples.Compact(1));
        files.Overwrite(path, "{\"schemaVersion\":1,");

        files.Apply(Publishing.Add(files, HistorySamples.Compact(2)));

        Assert.Equal(3, new HistoryStore(files).Index.Runs);
        Assert.True(HistoryCheck.Of(files).IsWhole);
    }

    [Fact]
    public void A_damaged_run_is_named_and_the_rest_works()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0), HistorySamples.Compact(1));
        var path = HistoryPaths.Run(HistorySamples.Document(0).Id);
        files.Overwrite(path, "not json");

        files.Apply(Rebuilding.Rebuild(files));
        files.Apply(Publishing.Add(files, HistorySamples.Compact(2)));

        var store = new HistoryStore(files);
        Assert.Equal([1, 2], store.RunList(0).Runs.Select(run => run.Sequence));
        Assert.Equal([path], store.Index.Problems.Select(problem => problem.Path));
        Assert.Contains(path, HistoryCheck.Of(files).ToText(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_with_an_identical_cell_is_whole_and_survives_a_rebuild()
    {
        var document = HistorySamples.Document(0);
        var files = HistorySamples.Published(HistorySamples.Compact(document with
        {
            Variants = [.. document.Variants, document.Variants[0] with { Id = "identical", Status = VariantStatus.Identical }],
        }));

        Publishing.Verify(files, document.Id);
        files.Apply(Rebuilding.Rebuild(files));

        Assert.True(HistoryCheck.Of(files).IsWhole);
        Assert.Empty(new HistoryStore(files).Index.Problems);
        Assert.Equal([document.Id], new HistoryStore(files).RunList(0).Runs.Select(run => run.Id));
    }

    [Fact]
    public void A_run_of_a_newer_schema_is_named_and_the_rest_works()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0), HistorySamples.Compact(1));
        var path = HistoryPaths.Run(HistorySamples.Document(0).Id);
        files.Overwrite(path, files.Text(path).Replace("{\"schemaVersion\":2", "{\"schemaVersion\":9", StringComparison.Ordinal));

        files.Apply(Rebuilding.Rebuild(files));

        Assert.Contains("schemaVersion is 9", Assert.Single(new HistoryStore(files).Index.Problems).Problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(HistoryPaths.Index)]
    [InlineData(HistoryPaths.Events)]
    public void A_newer_history_is_not_overwritten(string path)
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0));
        files.Overwrite(path, "{\"schemaVersion\":2}");

        var problem = Assert.Throws<UsageException>(() => Publishing.Add(files, HistorySamples.Compact(1)));
        Assert.Contains("newer perfmatrix", problem.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_file_that_the_index_does_not_name_is_taken_in_by_the_next_publish()
    {
        var whole = HistorySamples.Published(HistorySamples.Compact(0), HistorySamples.Compact(1));
        var torn = HistorySamples.Published(HistorySamples.Compact(0));
        var path = HistoryPaths.Run(HistorySamples.Document(1).Id);
        torn.Overwrite(path, whole.Text(path));

        torn.Apply(Publishing.Add(torn, HistorySamples.Compact(2)));

        Assert.Equal(3, new HistoryStore(torn).Index.Runs);
        Assert.True(HistoryCheck.Of(torn).IsWhole);
    }

    [Fact]
    public void Files_of_the_front_end_are_left_alone()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0));
        files.Overwrite("index.html", "<p>");
        files.Overwrite("assets/app.js", "1");

        files.Apply(Publishing.Add(files, HistorySamples.Compact(1)));
        files.Apply(Rebuilding.Rebuild(files));

        Assert.Equal("<p>", files.Text("index.html"));
        Assert.Equal("1", files.Text("assets/app.js"));
    }

    [Fact]
    public void Mixed_machines_are_told_apart()
    {
        var sample = HistorySamples.Document(1);
        var other = sample with { Machine = sample.Machine with { Fingerprint = "ffffffffffff", CpuModel = "Other CPU" } };
        var store = new HistoryStore(HistorySamples.Published(HistorySamples.Compact(0), HistorySamples.Compact(other), HistorySamples.Compact(2)));

        Assert.Equal([0, 1, 0], store.RunList(0).Runs.Select(run => run.Machine));
        var change = Assert.Single(store.Events, one => one is { Kind: EventKinds.Cpu, From: not null });
        Assert.Equal((1, "Other CPU"), (change.Sequence, change.To));
    }

    [Fact]
    public void An_identical_copy_of_a_cell_is_no_point_of_its_series()
    {
        var with = HistorySamples.Published(
            Enumerable.Range(0, 2).Select(number => HistorySamples.Compact(HistorySamples.WithTwin(HistorySamples.Document(number)))));
        var without = HistorySamples.Published(Enumerable.Range(0, 2).Select(number => HistorySamples.Compact(number)));

        var path = HistoryPaths.Shard("throughput", "hello-controllers", 0);
        Assert.Equal(without.Text(path), with.Text(path));
        Assert.True(HistoryCheck.Of(with).IsWhole);
    }

    [Fact]
    public void A_prune_reads_no_run_that_it_does_not_prune()
    {
        var files = new ReadLog(HistorySamples.Published(Enumerable.Range(0, 5).Select(number => HistorySamples.Compact(number))));

        var changes = Pruning.Prune(files, HistorySamples.Document(2).StartedAt);

        Assert.Equal(
            Enumerable.Range(0, 2).Select(number => HistoryPaths.Run(HistorySamples.Document(number).Id)),
            files.Asked.Where(path => path.StartsWith(HistoryPaths.Runs, StringComparison.Ordinal)).Distinct().Order(StringComparer.Ordinal));
        Assert.DoesNotContain(files.Asked, path => path.StartsWith("series/", StringComparison.Ordinal));
        Assert.Equal(4, changes.Files.Count); // two runs, their list, the entry point
    }

    /// <summary>The paths of a folder are a walk through it, and a long history has thousands of them.</summary>
    [Fact]
    public void A_prune_lists_the_paths_once_however_many_timelines_it_removes()
    {
        var history = new MemoryFiles();
        foreach (var number in Enumerable.Range(0, 4)) history.Apply(Publishing.Add(history, WithTimeline(number)));
        var files = new ReadLog(history);

        var changes = Pruning.Prune(files, HistorySamples.Document(3).StartedAt);

        Assert.Equal(3, changes.Files.Count(file => file.Value is null));
        Assert.Equal(1, files.Listings);
    }

    [Fact]
    public void A_pruned_history_keeps_its_summaries_and_stays_whole()
    {
        var files = HistorySamples.Published(HistorySamples.Compact(0), HistorySamples.Compact(1));
        var before = files.Text("series/throughput/hello-controllers/0.json");

        files.Apply(Pruning.Prune(files, HistorySamples.Document(1).StartedAt));

        var path = HistoryPaths.Run(HistorySamples.Document(0).Id);
        var pruned = HistoryJson.Read<StoredRun>(path, files.Read(path)!);
        Assert.Null(pruned.Rounds);
        Assert.Equal([0, 6], new HistoryStore(files).RunList(0).Runs.Select(run => run.Rounds));
        Assert.Equal(before, files.Text("series/throughput/hello-controllers/0.json"));
        Assert.True(HistoryCheck.Of(files).IsWhole);
        Assert.Empty(Publishing.Add(files, HistorySamples.Compact(0)).Files);
    }

    [Fact]
    public void Timelines_stay_with_a_rebuild_and_go_with_a_prune()
    {
        var files = new MemoryFiles();
        foreach (var number in Enumerable.Range(0, 2)) files.Apply(Publishing.Add(files, WithTimeline(number)));

        Assert.True(HistoryCheck.Of(files).IsWhole);
        Assert.Equal(2, files.Paths.Count(path => path.StartsWith("timelines/2026/", StringComparison.Ordinal)));

        files.Apply(Pruning.Prune(files, HistorySamples.Document(1).StartedAt));

        Assert.Equal([HistoryPaths.Timelines(HistorySamples.Document(1).Id)],
            files.Paths.Where(path => path.StartsWith("timelines/", StringComparison.Ordinal)));
        Assert.DoesNotContain("\"timelines\"", files.Text(HistoryPaths.Run(HistorySamples.Document(0).Id)), StringComparison.Ordinal);
        Assert.Contains("\"timelines\":[2]", files.Text(HistoryPaths.Run(HistorySamples.Document(1).Id)), StringComparison.Ordinal);
        Assert.True(HistoryCheck.Of(files).IsWhole);
    }

    private static bool IsTable(string path) => path.StartsWith("tables/", StringComparison.Ordinal);

    /// <summary>A run of two programs with 100 packages each, all but one of which they share.</summary>
    private static RunDocument Built(int number, string version)
    {
        var document = HistorySamples.Document(number);
        var (a, b) = (new string('a', 64), new string('b', 64));
        return document with
        {
            Variants = [.. document.Variants.Select((variant, index) => index == 0 ? variant with { ArtifactHash = b } : variant)],
            Programs = [Of(a, "A"), Of(b, "B")],
        };

        ProgramRecord Of(string artifact, string own) => new(artifact,
            [.. Enumerable.Range(0, 99).Select(package => new ProgramFact("package", $"Contoso.Extensions.Package{package:00}", version)),
                new("package", own, version)], []);
    }

    private static CompactRun WithTimeline(int number)
    {
        var document = HistorySamples.Document(number);
        return HistorySamples.Compact(document).With(StoredTimelines.Of(document, [TimelineSamples.Timeline(document.Variants[2].Id, "block", 1)]));
    }

    /// <summary>Notes which files are read, and how often they are listed.</summary>
    private sealed class ReadLog(MemoryFiles files) : IHistoryFiles
    {
        public List<string> Asked { get; } = [];

        public int Listings { get; private set; }

        public IReadOnlyCollection<string> Paths
        {
            get
            {
                Listings++;
                return files.Paths;
            }
        }

        public byte[]? Read(string path)
        {
            Asked.Add(path);
            return files.Read(path);
        }
    }
}
