using PerfMatrix.Benchmarks.Articles;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Measurement;
using PerfMatrix.Tests.Reporting.Gc;

namespace PerfMatrix.Evidence.Tests.Articles;

/// <summary>The table of claims and the sections below it, from the same timelines: neither contradicts the other.</summary>
public sealed class DatasClaimsTests
{
    private const string NotByBudget = "large objects asked for most, or less than half or more than twice what it foretells in 1 round | 1 | - | - "
        + "| differs because the budget of generation 0 alone does not foretell it: large objects have one of their own, of some 3 MB in each heap";

    // GCReason of the event GCStart: who asked.
    private const int Small = 0;
    private const int Large = 4;

    [Theory]
    [InlineData(1, 1, "one heap was in use before the silence already, so nothing could shrink, in 1 round.", "- | - | - | - | not in this run")]
    [InlineData(2, 2, "2 heaps were in use before it and 2 at the first collection after it, so they did not shrink without allocation, in 1 round.",
        "so in 1 round | 1 | - | - | answered: they do not")]
    [InlineData(2, 1, "the heaps shrank from 2 to 1, as the first collection after it said, in 1 round.",
        "fewer in 1 round | 1 | - | - | differs because they do become fewer")]
    public void What_a_silence_does_to_heaps_is_said_alike_by_the_claim_and_the_section(int before, int after, string sentence, string row)
    {
        var variant = GcRuns.Variant("datas-idle", "datas");
        var timeline = TimelineSamples.Timeline(variant.Id, "b1", 1, seconds: 20, second => second < 10 ? before : after, silence: (6, 14));

        var text = Report(variant, timeline);

        Assert.Contains(sentence, text, StringComparison.Ordinal);
        Assert.Contains($"| heaps do not become fewer without requests (asked, not answered) | asked | {row} |", text, StringComparison.Ordinal);
    }

    /// <summary>In round 2 the rate was not sustained, and heaps did what they did not in round 1.</summary>
    [Theory]
    [InlineData(2, 2, 1, "the heaps went from 2 to 1 in 1 round;", "so in 1 round | 1 | - | - | reproduced")]
    [InlineData(2, 2, 2, "the heaps stayed 2 in 1 round;", "not fewer in 1 round | 1 | - | - | differs because it takes decisions in a row that its "
        + "cost is off the target, and at 20 requests/s two to four came in 90 s (000-decisions)")]
    [InlineData(1, 2, 1, "the heaps stayed 1 in 1 round;", "- | - | - | - | not in this run")]
    public void What_a_falling_load_does_to_heaps_is_said_alike_by_the_claim_and_the_section(
        int first, int middle, int last, string sentence, string row)
    {
        var variant = GcRuns.Variant("datas-falling", "datas");
        var rate = GcRuns.Datas.Rates![0] with
        {
            Variant = variant.Id,
            Outcome = GcRuns.Datas.Rates[0].Outcome with { Schedule = "1000/10s 200/10s 20/10s" },
        };
        var run = GcRuns.Datas with
        {
            Variants = [variant],
            Rates = [rate with { Round = 1, Sustained = true }, rate with { Round = 2, Sustained = false }],
        };
        int[] heaps = [first, middle, last];

        var text = Report(run, TimelineSamples.Timeline(variant.Id, "b1", 1, seconds: 30, second => heaps[second / 10]),
            TimelineSamples.Timeline(variant.Id, "b1", 2, seconds: 30, second => second < 20 || last < first ? 2 : 1));

        Assert.Contains($"from 1,000 to 20 requests/s {sentence}", text, StringComparison.Ordinal);
        Assert.Contains("Left out: round 2, where the rate was not sustained", text, StringComparison.Ordinal);
        Assert.Contains($"| heaps become fewer when the burst is over | they do | {row} |", text, StringComparison.Ordinal);
    }

    /// <summary>In a container there is a claim of its own.</summary>
    [Fact]
    public void Heaps_of_a_small_container_are_told_apart_from_those_without_limits()
    {
        var variant = GcRuns.Variant("datas-falling", "datas");
        var cell = variant.Cell with { Memory = new(512 << 20), CpuLimit = new(2000) };
        variant = variant with { Id = cell.Id, Cell = cell };
        var rate = GcRuns.Datas.Rates![0] with
        {
            Variant = variant.Id,
            Sustained = true,
            Outcome = GcRuns.Datas.Rates[0].Outcome with { Schedule = "1000/10s 200/10s 20/10s" },
        };

        var text = Report(GcRuns.Datas with { Variants = [variant], Rates = [rate] },
            TimelineSamples.Timeline(variant.Id, "b1", 1, seconds: 30, second => second < 20 ? 2 : 1));

        Assert.Contains("| heaps become fewer when the burst is over, in a small container | they do | so in 1 round | 1 | - | - | reproduced |",
            text, StringComparison.Ordinal);
        Assert.Contains("| heaps become fewer when the burst is over | they do | - | - | - | - | not in this run |", text, StringComparison.Ordinal);
    }

    /// <summary>Without limits the same cells say nothing of a container.</summary>
    [Theory]
    [InlineData(true, 444, "reproduced")]
    [InlineData(true, 480, "differs, unexplained")]
    [InlineData(false, 444, "not in this run")]
    public void What_DATAS_is_for_is_less_memory_than_under_server_GC_in_a_small_container(bool isLimited, int megabytes, string verdict)
    {
        var run = GcRuns.Of(new(), Falling("server", 465), Falling("datas", megabytes));

        var row = DatasArticle.Article.Claims.Single(claim => claim.What == "DATAS needs less memory than server in a small container")
            .Row(new ArticleRun(run, new TimelineFiles([], [])));

        Assert.Equal(verdict, row.Verdict);

        (VariantRecord, int, Dictionary<string, double>) Falling(string gc, int peak)
        {
            var variant = GcRuns.Variant("datas-falling", gc);
            var cell = isLimited ? variant.Cell with { Memory = new(512 << 20), CpuLimit = new(2000) } : variant.Cell;
            return (variant with { Id = cell.Id, Cell = cell }, 6, new() { ["peakRss"] = peak << 20 });
        }
    }

    /// <summary>The article counts four; a sample has a collection every other second, all of one generation and for one reason.</summary>
    [Theory]
    [InlineData(8, 2, Small, "4 of 4 collections were full ones | 1 | - | - | reproduced")]
    [InlineData(4, 2, Small, "2 of 2 collections were full ones | 1 | - | - | differs, unexplained")]
    [InlineData(4, 2, Large, "2 of 2 collections were full ones | 1 | - | - | differs, in part because large objects ask for most of them here; "
        + "the rest is unexplained")]
    [InlineData(14, 0, Small, "0 of 7 collections were full ones | 1 | - | - | differs because dotMemory's mark says a collection, and here most "
        + "were of generation 0 or 1")]
    [InlineData(20, 2, Small, "10 of 10 collections were full ones | 1 | - | - | differs, unexplained")]
    public void Other_numbers_of_full_collections_are_explained_where_most_were_younger_ones_or_large_objects_asked(
        int seconds, int generation, int reason, string row)
    {
        var variant = GcRuns.Variant("datas-call", "server");
        var timeline = TimelineSamples.Timeline(variant.Id, "b1", 1, seconds);
        var recorded = timeline with
        {
            Collections = [.. timeline.Collections.Select(one => one with { Gc = one.Gc with { Generation = generation, Reason = reason } })],
        };

        var text = Report(variant, recorded);

        Assert.Contains($"| full collections of server at this load | 4 | {row} |", text, StringComparison.Ordinal);
    }

    /// <summary>The article ran .NET 8.</summary>
    [Fact]
    public void The_number_of_heaps_is_a_claim_of_each_runtime()
    {
        var text = Report(GcRuns.Of(new(), (GcRuns.Variant("datas-live", "datas", "net8.0"), 1, new() { ["heapCountMax"] = 1 }),
            (GcRuns.Variant("datas-live", "datas"), 1, new() { ["heapCountMax"] = 2 })));

        Assert.Contains("| largest number of heaps with 200 MB alive, .NET 8 | 1 | 1 | 1 | - | +0 | reproduced |", text, StringComparison.Ordinal);
        Assert.Contains("| largest number of heaps with 200 MB alive, .NET 8 (here 10) | 1 | 2 | 1 | - | +100 | differs because it is a newer DATAS",
            text, StringComparison.Ordinal);
    }

    /// <summary>A budget of 8 MB and 5 MB a second foretell what is seen, a budget of 1 MB foretells ten times as many.</summary>
    [Theory]
    [InlineData("datas", 8, Small, "at this load, DATAS", "so in 1 round | 1 | - | - | answered: it does")]
    [InlineData("server", 1, Small, "at this load, server", NotByBudget)]
    [InlineData("server", 8, Large, "at this load, server", NotByBudget)]
    public void Whether_the_budget_decides_is_told_of_the_load_of_the_article_as_well(string gc, int megabytes, int reason, string where, string row)
    {
        var variant = GcRuns.Variant("datas-call", gc);
        var timeline = TimelineSamples.Timeline(variant.Id, "b1", 1, seconds: 20);
        var recorded = timeline with
        {
            Collections = [.. timeline.Collections.Select(one => one with { Gc = one.Gc with { BudgetBytes = megabytes << 20, Reason = reason } })],
        };

        var text = Report(variant, recorded);

        Assert.Contains("| the budget of all heaps decides how often is collected, not their number, "
            + $"{where} (asked, not answered) | asked | {row} |", text, StringComparison.Ordinal);
    }

    /// <summary>Under server GC each pause takes 1.6 ms.</summary>
    [Theory]
    [InlineData(0.8, "1,600 against 800 us for each collection | 4 and 4 | - | - | reproduced",
        "4 against 8 ms of pauses | 4 and 4 | - | - | differs, unexplained")]
    [InlineData(3.2, "1,600 against 3,200 us for each collection | 4 and 4 | - | - | differs because a heap of the same size takes server GC less "
        + "time, because it collects on all CPUs at once",
        "16 against 8 ms of pauses | 4 and 4 | - | - | reproduced")]
    public void Which_collections_take_longer_is_told_by_the_pauses_of_all_rounds(double milliseconds, string row, string total)
    {
        VariantRecord[] variants = [GcRuns.Variant("datas-call", "server"), GcRuns.Variant("datas-call", "workstation")];
        var timelines = from variant in variants
                        from round in Enumerable.Range(1, 4)
                        let timeline = TimelineSamples.Timeline(variant.Id, "b1", round)
                        select variant == variants[0] ? timeline : timeline with
                        {
                            Collections = [.. timeline.Collections.Select(
                                one => one with { Gc = one.Gc with { PauseMilliseconds = milliseconds } })],
                        };

        var text = Report(GcRuns.Datas with { Variants = variants, Rates = null }, [.. timelines]);

        Assert.Contains($"| a collection of server takes longer than one of workstation | longer | {row} |", text, StringComparison.Ordinal);
        Assert.Contains($"| server spends less time in collections than workstation | less | {total} |", text, StringComparison.Ordinal);
    }

    /// <summary>With two CPUs there is no number between one heap and a heap for each.</summary>
    [Theory]
    [InlineData(4, 3, "so in 1 round | 1 | - | - | reproduced")]
    [InlineData(4, 4, "as many as CPUs in 1 round | 1 | - | - | differs, unexplained")]
    [InlineData(4, 1, "- | - | - | - | not in this run")]
    [InlineData(2, 2, "- | - | - | - | not in this run")]
    public void Heaps_in_a_burst_are_compared_with_more_than_two_CPUs(int cpus, int heaps, string row)
    {
        var cell = new CellRecord(new("datas-idle", "net10.0", "datas", cpus), "10.0.14");
        var variant = GcRuns.Variant("datas-idle", "datas") with { Id = cell.Id, Cell = cell };

        var text = Report(variant, TimelineSamples.Timeline(variant.Id, "b1", 1, heapsAt: _ => heaps));

        Assert.Contains($"| DATAS may stay below a heap for each CPU in a burst | it may | {row} |", text, StringComparison.Ordinal);
    }

    /// <summary>90 MB at first, and one more each second: 190 after 100 s.</summary>
    [Theory]
    [InlineData(119, "so in 1 round | 1 | - | - | reproduced")]
    [InlineData(121, "more than 10 % more in 1 round | 1 | - | - | differs, unexplained")]
    [InlineData(101, "- | - | - | - | not in this run")]
    public void Memory_is_level_where_it_grows_by_a_tenth_at_most(int seconds, string row)
    {
        var variant = GcRuns.Variant("datas-call", "workstation");

        var text = Report(variant, TimelineSamples.Timeline(variant.Id, "b1", 1, seconds));

        Assert.Contains($"| memory of workstation stays level after 1:40 | it does | {row} |", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("server", 2, "server has a heap for each CPU | it has | so in 1 round | 1 | - | - | reproduced")]
    [InlineData("server", 1, "server has a heap for each CPU | it has | another number in 1 round | 1 | - | - | differs, unexplained")]
    [InlineData("workstation", 1, "workstation has one heap | it has | so in 1 round | 1 | - | - | reproduced")]
    [InlineData("workstation", 2, "workstation has one heap | it has | another number in 1 round | 1 | - | - | differs, unexplained")]
    public void Heaps_are_as_many_as_the_mode_says(string gc, int heaps, string row)
    {
        var variant = GcRuns.Variant("datas-call", gc);

        var text = Report(variant,
            TimelineSamples.Timeline(variant.Id, "b1", 1, heapsAt: _ => heaps));

        Assert.Contains($"| {row} |", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1, 2, "so in 1 round | 1 | - | - | reproduced")]
    [InlineData(1, 1, "not more in 1 round | 1 | - | - | differs, unexplained")]
    [InlineData(2, 2, "- | - | - | - | not in this run")]
    public void Heaps_become_more_where_the_first_collection_had_one(int first, int later, string row)
    {
        var variant = GcRuns.Variant("datas-idle", "datas");

        var text = Report(variant,
            TimelineSamples.Timeline(variant.Id, "b1", 1, heapsAt: second => second < 5 ? first : later));

        Assert.Contains($"| heaps become more in a burst | they do | {row} |", text, StringComparison.Ordinal);
    }

    /// <summary>Nobody asks between 6 and 14 s.</summary>
    [Theory]
    [InlineData(15, "so in 1 round | 1 | - | - | reproduced")]
    [InlineData(10, "collected in 1 round | 1 | - | - | differs, unexplained")]
    public void A_collection_in_a_silence_needs_no_allocation(int at, string row)
    {
        var variant = GcRuns.Variant("datas-idle", "datas");
        var timeline = TimelineSamples.Timeline(variant.Id, "b1", 1, seconds: 20, silence: (6, 14));

        var text = Report(variant, timeline with
        {
            Collections = [timeline.Collections[0], timeline.Collections[1] with { At = TimeSpan.FromSeconds(at) }],
        });

        Assert.Contains($"| nothing is collected without allocation | nothing | {row} |", text, StringComparison.Ordinal);
    }

    /// <summary>A recording may begin when the process has had collections, and DATAS another number of heaps.</summary>
    [Theory]
    [InlineData(1, 0, "so in 1 round | 1 | - | - | reproduced")]
    [InlineData(2, 0, "more at the first collection in 1 round | 1 | - | - | differs, unexplained")]
    [InlineData(1, 6, "- | - | - | - | not in this run")]
    public void What_DATAS_starts_with_is_told_by_the_first_collections_of_a_process(int heaps, int before, string row)
    {
        var variant = GcRuns.Variant("datas-call", "datas");
        var timeline = TimelineSamples.Timeline(variant.Id, "b1", 1, seconds: 20, _ => heaps);
        var recorded = timeline with
        {
            Collections = [.. timeline.Collections.Select(one => one with { Gc = one.Gc with { Number = one.Gc.Number + before } })],
        };

        var text = Report(variant, recorded);

        Assert.Contains($"| DATAS starts with a single heap | one | {row} |", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false, true, "workstation GC on one CPU, server GC, a fixed number of heaps on 2 | 1 and 1 | - | - | reproduced")]
    [InlineData(false, false, "workstation GC on one CPU, workstation GC on 2 | 1 and 1 | - | - | differs, unexplained")]
    [InlineData(true, true,
        "server GC, a fixed number of heaps on one CPU, server GC, a fixed number of heaps on 2 | 1 and 1 | - | - | differs, unexplained")]
    [InlineData(false, null, "- | - | - | - | not in this run")]
    public void The_GC_that_nobody_chose_is_told_by_proofs_of_one_CPU_and_of_more(bool one, bool? two, string row)
    {
        var run = GcRuns.Of(new(), [.. new[] { (Cores: 1, IsServer: (bool?)one), (Cores: 2, IsServer: two) }
            .Where(mode => mode.IsServer is not null).Select(mode => (Mode(mode.Cores, mode.IsServer!.Value), 1, new Dictionary<string, double>()))]);

        Assert.Contains($"| one CPU means workstation GC, more mean server GC | by default | {row} |", Report(run), StringComparison.Ordinal);

        static VariantRecord Mode(int cores, bool isServer)
        {
            var variant = GcRuns.Variant("datas-call", "default");
            return variant with
            {
                Id = $"datas-call/net10.0/default/{cores}c",
                Cell = new CellRecord(new("datas-call", "net10.0", "default", cores), "10.0.14"),
                Proof = RunSamples.ProofOf("10.0.14", isServer),
            };
        }
    }

    private static string Report(VariantRecord variant, params GcTimeline[] timelines) =>
        Report(GcRuns.Datas with { Variants = [variant], Rates = null }, timelines);

    /// <summary>As Markdown without the signs that keep text from becoming more.</summary>
    private static string Report(RunDocument run, params GcTimeline[] timelines) =>
        MarkdownDocument.Format(DatasArticle.Article.Build(run, new TimelineFiles(timelines, []))).Replace("\\", "", StringComparison.Ordinal);
}
