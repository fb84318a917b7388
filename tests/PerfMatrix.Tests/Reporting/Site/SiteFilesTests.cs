using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using PerfMatrix.Gate;
using PerfMatrix.History;
using PerfMatrix.Measurement;
using PerfMatrix.Reporting.Site;
using PerfMatrix.Tests.History;

namespace PerfMatrix.Tests.Reporting.Site;

/// <summary>The branch of the history is the site.</summary>
public sealed partial class SiteFilesTests
{
    private readonly MemoryFiles _branch = new();

    [Fact]
    public void A_branch_without_the_front_end_gets_it_and_then_nothing_more()
    {
        Assert.True(Add(out var first));
        Assert.True(Add(out var second));

        Assert.Equal(["assets/site.css", "assets/site.js", "index.html"], first);
        Assert.Empty(second);
    }

    [Fact]
    public void An_older_front_end_is_replaced()
    {
        Write("index.html", "<script type=\"application/json\" id=\"perfmatrix-data\">{}</script>");

        Assert.True(Add(out var changed));
        Assert.Contains("index.html", changed);
    }

    [Fact]
    public void The_page_of_somebody_else_stays()
    {
        Write("index.html", "<h1>Documentation of another product</h1>");

        Assert.False(Add(out var changed));
        Assert.Empty(changed);
    }

    [Fact]
    public void The_page_says_same_by_the_policy_of_the_gate()
    {
        var policy = new GatePolicy
        {
            DetectPercent = 3,
            Metrics = [new("throughput", MetricRule.Paired), new("latencyP99", MetricRule.Paired) { DetectPercent = 8 }],
            Scenarios = [new("datas-*", null, 5), new("<b>", "throughput", 4)],
        };

        using var data = JsonDocument.Parse(Data()
            .Match(Encoding.UTF8.GetString(SiteFiles.Of(policy, _ => false, null)["index.html"])).Groups["data"].Value);

        Assert.Equal(
            """{"detectPercent":3,"sameConfidencePercent":98.6,"metrics":{"latencyP99":8},"scenarios":[{"scenario":"datas-*","metric":null,"detectPercent":5},{"scenario":"\u003Cb\u003E","metric":"throughput","detectPercent":4}]}""",
            data.RootElement.GetProperty("same").GetRawText());
    }

    /// <summary>The gate health holds what each cell would have shown against its size: <c>seenOf</c> in verdict.ts.</summary>
    [Fact]
    public void A_verdict_tells_the_site_the_sizes_of_scenarios_and_the_scenario_of_each_cell()
    {
        var verdict = new VerdictDocument
        {
            Outcome = Outcome.Pass,
            Cells = [],
            Axes = [new("datas-call", "net10.0", "server", 2) { Id = "a" }],
            Policy = new() { Scenarios = [new("datas-*", null, 4)] },
        };

        var root = JsonElement.Parse(VerdictDocument.File.Format(verdict));

        Assert.Equal(
            """[{"scenario":"datas-*","metric":null,"detectPercent":4}]""", root.GetProperty("policy").GetProperty("scenarios").GetRawText());
        var cell = Assert.Single(root.GetProperty("axes").EnumerateArray());
        Assert.Equal(("a", "datas-call"), (cell.GetProperty("id").GetString(), cell.GetProperty("scenario").GetString()));
    }

    [Fact]
    public void The_page_links_the_documentation_of_the_package_as_its_commit_has_it()
    {
        using var data = JsonDocument.Parse(Data()
            .Match(Encoding.UTF8.GetString(SiteFiles.Of(new GatePolicy(), _ => false, null)["index.html"])).Groups["data"].Value);

        Assert.Equal($"https://github.com/perfmatrix/perfmatrix/blob/{ThisTool.Info.Commit ?? "main"}/docs/",
            data.RootElement.GetProperty("docs").GetString());
    }

    [Fact]
    public void The_page_asks_for_the_index_while_its_script_is_on_the_way()
    {
        Assert.True(Add(out _));

        Assert.Contains("<link rel=\"preload\" href=\"index.json\" as=\"fetch\" crossorigin>", _branch.Text("index.html"), StringComparison.Ordinal);
    }

    [Fact]
    public void The_page_links_what_others_keep_on_the_branch()
    {
        Write("benchmark/index.html", "<h1>Benchmarks</h1>");
        Assert.True(Add(out _));

        using var data = JsonDocument.Parse(Data().Match(Encoding.UTF8.GetString(_branch.Read("index.html")!)).Groups["data"].Value);

        Assert.Equal("""["benchmark/index.html"]""", data.RootElement.GetProperty("beside").GetRawText());
    }

    [Fact]
    public void The_page_tells_readers_and_browsers_of_the_feed()
    {
        Assert.True(Add(out _));
        Assert.Contains("<link rel=\"alternate\" type=\"application/atom+xml\" title=\"Change points\" href=\"changes.atom\">",
            _branch.Text("index.html"), StringComparison.Ordinal);
    }

    [Fact]
    public void A_shared_link_names_the_repository_of_the_history_where_it_is_known()
    {
        Assert.True(Add(out _));
        Assert.Contains("property=\"og:title\" content=\"Performance, measured side by side\"", _branch.Text("index.html"), StringComparison.Ordinal);

        var index = new HistoryStore(_branch).Index with { Repository = "https://github.com/some&body/shop" };
        Write(HistoryPaths.Index, Encoding.UTF8.GetString(HistoryJson.Write(index)));
        Assert.True(Add(out _));
        Assert.Contains("content=\"some&amp;body/shop: is it getting slower?\"", _branch.Text("index.html"), StringComparison.Ordinal);

        Write(HistoryPaths.Index, Encoding.UTF8.GetString(HistoryJson.Write(index with { Repository = "git@github.com:somebody/shop.git" })));
        Assert.True(Add(out _));
        Assert.Contains("content=\"somebody/shop: is it getting slower?\"", _branch.Text("index.html"), StringComparison.Ordinal);

        Write(HistoryPaths.Index, Encoding.UTF8.GetString(HistoryJson.Write(index with { Repository = "https://gitlab.com/some/where/shop.git" })));
        Assert.True(Add(out _));
        Assert.Contains("content=\"some/where/shop: is it getting slower?\"", _branch.Text("index.html"), StringComparison.Ordinal);

        Write(HistoryPaths.Index, "{");
        Assert.True(Add(out _));
        Assert.Contains("measured side by side", _branch.Text("index.html"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("generated/repository")]
    [InlineData("/srv/git/shop.git")]
    [InlineData("https://github.com")]
    [InlineData(null)]
    public void A_shared_link_names_no_repository_without_a_page(string? repository)
    {
        var index = new HistoryStore(_branch).Index with { Repository = repository };
        Write(HistoryPaths.Index, Encoding.UTF8.GetString(HistoryJson.Write(index)));

        Assert.True(Add(out _));
        Assert.Contains("property=\"og:title\" content=\"Performance, measured side by side\"", _branch.Text("index.html"), StringComparison.Ordinal);
    }

    [GeneratedRegex("id=\"perfmatrix-data\">(?<data>[^<]*)<", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Data();

    private bool Add(out IEnumerable<string> changed)
    {
        var changes = new FileChanges();
        var isShown = SiteFiles.AddTo(_branch, changes, new GatePolicy());
        changed = changes.Files.Keys;
        _branch.Apply(changes);
        return isShown;
    }

    private void Write(string path, string text)
    {
        var changes = new FileChanges();
        changes.Set(path, Encoding.UTF8.GetBytes(text));
        _branch.Apply(changes);
    }
}
