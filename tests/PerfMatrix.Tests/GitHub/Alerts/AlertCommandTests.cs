using System.Net;
using System.Text.Json;
using PerfMatrix.Commands;
using PerfMatrix.Explain;
using PerfMatrix.GitHub.Alerts;
using PerfMatrix.GitHub.Rest;
using PerfMatrix.GitHub.StandIn;
using PerfMatrix.History;
using PerfMatrix.Measurement.Bisecting;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Drivers.Crank;
using static PerfMatrix.Tests.GitHub.Alerts.AlertSamples;
using StoredRun = PerfMatrix.GitHub.StandIn.StoredRun;

namespace PerfMatrix.Tests.GitHub.Alerts;

public sealed class AlertCommandTests : IAsyncLifetime
{
    private static readonly BisectDocument s_log = new()
    {
        Cell = "hello/net10.0/server/2c",
        Metric = "throughput",
        Good = new(Before, "89abcdef good"),
        Candidates = [new(new('e', 40), "eeeeeeee Read | the `header` @octocat"), new(After, "01234567 Check the header")],
        Steps = [new(After, BisectAnswer.Bad, "worse", 5.1, 3.9, 6.4, 20, null),
            new(new('e', 40), BisectAnswer.Good, "same", 0.1, -0.9, 1.2, 20, null)],
    };

    private static readonly WhyDocument s_why = new()
    {
        Base = new("eeeeeeee", new('e', 40)),
        Head = new("01234567", After),
        Cells =
        [
            new()
            {
                Cell = "hello/net10.0/server/2c",
                Rounds = 5,
                BaseCpuPerRequest = 12.3,
                CpuDifference = new(0.66, 0.55, 0.77),
                Cpu = [new("Orders.Total", "Shop", 0.61, 0.5, 0.7, 0.6, 0.61, "src/Orders.cs", 42)],
            },
        ],
    };

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
        var context = new AlertContext
        {
            Index = Index(),
            Catalogue = Catalogue,
            Events = [],
            RepositoryPage = "https://github.com/octo/perf",
            DefaultBranch = "main",
        };
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

    [Fact]
    public async Task What_a_search_found_is_one_comment()
    {
        await TellAsync();

        Assert.Equal(12, Assert.Single(_world.State.Comments).PullRequest);
        Assert.Equal("""
            <!-- perfmatrix verdict run=4711 attempt=1 -->
            **The first bad commit is `01234567 Check the header`.** `throughput` of `hello/net10.0/server/2c`, 2 of 2 commits judged. [The run](https://github.com/octo/perf/actions/runs/4711)

            | Commit | Judged | Worse than the good one by % |
            |---|---|---:|
            | `eeeeeeee Read / the ?header? ?octocat` | good | +0.1 [-0.9 +1.2] |
            | `01234567 Check the header` | bad | +5.1 [+3.9 +6.4] |

            In the order of the commits.

            """, _world.Comment);
    }

    [Fact]
    public async Task A_search_that_has_reached_its_limit_names_the_call_that_goes_on_among_the_commits_that_are_left()
    {
        var candidates = Enumerable.Range(1, 8).Select(number => new BisectCandidate(new($"{number}"[0], 40), $"change {number}")).ToList();

        await TellAsync(log: s_log with
        {
            Cell = "json/Parse(Length: 10)/net10.0/server/2c",
            Candidates = candidates,
            Steps = [Judged(7, BisectAnswer.Bad), Judged(4, BisectAnswer.Bad), Judged(2, BisectAnswer.Skipped), Judged(1, BisectAnswer.Good)],
        });

        var ends = ("2222222222222222222222222222222222222222", "5555555555555555555555555555555555555555");
        Assert.Contains("**Not found yet: the search has reached its limit, or failed on the way.**", _world.Comment, StringComparison.Ordinal);
        Assert.EndsWith(
            "\n**What now:** This goes on among the commits that are left:\n\n```sh\n"
                + "# on GitHub: measures at most 8 of them, for at most three hours, and comments here\n"
                + "gh workflow run perf-bisect.yml -f cell='json/Parse(Length: 10)/net10.0/server/2c' -f metric=throughput "
                + $"-f good={ends.Item1} -f bad={ends.Item2} -f issue=12\n# on a machine of your own\n"
                + "scripts/perfmatrix bisect --cell 'json/Parse(Length: 10)/net10.0/server/2c' --metric throughput "
                + $"--good {ends.Item1} --bad {ends.Item2}\n```\n",
            _world.Comment, StringComparison.Ordinal);

        BisectEvidence Judged(int index, BisectAnswer answer) => new(candidates[index].Id, answer, "", null, null, null, 0, null);
    }

    [Fact]
    public async Task A_search_that_confirmed_nothing_says_what_it_may_have_been_and_how_to_judge_it_once_more()
    {
        await TellAsync(log: s_log with { Steps = [s_log.Steps[0] with { Answer = BisectAnswer.Unclear }] });

        Assert.Contains("is not confirmed to be worse than `89abcdef good`.**", _world.Comment, StringComparison.Ordinal);
        Assert.Contains("\n**What now:** If it was noise, or of the machines, label it as this issue shows, which closes it. ", _world.Comment,
            StringComparison.Ordinal);
        Assert.Contains($" -f good={Before} -f bad={After} -f issue=12\n", _world.Comment, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_a_log_makes_up_comes_into_no_command()
    {
        await TellAsync(log: s_log with { Cell = "a'; rm -rf / #", Steps = [] });

        Assert.Contains("**Not found yet: ", _world.Comment, StringComparison.Ordinal);
        Assert.DoesNotContain("```", _world.Comment, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Orders.Total", "`Orders.Total` +0.61 us [+0.50 +0.70] (`src/Orders.cs`:42)")]
    [InlineData("`]</details><img src=x>@octocat|[a](https://evil.test)\n\u202e", "` +0.61 us [+0.50 +0.70] (`src/Orders.cs`:42)")]
    public async Task Why_the_first_bad_commit_is_worse_is_in_it_and_no_name_is_read_as_anything_else(string method, string shown)
    {
        var cell = s_why.Cells[0];
        await TellAsync(s_why with { Cells = [cell with { Cpu = [cell.Cpu[0] with { Method = method }], Notes = [method] }], Warnings = [method] });

        var why = _world.Comment[_world.Comment.IndexOf("\n**Why, against the commit before it:**\n\n", StringComparison.Ordinal)..];
        Assert.Contains("\n- `hello/net10.0/server/2c`: 5 traced rounds of both sides", why, StringComparison.Ordinal);
        Assert.Contains(shown, why, StringComparison.Ordinal);
        Assert.DoesNotMatch("[@|\u202e]|<img|https:|evil.test/|note:", why);
        Assert.All(why.Split('\n'), line => Assert.Equal(0, line.Count(c => c == '`') % 2));
    }

    [Theory]
    [InlineData(true, "has all of it, and `*.speedscope.json` opens as a flame graph in speedscope.\n")]
    [InlineData(false, "has all of it.\n")]
    public async Task The_flame_graph_of_a_search_is_named_where_it_left_one(bool hasStacks, string expected)
    {
        await TellAsync(s_why with { Cells = [s_why.Cells[0] with { Flame = hasStacks ? new(["all"], [new(0, -1, 10, 11)]) : null }] });

        Assert.EndsWith($"`why.json` in the artifacts of the run {expected}", _world.Comment, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_search_whose_cause_could_not_be_found_says_where_the_reason_is()
    {
        await TellAsync(s_why with { Cells = [new() { Cell = s_log.Cell, Problem = "<b>evil</b>" }] });

        Assert.EndsWith("commits.\n\nThe cause is not known: `why.json` in the artifacts of the run says what prevented it.\n", _world.Comment,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_explanation_of_other_commits_is_left_out_and_takes_nothing_from_what_was_found()
    {
        await TellAsync(s_why with { Base = new("89abcdef", Before) });

        Assert.EndsWith("In the order of the commits.\n", _world.Comment, StringComparison.Ordinal);
        Assert.Contains("left out its why.json: is about other commits", _world.Error.ToString(), StringComparison.Ordinal);
    }

    private async Task TellAsync(WhyDocument? why = null, BisectDocument? log = null)
    {
        BisectDocument.File.Write(_world.Folder["bisect.json"], log ?? s_log);
        if (why is not null) WhyDocument.File.Write(_world.Folder["why.json"], why);
        _world.Environment["GITHUB_RUN_ID"] = "4711";
        Assert.Equal(CommandLine.Good, await _world.RunAsync("github", "alert", "--bisect", _world.Folder["bisect.json"], "--issue", "12"));
    }

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
