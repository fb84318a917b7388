using System.Diagnostics;
using PerfMatrix.History;
using PerfMatrix.Tests.EndToEnd;

namespace PerfMatrix.Tests.History;

/// <summary>Publishing into a bare repository on disk, with real processes where these have a part in it.</summary>
[Trait("kind", "processes")]
public sealed class GitPublishTests : IDisposable
{
    private readonly PublishingPlace _place = new();

    public void Dispose() => _place.Dispose();

    [Fact]
    public async Task The_branch_is_created_and_grows_by_one_commit_a_run()
    {
        Assert.Equal(0, (await PublishAsync(0)).ExitCode);
        Assert.Equal(0, (await PublishAsync(1)).ExitCode);
        var again = await PublishAsync(1);

        Assert.Equal((0, 2), (again.ExitCode, _place.Commits));
        Assert.Contains("already", again.Output, StringComparison.Ordinal);
        Assert.Empty(Git(_place.Checkout, "status", "--porcelain", "--untracked-files=no"));
        Assert.Empty(Git(_place.Checkout, "branch", "--list", "gh-pages"));
    }

    /// <summary>As on GitHub, where every job has a machine of its own: a checkout and a temporary folder each, so that they do not know of each
    /// other and only the remote keeps them apart.</summary>
    [Fact]
    public async Task Many_publishers_on_different_machines_lose_nothing_and_add_nothing_twice()
    {
        const int Publishers = 6;
        var machines = Enumerable.Range(0, Publishers)
            .Select(number => (Checkout: _place.NewCheckout($"checkout-{number}"), Document: _place.Document(number),
                Temporary: Directory.CreateDirectory(_place[$"tmp-{number}"]).FullName))
            .ToList();

        var outcomes = await Task.WhenAll(
            machines.Select(machine => PublishingPlace.RunAsync(machine.Checkout, ["publish", machine.Document], ("TMPDIR", machine.Temporary))));

        Assert.All(outcomes, outcome => Assert.True(outcome.ExitCode == 0, outcome.Error));
        Assert.Contains(outcomes, outcome => outcome.Output.Contains("at attempt", StringComparison.Ordinal)); // they did race
        AssertHoldsAll(Publishers);
    }

    /// <summary>They wait for each other instead, so the first attempt of each is the last.</summary>
    [Fact]
    public async Task Publishers_on_one_machine_take_turns()
    {
        const int Publishers = 3;
        var outcomes = await Task.WhenAll(Enumerable.Range(0, Publishers).Select(number => PublishAsync(number)));

        Assert.All(outcomes, outcome => Assert.True(outcome.ExitCode == 0, outcome.Error));
        Assert.DoesNotContain(outcomes, outcome => outcome.Output.Contains("at attempt", StringComparison.Ordinal));
        AssertHoldsAll(Publishers);
    }

    [Fact]
    public async Task A_publisher_that_is_killed_leaves_the_branch_as_it_was_and_the_next_one_works()
    {
        _place.Seed(0);
        for (var number = 1; number <= 6; number++)
        {
            using var victim = Start(number);
            await Task.Delay(TimeSpan.FromMilliseconds(90 * number));
            victim.Kill(entireProcessTree: true);
            await victim.WaitForExitAsync(TestContext.Current.CancellationToken);
        }

        // A killed git may leave its lock there; PublishFaultTests have what is said then.
        foreach (var left in Directory.GetFiles(_place.Bare, "*.lock", SearchOption.AllDirectories)) File.Delete(left);
        Assert.Equal(0, (await _place.PublishInProcessAsync(7)).ExitCode);
        var store = new HistoryStore(_place.Published());
        Assert.Equal(HistorySamples.Document(7).Id, store.Index.Newest!.Id);
        Assert.True(HistoryCheck.Of(_place.Published()).IsWhole);
    }

    [Fact]
    public async Task A_branch_that_was_rewritten_is_built_upon_as_it_is()
    {
        _place.Seed(0);
        var first = Git(_place.Bare, "rev-parse", "gh-pages");
        await _place.PublishInProcessAsync(1);
        Git(_place.Bare, "update-ref", "refs/heads/gh-pages", first);
        Git(_place.Checkout, "fetch", "-q", "origin", "gh-pages:gh-pages");
        Git(_place.Checkout, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "elsewhere");
        Git(_place.Checkout, "branch", "-f", "gh-pages", "HEAD");

        Assert.Equal(0, (await PublishAsync(2)).ExitCode);
        Assert.Equal([HistorySamples.Document(0).Id, HistorySamples.Document(2).Id],
            new HistoryStore(_place.Published()).RunList(0).Runs.Select(run => run.Id));
    }

    [Fact]
    public async Task A_locked_work_tree_and_index_do_not_matter()
    {
        _place.Seed(0);
        Git(_place.Checkout, "fetch", "-q", "origin", "gh-pages:gh-pages");
        Git(_place.Checkout, "worktree", "add", "-q", _place["pages"], "gh-pages");
        Git(_place.Checkout, "worktree", "lock", _place["pages"]);
        foreach (var left in new[] { "index.lock", "shallow.lock", "worktrees/pages/index.lock" })
            await File.WriteAllTextAsync(Path.Combine(_place.Checkout, ".git", left), "", TestContext.Current.CancellationToken);

        Assert.Equal(0, (await PublishAsync(1)).ExitCode);
    }

    [Theory]
    [InlineData("echo 'GH006: Protected branch update failed for refs/heads/gh-pages.' >&2; exit 1", "protected")]
    [InlineData("echo 'we are closed' >&2; exit 1", "declined")]
    public async Task A_refused_push_says_why_and_what_to_do(string hook, string expected)
    {
        _place.Hook("pre-receive", hook);

        var outcome = await _place.PublishInProcessAsync(0);

        Assert.Equal(2, outcome.ExitCode);
        Assert.Contains(expected, outcome.Error, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("   at ", outcome.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Somebody_who_pushes_in_between_is_built_upon()
    {
        _place.Seed(0);
        // The first push finds that another commit (the same tree again) has come in between.
        _place.Hook(
            "pre-receive", "[ -e once ] && exit 0; touch once; unset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES; "
            + "new=$(git -c user.name=a -c user.email=a@b commit-tree -p gh-pages -m between 'gh-pages^{tree}'); git update-ref "
            + "refs/heads/gh-pages $new");

        var outcome = await _place.PublishInProcessAsync(1);

        Assert.True(outcome.ExitCode == 0, outcome.Error);
        Assert.Equal(["publish run " + HistorySamples.Document(1).Id, "between", "publish run " + HistorySamples.Document(0).Id],
            Git(_place.Bare, "log", "--format=%s", "gh-pages").Split('\n'));
    }

    [Theory]
    [InlineData("--remote", "nowhere", "--remote: found 'nowhere'")]
    [InlineData("--branch", "a..b", "--branch: found 'a..b'")]
    public async Task A_wrong_place_is_wrong_usage(string option, string value, string expected)
    {
        var outcome = await _place.PublishInProcessAsync(_place.Document(0), option, value);

        Assert.Equal(2, outcome.ExitCode);
        Assert.Contains(expected, outcome.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_remote_that_sends_only_what_is_asked_for_serves_a_long_history()
    {
        Git(_place.Bare, "config", "uploadpack.allowFilter", "true");
        _place.Seed([.. Enumerable.Range(1, 150)]);

        Assert.Equal(0, (await _place.PublishInProcessAsync(0)).ExitCode);

        Assert.Equal(151, new HistoryStore(_place.Published()).Index.Runs);
        Assert.True(HistoryCheck.Of(_place.Published()).IsWhole);
    }

    [Fact]
    public async Task Verdicts_and_self_tests_are_kept_and_shown_on_badges()
    {
        var verdict = _place["verdict.json"];
        await File.WriteAllTextAsync(
            verdict, """{"schemaVersion":1,"outcome":"regressed","cells":[{"cell":"a","metric":"throughput","verdict":"worse","gates":true},{"cell":"b","metric":"throughput","verdict":"same","gates":true}]}""", TestContext.Current.CancellationToken);
        var test = _place["selftest.json"];
        await File.WriteAllTextAsync(
            test, """{"schemaVersion":1,"trials":[{"kind":"aa","outcome":"pass"},{"kind":"aa","outcome":"undecided"},{"kind":"aa","outcome":"incomplete"},{"kind":"inject","outcome":"regressed"}]}""", TestContext.Current.CancellationToken);

        string[] named = [test, "--id", "20261121T080000000Z-t1"];
        Assert.Equal(0, (await _place.PublishInProcessAsync(verdict)).ExitCode);
        Assert.Contains("already", (await _place.PublishInProcessAsync(verdict)).Output, StringComparison.Ordinal);
        Assert.Equal(0, (await _place.PublishInProcessAsync(named)).ExitCode);
        Assert.Contains("already", (await _place.PublishInProcessAsync(named)).Output, StringComparison.Ordinal);

        var files = _place.Published();
        Assert.Contains("1 worse", files.Text(Badges.Gate), StringComparison.Ordinal);
        Assert.Contains("0 of 3", files.Text(Badges.SelfTest), StringComparison.Ordinal);
        Assert.Contains(", 2 without an answer", files.Text(Badges.SelfTest), StringComparison.Ordinal);
        Assert.Equal(2, new HistoryStore(files).Index.Selftest!.AaUnanswered);
        Assert.Equal("regressed", new HistoryStore(files).Index.Verdict!.Outcome);
        Assert.Matches("^20[0-9]{2}-[0-9a-f]{12}$", new HistoryStore(files).Index.Verdict!.Id);
        await _place.PublishInProcessAsync(0);
        Assert.Equal("regressed", new HistoryStore(_place.Published()).Index.Verdict!.Outcome);
    }

    [Fact]
    public async Task The_list_of_self_tests_says_which_have_a_replay()
    {
        var test = _place["selftest.json"];
        foreach (var (id, replay) in new[] { ("t1", "{\"rows\":[]}"), ("t2", "null") })
        {
            await File.WriteAllTextAsync(
                test, $"{{\"schemaVersion\":1,\"trials\":[],\"replay\":{replay}}}", TestContext.Current.CancellationToken);
            Assert.Equal(0, (await _place.PublishInProcessAsync(test, "--id", $"20261121T080000000Z-{id}")).ExitCode);
        }

        var files = _place.Published();
        var list = HistoryJson.Read<SelftestList>("selftests/index.json", files.Read("selftests/index.json")!);
        Assert.Equal([("20261121T080000000Z-t2", false), ("20261121T080000000Z-t1", true)], list.Items.Select(item => (item.Id, item.Replayed)));
        Assert.False(new HistoryStore(files).Index.Selftest!.Replayed);
    }

    private Task<TheProgram.Outcome> PublishAsync(int number) => _place.PublishAsync(number);

    private Process Start(int number)
    {
        using var program = new TheProgram();
        return program.Start(["publish", _place.Document(number)], _place.Checkout);
    }

    private void AssertHoldsAll(int publishers)
    {
        Assert.Equal(publishers, _place.Commits);
        var files = _place.Published();
        var runs = new HistoryStore(files).RunList(0).Runs;
        Assert.Equal(Enumerable.Range(0, publishers), runs.Select(run => run.Sequence));
        Assert.Equal(Enumerable.Range(0, publishers).Select(number => HistorySamples.Document(number).Id)
            .Order(StringComparer.Ordinal), runs.Select(run => run.Id).Order(StringComparer.Ordinal));
        Assert.True(HistoryCheck.Of(files).IsWhole, HistoryCheck.Of(files).ToText());
    }

    private static string Git(string folder, params string[] arguments) => PublishingPlace.Git(folder, arguments);
}
