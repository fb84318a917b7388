using System.Net;
using System.Text.Json;
using PerfMatrix.Commands;
using PerfMatrix.GitHub.Alerts;
using PerfMatrix.GitHub.Rest;
using PerfMatrix.GitHub.StandIn;
using PerfMatrix.History;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Drivers.Crank;
using PerfMatrix.Tests.GitHub;
using static PerfMatrix.Tests.GitHub.Alerts.AlertSamples;
using StoredRun = PerfMatrix.GitHub.StandIn.StoredRun;

namespace PerfMatrix.Tests.Commands.GitHub;

public sealed class GitHubAlertCommandTests : IAsyncLifetime
{
    private readonly List<string> _posted = [];

    private GitHubWorld _world = null!;

    private StoredIssue Issue => Assert.Single(_world.State.Issues);

    private IEnumerable<StoredRun> Searches => _world.State.Runs.Where(run => run.Inputs is not null);

    public async ValueTask InitializeAsync()
    {
        _world = await GitHubWorld.StartAsync();
        _world.State.Comparisons[$"{Before}...{After}"] = ([new(new('e', 40), "Read the header"), new(After, "Check the header")], ["src/A.cs"]);
        Write(Change());
    }

    public ValueTask DisposeAsync() => _world.DisposeAsync();

    [Fact]
    public async Task A_step_opens_one_issue_that_is_closed_when_the_trend_recovers()
    {
        await SaysAsync("opened #12: Throughput -5.0 % (95 % interval -6.2 to -3.9 %) in hello (2 cells) since 2026-11-01, commit 01234567");
        Assert.Contains("`89abcdef..01234567`", Issue.Body, StringComparison.Ordinal);
        Assert.Contains("- `01234567` `Check the header`", Issue.Body, StringComparison.Ordinal);
        Assert.Contains("-f issue=12", Issue.Body, StringComparison.Ordinal);

        await SaysAsync("no issue had to change");

        Write(Change(), Change("11111111", 55, After, new('c', 40), Member(0, 5.4, 55), Member(1, 5.1, 55), Member(0, -5.0, 55, "cpuPerRequest")));
        await SaysAsync("closed #12: Throughput -5.0 %");
        Assert.Equal(("closed", "completed"), (Issue.State, Issue.StateReason));

        await SaysAsync("no issue had to change");
        Assert.DoesNotContain(_world.State.Requests, request => request.Contains("/actions/", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_picture_of_a_series_that_got_worse_twice_at_a_commit_is_of_its_first_step_as_the_title_is()
    {
        Write(Change(members: Member(0, -5.1, 50)), Change("11111111", 55, After, After, Member(0, -4, 55)));

        await SaysAsync("opened #12: Throughput -8.9 % in hello/net10.0/server/2c since 2026-11-01, commit 01234567");

        Assert.Contains("\n  x-axis \"runs, 0 is the first with the change; straight lines: medians\" -40 --> 9\n", Issue.Body,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_new_issue_starts_one_search_whatever_becomes_of_it()
    {
        using var listener = Listen(HttpStatusCode.NotFound, HttpStatusCode.OK);
        _world.Environment["PERF_WEBHOOK"] = listener.Address.ToString();
        await SaysAsync("; the webhook answered 404; the search for the commit was started", "2");
        await SaysAsync("opened #12", "2"); // told again
        await SaysAsync("no issue had to change", "2");
        Write(Change(), Change("11111111", 55, After, new('c', 40), Member(0, 5.4, 55), Member(1, 5.1, 55), Member(0, -5.0, 55, "cpuPerRequest")));
        await SaysAsync("closed #12", "2");
        Write(Change());
        await SaysAsync("reopened #12", "2");

        var search = Assert.Single(Searches);
        Assert.Equal(("perf-bisect.yml", "main"), (search.Workflow, search.HeadBranch));
        Assert.Equal(
            [("bad", After), ("cell", "hello/net10.0/server/2c"), ("good", Before), ("issue", "12"), ("metric", "throughput")],
            search.Inputs!.Select(input => (input.Key, input.Value)).Order());
        Assert.Contains("**Which of the 2 commits:** a search was started", Issue.Body, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(23, "; no search: --searches (PERF_SEARCHES) allows 2 within a day, which have begun; the issue says how to start one", 0)]
    [InlineData(25, "; the search for the commit was started", 1)]
    public async Task Searches_of_a_day_are_limited_and_those_of_people_count(int hours, string expected, int started)
    {
        var now = _world.Context.Clock.GetUtcNow();
        foreach (var (id, age) in new[] { (1, 1), (2, hours) })
            _world.State.Runs.Add(new(id, "perf-bisect.yml", "main", After) { StartedAt = now.AddHours(-age) });
        _world.State.Runs.Add(new(3, "perf-main.yml", "main", After) { StartedAt = now.AddHours(-1) });

        await SaysAsync(expected, "2");
        await SaysAsync("no issue had to change", "2");

        Assert.Equal(started, Searches.Count());
        Assert.Equal(started == 1, Issue.Body.Contains("a search was started", StringComparison.Ordinal));
        Assert.Contains("-f issue=12", Issue.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Issues_that_are_opened_together_share_the_limit()
    {
        const string Later = "fedcba9876543210fedcba9876543210fedcba98";
        _world.State.Comparisons[$"{After}...{Later}"] = ([new(new('d', 40), "Sort"), new(Later, "Sort twice")], []);
        Write(Change(), Change("22222222", 52, After, Later));

        await SaysAsync("; no search: --searches (PERF_SEARCHES) allows 1 within a day", "1");

        Assert.Equal(2, _world.State.Issues.Count);
        Assert.Equal("12", Assert.Single(Searches).Inputs!["issue"]);
    }

    [Theory]
    [InlineData("GET", "/perf-bisect.yml/runs", 403, "could not count the runs of perf-bisect.yml: 403, \"fault\". The token lacks a permission")]
    [InlineData("POST", "/dispatches", 403, "could not start perf-bisect.yml: 403, \"fault\". The token lacks a permission")]
    [InlineData("POST", "/dispatches", 404, "could not start perf-bisect.yml: 404, \"fault\". It is not there, or the token may not see it")]
    public async Task A_search_that_may_not_be_started_says_what_is_missing_and_fails_nothing(
        string method, string path, int status, string expected)
    {
        _world.State.Faults.Add(new Fault(method, path, status));

        await SaysAsync($"; no search: GitHub: {expected}; the job needs `actions: write`.", "2");
        Assert.DoesNotContain("a search was started", Issue.Body, StringComparison.Ordinal);
        await SaysAsync("no issue had to change", "2");

        Assert.Empty(Searches);
    }

    [Fact]
    public async Task Without_the_workflow_no_search_is_started_and_the_command_that_writes_it_is_named()
    {
        var context = new AlertContext(Index(), Catalogue, [], "https://github.com/octo/perf", "main");
        var evidence = new AlertEvidence(null, new CommitComparison(2, [new(After, null, null)], []), []);
        var job = new AlertJob(_world.Api(), _world.State.Writer, context, (_, _) => Task.FromResult(evidence)) { MostSearches = 1 };

        var done = await job.RunAsync(Alert.Of([Change()], new Dictionary<string, string>()), 59, TestContext.Current.CancellationToken);

        Assert.EndsWith("; no search: .github/workflows/perf-bisect.yml is not there; `scripts/perfmatrix init` writes it", Assert.Single(done),
            StringComparison.Ordinal);
        Assert.Empty(Searches);
    }

    [Fact]
    public async Task An_issue_that_could_not_be_written_to_gets_no_second_search()
    {
        _world.State.Faults.Add(new Fault("PATCH", "/issues/12", 502, RetryRule.Attempts));

        await SaysAsync("opened #12", "2");

        Assert.Single(Searches);
        Assert.Contains("a search was started", Issue.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_issue_that_a_person_has_closed_stays_closed()
    {
        await SaysAsync("opened #12");
        Issue.State = "closed";
        await SaysAsync("no issue had to change");
        Assert.Equal("closed", Issue.State);
    }

    [Fact]
    public async Task A_line_above_its_text_opens_no_second_issue_and_is_overwritten()
    {
        await SaysAsync("opened #12");
        var text = Issue.Body;
        Issue.Body = $"We look at it.\r\n\r\n{text}";

        await SaysAsync("updated #12");

        Assert.Equal(text, Issue.Body);
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(2, false)] // the index names a change that was not read
    public async Task An_issue_whose_change_the_trend_no_longer_has_is_closed_where_all_changes_were_read(int marks, bool isClosed)
    {
        using var listener = Listen(HttpStatusCode.OK);
        _world.Environment["PERF_WEBHOOK"] = listener.Address.ToString();
        await SaysAsync("opened #12");
        Write(Index() with { Marks = marks }, Change("22222222", sequence: 10));

        await SaysAsync(isClosed ? "closed #12: Throughput -5.0 %" : "no issue had to change");

        Assert.Equal((isClosed ? "closed" : "open", isClosed ? "not_planned" : null), (Issue.State, Issue.StateReason));
        Assert.Equal(isClosed, Issue.Body.Contains("\n**Closed: the trend no longer has this change, ", StringComparison.Ordinal));
        Assert.Equal(isClosed ? 2 : 1, _posted.Count);
        Assert.All(_posted, body => Assert.Equal(Step, JsonElement.Parse(body).GetProperty("change").GetString()));
        await SaysAsync("no issue had to change");
    }

    [Fact]
    public async Task An_issue_about_cells_that_are_no_longer_measured_is_closed_until_they_are_again()
    {
        await SaysAsync("opened #12");
        Write(Index(newest: 78), Change());
        await SaysAsync("no issue had to change");

        Write(Index(newest: 79), Change());
        await SaysAsync("closed #12: Throughput -5.0 %");

        Assert.Equal(("closed", "not_planned"), (Issue.State, Issue.StateReason));
        Assert.Contains("**Closed: no longer measured: none of the newest 20 runs, nor of the last 8 days, planned a cell in which it stands.**",
            Issue.Body, StringComparison.Ordinal);
        Write(Change());
        await SaysAsync("reopened #12");
    }

    [Fact]
    public async Task When_only_the_answer_is_lost_there_is_still_one_issue_and_the_webhook_hears_that_it_was_opened()
    {
        using var listener = Listen(HttpStatusCode.OK);
        _world.Environment["PERF_WEBHOOK"] = listener.Address.ToString();
        _world.State.Faults.Add(new Fault("POST", "/issues", 502) { CarriedOut = true });
        await SaysAsync("opened #12");
        Assert.Contains("-f issue=12", Issue.Body, StringComparison.Ordinal);
        Assert.Contains("\"event\":\"opened\"", Assert.Single(_posted), StringComparison.Ordinal);
        await SaysAsync("no issue had to change");
    }

    [Fact]
    public async Task Without_the_permission_it_is_named()
    {
        _world.State.Faults.Add(new Fault("POST", "/issues", 403));
        Assert.NotEqual(CommandLine.Good, await RunAsync());
        Assert.Contains("the job needs `issues: write`", _world.Error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_webhook_is_told_again_until_it_has_taken_it_and_its_address_stands_in_no_message()
    {
        using var listener = Listen(HttpStatusCode.NotFound, HttpStatusCode.OK);
        _world.Environment["PERF_WEBHOOK"] = $"{listener.Address}secret";
        await SaysAsync("commit 01234567; the webhook answered 404");
        Assert.Contains("-f issue=12", Issue.Body, StringComparison.Ordinal);
        await SaysAsync("opened #12");
        await SaysAsync("no issue had to change");

        const string Title = "Throughput -5.0 % (95 % interval -6.2 to -3.9 %) in hello (2 cells) since 2026-11-01, commit 01234567";
        const string Opened = $"{{\"schemaVersion\":1,\"text\":\"Opened: {Title} <https://github.com/octo/perf/issues/12>\","
            + $"\"event\":\"opened\",\"title\":\"{Title}\","
            + $"\"issue\":\"https://github.com/octo/perf/issues/12\",\"change\":\"{Step}\","
            + $"\"shaBefore\":\"{Before}\",\"shaAfter\":\"{After}\",\"reason\":null}}";
        Assert.Equal([Opened, Opened], _posted.Select(body => WebUtility.HtmlDecode(System.Text.RegularExpressions.Regex.Unescape(body))));
        Assert.DoesNotContain("secret", _world.Output.ToString() + _world.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_webhook_hears_of_local_changes()
    {
        using var listener = Listen(HttpStatusCode.OK);
        _world.Environment["PERF_WEBHOOK"] = listener.Address.ToString();
        Write(Change(before: After) with { LocalChanges = true });

        await SaysAsync("opened #12");

        Assert.EndsWith(", commit 01234567 with local changes <https://github.com/octo/perf/issues/12>",
            JsonElement.Parse(Assert.Single(_posted)).GetProperty("text").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_webhook_hears_why_an_issue_was_closed()
    {
        using var listener = Listen(HttpStatusCode.OK);
        _world.Environment["PERF_WEBHOOK"] = listener.Address.ToString();
        await SaysAsync("opened #12");
        Write(Change(), Change("11111111", 55, After, new('c', 40), Member(0, 5.4, 55), Member(1, 5.1, 55), Member(0, -5.0, 55, "cpuPerRequest")));
        await SaysAsync("closed #12");

        const string Why = "the trend has recovered: later changes took this one back in every series";
        var (opened, closed) = (JsonElement.Parse(_posted[0]), JsonElement.Parse(_posted[1]));
        Assert.Equal(("opened", JsonValueKind.Null), (opened.GetProperty("event").GetString(), opened.GetProperty("reason").ValueKind));
        Assert.Equal(("closed", Why), (closed.GetProperty("event").GetString(), closed.GetProperty("reason").GetString()));
        Assert.EndsWith($" ({Why}) <https://github.com/octo/perf/issues/12>", closed.GetProperty("text").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Slack_gets_what_it_takes()
    {
        using var listener = Listen(HttpStatusCode.OK);
        var problem = await new Webhook(new HttpClient(), new($"{listener.Address}services/slack")).SendAsync(
            new("closed", "a <b> & c", "https://github.com/octo/perf/issues/12", Step, null, null, "labelled `<`"),
            TestContext.Current.CancellationToken);

        Assert.Null(problem);
        Assert.Equal("{\"text\":\"Closed: a &lt;b&gt; &amp; c (labelled `&lt;`) <https://github.com/octo/perf/issues/12>\"}",
            System.Text.RegularExpressions.Regex.Unescape(Assert.Single(_posted)));
    }

    [Theory]
    [InlineData("http://example.com/hook")]
    [InlineData("nothing")]
    public void A_webhook_that_others_could_read_is_refused(string address) =>
        Assert.DoesNotContain(address, Assert.Throws<UsageException>(() => Webhook.Parse(address)).Message, StringComparison.Ordinal);

    private void Write(params ChangeGroup[] changes) => Write(Index(), changes);

    private void Write(IndexDocument index, params ChangeGroup[] changes)
    {
        var files = new FileChanges();
        var memory = Files(changes);
        foreach (var path in memory.Paths) files.Set(path, memory.Read(path)!);
        files.Set(HistoryPaths.Index, HistoryJson.Write(index));
        new FolderFiles(_world.Folder["history"], isFlushed: false).Apply(files);
    }

    /// <param name="searches">As the workflow gives it: empty where the variable is not set.</param>
    private Task<int> RunAsync(string searches = "") =>
        _world.RunAsync("github", "alert", "--folder", _world.Folder["history"], "--site", "pages", "--searches", searches);

    private async Task SaysAsync(string expected, string searches = "")
    {
        _world.Output.GetStringBuilder().Clear();
        Assert.True(await RunAsync(searches) == CommandLine.Good, _world.Error.ToString());
        Assert.Contains(expected, _world.Output.ToString(), StringComparison.Ordinal);
    }

    /// <summary>A webhook that keeps what is posted to it.</summary>
    /// <param name="answers">The last of them is given from then on.</param>
    private SmallEndpoint Listen(params HttpStatusCode[] answers) => new(request =>
    {
        using var reader = new StreamReader(request.InputStream);
        _posted.Add(reader.ReadToEnd());
        return ((int)answers[Math.Min(_posted.Count, answers.Length) - 1], "");
    });
}
