using System.Xml.Linq;
using PerfMatrix.History;
using static PerfMatrix.Tests.GitHub.Alerts.AlertSamples;

namespace PerfMatrix.Tests.History;

public sealed class AtomFeedTests
{
    private static readonly XNamespace s_atom = "http://www.w3.org/2005/Atom";

    [Fact]
    public void A_change_names_metric_size_and_place_as_its_issue_does_and_has_the_interval_of_each_series()
    {
        var (title, content) = Entry(Change());

        Assert.Equal("Worse: Throughput -5.0 % (95 % interval -6.2 to -3.9 %) in hello (2 cells) at commit 01234567", title);
        Assert.Contains("hello/net10.0/server/2c, Throughput: -5.1 % [-6.3 -4.1] (worse, 6.3 times the noise)", content, StringComparison.Ordinal);
        Assert.Contains("hello/net10.0/server/2c, CPU/req: +5.3 % [+4.1 +6.3] (worse, ", content, StringComparison.Ordinal);
    }

    [Fact]
    public void A_drift_has_none()
    {
        var (title, content) = Entry(Change(members: [Member(0, -5.1, 50), Member(1, -4.9, 50) with { LowPercent = null, HighPercent = null }]));

        Assert.Equal("Worse: Throughput -5.0 % in hello (2 cells) at commit 01234567", title);
        Assert.Contains("2c, Throughput: -4.9 % (worse, ", content, StringComparison.Ordinal);
    }

    /// <param name="told">So many series of throughput were found, after 40 of CPU/req.</param>
    /// <param name="first">So many of them are listed.</param>
    [Theory]
    [InlineData(40, 20, "and 60 more")]
    [InlineData(5, 5, "and 25 more")]
    public void Of_many_series_those_that_the_title_is_about_come_first(int told, int first, string rest)
    {
        var cells = Enumerable.Range(0, 40).ToList();
        var catalogue = Catalogue with { Cells = [.. cells.Select(cell => Catalogue.Cells[0] with { Scenario = $"hello-{cell}" })] };
        var found = cells.Select(cell => Member(cell, 5.3, 50, "cpuPerRequest"));

        var entry = Element(Change(members: [.. found, .. cells.Take(told).Select(cell => Member(cell, -5, 50))]), catalogue);

        var lines = entry.Element(s_atom + "content")!.Value.Split('\n');
        Assert.StartsWith("Worse: Throughput -5.0 % (", entry.Element(s_atom + "title")!.Value, StringComparison.Ordinal);
        Assert.All(lines[..first], line => Assert.Contains("/server/2c, Throughput: -5.0 % [-6.2 ", line, StringComparison.Ordinal));
        Assert.All(lines[first..20], line => Assert.Contains("/server/2c, CPU/req: +5.3 % [+4.1 ", line, StringComparison.Ordinal));
        Assert.Equal(rest, lines[20]);
    }

    [Theory]
    [InlineData("mixed", 6.0, "Mixed: CPU/req +6.0 % (95 % interval +4.8 to +7.2 %) in hello/net10.0/workstation/2c at commit 01234567")]
    [InlineData("better", -6.0, "Better: Throughput +5.0 % (95 % interval +3.8 to +6.0 %) in hello/net10.0/server/2c at commit 01234567")]
    public void It_names_what_got_worse_before_what_got_better(string verdict, double cpuPercent, string expected) => Assert.Equal(
        expected, Entry(Change(members: [Member(0, 5, 50), Member(1, cpuPercent, 50, "cpuPerRequest")]) with { Verdict = verdict }).Title);

    [Theory]
    [InlineData("noise", null, "Labelled noise, worse: Throughput -5.0 %")]
    [InlineData("real", null, "Worse: Throughput -5.0 %")]
    [InlineData(null, "2027-03-31", "Acknowledged until 2027-03-31, worse: Throughput -5.0 %")]
    [InlineData("real", "2027-03-31", "Acknowledged until 2027-03-31, worse: Throughput -5.0 %")]
    [InlineData("wanted", "2027-03-31", "Labelled wanted, worse: Throughput -5.0 %")]
    public void A_change_that_somebody_settled_begins_with_what_they_said(string? label, string? acknowledged, string expected)
    {
        var change = Change() with { Label = label, Acknowledged = acknowledged is null ? null : DateOnly.Parse(acknowledged) };

        Assert.StartsWith(expected, Entry(change).Title, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("commit", Before, " at commit 01234567 with local changes")]
    [InlineData("commit", After, " at commit 01234567 with local changes")]
    [InlineData("image", After, " with a change of image, and local changes")]
    public void Local_changes_are_told_and_one_commit_is_not_compared_with_itself(string cause, string before, string expected)
    {
        var entry = Element(Change(before: before) with { Cause = cause, LocalChanges = true }, Catalogue);

        Assert.EndsWith(expected, entry.Element(s_atom + "title")!.Value, StringComparison.Ordinal);
        Assert.Equal(before != After, entry.ToString().Contains("/compare/", StringComparison.Ordinal));
    }

    [Fact]
    public void A_change_of_an_older_program_has_local_changes_where_one_commit_is_not_the_same() => Assert.EndsWith(
        " at commit 01234567 with local changes", Entry(Change(before: After) with { Cause = "commit" }).Title, StringComparison.Ordinal);

    [Fact]
    public void A_change_and_its_feed_are_as_new_as_what_became_of_it()
    {
        var (old, updated) = (Element(Change(), Catalogue), Element(Change() with { UpdatedAt = Change().StartedAt.AddDays(40) }, Catalogue));

        Assert.All([old, old.Parent!], one => Assert.Equal("2026-11-01T03:00:00Z", one.Element(s_atom + "updated")!.Value));
        Assert.All([updated, updated.Parent!], one => Assert.Equal("2026-12-11T03:00:00Z", one.Element(s_atom + "updated")!.Value));
    }

    [Fact]
    public void A_change_links_the_trend_of_the_clearest_series_of_the_metric_that_it_names_and_its_commits()
    {
        var catalogue = Catalogue with
        {
            Cells = [Catalogue.Cells[0], Catalogue.Cells[1] with { Scenario = "json/Parse(Length: 10, Kind=A)" }],
        };
        var members = new[]
        {
            Member(0, -5.1, 50) with { NoiseUnits = 3 }, Member(1, -4.9, 50) with { NoiseUnits = 4 },
            Member(0, 5.3, 50, "cpuPerRequest") with { NoiseUnits = 5 },
        };
        var commits = $"https://github.com/octo/perf/compare/{Before}...{After}";

        var entry = Element(Change(members: members), catalogue);

        var links = entry.Elements(s_atom + "link").ToDictionary(link => link.Attribute("rel")!.Value, link => link.Attribute("href")!.Value);
        Assert.Equal(
            "./#/trend?cells=json%2FParse%28Length%3A%2010%5C%2C%20Kind%3DA%29%2Fnet10.0%2Fworkstation%2F2c&metric=throughput",
            links["alternate"]);
        Assert.StartsWith("https://octo.github.io/perf/#/trend?cells=json",
            new Uri(new Uri("https://octo.github.io/perf/changes.atom"), links["alternate"]).AbsoluteUri, StringComparison.Ordinal);
        Assert.StartsWith("Worse: Throughput -5.0 %", entry.Element(s_atom + "title")!.Value, StringComparison.Ordinal);
        Assert.Equal(commits, links["related"]);
        Assert.EndsWith($"\n{commits}", entry.Element(s_atom + "content")!.Value, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(338, "")]
    [InlineData(339, "&last=1000")]
    [InlineData(1038, "&last=1000")]
    [InlineData(1039, "&last=100000")]
    public void A_change_that_has_become_old_links_a_trend_of_so_many_runs_that_it_is_in_sight(int newest, string range) => Assert.EndsWith(
        $"&metric=throughput{range}", Element(Change(sequence: 50), Catalogue, Index(newest)).Element(s_atom + "link")!.Attribute("href")!.Value,
        StringComparison.Ordinal);

    [Theory]
    [InlineData("https://github.com/octo/perf.git")]
    [InlineData("git@github.com:octo/perf.git")]
    public void The_commits_of_a_change_are_linked_however_the_repository_was_cloned(string remote) => Assert.Contains(
        Element(Change() with { Repository = remote }, Catalogue).Elements(s_atom + "link"),
        link => link.Attribute("href")!.Value == $"https://github.com/octo/perf/compare/{Before}...{After}");

    [Fact]
    public void Where_the_site_is_known_links_are_whole_and_the_feed_names_its_own_address()
    {
        using var file = new MemoryStream(AtomFeed.Of(Index() with { Site = "https://octo.github.io/perf/" }, () => Catalogue, [Change()]));
        var feed = XDocument.Load(file).Root!;

        Assert.Equal(["self https://octo.github.io/perf/changes.atom", "alternate https://octo.github.io/perf/"],
            feed.Elements(s_atom + "link").Select(link => $"{link.Attribute("rel")!.Value} {link.Attribute("href")!.Value}"));
        Assert.StartsWith("https://octo.github.io/perf/#/trend?cells=hello",
            feed.Element(s_atom + "entry")!.Element(s_atom + "link")!.Attribute("href")!.Value, StringComparison.Ordinal);
        Assert.Empty(Element(Change(), Catalogue).Parent!.Elements(s_atom + "link"));
    }

    private static (string Title, string Content) Entry(ChangeGroup change)
    {
        var entry = Element(change, Catalogue);
        return (entry.Element(s_atom + "title")!.Value, entry.Element(s_atom + "content")!.Value);
    }

    private static XElement Element(ChangeGroup change, CatalogueDocument catalogue, IndexDocument? index = null)
    {
        using var feed = new MemoryStream(AtomFeed.Of(index ?? Index(), () => catalogue, [change]));
        return Assert.Single(XDocument.Load(feed).Root!.Elements(s_atom + "entry"));
    }
}
