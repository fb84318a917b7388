using System.Buffers.Text;
using PerfMatrix.History;
using PerfMatrix.Shared;

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
            document.Samples.Count(sample => sample.Metrics.ContainsKey("throughput")), run.Rounds!["throughput"].Sum(rounds => rounds.Count));
        Assert.Equal(document.Blocks.SelectMany(block => block.Rounds).Select(round => round.Raw.Sha256),
            run.Blocks.SelectMany(block => block.Sha256!).Select(hash => Convert.ToHexStringLower(Base64Url.DecodeFromChars(hash))));
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

    /// <summary>Else a label would be older than runs whose steps had joined its change, and a rebuild would refuse these.</summary>
    [Fact]
    public void A_run_that_is_published_late_does_not_set_the_clock_back()
    {
        var (newer, both) = (HistorySamples.Published(HistorySamples.Compact(2)),
            HistorySamples.Published(HistorySamples.Compact(2), HistorySamples.Compact(1)));

        Assert.Equal(2, new HistoryStore(both).Index.Runs);
        Assert.Equal(new HistoryStore(newer).Index.UpdatedAt, new HistoryStore(both).Index.UpdatedAt);
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
    public void The_address_of_the_site_stays_until_another_is_told()
    {
        var files = new MemoryFiles();
        files.Apply(Publishing.Add(files, HistorySamples.Compact(0), "https://octo.github.io/perf/"));
        files.Apply(Publishing.Add(files, HistorySamples.Compact(1)));
        files.Apply(Rebuilding.Rebuild(files));

        Assert.True(HistoryCheck.Of(files).IsWhole);
        Assert.Contains("href=\"https://octo.github.io/perf/changes.atom\"", files.Text(HistoryPaths.Feed), StringComparison.Ordinal);

        files.Apply(Publishing.Add(files, HistorySamples.Compact(2), "https://perf.example/"));
        Assert.Equal("https://perf.example/", new HistoryStore(files).Index.Site);
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
    public void A_repository_that_was_cloned_over_SSH_has_the_address_of_its_page()
    {
        var sample = HistorySamples.Document(0);
        var cloned = sample with { Source = sample.Source with { Repository = "git@example.test:owner/repository.git" } };

        Assert.Equal("https://example.test/owner/repository",
            new HistoryStore(HistorySamples.Published(HistorySamples.Compact(cloned))).Index.Repository);
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
    public void A_machine_that_was_booted_or_updated_is_no_other_one()
    {
        var sample = HistorySamples.Document(1);
        var booted = sample with
        {
            Machine = sample.Machine with { Instance = "0123456789ab", Kernel = "6.1.1", RunnerImage = "ubuntu24 20261122.1" },
        };

        var files = HistorySamples.Published(HistorySamples.Compact(0), HistorySamples.Compact(booted));
        var started = HistorySamples.Published(HistorySamples.Compact(booted));

        Assert.Equal([0, 0], new HistoryStore(files).RunList(0).Runs.Select(run => run.Machine));
        Assert.Single(new HistoryStore(files).Catalogue.Machines);
        Assert.Null(Assert.Single(new HistoryStore(started).Catalogue.Machines).Instance);
    }

    [Fact]
    public void Another_core_count_of_a_known_model_is_an_event_and_the_first_one_of_a_new_model_is_none()
    {
        static CompactRun On(int number, string model, int cores)
        {
            var sample = HistorySamples.Document(number);
            return HistorySamples.Compact(sample with
            {
                Machine = sample.Machine with { Fingerprint = $"ffffffff{number:x4}", CpuModel = model, Cores = cores },
            });
        }

        var store = new HistoryStore(HistorySamples.Published(On(0, "One CPU", 4), On(1, "Other CPU", 8), On(2, "One CPU", 8), On(3, "One CPU", 4)));

        var change = Assert.Single(store.Events, one => one is { Kind: EventKinds.Cores, From: not null });
        var (run, startedAt) = (HistorySamples.Document(2).Id, HistorySamples.Document(2).StartedAt);
        Assert.Equal(new HistoryEvent(2, EventKinds.Cores, "One CPU", "4", "8", Run: run, StartedAt: startedAt), change);
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
}
