using System.CommandLine;
using System.Text;
using System.Text.Json;
using PerfMatrix.Commands;
using PerfMatrix.Gate;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Site;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Reporting.Site;

public sealed class SiteContentTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly string _history;

    public SiteContentTests()
    {
        _history = _folder["history"];
        Directory.CreateDirectory(Path.Combine(_history, ".git"));
        File.WriteAllText(Path.Combine(_history, "index.json"), "{}");
        File.WriteAllText(Path.Combine(_history, ".git", "config"), "secret");
        File.WriteAllText(_folder["history-secret.json"], "secret");
    }

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("/", "text/html; charset=utf-8")]
    [InlineData("/index.html", "text/html; charset=utf-8")]
    [InlineData("/assets/site.js", "text/javascript; charset=utf-8")]
    [InlineData("/index.json", "application/json")]
    public void Front_end_and_data_are_found(string path, string type) =>
    Assert.Equal(type, new SiteContent(_history, new GatePolicy()).Find(path)?.Type);

    [Theory]
    [InlineData("/nothing.json")]
    [InlineData("/.git/config")]
    [InlineData("/../history-secret.json")]
    [InlineData("/index/../../history-secret.json")]
    [InlineData("//etc/passwd")]
    [InlineData("/\0")]
    public void Nothing_else_is(string path) => Assert.Null(new SiteContent(_history, new GatePolicy()).Find(path));

    [Fact]
    public void A_built_site_holds_the_front_end_and_the_history_but_no_hidden_files()
    {
        var target = _folder["site"];
        SiteFiles.CopyHistory(_history, target);
        SiteFiles.Write(target, new GatePolicy());

        Assert.Equal(
            ["assets/site.css", "assets/site.js", "index.html", "index.json"],
            Directory.EnumerateFiles(target, "*", SearchOption.AllDirectories).Select(file => Path.GetRelativePath(target, file))
                .Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Reports_become_pages_that_the_site_links_and_their_list_names_them()
    {
        var (reports, target) = (Directory.CreateDirectory(_folder["reports"]).FullName, _folder["site"]);
        var report = new ReportDocument("Article 000 followed up", "a machine, a day", [new("Figures", [new Paragraph("text")])]);
        File.WriteAllText(Path.Combine(reports, "000.json"), JsonSerializer.Serialize(report, DocumentJson.Compact));
        var part = new ReportDocument("Article 000 followed up: part", "a day", []);
        File.WriteAllText(Path.Combine(reports, "000-part.json"), JsonSerializer.Serialize(part, DocumentJson.Compact));

        Assert.Equal(0, new RootCommand { SiteCommand.Create(_ => "") }
            .Parse(["site", "build", "--out", target, "--history", _history, "--articles", reports]).Invoke(new() { Output = new StringWriter() }));

        Assert.Equal(
            """{"schemaVersion":1,"items":[{"name":"000","title":"Article 000 followed up","about":"text","context":"a machine, a day"},"""
                + """{"name":"000-part","title":"Article 000 followed up: part","about":"","context":"a day"}]}""",
            File.ReadAllText(Path.Combine(target, "articles", "index.json")));
        Assert.True(File.Exists(Path.Combine(target, "articles", "000.json")));
        Assert.Contains("\"beside\":[\"articles/index.json\"]", File.ReadAllText(Path.Combine(target, "index.html")), StringComparison.Ordinal);
    }

    [Fact]
    public void A_folder_without_reports_and_a_file_that_is_none_are_wrong_usage()
    {
        var reports = Directory.CreateDirectory(_folder["reports"]).FullName;
        Assert.Contains("found no .json there", Assert.Throws<UsageException>(() => ArticlePages.Add(reports, _folder["site"])).Message,
            StringComparison.Ordinal);
        Assert.Contains("cannot read the folder", Assert.Throws<UsageException>(() => ArticlePages.Add(_folder["none"], _folder["site"])).Message,
            StringComparison.Ordinal);
        File.WriteAllText(Path.Combine(reports, "run.json"), "{}");
        Assert.Contains("run.json: not a report", Assert.Throws<UsageException>(() => ArticlePages.Add(reports, _folder["site"])).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_folder_without_a_history_is_wrong_usage() =>
        Assert.Contains(
        "index.json", Assert.Throws<UsageException>(() => SiteFiles.RequireHistory(_folder["nothing"])).Message, StringComparison.Ordinal);

    [Fact]
    public async Task The_server_answers_on_loopback_and_to_loopback_names_only()
    {
        using var server = SiteServer.Start(new SiteContent(_history, new GatePolicy()), 0);
        using var end = new CancellationTokenSource();
        var running = server.RunAsync(end.Token);
        using var client = new HttpClient { BaseAddress = server.Address };
        client.DefaultRequestHeaders.ConnectionClose = true; // a POST on a connection that the server closes meanwhile is not repeated

        Assert.Equal("{}", await client.GetStringAsync("index.json"));
        Assert.Contains("perfmatrix-data", await client.GetStringAsync(""), StringComparison.Ordinal);
        Assert.Equal(404, (int)(await client.GetAsync("series/x.json")).StatusCode);
        Assert.Equal(404, (int)(await client.GetAsync("%2e%2e/history-secret.json")).StatusCode);
        Assert.Equal(405, (int)(await client.PostAsync("index.json", new StringContent("", Encoding.UTF8))).StatusCode);
        using var foreign = new HttpRequestMessage(HttpMethod.Get, "index.json") { Headers = { Host = "evil.test" } };
        Assert.NotEqual(200, (int)(await client.SendAsync(foreign)).StatusCode);

        await end.CancelAsync();
        await running;
    }

    [Fact]
    public void A_taken_port_is_named()
    {
        using var server = SiteServer.Start(new SiteContent(_history, new GatePolicy()), 0);
        Assert.Contains($"--port {server.Address.Port}", Assert.Throws<UsageException>(
            () => SiteServer.Start(new SiteContent(_history, new GatePolicy()), server.Address.Port)).Message, StringComparison.Ordinal);
    }
}
