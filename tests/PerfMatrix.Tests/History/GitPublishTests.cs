using System.Diagnostics;
using PerfMatrix.History;
using PerfMatrix.Results;
using PerfMatrix.Tests.EndToEnd;

namespace PerfMatrix.Tests.History;

/// <summary>Publishing with real processes into a bare repository on disk.</summary>
public sealed class GitPublishTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly string _bare;
    private readonly string _checkout;

    public GitPublishTests()
    {
        (_bare, _checkout) = (_folder["remote.git"], _folder["checkout"]);
        Directory.CreateDirectory(_checkout);
        Git(_folder.Root, "init", "-q", "--bare", _bare);
        Git(_checkout, "init", "-q", "-b", "main");
        Git(_checkout, "remote", "add", "origin", _bare);
        File.Copy(Path.Combine(TheProgram.Root, "global.json"), Path.Combine(_checkout, "global.json"));
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_branch_is_created_and_grows_by_one_commit_a_run()
    {
        Assert.Equal(0, (await PublishAsync(0)).ExitCode);
        Assert.Equal(0, (await PublishAsync(1)).ExitCode);
        var again = await PublishAsync(1);

        Assert.Equal((0, 2), (again.ExitCode, Commits()));
        Assert.Contains("already", again.Output, StringComparison.Ordinal);
        Assert.Empty(Git(_checkout, "status", "--porcelain", "--untracked-files=no"));
        Assert.Empty(Git(_checkout, "branch", "--list", "gh-pages"));
    }

    [Fact]
    public async Task Many_publishers_at_once_lose_nothing_and_add_nothing_twice()
    {
        const int Publishers = 50;
        var outcomes = await Task.WhenAll(Enumerable.Range(0, Publishers).Select(number => PublishAsync(number)));

        Assert.All(outcomes, outcome => Assert.True(outcome.ExitCode == 0, outcome.Error));
        Assert.Equal(Publishers, Commits());
        var files = Checkout();
        Assert.Equal(Enumerable.Range(0, Publishers), new HistoryStore(files).RunList(0).Runs.Select(run => run.Sequence));
        Assert.Equal(Enumerable.Range(0, Publishers).Select(number => HistorySamples.Document(number).Id).Order(), new HistoryStore(files).RunList(0).Runs.Select(run => run.Id).Order());
        Assert.True(HistoryCheck.Of(files).IsWhole, HistoryCheck.Of(files).ToText());
    }

    /// <summary>With a temporary folder of its own each, they do not know of each other, as on different machines: only the remote keeps them apart.</summary>
    [Fact]
    public async Task Publishers_on_different_machines_lose_nothing_and_add_nothing_twice()
    {
        const int Publishers = 6;
        var outcomes = await Task.WhenAll(Enumerable.Range(0, Publishers).Select(number => RunAsync(["publish", Document(number)], ("TMPDIR", Directory.CreateDirectory(_folder[$"tmp-{number}"]).FullName))));

        Assert.All(outcomes, outcome => Assert.True(outcome.ExitCode == 0, outcome.Error));
        Assert.Equal(Publishers, Commits());
        Assert.Equal(Publishers, new HistoryStore(Checkout()).RunList(0).Runs.Select(run => run.Id).Distinct().Count());
        Assert.True(HistoryCheck.Of(Checkout()).IsWhole);
    }

    [Fact]
    public async Task A_publisher_that_is_killed_leaves_the_branch_as_it_was_and_the_next_one_works()
    {
        await PublishAsync(0);
        for (var number = 1; number <= 6; number++)
        {
            using var victim = Start(number);
            await Task.Delay(TimeSpan.FromMilliseconds(90 * number));
            victim.Kill(entireProcessTree: true);
            await victim.WaitForExitAsync();
        }

        Assert.Equal(0, (await PublishAsync(7)).ExitCode);
        var store = new HistoryStore(Checkout());
        Assert.Equal(HistorySamples.Document(7).Id, store.Index.Newest!.Id);
        Assert.True(HistoryCheck.Of(Checkout()).IsWhole);
    }

    [Fact]
    public async Task A_branch_that_was_rewritten_is_built_upon_as_it_is()
    {
        await PublishAsync(0);
        var first = Git(_bare, "rev-parse", "gh-pages");
        await PublishAsync(1);
        Git(_bare, "update-ref", "refs/heads/gh-pages", first);
        Git(_checkout, "fetch", "-q", "origin", "gh-pages:gh-pages");
        Git(_checkout, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "elsewhere");
        Git(_checkout, "branch", "-f", "gh-pages", "HEAD");

        Assert.Equal(0, (await PublishAsync(2)).ExitCode);
        Assert.Equal([HistorySamples.Document(0).Id, HistorySamples.Document(2).Id], new HistoryStore(Checkout()).RunList(0).Runs.Select(run => run.Id));
    }

    [Fact]
    public async Task A_locked_work_tree_and_index_do_not_matter()
    {
        await PublishAsync(0);
        Git(_checkout, "fetch", "-q", "origin", "gh-pages:gh-pages");
        Git(_checkout, "worktree", "add", "-q", _folder["pages"], "gh-pages");
        Git(_checkout, "worktree", "lock", _folder["pages"]);
        await File.WriteAllTextAsync(Path.Combine(_checkout, ".git", "index.lock"), "", TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(Path.Combine(_checkout, ".git", "shallow.lock"), "", TestContext.Current.CancellationToken);

        Assert.Equal(0, (await PublishAsync(1)).ExitCode);
    }

    [Theory]
    [InlineData("echo 'GH006: Protected branch update failed for refs/heads/gh-pages.' >&2; exit 1", "protected")]
    [InlineData("echo 'we are closed' >&2; exit 1", "declined")]
    public async Task A_refused_push_says_why_and_what_to_do(string hook, string expected)
    {
        Hook("pre-receive", hook);

        var outcome = await PublishAsync(0);

        Assert.Equal(2, outcome.ExitCode);
        Assert.Contains(expected, outcome.Error, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("   at ", outcome.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Somebody_who_pushes_in_between_is_built_upon()
    {
        await PublishAsync(0);
        // The first push finds that another commit (the same tree again) has come in between.
        Hook("pre-receive", "[ -e once ] && exit 0; touch once; unset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES; "
            + "new=$(git -c user.name=a -c user.email=a@b commit-tree -p gh-pages -m between 'gh-pages^{tree}'); git update-ref refs/heads/gh-pages $new");

        var outcome = await PublishAsync(1);

        Assert.True(outcome.ExitCode == 0, outcome.Error);
        Assert.Equal(["publish run " + HistorySamples.Document(1).Id, "between", "publish run " + HistorySamples.Document(0).Id], Git(_bare, "log", "--format=%s", "gh-pages").Split('\n'));
    }

    [Theory]
    [InlineData("--remote", "nowhere", "--remote: found 'nowhere'")]
    [InlineData("--branch", "a..b", "--branch: found 'a..b'")]
    public async Task A_wrong_place_is_wrong_usage(string option, string value, string expected)
    {
        var outcome = await PublishAsync(0, option, value);

        Assert.Equal(2, outcome.ExitCode);
        Assert.Contains(expected, outcome.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_remote_that_sends_only_what_is_asked_for_serves_a_long_history()
    {
        Git(_bare, "config", "uploadpack.allowFilter", "true");
        Seed(new DemoOptions(Runs: 150, Cells: 10));

        Assert.Equal(0, (await PublishAsync(0)).ExitCode);

        Assert.Equal(151, new HistoryStore(Checkout()).Index.Runs);
        Assert.True(HistoryCheck.Of(Checkout()).IsWhole);
    }

    [Fact]
    public async Task Verdicts_and_self_tests_are_kept_and_shown_on_badges()
    {
        var verdict = _folder["verdict.json"];
        await File.WriteAllTextAsync(verdict, """{"schemaVersion":1,"outcome":"regressed","cells":[{"cell":"a","metric":"throughput","verdict":"worse","gates":true},{"cell":"b","metric":"throughput","verdict":"same","gates":true}]}""", TestContext.Current.CancellationToken);
        var test = _folder["selftest.json"];
        await File.WriteAllTextAsync(test, """{"schemaVersion":1,"trials":[{"kind":"aa","outcome":"pass"},{"kind":"aa","outcome":"pass"},{"kind":"inject","outcome":"regressed"}]}""", TestContext.Current.CancellationToken);

        Assert.Equal(0, (await RunAsync("publish", verdict, "--id", "20261121T080000000Z-v1")).ExitCode);
        Assert.Equal(0, (await RunAsync("publish", test, "--id", "20261121T080000000Z-t1")).ExitCode);
        Assert.Contains("already", (await RunAsync("publish", test, "--id", "20261121T080000000Z-t1")).Output, StringComparison.Ordinal);

        var files = Checkout();
        Assert.Contains("1 worse", files.Text(Badges.Gate), StringComparison.Ordinal);
        Assert.Contains("0 of 2", files.Text(Badges.SelfTest), StringComparison.Ordinal);
        Assert.Equal("regressed", new HistoryStore(files).Index.Verdict!.Outcome);
        await PublishAsync(0);
        Assert.Equal("regressed", new HistoryStore(Checkout()).Index.Verdict!.Outcome);
    }

    private Task<TheProgram.Outcome> PublishAsync(int number) => PublishAsync(number, "--remote", "origin");

    private Task<TheProgram.Outcome> PublishAsync(int number, string option, string value) => RunAsync("publish", Document(number), option, value);

    private Task<TheProgram.Outcome> RunAsync(params string[] arguments) => RunAsync(arguments, ("LC_ALL", "C"));

    private async Task<TheProgram.Outcome> RunAsync(string[] arguments, params (string Name, string Value)[] environment)
    {
        using var program = new TheProgram();
        return await program.RunAsync(arguments, _checkout, environment);
    }

    private Process Start(int number)
    {
        using var program = new TheProgram();
        return program.Start(["publish", Document(number)], _checkout);
    }

    private string Document(int number)
    {
        var path = _folder[$"run-{number}.json"];
        if (!File.Exists(path)) RunFile.Write(path, HistorySamples.Document(number));
        return path;
    }

    private int Commits() => int.Parse(Git(_bare, "rev-list", "--count", "gh-pages"));

    private FolderFiles Checkout()
    {
        var path = _folder[$"copy-{Guid.NewGuid():N}"];
        Git(_folder.Root, "clone", "-q", "--branch", "gh-pages", _bare, path);
        return new FolderFiles(path);
    }

    private void Seed(DemoOptions options)
    {
        var path = _folder["seed"];
        var files = new FolderFiles(path);
        var store = new HistoryStore(files);
        foreach (var run in new DemoHistory(options).Generate()) store.Append(run);
        files.Apply(store.Save());
        Git(path, "init", "-q", "-b", "gh-pages");
        Git(path, "add", "-A");
        Git(path, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "seed");
        Git(path, "push", "-q", _bare, "gh-pages");
    }

    private void Hook(string name, string script)
    {
        var path = Path.Combine(_bare, "hooks", name);
        File.WriteAllText(path, "#!/bin/sh\n" + script + "\n");
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    private static string Git(string folder, params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo("git", arguments) { WorkingDirectory = folder, RedirectStandardOutput = true })!;
        var output = process.StandardOutput.ReadToEnd().Trim();
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
        return output;
    }
}
