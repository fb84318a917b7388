using System.Text.Json;
using PerfMatrix.GitHub.StandIn;

namespace Workflows.Tests.Act;

/// <summary>
/// github-action-benchmark itself in perf-main.yml: it switches branches in the checkout and pushes to the branch of the history, between two of our
/// own steps. PERFMATRIX_GITHUB_ACTION_BENCHMARK names a checkout of its tag v1.22.0.
/// </summary>
[Collection(ActRepository.OneAtATime)]
[Trait("kind", "measures")]
public sealed class TrendActionTests(ActMachine machine) : IDisposable
{
    private const string Variable = "PERFMATRIX_GITHUB_ACTION_BENCHMARK";

    private static readonly string[] s_suites = ["throughput", "cpu", "memory"];

    private readonly ActRepository _repository = new(machine);

    [Fact]
    public async Task The_action_and_the_history_share_the_branch()
    {
        UseAction();
        await using var github = await StandInServer.StartAsync(ActRepository.Name);
        _repository.Environment["GITHUB_API_URL"] = github.Api.ToString().TrimEnd('/');
        var first = _repository.Git("rev-parse", "HEAD").Trim();
        github.State.Newest = new(first, "base");
        _repository.BeginRun(101);

        // Whose event has no commit, so that the action asks for it.
        var nightly = await _repository.RunAsync("schedule", "perf-main.yml", new { schedule = "17 3 * * *" });

        nightly.AssertJobs(("plan", "success"), ("build", "success"), ("run", "success"), ("publish", "success"), ("deploy", "success"));
        Assert.All(s_suites, suite => Assert.Equal([first], CommitsOf(suite)));

        _repository.Commit("next");
        _repository.Git("push", "--quiet", "origin", "main");
        var second = _repository.Git("rev-parse", "HEAD").Trim();
        _repository.BeginRun(102);
        var push = await _repository.RunAsync("push", "perf-main.yml", Push(second));

        push.AssertJobs(("plan", "success"), ("build", "success"), ("run", "success"), ("publish", "success"), ("deploy", "success"));
        Assert.All(s_suites, suite => Assert.Equal([first, second], CommitsOf(suite)));
        await using var site = await PublishedSite.BuildAsync(_repository);
        await site.AssertWholeAsync();
        Assert.Equal(["gh101", "gh102"], (await site.RunsAsync()).Select(run => run.Split('-')[1]));
    }

    public void Dispose() => _repository.Dispose();

    private void UseAction()
    {
        var checkout = Environment.GetEnvironmentVariable(Variable);
        Assert.SkipWhen(string.IsNullOrEmpty(checkout), $"needs github-action-benchmark itself: set {Variable} to a checkout of its tag v1.22.0");
        Tool.Find("node");
        _repository.RealActions["github-action-benchmark"] = checkout!;
        // It pushes to github.com by address and token, which is the origin here.
        _repository.Environment["GIT_CONFIG_COUNT"] = "1";
        _repository.Environment["GIT_CONFIG_KEY_0"] = $"url.{_repository.Origin}.insteadOf";
        _repository.Environment["GIT_CONFIG_VALUE_0"] = $"https://x-access-token:{ActRepository.Token}@github.com/{ActRepository.Name}.git";
    }

    /// <summary>The payload of a push, as far as the action reads it.</summary>
    private static object Push(string commit)
    {
        var person = new { name = "Tester", email = "tester@example.org", username = "tester" };
        return new
        {
            @ref = "refs/heads/main",
            after = commit,
            head_commit = new
            {
                id = commit,
                message = "next",
                timestamp = "2026-11-22T08:00:00Z",
                url = $"https://github.com/{ActRepository.Name}/commit/{commit}",
                author = person,
                committer = person
            },
            repository = new { full_name = ActRepository.Name, html_url = $"https://github.com/{ActRepository.Name}" },
        };
    }

    /// <summary>Commits of a suite on the branch, oldest first.</summary>
    private List<string> CommitsOf(string suite)
    {
        var script = _repository.Git("--git-dir", _repository.Origin, "show", "gh-pages:benchmark/data.js");
        using var data = JsonDocument.Parse(script.AsMemory(script.IndexOf('{', StringComparison.Ordinal)));
        var entries = data.RootElement.GetProperty("entries").GetProperty(suite).EnumerateArray().ToList();
        Assert.All(entries, entry => Assert.NotEmpty(entry.GetProperty("benches").EnumerateArray()));
        return [.. entries.Select(entry => entry.GetProperty("commit").GetProperty("id").GetString()!)];
    }
}
