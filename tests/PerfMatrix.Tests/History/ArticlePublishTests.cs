using System.CommandLine;
using System.Text;
using System.Text.Json;
using PerfMatrix.Commands;
using PerfMatrix.History;
using PerfMatrix.Reporting;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.History;

/// <summary><c>publish --articles</c> into a bare repository on disk.</summary>
public sealed class ArticlePublishTests : IDisposable
{
    private readonly PublishingPlace _place = new();

    public void Dispose() => _place.Dispose();

    [Fact]
    public async Task The_newest_report_of_each_article_is_a_page_that_the_site_links_and_is_published_once()
    {
        Report("2026-11-22/000.json", "old");
        Report("2026-11-22/001.json", "still the newest");
        Report("2026-11-25/000.json", "new");

        var (first, again) = (await PublishAsync("--articles", _place["articles"]), await PublishAsync("--articles", _place["articles"]));

        Assert.StartsWith("Published list of 2 articles to gh-pages of ", first, StringComparison.Ordinal);
        Assert.StartsWith("list of 2 articles is already in gh-pages of ", again, StringComparison.Ordinal);
        Assert.Equal(1, _place.Commits);
        var files = _place.Published();
        Assert.Equal(
            """{"schemaVersion":1,"items":[{"name":"000","title":"new","about":"","context":"a day"},"""
                + """{"name":"001","title":"still the newest","about":"","context":"a day"}]}""",
            Text(files, "articles/index.json"));
        Assert.Contains("\"title\":\"new\"", Text(files, "articles/000.json"), StringComparison.Ordinal);
        Assert.Contains("\"beside\":[\"articles/index.json\"]", Text(files, "index.html"), StringComparison.Ordinal);
        Assert.True(HistoryCheck.Of(files).IsWhole);
    }

    [Fact]
    public async Task Runs_and_reports_that_are_published_in_turn_keep_each_other()
    {
        Report("000.json", "first");
        await PublishAsync(_place.Document(0));
        await PublishAsync("--articles", _place["articles"]);
        await PublishAsync(_place.Document(1));
        Report("000.json", "second");
        await PublishAsync("--articles", _place["articles"]);

        var files = _place.Published();
        Assert.Equal(4, _place.Commits);
        Assert.Equal(2, new HistoryStore(files).Index.Runs);
        Assert.Contains("\"title\":\"second\"", Text(files, "articles/000.json"), StringComparison.Ordinal);
        Assert.Contains("\"beside\":[\"articles/index.json\"]", Text(files, "index.html"), StringComparison.Ordinal);
        Assert.True(HistoryCheck.Of(files).IsWhole);
    }

    [Theory]
    [InlineData("publish")]
    [InlineData("publish run.json --articles reports")]
    [InlineData("publish --articles reports --id 2026-a")]
    public void Neither_both_nor_an_id_of_its_own_is_accepted(string line) =>
        Assert.NotEmpty(new RootCommand { PublishCommand.Create(new(new TestConsole().Console)) }.Parse(line).Errors);

    private async Task<string> PublishAsync(params string[] arguments)
    {
        var output = new StringWriter();
        var exit = await new RootCommand { PublishCommand.Create(new(new TestConsole().Console)) }
            .Parse(["publish", .. arguments, "--remote", _place.Bare])
            .InvokeAsync(new() { EnableDefaultExceptionHandler = false, Output = output }, TestContext.Current.CancellationToken);
        Assert.Equal(0, exit);
        return output.ToString();
    }

    private void Report(string path, string title)
    {
        var file = Path.Combine(_place["articles"], path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllBytes(file, JsonSerializer.SerializeToUtf8Bytes(new ReportDocument(title, "a day", []), DocumentJson.Compact));
    }

    private static string Text(FolderFiles files, string path) => Encoding.UTF8.GetString(files.Read(path)!);
}
