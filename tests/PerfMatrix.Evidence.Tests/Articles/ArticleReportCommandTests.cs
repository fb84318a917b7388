using PerfMatrix.Benchmarks.Articles;
using PerfMatrix.Explain;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Tests.Measurement;
using PerfMatrix.Tests.Reporting.Gc;

namespace PerfMatrix.Evidence.Tests.Articles;

public sealed class ArticleReportCommandTests
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
            Source = SampleRun.Create().Source with { Sha = new string('f', 40) },
        });

        Assert.Equal(0, ArticleReportCommand.Create().Parse(["003", first.Root, later.Root]).Invoke(new() { Output = output }));

        Assert.Contains("hello-minimal/net8.0/workstation/2c", output.ToString(), StringComparison.Ordinal);
        Assert.Contains("hello-controllers/net8.0/workstation/2c", output.ToString(), StringComparison.Ordinal);
        Assert.Contains($": measured at commit {new string('f', 40)}, 2026-11-21", output.ToString(), StringComparison.Ordinal);
        var warnings = JoinedRuns.Read([first.Document, later.Document], ofOneCommit: false).Run.Warnings;
        Assert.Contains("measured twice, the later result is used", string.Join('\n', warnings), StringComparison.Ordinal);
    }

    [Fact]
    public void What_was_traced_beside_a_run_is_held_against_the_article()
    {
        using var folder = new TemporaryFolder();
        using var output = new StringWriter();
        RunDocument.File.Write(folder["run.json"], GcRuns.Of(new() { Rounds = 1 }, (GcRuns.Variant("datas-idle", "datas"), 1,
            new() { ["throughput"] = 400 })));
        GcDocument.File.Write(folder[GcDocument.File.Name], new()
        {
            From = "server",
            To = "datas",
            Cells =
            [
                new()
                {
                    Cell = "datas-idle/net10.0/server..datas/2c",
                    Rounds = 1,
                    ToCollections = 60,
                    Statistics = [new("Collections of gen0", "in 1,000 requests", null, 1.5, null, null, null)],
                    ToDecisions = [.. Enumerable.Repeat(new GcDecision(1, 1, 1, 1.5, 10, 64), 20)],
                },
            ],
        });

        Assert.Equal(0, ArticleReportCommand.Create().Parse(["000", folder["run.json"]]).Invoke(new() { Output = output }));

        Assert.Contains("3.0 collections, 3.0 of them blocking, for each of 20 decisions", output.ToString(), StringComparison.Ordinal);
        Assert.Contains("DATAS is active in datas of datas-idle", output.ToString(), StringComparison.Ordinal);
    }
}
