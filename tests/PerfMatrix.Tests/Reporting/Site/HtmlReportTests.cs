using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using PerfMatrix.Explain;
using PerfMatrix.Gate;
using PerfMatrix.Reporting.Site;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Reporting.Site;

public sealed partial class HtmlReportTests
{
    private const string Hostile = "</script><script>alert(1)</script><!-- {{script}} ' \" & \u2028";

    [Fact]
    public void The_page_holds_the_run_the_script_and_the_style_and_loads_nothing()
    {
        var page = Page(SampleRun.Create());

        Assert.Contains($"\"id\":\"{SampleRun.Create().Id}\"", page, StringComparison.Ordinal);
        Assert.Contains(SiteBundle.Script, page, StringComparison.Ordinal);
        Assert.Contains(SiteBundle.Style, page, StringComparison.Ordinal);
        Assert.DoesNotMatch(@"(src|href)=""(?!data:)", page.Replace(SiteBundle.Script, "", StringComparison.Ordinal));
    }

    [Fact]
    public void Every_field_of_a_page_is_described_with_the_schema_of_the_history()
    {
        var section = File.ReadAllText(Checkout.File("reports/schema/history.md")).Split("\n## The page\n")[1].Split("\n## ")[0];
        string[] pages = [Page(SampleRun.Create()), Encoding.UTF8.GetString(SiteFiles.Of(new GatePolicy(), _ => false, null)["index.html"])];

        Assert.All(pages, page =>
        {
            var data = JsonElement.Parse(page.Split("id=\"perfmatrix-data\">")[1].Split('<')[0]);
            var nested = new[] { "same", "upgrade" }.SelectMany(name => data.GetProperty(name).EnumerateObject());
            Assert.All(data.EnumerateObject().Concat(nested), field => Assert.Contains($"`{field.Name}`", section, StringComparison.Ordinal));
        });
    }

    [Fact]
    public void Hostile_text_stays_text()
    {
        var run = SampleRun.Create();
        var page = Page(run with
        {
            Warnings = [Hostile],
            Variants = [.. run.Variants.Select(variant => variant with { Reason = Hostile, Cell = variant.Cell with { Scenario = Hostile } })],
        });

        Assert.DoesNotContain("<script>alert", page, StringComparison.Ordinal);
        Assert.Equal(2, Occurrences(page, "</script>") - Occurrences(SiteBundle.Script, "</script>"));
        Assert.Contains("{{script}}", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Only_the_script_of_the_bundle_is_allowed_to_run()
    {
        var page = Page(SampleRun.Create());
        var hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(SiteBundle.Script)));

        Assert.Contains($"script-src 'sha256-{hash}'", Policy().Match(page).Value, StringComparison.Ordinal);
        Assert.DoesNotContain("unsafe", Policy().Match(page).Value, StringComparison.Ordinal);
    }

    [Fact]
    public void One_timeline_a_variant_goes_into_the_page_and_what_could_not_be_read_is_named()
    {
        using var folder = new TemporaryFolder();
        var page = Page(folder, SampleRun.Create() with
        {
            Timelines = [Recorded(folder, "a", 1), Recorded(folder, "a", 2), Recorded(folder, "b", 1),
                new("c", "block", 1, new RawFile("raw/missing.json", new string('0', 64)))],
        });

        Assert.Equal(2, Occurrences(page, "\"distanceMs\":1000"));
        Assert.Contains("\"timelineProblems\":[\"c: its timeline cannot be read: ", page, StringComparison.Ordinal);
    }

    [Fact]
    public void The_page_tells_the_hash_of_the_document_it_lies_beside()
    {
        using var folder = new TemporaryFolder();
        RunDocument.File.Write(folder["run.json"], SampleRun.Create());
        HtmlReport.Write(folder["report.html"], folder["run.json"], SampleRun.Create(), new GatePolicy());

        var hash = Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(folder["run.json"])));
        Assert.Contains($"\"documentSha256\":\"{hash}\"", File.ReadAllText(folder["report.html"]), StringComparison.Ordinal);
    }

    [Fact]
    public void The_page_has_the_explanation_that_lies_beside_the_document_and_its_names_are_text()
    {
        using var folder = new TemporaryFolder();
        RunDocument.File.Write(folder["run.json"], SampleRun.Create());
        WhyDocument.File.Write(folder["why.json"], new()
        {
            Base = new("main"),
            Head = new("the change"),
            Cells = [new() { Cell = "hello", Rounds = 5, Flame = new([Hostile], [new(0, -1, 1.5, 2.5)]) }],
        });

        HtmlReport.Write(folder["report.html"], folder["run.json"], SampleRun.Create(), new GatePolicy());

        var page = File.ReadAllText(folder["report.html"]);
        Assert.Contains("\"nodes\":[{\"name\":0,\"parent\":-1,\"base\":1.5,\"head\":2.5}]", page, StringComparison.Ordinal);
        Assert.DoesNotContain("<script>alert", page, StringComparison.Ordinal);
        Assert.DoesNotContain("\"why\":{", Page(SampleRun.Create()), StringComparison.Ordinal);
    }

    [Fact]
    public void The_page_has_the_collections_that_lie_beside_the_document_and_what_programs_were_built_with()
    {
        using var folder = new TemporaryFolder();
        var run = SampleRun.Create() with { Programs = [new(new string('a', 64), [new("package", Hostile, "13.0.1")], [])] };
        RunDocument.File.Write(folder["run.json"], run);
        GcDocument.File.Write(folder["gc.json"], new() { From = "server", To = "datas", Cells = [new() { Cell = Hostile, Rounds = 5 }] });

        HtmlReport.Write(folder["report.html"], folder["run.json"], run, new GatePolicy());

        var page = File.ReadAllText(folder["report.html"]);
        Assert.Contains("\"gc\":{\"schemaVersion\":1,\"from\":\"server\",\"to\":\"datas\"", page, StringComparison.Ordinal);
        Assert.Contains("\"facts\":[{\"kind\":\"package\",", page, StringComparison.Ordinal);
        Assert.DoesNotContain("<script>alert", page, StringComparison.Ordinal);
    }

    [Fact]
    public void A_bundle_cannot_end_its_own_element() => Assert.DoesNotContain("</script", SiteBundle.Script, StringComparison.OrdinalIgnoreCase);

    private static string Page(RunDocument run)
    {
        using var folder = new TemporaryFolder();
        return Page(folder, run);
    }

    private static string Page(TemporaryFolder folder, RunDocument run)
    {
        RunDocument.File.Write(folder["run.json"], run);
        return HtmlReport.Format(folder["run.json"], run, new GatePolicy());
    }

    private static TimelineRecord Recorded(TemporaryFolder folder, string variant, int round)
    {
        var (path, timeline) = ($"raw/{variant}-{round}.json", TimelineSamples.Timeline(variant, "block", round));
        var file = folder.Write(path, JsonSerializer.Serialize(timeline, ContractJson.Default.GcTimeline));
        return new(variant, "block", round, new RawFile(path, Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(file)))));
    }

    private static int Occurrences(string text, string part) => text.Split(part).Length - 1;

    [GeneratedRegex("Content-Security-Policy\" content=\"[^\"]*\"", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Policy();
}
