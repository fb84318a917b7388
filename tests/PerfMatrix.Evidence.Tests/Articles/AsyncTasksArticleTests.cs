using PerfMatrix.Benchmarks.Articles;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Reporting.Gc;

namespace PerfMatrix.Evidence.Tests.Articles;

public sealed class AsyncTasksArticleTests
{
    private const string Processors = "differs, in part because threads of the pool and queues of timers are as many as processors: with "
        + "24 processors alone, of which the machine has 2, Baseline has ";

    /// <summary>The article has 9,165 contentions. More than twice as many with 24 processors are taken for their doing.</summary>
    [Theory]
    [InlineData(10.0, 9000.0, Processors + "9,000 instead of 10; the rest is unexplained")]
    [InlineData(10.0, 15.0, "differs, unexplained")]
    [InlineData(10.0, null, "differs, unexplained")]
    [InlineData(9000.0, 30_000.0, "reproduced")]
    [InlineData(12_000.0, 30_000.0, "differs, unexplained")]
    public void Fewer_contentions_are_explained_by_processors_where_their_number_alone_makes_more(double ours, double? most, string verdict) =>
        Assert.Equal(verdict, Row("lock contentions in Baseline, .NET 8", Contentions(ours, 3000, most)).Verdict);

    [Theory]
    [InlineData(9000.0, "10 with 2, 3,000 with 8, 9,000 with 24", "answered: they do")]
    [InlineData(15.0, "10 with 2, 3,000 with 8, 15 with 24", "differs, unexplained")]
    [InlineData(null, "-", "not in this run")]
    public void Whether_contentions_come_with_processors_needs_all_three_numbers(double? most, string here, string verdict)
    {
        var row = Row("contentions come with processors (our explanation)", Contentions(10, 3000, most));

        Assert.Equal((here, verdict), (row.Here, row.Verdict));
    }

    /// <summary>But those of Baseline on .NET 6, which no workload is built for, the ratio of a baseline to itself, and the scatter. A ratio near 1
    /// is claimed as the change that it is.</summary>
    [Fact]
    public void Every_figure_of_the_table_of_the_article_is_a_claim()
    {
        var claimed = AsyncTasksArticle.Article.Claims.Select(claim => claim.Unmeasured.Article).ToHashSet(StringComparer.Ordinal);

        foreach (var row in AsyncTasksArticle.Article.Figures.Rows.Where(row => row[0].Value != "Baseline (.NET 6)"))
        {
            Assert.Equal(8, row.Count);
            foreach (var figure in new[] { row[1], row[4], row[5], row[6], row[7] }.Where(figure => figure.Value is not ("-" or "1.00")))
                Assert.Contains(figure.Value == "0.98" ? "-2.0" : figure.Value, claimed);
        }
    }

    [Fact]
    public void What_growing_a_list_allocates_is_the_difference_of_both_cases()
    {
        var run = GcRuns.Of(new(), List("ListOnly", 16), List("ListOnlyInitialCapacity", 7.63));

        var row = Row("what growing the list allocates, MB", run);

        Assert.Equal(("9.00", "8.37", "reproduced"), (row.Article, row.Here, row.Verdict));

        static (VariantRecord, int, Dictionary<string, double>) List(string name, double megabytes) =>
            (GcRuns.Variant($"async-tasks/{name}", "workstation", "net8.0"), 1,
                new() { ["allocatedPerOperation"] = megabytes * Bytes.PerMegabyte });
    }

    /// <summary>Where both wait for 10 s, that is most of the time; a list waits for nothing.</summary>
    [Theory]
    [InlineData("WithoutTaskRun", "Baseline", 10.9, 11.0, ", %", "differs because 10 s of both are the delay, ")]
    [InlineData("WithoutTaskRun", "Baseline", 10.2, 11.0, ", %", "reproduced")]
    [InlineData("ListOnlyInitialCapacity", "ListOnly", 0.005, 0.011, "", "differs, unexplained")]
    public void Means_differ_by_what_comes_on_top_of_the_delay(
        string name, string baseline, double seconds, double baselineSeconds, string unit, string verdict)
    {
        var run = GcRuns.Of(new(), Mean(name, seconds), Mean(baseline, baselineSeconds));

        Assert.StartsWith(verdict, Row($"mean, {name} against {baseline}{unit}", run).Verdict, StringComparison.Ordinal);

        static (VariantRecord, int, Dictionary<string, double>) Mean(string which, double mean) =>
            (GcRuns.Variant($"async-tasks/{which}", "workstation", "net8.0"), 1, new() { ["meanTime"] = mean * 1e9 });
    }

    /// <summary>The article writes none as a dash.</summary>
    [Theory]
    [InlineData(0.0, "reproduced")]
    [InlineData(3.0, "differs, unexplained")]
    public void No_contentions_are_a_claim_as_well(double ours, string verdict) =>
        Assert.Equal(verdict, Row("lock contentions in SharedDelayOneTask, .NET 6 (here 8)", GcRuns.Of(new(), (GcRuns.Variant(
            "async-tasks/SharedDelayOneTask", "workstation", "net8.0"), 1, new() { ["lockContentions"] = ours }))).Verdict);

    /// <summary>.NET 7 and newer collect generation 1 more often, by the article's own table; the arrays of a list are large objects.</summary>
    [Theory]
    [InlineData("InitialCapacity", 1, 52_000.0, "differs because the article itself has 29,000 such collections")]
    [InlineData("InitialCapacity", 1, 2000.0, "differs because the budget of generation 0")]
    [InlineData("InitialCapacity", 0, 52_000.0, "reproduced")]
    [InlineData("ListOnly", 1, 52_000.0, "differs, unexplained")]
    public void Collections_differ_by_the_budget_or_by_the_runtime(string name, int generation, double ours, string verdict)
    {
        var run = GcRuns.Of(new(), (GcRuns.Variant($"async-tasks/{name}", "workstation", "net8.0"), 1,
            new() { [$"gen{generation}PerThousandOperations"] = ours }));

        Assert.StartsWith(verdict, Row($"collections of generation {generation} of {name}, .NET 6 (here 8), in 1,000 operations", run).Verdict,
            StringComparison.Ordinal);
    }

    [Fact]
    public void What_became_of_one_delay_for_many_tasks_is_said_where_two_runtimes_were_measured()
    {
        var (older, newer) = (SharedDelay("net8.0", 154.82), SharedDelay("net10.0", 138.82));

        Assert.Contains("SharedDelayManyTasks allocates 154.82 MB on net8.0, 138.82 MB on net10.0; the article, on .NET 6, 146.45.",
            Report(GcRuns.Of(new(), older, newer)), StringComparison.Ordinal);
        Assert.DoesNotContain("SharedDelayManyTasks allocates", Report(GcRuns.Of(new(), older)), StringComparison.Ordinal);

        static (VariantRecord, int, Dictionary<string, double>) SharedDelay(string runtime, double megabytes) =>
            (GcRuns.Variant("async-tasks/SharedDelayManyTasks", "workstation", runtime), 1,
                new() { ["allocatedPerOperation"] = megabytes * Bytes.PerMegabyte });
    }

    private static RunDocument Contentions(double own, double eight, double? most) => GcRuns.Of(new(),
        [.. from one in new (string Family, double? Number)[] { ("async-tasks", own), ("async-tasks-8-processors", eight),
                ("async-tasks-24-processors", most) }
            where one.Number is not null
            select (GcRuns.Variant($"{one.Family}/Baseline", "workstation", "net8.0"), 1,
                new Dictionary<string, double> { ["lockContentions"] = one.Number!.Value })]);

    private static ClaimRow Row(string claim, RunDocument run) =>
        AsyncTasksArticle.Article.Claims.Single(one => one.What == claim).Row(new ArticleRun(run, new TimelineFiles([], [])));

    private static string Report(RunDocument run) => MarkdownDocument.Format(AsyncTasksArticle.Article.Build(run, new TimelineFiles([], [])));
}
