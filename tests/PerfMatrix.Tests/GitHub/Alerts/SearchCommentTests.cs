using PerfMatrix.Commands;
using PerfMatrix.Explain;
using PerfMatrix.Measurement.Bisecting;
using static PerfMatrix.Tests.GitHub.Alerts.AlertSamples;

namespace PerfMatrix.Tests.GitHub.Alerts;

/// <summary>What the issue of an alert hears of the search for its commit: <c>github alert --bisect</c>.</summary>
public sealed class SearchCommentTests : IAsyncLifetime
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

    private GitHubWorld _world = null!;

    public async ValueTask InitializeAsync() => _world = await GitHubWorld.StartAsync();

    public ValueTask DisposeAsync() => _world.DisposeAsync();

    [Fact]
    public async Task What_a_search_found_is_one_comment()
    {
        await TellAsync();

        Assert.Equal(12, Assert.Single(_world.State.Comments).PullRequest);
        Assert.Equal("""
            <!-- perfmatrix verdict run=4711 attempt=1 -->
            **First bad: `01234567 Check the header`.** `throughput` of `hello/net10.0/server/2c`, 2 of 2 commits judged. [The run](https://github.com/octo/perf/actions/runs/4711)

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
        Assert.Contains("**Not found yet: the search has reached its limit, or failed on the way. The same one goes on with `change 4`.**",
            _world.Comment, StringComparison.Ordinal);
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
        Assert.Contains("\n**What now:** If it was noise, or caused by the machines, label it as this issue shows, which closes it. ", _world.Comment,
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
    [InlineData(true, "has everything, and `*.speedscope.json` opens as a flame graph in speedscope.\n")]
    [InlineData(false, "has everything.\n")]
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
}
