using System.Text.RegularExpressions;
using PerfMatrix.Configuration;
using PerfMatrix.Gate;
using PerfMatrix.GitHub.Alerts;
using PerfMatrix.GitHub.Rest;
using PerfMatrix.History;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Reporting;
using static PerfMatrix.Tests.GitHub.Alerts.AlertSamples;

namespace PerfMatrix.Tests.GitHub.Alerts;

public sealed class AlertBodyTests
{
    private static readonly AlertContext s_context = new(
        Index(), Catalogue, [new(50, EventKinds.Runtime, "net10.0", "10.0.13", "10.0.14")], "https://github.com/octo/perf", "main",
        "https://octo.github.io/perf/", HasBisect: true);

    private static readonly CommitComparison s_commits = new(
        2, [new(new('e', 40), new("Read the header\n\nbody"), new("alice")), new(After, new("Check the header"), null)], [new("src/A.cs", null)]);

    [Fact]
    public void An_issue_says_what_since_when_how_sure_which_commits_and_what_to_do() =>
        Approval.Verify(Text(Change() with { Events = [0], Cause = "runtime" }, s_commits).Body, "open");

    [Theory]
    [InlineData("acknowledged", AcknowledgementFile.Name)]
    [InlineData("labels", ConfigurationFiles.Labels)]
    public void An_entry_is_read_where_its_sentence_says_to_paste_it(string key, string file)
    {
        var (empty, one) = (File.ReadAllText(Checkout.File(file)), "runtimes: [net10.0]\n");
        var entry = Text(Change(), s_commits).Body.Split($"Under `{key}` in [{file}](https://github.com/octo/perf/edit/main/{file}) (add the key if "
            + "it is missing; replace `[]` if the list is empty):\n\n```yaml\n")[1].Split("```")[0];

        Assert.EndsWith($"\n{key}: []\n", empty, StringComparison.Ordinal);
        Assert.Equal([Step], Read(file, empty.Replace($"{key}: []\n", $"{key}:\n{entry}", StringComparison.Ordinal)));
        Assert.Equal([Step], Read(ConfigurationFiles.Own, $"{one}{key}:\n{entry}"));
        Assert.Throws<UsageException>(() => Read(file, empty + entry));

        static IEnumerable<string> Read(string name, string text) => ChangeLabels.Notes(new(asked => asked == name ? text : null)).Keys;
    }

    [Theory]
    [InlineData("2026-11-01", "2027-04-30")]
    [InlineData("2027-06-05", "2027-12-31")]
    [InlineData("2027-06-30", "2027-12-31")]
    public void However_old_the_issue_is_its_entry_expires_half_a_year_after_the_newest_run(string newest, string expected)
    {
        var index = Index() with { Newest = Index().Newest! with { StartedAt = DateTimeOffset.Parse($"{newest}T03:00:00Z") } };

        Assert.Contains($"\n    expires: {expected}\n", Text(Change(), s_commits, s_context with { Index = index }).Body, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(338, "")]
    [InlineData(339, "&last=1000")]
    public void However_old_the_issue_is_its_link_to_the_trend_shows_the_step(int newest, string range) => Assert.Contains(
        $"/perf/#/trend?cells=hello/net10.0/server/2c,hello/net10.0/workstation/2c&metric=throughput{range}) · ",
        Text(Change(), s_commits, s_context with { Index = Index(newest) }).Body, StringComparison.Ordinal);

    [Fact]
    public void Its_title_is_the_sentence_of_the_site() => Assert.Equal(
        "Throughput -5.0 % (95 % interval -6.2 to -3.9 %) in hello (2 cells) since 2026-11-01, commit 01234567", Text(Change(), s_commits).Title);

    [Fact]
    public void Its_day_and_first_run_are_those_of_the_step_not_of_what_became_better_at_that_commit()
    {
        var alert = Assert.Single(PerfMatrix.GitHub.Alerts.Alert.Of(
            [Change(members: Member(0, 4, 50)), Change("11111111", 55, After, After, Member(1, -5.1, 55))], new Dictionary<string, string>()));

        var text = AlertBody.Open(alert, 12, new(null, null, []), s_context);

        Assert.EndsWith(" since 2026-11-06, commit 01234567", text.Title, StringComparison.Ordinal);
        Assert.Contains($"[the first run with it]({s_context.Site}#/run?run={alert.Changes[1].Run})", text.Body, StringComparison.Ordinal);
        Assert.StartsWith("<!-- perfmatrix alert change=11111111 -->\n", text.Body, StringComparison.Ordinal);
        // An entry for the other one would make grey what nobody complains of.
        Assert.Equal(2, text.Body.Split("  - change: 11111111\n").Length - 1);
        Assert.DoesNotContain($"- change: {Step}", text.Body, StringComparison.Ordinal);
    }

    [Fact]
    public void A_series_that_got_worse_twice_at_a_commit_is_one_by_the_sum_of_both()
    {
        var alert = Assert.Single(PerfMatrix.GitHub.Alerts.Alert.Of(
            [Change(members: Member(0, -5, 50)), Change("11111111", 55, After, After, Member(0, -4, 55))], new Dictionary<string, string>()));

        var text = AlertBody.Open(alert, 12, new(null, s_commits, []), s_context);

        Assert.Equal("Throughput -8.8 % in hello/net10.0/server/2c since 2026-11-01, commit 01234567", text.Title);
        Assert.Contains("found in one series; the interval of its size is not known.\n", text.Body, StringComparison.Ordinal);
        Assert.Contains($"/compare/{Before}...{After}):", text.Body, StringComparison.Ordinal);
    }

    [Fact]
    public void A_size_whose_interval_is_not_known_says_so()
    {
        var drift = Member(0, -5.1, 50) with { LowPercent = null, HighPercent = null };

        var text = Text(Change(members: [drift, Member(1, -4.9, 50)]), s_commits);

        Assert.StartsWith("Throughput -5.0 % in hello (2 cells)", text.Title, StringComparison.Ordinal);
        Assert.Contains("found in 2 series; the interval of its size is not known.\n", text.Body, StringComparison.Ordinal);
        Assert.Contains("| Throughput | 2 | -5.0 | -5.1 to -4.9 |", text.Body, StringComparison.Ordinal);
    }

    [Fact]
    public void The_interval_of_one_series_is_its_own() => Assert.Contains(
        "**Throughput -4.9 % (95 % interval -6.1 to -3.7 %) in `hello/net10.0/workstation/2c` since 2026-11-01, commit 01234567.** 5.3 times the "
            + "noise from run to run, found in one series.\n", Text(Change(members: Member(1, -4.9, 50)), s_commits).Body, StringComparison.Ordinal);

    [Fact]
    public void An_issue_about_a_demo_says_that_none_of_it_was_measured() => Assert.Contains(
        "**Generated data: none of this was measured.** **Throughput -5.0 % ",
        Text(Change(), s_commits, s_context with { Index = Index() with { Generated = true } }).Body, StringComparison.Ordinal);

    [Fact]
    public void One_commit_needs_no_search() =>
        Assert.DoesNotContain("bisect", Text(Change(), s_commits with { TotalCommits = 1, Commits = [s_commits.Commits![1]] }).Body,
            StringComparison.Ordinal);

    [Fact]
    public void The_commits_that_are_shown_and_searched_are_those_of_the_cell_that_is_searched()
    {
        const string Earlier = "fedcba9876543210fedcba9876543210fedcba98";
        var alert = Assert.Single(PerfMatrix.GitHub.Alerts.Alert.Of(
        [
            Change(members: Member(1, -4.9, 50)), Change("11111111", 51, Earlier, After, Member(0, -5.1, 51)),
            Change("22222222", 52, After, After, Member(1, -5.1, 52) with { NoiseUnits = 20 }),
        ], new Dictionary<string, string>()));

        var body = AlertBody.Open(alert, 12, new(null, s_commits, []), s_context).Body;

        Assert.Contains($"/compare/{Earlier}...{After}):", body, StringComparison.Ordinal);
        Assert.Contains(
            $" bisect --cell hello/net10.0/server/2c --metric throughput --good {Earlier} --bad {After}\n", body, StringComparison.Ordinal);
    }

    [Fact]
    public void Where_the_workflow_is_not_there_only_the_command_is_offered()
    {
        var body = Text(Change(), s_commits, s_context with { HasBisect = false }).Body;

        Assert.Contains("**Which of the 2 commits:**\n\n```sh\nscripts/perfmatrix bisect --cell hello/net10.0/server/2c ", body,
            StringComparison.Ordinal);
        Assert.DoesNotContain("perf-bisect", body, StringComparison.Ordinal);
    }

    [Fact]
    public void Where_a_search_was_started_the_issue_says_so_and_how_to_start_another()
    {
        var text = AlertBody.Open(Alert(Change()), 12, new(null, s_commits, [], IsSearched: true), s_context).Body;

        Assert.StartsWith("<!-- perfmatrix alert change=3f2a9c1d searched -->\n", text, StringComparison.Ordinal);
        Assert.Contains(
            "**Which of the 2 commits:** a search was started, and a comment here will say what it finds. For another one, use \"Run workflow\" of "
                + "[perf-bisect](https://github.com/octo/perf/actions/workflows/perf-bisect.yml) with the values of the first command.\n\n```sh\n",
            text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("same", "**Commits:** none. Both runs measured `01234567`, so look at the machines first.")]
    [InlineData("none", "**Commits:** not known, because the runs name none.")]
    [InlineData("unknown", "/compare/89abcdef0123456789abcdef0123456789abcdef...0123456789abcdef0123456789abcdef01234567), which GitHub does not "
        + "know.")]
    [InlineData("backwards", "0123456789abcdef0123456789abcdef01234567), which has none: an older commit was measured later.")]
    public void What_is_not_known_of_the_commits_is_said(string what, string expected)
    {
        var change = Change(before: what switch { "same" => After, "none" => null, _ => Before });

        Assert.Contains(expected, Text(change, what == "backwards" ? new(0, [], []) : null).Body, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(After, "**Commits:** none. Both runs measured `01234567`, at least one with local changes, so look at these first.\n")]
    [InlineData(Before, "/compare/89abcdef0123456789abcdef0123456789abcdef...0123456789abcdef0123456789abcdef01234567) with local changes:\n")]
    public void Local_changes_are_told_where_the_commits_are(string before, string expected)
    {
        var text = Text(Change(before: before) with { LocalChanges = true }, before == After ? null : s_commits);

        Assert.EndsWith(" since 2026-11-01, commit 01234567 with local changes", text.Title, StringComparison.Ordinal);
        Assert.Contains(" since 2026-11-01, commit 01234567 with local changes.** ", text.Body, StringComparison.Ordinal);
        Assert.Contains(expected, text.Body, StringComparison.Ordinal);
    }

    [Fact]
    public void One_commit_that_an_older_program_does_not_call_the_same_had_local_changes()
    {
        var text = Text(Change(before: After) with { Cause = "commit" }, null);

        Assert.EndsWith(" since 2026-11-01, commit 01234567 with local changes", text.Title, StringComparison.Ordinal);
        Assert.Contains("at least one with local changes, so look at these first.\n", text.Body, StringComparison.Ordinal);
    }

    [Fact]
    public void The_id_of_a_benchmark_is_as_it_is_in_title_and_chart_and_a_word_of_its_own_in_every_call()
    {
        const string Id = "json/Parser.Parse(Length: 10, Kind=A)/net10.0@10.0.11/server/2c";
        var cell = Catalogue.Cells[0] with { Scenario = "json/Parser.Parse(Length: 10, Kind=A)", Runtime = "net10.0@10.0.11" };

        var text = AlertBody.Open(
            Alert(Change(members: Member(0, -5.1, 50))), 12, new(new($"Throughput of {Id}", [0, 0], [1]), s_commits, []),
            s_context with { Catalogue = Catalogue with { Cells = [cell] } });

        Assert.Equal($"Throughput -5.1 % (95 % interval -6.3 to -4.1 %) in {Id} since 2026-11-01, commit 01234567", text.Title);
        Assert.Contains($"\n  title \"Throughput of {Id}\"\n", text.Body, StringComparison.Ordinal);
        Assert.Contains(" with the values of the first command, without the quotes.\n", text.Body, StringComparison.Ordinal);
        Assert.Contains($"\ngh workflow run perf-bisect.yml -f cell='{Id}' -f metric=throughput -f good=", text.Body, StringComparison.Ordinal);
        Assert.Contains($"\nscripts/perfmatrix bisect --cell '{Id}' --metric throughput --good ", text.Body, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("json/Parser.Parse(Length: 10, Kind=A)/net10.0@10.0.11/server/2c", true)]
    [InlineData("", false)]
    [InlineData("--out", false)]
    [InlineData("@file", false)]
    [InlineData("a'; rm -rf / #", false)]
    [InlineData("a$(id)", false)]
    [InlineData("a`id`", false)]
    [InlineData("a\nb", false)]
    [InlineData("a\u0007", false)]
    [InlineData("a\u202e", false)]
    public void Only_the_signs_of_ids_come_into_a_command(string text, bool expected) => Assert.Equal(expected, AlertText.IsId(text));

    [Theory]
    [InlineData("Parse(Length: 10, Kind=A)/net10.0@10.0.11", "Parse(Length: 10, Kind=A)/net10.0@10.0.11")]
    [InlineData("@octocat @everyone a@b", "?octocat ?everyone a?b")]
    [InlineData("::error::x", ":?error:?x")]
    [InlineData("https://evil.test", "https:/?evil.test")]
    [InlineData("\"`<#%{;\n", "????????")]
    public void Beside_ids_nothing_is_left_that_a_title_a_chat_or_a_chart_could_read(string text, string expected) =>
        Assert.Equal(expected, AlertText.Plain(text));

    [Fact]
    public void Texts_of_others_are_neither_Markdown_nor_HTML_nor_mentions_nor_commands()
    {
        const string Hostile = "`</code>@octocat [x](https://evil.test) <img src=x> --> $(rm -rf /) ::error::x \u202e";
        var cell = new CellEntry(new(Hostile, "net10.0", "server", 2)) { First = 0, Last = 1, Status = VariantStatus.Measured };
        var context = s_context with
        {
            Catalogue = Catalogue with { Cells = [cell, cell] },
            Events = [new(50, EventKinds.Image, "", Hostile, Hostile)],
        };
        var commits = new CommitComparison(2, [new(After, new(Hostile), new(Hostile)), new(After, new(Hostile), null)], [new(Hostile, null)]);
        var text = AlertBody.Open(Alert(Change() with { Events = [0] }), 12, new(new(Hostile, [0, 0], [1]), commits, [(Hostile, 1)]), context);

        var outside = string.Concat($"{text.Title}\n{text.Body}".Split('`').Where((_, part) => part % 2 == 0));
        Assert.DoesNotContain("https://evil", outside, StringComparison.Ordinal);
        Assert.DoesNotContain("<img", text.Body, StringComparison.Ordinal);
        // In the address of a link it is none.
        Assert.DoesNotContain("@octocat", text.Title + Regex.Replace(text.Body, @"\]\([^)\s]*\)", "", RegexOptions.None, TimeSpan.FromSeconds(1)),
            StringComparison.Ordinal);
        Assert.DoesNotContain("bisect --cell", text.Body, StringComparison.Ordinal);
        Assert.DoesNotContain("gh workflow run", text.Body, StringComparison.Ordinal);
        Assert.Contains("**Which of the 2 commits:** no command is shown, ", text.Body, StringComparison.Ordinal);
        Assert.DoesNotContain("\u202e", text.Title + text.Body, StringComparison.Ordinal);
        Assert.DoesNotContain("::error", text.Title + text.Body, StringComparison.Ordinal);
    }

    [Fact]
    public void A_closed_issue_keeps_its_text_and_says_why()
    {
        var open = Text(Change(), s_commits);
        var issue = new AlertIssue(12, true, Step, false, open);

        var recovered = AlertBody.Closed(Alert(Change()), issue);
        var labelled = AlertBody.Closed(Alert(Change()) with { Settled = "labelled `noise` in `crank/labels.yml`" }, issue);

        Assert.Equal(("closed", "completed"), (recovered.State, recovered.StateReason));
        Assert.StartsWith("<!-- perfmatrix alert change=3f2a9c1d closed -->\n\n**Closed: the trend has recovered: later changes took this one back "
            + "in every series.**\n\n**Throughput -5.0 %", recovered.Body, StringComparison.Ordinal);
        Assert.Equal("not_planned", labelled.StateReason);
        Assert.Contains("**Closed: labelled `noise` in `crank/labels.yml`.**", labelled.Body, StringComparison.Ordinal);
        Assert.True(AlertIssue.Of(new(12, "", recovered.Body, "closed", new("bot")), "bot") is { IsClosedByUs: true, IsOpen: false });
        var searched = AlertBody.Closed(Alert(Change()), issue with { Text = open with { Body = AlertIssue.Marker(Step, false, true) } });
        Assert.StartsWith("<!-- perfmatrix alert change=3f2a9c1d closed searched -->\n", searched.Body, StringComparison.Ordinal);
        var gone = AlertBody.Closed(null, issue);
        Assert.Equal(("closed", "not_planned"), (gone.State, gone.StateReason));
        Assert.Contains("**Closed: the trend no longer has this change, e.g. because its history was rebuilt.**\n\n**Throughput -5.0 %", gone.Body,
            StringComparison.Ordinal);
    }

    private static IssueText Text(ChangeGroup change, CommitComparison? commits, AlertContext? context = null)
    {
        var files = Files(change);
        var chart = StepChart.Of(files, new HistoryStore(files), change.Members[0], 59);
        return AlertBody.Open(Alert(change), 12, new(chart, commits, [("octo/web", 3), ("alice", 1)]), context ?? s_context);
    }

    private static Alert Alert(ChangeGroup change) => Assert.Single(PerfMatrix.GitHub.Alerts.Alert.Of([change], new Dictionary<string, string>()));
}
