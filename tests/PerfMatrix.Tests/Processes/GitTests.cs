using PerfMatrix.Shared;
using PerfMatrix.Shared.Processes;
using PerfMatrix.Tests.EndToEnd;
using PerfMatrix.Tests.Measurement.Sides;

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
    public async Task A_hook_of_another_repository_does_not_change_the_commit_that_is_recorded()
    {
        using var program = new TheProgram();
        using var other = new ScratchRepository();
        var own = new Git(Checkout.Root).Ask("rev-parse", "HEAD")!;
        var hook = new[] { ("GIT_DIR", Path.Combine(other.Root, ".git")), ("GIT_WORK_TREE", other.Root),
            ("GIT_INDEX_FILE", Path.Combine(other.Root, ".git", "index")) };
        Directory.CreateDirectory(_folder["src"]);
        await File.WriteAllTextAsync(
            _folder["src/Shop.csproj"],
                """<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>""",
                    TestContext.Current.CancellationToken);

        var init = await program.RunAsync(["init", _folder.Root, "--tool-repository", "https://example.test/perfmatrix"], null, hook);

        Assert.True(init.ExitCode == 0, init.Error);
        Assert.Contains($"commit='{own}'", await File.ReadAllTextAsync(_folder["scripts/perfmatrix"], TestContext.Current.CancellationToken),
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
    public void What_git_refuses_is_no_answer() => Assert.Null(new Git(_folder.Root).Ask("no-such-command"));
}
