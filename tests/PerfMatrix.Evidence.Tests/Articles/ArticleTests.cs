using PerfMatrix.Benchmarks.Articles;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Tests.Measurement;
using PerfMatrix.Tests.Reporting;
using PerfMatrix.Tests.Reporting.Gc;

namespace PerfMatrix.Evidence.Tests.Articles;

public sealed class ArticleTests
{
    [Fact]
    public void The_report_of_an_article_sets_our_figures_beside_its_own()
    {
        Approval.Verify(MarkdownDocument.Format(Article.All[0].Build(GcRuns.Datas, GcRuns.DatasTimelines)), "article");
    }

    [Fact]
    public void The_report_on_the_zero_gc_draws_its_memory_beside_that_of_workstation()
    {
        var report = Numbered("001").Build(ArticleRuns.ZeroGc, ArticleRuns.ZeroGcTimelines);

        Approval.Verify(MarkdownDocument.Format(report), "zero");
        var chart = report.Sections.SelectMany(section => section.Parts).OfType<TimeChart>().Single();
        Assert.Equal(["workstation", "zero"], chart.Lines.Select(line => line.Name).Order(StringComparer.Ordinal));
        Assert.All(chart.Lines, line => Assert.Equal(line.Seconds.Count, line.Values.Count));
    }

    [Theory]
    [InlineData(0.0, 0.0, "Before 0 s: start, without a warm-up.")]
    [InlineData(0.0, 3000.0, "Before 0 s: warm-up.")]
    [InlineData(2000.0, null, "Before 0 s: warm-up.")]
    [InlineData(null, null, "round 1.")]
    public void A_chart_of_memory_says_what_came_before_the_load(double? least, double? most, string ending)
    {
        var run = ArticleRuns.ZeroGc with { Settings = new() { MinimumWarmup = Time(least), MaximumWarmup = Time(most) } };

        var parts = MemoryBeside.Of(run, ArticleRuns.ZeroGcTimelines).SelectMany(section => section.Parts);

        Assert.EndsWith(ending, parts.OfType<TimeChart>().Single().Caption, StringComparison.Ordinal);
    }

    [Fact]
    public void The_report_on_the_zero_gc_compares_bursts_of_one_block_with_intervals()
    {
        var text = Plain(Numbered("001").Build(ArticleRuns.ZeroGcBursts, new TimelineFiles([], [])));

        Assert.Matches(
            @"- values-zero-burst, net10.0, workstation-nonconcurrent to zero: requests/s -5\.\d % \[-5\.\d -4\.\d\], CPU for each request \+5\.\d % "
                + @"\[.*\]; "
            + @"workstation-nonconcurrent paused 7\.2 ms in all\.", text);
        Assert.DoesNotContain("to zero: requests", Plain(Numbered("001").Build(ArticleRuns.ZeroGc, ArticleRuns.ZeroGcTimelines)),
            StringComparison.Ordinal);
    }

    [Fact]
    public void The_report_on_large_json_shows_what_was_asked_for_and_streaming_beside_it()
    {
        Approval.Verify(MarkdownDocument.Format(Numbered("002").Build(ArticleRuns.LargeJson, new TimelineFiles([], []))), "large-json");
    }

    /// <summary>A closed loop of 50 connections cannot answer more than 50 requests in the mean latency, which the article prints as well.</summary>
    [Theory]
    [InlineData("binary", 1_333_347, 56.62)]
    [InlineData("string", 1_000_011, 30.68)]
    [InlineData("escaped-string", 4_333_344, 184.30)]
    public void The_requests_of_the_article_on_large_json_agree_with_its_bytes_and_its_latencies(string endpoint, int answer, double meanMs)
    {
        var (requests, rate) = (Figure("requests/s of"), Figure("GB/s of"));

        Assert.InRange(requests * answer / 1e9, 0.995 * rate, 1.005 * rate);
        Assert.InRange(requests, 0.95 * 50_000 / meanMs, 50_000 / meanMs);

        double Figure(string what) => Numbered("002").Claims.OfType<FigureClaim>()
            .Single(claim => claim.What == $"{what} the first /{endpoint} answers").Figure;
    }

    /// <summary>Large objects of 18 MB, 13 and 5 at two collections in the silence, and 18 again.</summary>
    [Fact]
    public void The_report_on_large_json_says_what_a_rest_does_to_the_pool()
    {
        var variant = GcRuns.Variant("large-json-string-trimmed", "default");
        var run = GcRuns.Of(new() { Rounds = 2 }, (variant, 2, new() { ["throughput"] = 43 }));
        var timelines = Enumerable.Range(1, 2).Select(round => TimelineSamples.Timeline(variant.Id, "b1", round, seconds: 20, silence: (6, 14)))
            .Select(
            timeline => timeline with
            {
                Collections = [.. new[] { (3, 18), (8, 13), (11, 5), (16, 18) }.Select(one => timeline.Collections[0] with
                {
                    At = TimeSpan.FromSeconds(one.Item1),
                    Gc = timeline.Collections[0].Gc with { LohBytes = one.Item2 << 20 },
                })],
            });

        Assert.Contains("large-json-string-trimmed/net10.0/default/2c: the large object heap held 18.0 MB under load, at the least 5.0 MB at the "
            + "full collections "
            + "in the silence, and 18.0 MB when the load was back; the pool let go of buffers that the next answers allocated anew in all 2 rounds.",
            Plain(Numbered("002").Build(run, new TimelineFiles([.. timelines], []))), StringComparison.Ordinal);
    }

    /// <summary>In blocks of their own, so without pairs.</summary>
    [Fact]
    public void The_report_on_datas_says_what_it_saves_in_a_small_container_and_at_what_cost()
    {
        var run = GcRuns.Of(new() { Rounds = 5 }, (InContainer("server"), 0, []), (InContainer("datas"), 0, []));
        run = run with { Samples = [.. Rounds("server", 400, 5000), .. Rounds("datas", 300, 10_000)] };

        var text = Plain(Numbered("000").Build(run, new TimelineFiles([], [])));

        Assert.Contains("## In a small container", text, StringComparison.Ordinal);
        Assert.Matches(@"- datas-falling, net10.0, server 512MiB to datas: peak memory -24\.\d % \[-2\d\.\d -2\d\.\d\], memory at the end not "
            + @"compared, "
            + @"p99 \+\d+\.\d % \[.*\], CPU for each request not compared; 5/5 and 5/5 good rounds\.", text);
        Assert.DoesNotContain("In a small container", Plain(Numbered("000").Build(GcRuns.Datas, GcRuns.DatasTimelines)), StringComparison.Ordinal);

        static VariantRecord InContainer(string gc)
        {
            var variant = GcRuns.Variant("datas-falling", gc);
            var cell = variant.Cell with { Memory = new(512 << 20) };
            return variant with { Id = cell.Id, Cell = cell };
        }

        static IEnumerable<SampleRecord> Rounds(string gc, int megabytes, double microseconds) => Enumerable.Range(1, 5).Select(round =>
            new SampleRecord(InContainer(gc).Id, round, new Dictionary<string, double>
            {
                ["peakRss"] = (megabytes + round) << 20,
                ["latencyP99"] = microseconds + round,
            }, gc));
    }

    /// <summary>Tails of 8 and 10 ms in two rounds.</summary>
    [Fact]
    public void The_report_on_datas_sets_the_tail_of_latency_beside_the_longest_pause()
    {
        var variant = GcRuns.Variant("datas-live", "datas");
        var run = GcRuns.Of(new() { Rounds = 2 }, (variant, 0, [])) with
        {
            Samples = [.. Enumerable.Range(1, 2).Select(round => new SampleRecord(variant.Id, round, new Dictionary<string, double>
            {
                ["latencyP99"] = 3000, ["latencyP999"] = 6000 + (2000 * round),
            }, "block"))],
        };
        var timelines = Enumerable.Range(1, 2).Select(round => TimelineSamples.Timeline(variant.Id, "b1", round));

        var text = Plain(Numbered("000").Build(run, new TimelineFiles([.. timelines], [])));

        Assert.Contains("| Cell | rounds good/planned | p99 ms | p99.9 ms |", text, StringComparison.Ordinal);
        Assert.Contains("| datas-live/net10.0/datas/2c | 2/2 | 3.00 | 9.00 |", text, StringComparison.Ordinal);
        Assert.Contains("| Cell | p99 ms | p99.9 ms | longest pause ms |", text, StringComparison.Ordinal);
        Assert.Contains("| datas-live/net10.0/datas/2c | 3.0 | 9.0 (8.0 to 10.0) | 1.6 |", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_report_says_which_scenarios_were_warmed_up_and_which_count_from_the_first_request_on()
    {
        var text = Plain(Numbered("002").Build(ArticleRuns.LargeJsonColdAndWarm, new TimelineFiles([], [])));

        Assert.Contains("Counted from the first requests on, as in the article: large-json-string. Behind a warm-up at full speed, whose requests "
            + "are not "
            + "counted: large-json-string-warm.", text, StringComparison.Ordinal);
        Assert.DoesNotContain("Behind a warm-up at full speed", Plain(Numbered("002").Build(ArticleRuns.LargeJson, new TimelineFiles([], []))),
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(5000.0, 160, "Peak and end are equal because every process still held its peak 5 s after the load (within 0.5 %): resident memory "
        + "only grew, and nothing of it was given back.")]
    [InlineData(0.0, 160, "Peak and end are equal because every process still held its peak right after the load, where it was read (within 0.5 %)")]
    [InlineData(null, 160, "Peak and end are equal because every process still held its peak just before the stop (within 0.5 %)")]
    [InlineData(5500.0, 120, "1 of 2 cells held less than the peak 5.5 s after the load: hello-minimal/net10.0/workstation/2c (25 % below its "
        + "peak). Where peak and end are equal, nothing had been given back by then.")]
    public void The_report_on_versions_says_what_became_of_memory_after_the_load(double? settle, int end, string expected)
    {
        var text = MarkdownDocument.Format(Numbered("003").Build(ArticleRuns.Versions(Time(settle), end), new TimelineFiles([], [])));

        Assert.Contains(expected, text, StringComparison.Ordinal);
        Assert.Contains("| Cell | rounds good/planned | load RSS MB | peak RSS MB | end RSS MB |", text, StringComparison.Ordinal);
        Assert.Contains("| hello-minimal/net8.0/workstation/2c | 6/6 | 158.0 | 160.0 | 160.0 |", text, StringComparison.Ordinal);
        Assert.Contains($"| hello-minimal/net10.0/workstation/2c | 5/6 | 158.0 | 160.0 | {end}.0 |", text, StringComparison.Ordinal);
    }

    [Fact]
    public void The_report_on_versions_takes_what_ships_apart_into_runtime_and_gc()
    {
        var report = Numbered("003").Build(ArticleRuns.Shipped, new TimelineFiles([], []));
        var text = Plain(report);

        Assert.Contains("| net8.0 | server GC, a fixed number of heaps | 2 |", text, StringComparison.Ordinal);
        Assert.Contains("| net9.0 | server GC with DATAS | 1 |", text, StringComparison.Ordinal);
        Assert.Matches(
            @"- hello-minimal, net8.0 \(server GC, a fixed number of heaps\) to net9.0 \(server GC with DATAS\), as shipped: requests -3\.\d % "
                + @"\[-3\.\d "
            + @"-2\.\d\], peak memory -3\d\.\d % .* The GC mode changed with the runtime; from server to datas on net9.0 alone: requests -[34]\.\d "
                + @"% ", text);
        Assert.Matches(@"\| hello-minimal, net8.0 to net9.0: server to server \| \+1\.0 ", text);
        Assert.Contains("003-memory", report.Sections.SelectMany(section => section.Parts).OfType<BarChart>().Select(chart => chart.Name));
    }

    /// <summary>Rounds of seconds may be over before server GC collects, and then memory says how long they were.</summary>
    [Theory]
    [InlineData(0.0, true)]
    [InlineData(0.06, false)]
    public void The_report_on_versions_says_where_memory_grew_without_a_collection(double collections, bool saysSo)
    {
        var run = ArticleRuns.Shipped;
        run = run with
        {
            Samples = [.. run.Samples.Select(sample => sample with
            {
                Metrics = new Dictionary<string, double>(sample.Metrics) { ["gen0PerThousand"] = collections },
            })],
        };

        Assert.Equal(saysSo, Plain(Numbered("003").Build(run, new TimelineFiles([], []))).Contains(
            "No collection ran on net8.0 in these rounds, so its memory is what had been allocated by then", StringComparison.Ordinal));
    }

    [Fact]
    public void The_report_on_versions_states_the_cost_of_https()
    {
        var text = MarkdownDocument.Format(Numbered("003").Build(ArticleRuns.Shipped, new TimelineFiles([], [])));

        Assert.Contains("Requests/s over HTTPS are -28 % against HTTP; the article says -10 to -15 %.", text, StringComparison.Ordinal);
        Assert.Contains("TLS costs the server 3.9 us of CPU time for each request", text, StringComparison.Ordinal);
        Assert.Contains("Why it is not the article's share is in part unexplained: client and server share 2 CPUs here. Where they shared two, the "
            + "same client lost 28 % on an AMD EPYC (2026-11-22, 282b3a5f) and 54 to 56 % on an Intel Xeon (2026-11-26, e3b9844d).", text,
            StringComparison.Ordinal);
        Assert.Matches(@"\| hello-minimal/net8.0/default/2c \| 100,350 \| 72,252 \| -28\.0 \\?\[-28\.\d -27\.\d\\?\] \| 10\.0 \| 13\.9 \|", text);
    }

    [Theory]
    [InlineData(false, "1", "workstation GC")]
    [InlineData(true, "1", "server GC with DATAS")]
    [InlineData(true, "0", "server GC, a fixed number of heaps")]
    [InlineData(true, null, "server GC")]
    public void The_gc_of_a_process_is_named_by_its_own_proof(bool isServer, string? mode, string expected)
    {
        var settings = new Dictionary<string, string>();
        if (mode is not null) settings["GCDynamicAdaptationMode"] = mode;

        Assert.Equal(expected, DefaultGc.NameOf(RunSamples.ProofOf("9.0.22", isServer) with { GcConfiguration = settings }));
        Assert.Equal("not known: no probe", DefaultGc.NameOf(null));
    }

    [Fact]
    public void Every_article_has_a_report_even_of_a_run_without_its_scenarios()
    {
        Assert.Equal(["000", "001", "002", "003", "004"], Article.All.Select(article => article.Number));
        foreach (var article in Article.All)
        {
            var text = MarkdownDocument.Format(article.Build(GcRuns.Datas with { Variants = [] }, new TimelineFiles([], [])));
            Assert.Contains("This run has none of the scenarios of the article.", text);
            Assert.Contains("What differs here", text);
        }
    }

    /// <summary>As Markdown without the signs that keep text from becoming more.</summary>
    private static string Plain(ReportDocument report) => MarkdownDocument.Format(report).Replace("\\", "", StringComparison.Ordinal);

    private static TimeSpan? Time(double? milliseconds) => milliseconds is { } time ? TimeSpan.FromMilliseconds(time) : null;

    private static Article Numbered(string number) => Article.All.Single(article => article.Number == number);
}
