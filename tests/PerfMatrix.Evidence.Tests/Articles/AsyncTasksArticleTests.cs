using PerfMatrix.Evidence.Articles;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Reporting.Gc;

namespace PerfMatrix.Evidence.Tests.Articles;

public sealed class AsyncTasksArticleTests
{
    private const string Processors = "differs because threads of the pool and queues of timers are as many as processors: with 24 processors alone, "
        + "of which the machine has 2, Baseline has ";

    /// <summary>The article has 9,165 contentions. More than twice as many with 24 processors are taken for their doing.</summary>
    [Theory]
    [InlineData(10.0, 9000.0, Processors + "9,000 instead of 10")]
    [InlineData(10.0, 15.0, "differs, unexplained")]
    [InlineData(10.0, null, "differs, unexplained")]
    [InlineData(9000.0, 30_000.0, "reproduced")]
    [InlineData(12_000.0, 30_000.0, "differs, unexplained")]
    public void Fewer_contentions_are_explained_by_processors_where_their_number_alone_makes_more(double ours, double? most, string verdict) =>
        Assert.Equal(verdict, Row("lock contentions of Baseline, .NET 8", Contentions(ours, 3000, most)).Verdict);

    [Theory]
    [InlineData(9000.0, "10 with 2, 3,000 with 8, 9,000 with 24", "reproduced")]
    [InlineData(15.0, "10 with 2, 3,000 with 8, 15 with 24", "differs, unexplained")]
    [InlineData(null, "-", "not in this run")]
    public void Whether_contentions_come_with_processors_needs_all_three_numbers(double? most, string here, string verdict)
    {
        var row = Row("contentions come with processors (our explanation)", Contentions(10, 3000, most));

        Assert.Equal((here, verdict), (row.Here, row.Verdict));
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
