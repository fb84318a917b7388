using PerfMatrix.Evidence.Commands;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Evidence.Tests.Commands;

public sealed class ArticleCommandTests
{
    [Fact]
    public void The_report_of_an_article_takes_several_runs()
    {
        using var runs = new TemporaryFolder();
        using var output = new StringWriter();
        var (first, later) = (RunFolder.Create(runs.Root, "20261121T075012345Z-7f3a"), RunFolder.Create(runs.Root, "20261121T085012345Z-7f3b"));
        RunDocument.File.Write(first.Document, SampleRun.Create());
        RunDocument.File.Write(later.Document, SampleRun.CreateStored() with
        {
            Id = "20261121T085012345Z-7f3b",
            StartedAt = SampleRun.Create().StartedAt.AddHours(1),
        });

        Assert.Equal(0, ReportArticleCommand.Create().Parse(["003", first.Root, later.Root]).Invoke(new() { Output = output }));

        Assert.Contains("hello-minimal/net8.0/workstation/2c", output.ToString(), StringComparison.Ordinal);
        Assert.Contains("hello-controllers/net8.0/workstation/2c", output.ToString(), StringComparison.Ordinal);
        Assert.Contains("measured twice, the later result is used", string.Join('\n', JoinedRuns.Read([first.Document, later.Document]).Run.Warnings),
            StringComparison.Ordinal);
    }
}
