using PerfMatrix.Shared;
using PerfMatrix.Shared.Processes;
using PerfMatrix.Tests.EndToEnd;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Processes;

public sealed class GitTests : IDisposable
{
    // git itself keeps them when it enters a submodule: they are settings, and lead to no other repository.
    private static readonly string[] s_settings = ["GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT"];

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void All_variables_that_lead_to_another_repository_are_left_out()
    {
        var local = new Git(_folder.Root).Ask("rev-parse", "--local-env-vars")!.Split('\n');

        Assert.Contains("GIT_DIR", local);
        Assert.Empty(local.Except(Git.Redirecting).Except(s_settings));
    }

    [Fact]
    public async Task A_hook_of_another_repository_does_not_change_what_git_says_of_this_one()
    {
        using var program = new TheProgram();
        using var other = new ScratchRepository();
        var hook = new[] { ("GIT_DIR", Path.Combine(other.Root, ".git")), ("GIT_WORK_TREE", other.Root),
            ("GIT_INDEX_FILE", Path.Combine(other.Root, ".git", "index")) };
        _folder.Write("src/Shop.csproj",
            """<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>""");
        new Git(_folder.Root).Ask("init", "-q", "-b", "trunk");

        var init = await program.RunAsync(["init", _folder.Root, "--no-start", "--path", "/"], null, hook);

        Assert.True(init.ExitCode == 0, init.Error);
        Assert.Contains("[trunk]", await File.ReadAllTextAsync(_folder[".github/workflows/perf-main.yml"], TestContext.Current.CancellationToken),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Settings_reach_git_and_no_command_line()
    {
        var git = new Git(_folder.Root, [KeyValuePair.Create("user.name", "A"), KeyValuePair.Create("http.extraheader", "secret")]);

        Assert.Equal("secret", await git.AskAsync(CancellationToken.None, "config", "http.extraheader"));
        Assert.DoesNotContain("secret", (await Assert.ThrowsAsync<UsageException>(
            () => git.DoAsync(CancellationToken.None, "no-such-command"))).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_machine_that_never_answers_is_given_up()
    {
        // git talks to the program as if it were the other machine.
        var git = new Git(_folder.Root, [KeyValuePair.Create("protocol.ext.allow", "always")]) { LongestTalk = TimeSpan.FromMilliseconds(100) };

        var problem = await Assert.ThrowsAsync<UsageException>(() => git.TalkAsync(TestContext.Current.CancellationToken, "ls-remote",
            "ext::sleep 1000"));

        Assert.StartsWith("'git ls-remote ext::sleep 1000' in ", problem.Message, StringComparison.Ordinal);
        Assert.Contains("had no end within", problem.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void What_git_refuses_is_no_answer() => Assert.Null(new Git(_folder.Root).Ask("no-such-command"));
}
