using PerfMatrix.Benchmarks.Articles;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Tests.Reporting.Gc;

namespace PerfMatrix.Evidence.Tests.Articles;

/// <summary>What claims of articles say of runs that show less than they promise.</summary>
public sealed class ArticleVerdictTests
{
    private const string Pooled = "differs because most answers find a buffer in the pool, which counts in resident memory";

    [Theory]
    [InlineData(2, 2, "2/2", "reproduced")]
    [InlineData(1, 2, "1/2", "cannot be shown here because rounds failed or were not measured")]
    [InlineData(1, null, "1", "cannot be shown here because how many rounds were planned is not known")]
    public void The_zero_gc_runs_an_application_where_every_planned_round_was_without_a_fault(int good, int? planned, string rounds, string verdict)
    {
        var run = GcRuns.Of(new() { Rounds = planned }, (GcRuns.Variant("values-zero", "zero"), good, new() { ["throughput"] = 944 }));

        var row = Row("001", "a GC that never collects can run ASP.NET Core", run);

        Assert.Equal((rounds, verdict), (row.Rounds, row.Verdict));
    }

    /// <summary>All of the 1,000 of a round, or it is none.</summary>
    [Theory]
    [InlineData(8, "8/8", "reproduced")]
    [InlineData(7, "7/8", "cannot be shown here because rounds failed or were not measured")]
    public void Every_answer_is_a_good_one_where_every_planned_round_is_good(int good, string rounds, string verdict)
    {
        var run = GcRuns.Of(new() { Rounds = 8 }, (GcRuns.Variant("large-json-string", "default"), good, Throughput(1000)));

        var row = Row("002", "every answer of /string is a good one", run);

        Assert.Equal(($"{rounds} rounds without a fault", verdict), (row.Here, row.Verdict));
    }

    /// <summary>A value has a million characters.</summary>
    [Theory]
    [InlineData(900_000.0, "900.0", "reproduced")]
    [InlineData(100_000.0, "100.0", "reproduced")]
    [InlineData(99_000.0, "99.0", Pooled)]
    [InlineData(0.0, "0.0", Pooled)]
    public void An_endpoint_allocates_on_the_large_object_heap_where_it_is_a_tenth_of_a_value(double bytes, string kilobytes, string verdict)
    {
        var run = GcRuns.Of(new(), (GcRuns.Variant("large-json-string", "default"), 1, Large(bytes)));

        var row = Row("002", "/string allocates on the large object heap, .NET 10", run);

        Assert.Equal(($"{kilobytes} kB for each of the first requests", verdict), (row.Here, row.Verdict));
    }

    /// <summary>From .NET 9 on the pool keeps more.</summary>
    [Fact]
    public void Each_runtime_has_a_verdict_of_its_own_on_the_large_object_heap()
    {
        var run = GcRuns.Of(new(), (GcRuns.Variant("large-json-string", "default", "net8.0"), 6, Large(200_000)),
            (GcRuns.Variant("large-json-string", "default", "net9.0"), 6, Large(4000)));

        Assert.Equal("reproduced", Verdict("8"));
        Assert.Equal(Pooled, Verdict("9"));
        Assert.Equal("not in this run", Verdict("10"));

        string Verdict(string runtime) => Row("002", $"/string allocates on the large object heap, .NET {runtime}", run).Verdict;
    }

    /// <summary>Six rounds in steps of 1,900 bytes, whose ends are those of the interval; the limit is 100,000.</summary>
    [Theory]
    [InlineData(95_000.0, "cannot be shown here because these rounds leave it open")]
    [InlineData(101_000.0, "reproduced")]
    [InlineData(90_000.0, Pooled)]
    public void Bytes_around_the_limit_do_not_tell(double lowest, string verdict)
    {
        var variant = GcRuns.Variant("large-json-string", "default");
        var run = GcRuns.Of(new(), (variant, 0, [])) with
        {
            Samples = [.. Enumerable.Range(0, 6).Select(round => new SampleRecord(
                variant.Id, round + 1, Large(lowest + (1900 * round)), "block"))],
        };

        Assert.Equal(verdict, Row("002", "/string allocates on the large object heap, .NET 10", run).Verdict);
    }

    /// <summary>A profiler makes the article's application slower, never ours.</summary>
    [Theory]
    [InlineData("requests/s of the first /string answers", "throughput", 3000.0, true)]
    [InlineData("requests/s of the first /string answers", "throughput", 1000.0, false)]
    [InlineData("p50 of the first /string answers, ms", "latencyP50", 10_000.0, true)]
    [InlineData("p50 of the first /string answers, ms", "latencyP50", 40_000.0, false)]
    [InlineData("p90 of the first /string answers, ms", "latencyP90", 30_000.0, true)]
    public void A_profiler_of_the_article_explains_where_ours_is_faster_only(string claim, string metric, double value, bool isProfiler)
    {
        var run = GcRuns.Of(new(), (GcRuns.Variant("large-json-string", "default"), 1, new() { [metric] = value }));

        Assert.Equal(isProfiler
            ? "differs because the machine is another one, and a profiler that records allocations was attached to the article's application"
            : "differs, in part because a new process answers on another machine; the rest is unexplained", Row("002", claim, run).Verdict);
    }

    /// <summary>In the article 0.54.</summary>
    [Theory]
    [InlineData("", "first answers", "differs, in part because a new process answers, whose start weighs more where answers are fast")]
    [InlineData("-warm", "behind a warm-up", "differs, unexplained")]
    public void The_start_of_a_process_explains_a_ratio_of_first_answers_only(string kind, string name, string verdict)
    {
        var run = GcRuns.Of(new(), (GcRuns.Variant($"large-json-string{kind}", "default"), 8, Throughput(1000)),
            (GcRuns.Variant($"large-json-binary{kind}", "default"), 8, Throughput(750)));

        var row = Row("002", $"requests/s, /binary against /string, {name}", run);

        Assert.Equal("0.75", row.Here);
        Assert.StartsWith(verdict, row.Verdict, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(4, 900_000.0, 0.0, "reproduced")]
    [InlineData(3, 900_000.0, 0.0, "cannot be shown here because there are too few rounds")]
    [InlineData(4, 7000.0, 7000.0, "differs, unexplained")]
    [InlineData(4, 0.0, 900_000.0, "differs, unexplained")]
    public void A_value_is_held_as_a_whole_where_the_rounds_in_parts_need_clearly_less(int rounds, double whole, double parts, string verdict)
    {
        var run = GcRuns.Of(new(), (GcRuns.Variant("large-json-string", "default"), rounds, Large(whole)),
            (GcRuns.Variant("large-json-string-streamed", "default"), rounds, Large(parts)));

        var row = Row("002", "the writer holds a whole value before it goes out, .NET 10", run);

        Assert.Equal(($"{rounds} and {rounds}", verdict), (row.Rounds, row.Verdict));
    }

    /// <summary>The article says -4.8 %.</summary>
    [Theory]
    [InlineData(97.0, "reproduced")]
    [InlineData(93.0, "differs, unexplained")]
    [InlineData(100.0, "differs because a request allocates a few hundred bytes")]
    [InlineData(103.0, "differs because a request allocates a few hundred bytes")]
    public void What_explains_that_a_newer_runtime_is_not_slower_explains_none_that_is_slower_still(double newer, string verdict)
    {
        var run = GcRuns.Of(new(), [.. from scenario in new[] { "hello-minimal", "hello-minimal-post" }
                                       from runtime in new[] { (Name: "net8.0", Requests: 100.0), (Name: "net9.0", Requests: newer) }
                                       select (GcRuns.Variant(scenario, "default", runtime.Name), 6, Throughput(runtime.Requests))]);

        Assert.StartsWith(verdict, Row("003", "requests/s of the minimal API, .NET 8 to .NET 9, %", run).Verdict, StringComparison.Ordinal);
    }

    /// <summary>In rounds of seconds the newer runtime needs three quarters, in those of a minute a fifth.</summary>
    [Theory]
    [InlineData(false, "0.75", "-25.0 %")]
    [InlineData(true, "0.20", "-80.0 %")]
    public void Memory_is_that_of_a_minute_where_it_was_measured(bool hasMinute, string figure, string change)
    {
        var run = GcRuns.Of(new(), [.. Cells("hello-minimal", 75), .. hasMinute ? Cells("hello-minimal-minute", 20) : []]);

        var ratio = Row("003", "memory of the minimal API, .NET 9 against .NET 8", run);
        Assert.Equal(figure, ratio.Here);
        Assert.StartsWith("differs because server GC, which ships with .NET 8, has one heap a CPU", ratio.Verdict, StringComparison.Ordinal);
        Assert.StartsWith(change, Row("003", "memory on .NET 9 is much lower than on .NET 8", run).Here, StringComparison.Ordinal);

        static (VariantRecord, int, Dictionary<string, double>)[] Cells(string scenario, double newer) =>
        [
            (GcRuns.Variant(scenario, "default", "net8.0"), 6, new() { ["peakRss"] = 100 * (1 << 20) }),
            (GcRuns.Variant(scenario, "default", "net9.0"), 6, new() { ["peakRss"] = newer * (1 << 20) }),
        ];
    }

    /// <summary>The article ended with 120 MB; its start is not what it means.</summary>
    [Fact]
    public void Memory_with_the_usual_GC_is_that_of_the_end()
    {
        var run = GcRuns.Of(new(), (GcRuns.Variant("values-zero", "default"), 6, new() { ["peakRss"] = 150 << 20, ["endRss"] = 118 << 20 }));

        var row = Row("001", "memory with the usual GC at the end, MB", run);

        Assert.Equal(("118", "reproduced"), (row.Here, row.Verdict));
    }

    [Theory]
    [InlineData(101, "+1.0", "reproduced")]
    [InlineData(90, "-10.0", "differs, unexplained")]
    public void Memory_stays_the_same_where_the_end_has_what_the_load_had(int end, string here, string verdict)
    {
        var run = GcRuns.Of(new(), (GcRuns.Variant("hello-minimal", "default", "net9.0"), 6, new() { ["loadRss"] = 100, ["endRss"] = end }));

        var row = Row("003", "memory of the minimal API, .NET 9, from the load to the end, %", run);

        Assert.Equal((here, verdict), (row.Here, row.Verdict));
    }

    /// <summary>The article has both within 1 %. One that is faster in every round by so little is no contrary.</summary>
    [Theory]
    [InlineData(101.0, "+1.0", "reproduced")]
    [InlineData(95.0, "-5.0", "differs, unexplained")]
    public void Two_patches_are_alike_where_they_differ_by_two_percent_at_most(double newer, string here, string verdict)
    {
        var run = GcRuns.Of(new(), (GcRuns.Variant("hello-minimal", "default", "net9.0@9.0.0"), 6, Throughput(100)),
            (GcRuns.Variant("hello-minimal", "default", "net9.0@9.0.1"), 6, Throughput(newer)));

        var row = Row("003", "requests/s of the minimal API, .NET 9.0.0 to 9.0.1, %", run);

        Assert.Equal((here, verdict), (row.Here, row.Verdict));
    }

    [Theory]
    [InlineData(97.0, "reproduced")]
    [InlineData(100.0, "differs because at this pace users rest most of the time")]
    [InlineData(103.0, "differs because ten users rest 10 ms after each answer")]
    public void The_zero_gc_that_is_as_fast_has_another_reason_than_one_that_is_faster(double zero, string verdict)
    {
        var run = GcRuns.Of(new(), (GcRuns.Variant("values-zero", "default"), 6, Throughput(100)),
            (GcRuns.Variant("values-zero", "zero"), 6, Throughput(zero)));

        Assert.StartsWith(verdict, Row("001", "the usual GC serves slightly more requests than the zero GC", run).Verdict, StringComparison.Ordinal);
    }

    /// <summary>Rounds in steps of the given size, of which the lowest and the highest are the ends of the interval: it includes no change. Up to 2 %
    /// is not what a claim is about.</summary>
    [Theory]
    [InlineData(95.0, 2.0, "cannot be shown here because these rounds leave it open")]
    [InlineData(97.5, 1.0, "cannot be shown here because these rounds leave it open")]
    [InlineData(99.0, 0.5, "differs because at this pace users rest most of the time")]
    [InlineData(99.0, 2.0, "differs because at this pace users rest most of the time")]
    public void Rounds_that_leave_room_for_the_claim_do_not_tell(double lowest, double step, string verdict) =>
        Assert.StartsWith(verdict, Row("001", "the usual GC serves slightly more requests than the zero GC",
            Scattered("values-zero", "default", "zero", lowest, step)).Verdict, StringComparison.Ordinal);

    [Theory]
    [InlineData(95.0, 2.0, "reproduced")]
    [InlineData(85.0, 5.0, "cannot be shown here because these rounds leave it open")]
    [InlineData(97.0, 3.0, "cannot be shown here because these rounds leave it open")]
    public void No_difference_is_reproduced_where_the_interval_is_narrow(double lowest, double step, string verdict) =>
        Assert.Equal(verdict, Row("000", "server and workstation need not differ in throughput",
            Scattered("datas-live", "workstation", "server", lowest, step)).Verdict);

    /// <summary>The report sends its reader to a runner with four.</summary>
    [Fact]
    public void A_machine_with_four_CPUs_is_not_said_to_have_two()
    {
        var run = GcRuns.Of(new(), (GcRuns.Variant("datas-live", "workstation"), 6, Throughput(100)),
            (GcRuns.Variant("datas-live", "server"), 6, Throughput(150)));

        var text = MarkdownOf("000", run with { Machine = run.Machine with { Cores = 4 } });

        Assert.Contains("differs because with 200 MB alive collections cost much, and server GC collects on all CPUs", text,
            StringComparison.Ordinal);
        Assert.DoesNotContain("two CPUs", text, StringComparison.Ordinal);
    }

    /// <summary>100 requests/s in each of six rounds of one GC mode, and six rounds of another one from <paramref name="lowest"/> on.</summary>
    private static RunDocument Scattered(string scenario, string constant, string scattered, double lowest, double step)
    {
        var (one, other) = (GcRuns.Variant(scenario, constant), GcRuns.Variant(scenario, scattered));
        var run = GcRuns.Of(new(), (one, 6, Throughput(100)), (other, 0, []));
        return run with
        {
            Samples = [.. run.Samples, .. Enumerable.Range(0, 6).Select(
                round => new SampleRecord(other.Id, round + 1, Throughput(lowest + (step * round)), "block"))],
        };
    }

    private static Dictionary<string, double> Throughput(double requests) => new() { ["throughput"] = requests };

    private static Dictionary<string, double> Large(double bytes) => new() { ["largeAllocatedPerRequest"] = bytes };

    private static ClaimRow Row(string article, string claim, RunDocument run) =>
        Numbered(article).Claims.Single(one => one.What == claim).Row(new ArticleRun(run, new TimelineFiles([], [])));

    private static string MarkdownOf(string article, RunDocument run) =>
        MarkdownDocument.Format(Numbered(article).Build(run, new TimelineFiles([], [])));

    private static Article Numbered(string number) => Article.All.Single(article => article.Number == number);
}
