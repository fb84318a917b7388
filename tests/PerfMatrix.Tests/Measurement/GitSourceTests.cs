using PerfMatrix.Measurement;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests.Measurement;

public sealed class GitSourceTests
{
    [Fact]
    public void A_checkout_tells_its_commit_branch_remote_and_changes()
    {
        using var folder = new TemporaryFolder();
        var git = new Git(folder.Root);
        Assert.NotNull(git.Ask("init", "-q", "-b", "topic"));
        File.WriteAllText(folder["file"], "one");
        git.Ask("add", "file");
        git.Ask("-c", "user.name=Test", "-c", "user.email=test@example.test", "commit", "-q", "-m", "one");
        git.Ask("remote", "add", "origin", "https://user:secret@example.test/owner/repository.git");
        var clean = GitSource.Read(git, _ => null);
        File.WriteAllText(folder["file"], "two");

        Assert.Matches("^[0-9a-f]{40}$", clean.Sha!);
        Assert.Equal(new SourceInfo("https://example.test/owner/repository", clean.Sha, "topic", false), clean);
        Assert.True(GitSource.Read(git, _ => null).Dirty);
    }

    [Fact]
    public void A_detached_head_takes_the_branch_from_the_runner()
    {
        using var folder = new TemporaryFolder();
        var git = new Git(folder.Root);
        git.Ask("init", "-q");
        git.Ask("-c", "user.name=Test", "-c", "user.email=test@example.test", "commit", "-q", "--allow-empty", "-m", "one");
        git.Ask("checkout", "-q", "--detach");

        Assert.Equal("feature", GitSource.Read(git, name => name == "GITHUB_REF_NAME" ? "feature" : null).Ref);
    }

    [Fact]
    public void Outside_a_checkout_everything_is_null()
    {
        using var folder = new TemporaryFolder();

        Assert.Equal(new SourceInfo(null, null, null, false), GitSource.Read(new Git(folder.Root), _ => "x"));
    }

    [Theory]
    [InlineData("https://token@example.test:8443/o/r?x=1", "https://example.test:8443/o/r")]
    [InlineData("ssh://git@example.test/o/r.git", "ssh://example.test/o/r.git")]
    [InlineData("git@example.test:o/r.git", "git@example.test:o/r.git")]
    [InlineData("https://user:p@ss@example.test/o/r", null)]
    [InlineData("/srv/git/r", "/srv/git/r")]
    public void Credentials_are_taken_out(string remote, string? expected) => Assert.Equal(expected, GitSource.WithoutCredentials(remote));

    [Theory]
    [InlineData("https://token@example.test:8443/o/r.git/?x=1", "https://example.test:8443/o/r")]
    [InlineData("git@example.test:o/r.git", "https://example.test/o/r")]
    [InlineData("git@example.test:group/o/r", "https://example.test/group/o/r")]
    [InlineData("ssh://git@example.test/o/r.git", "https://example.test/o/r")]
    [InlineData("ssh://example.test:2222/o/r.git", "https://example.test/o/r")]
    [InlineData("ssh://git@ssh.github.com:443/o/r.git", "https://github.com/o/r")]
    [InlineData("ssh://git@altssh.gitlab.com:443/o/r.git", "https://gitlab.com/o/r")]
    [InlineData("https://user:p@ss@example.test/o/r", null)]
    [InlineData("/srv/git/r.git", "/srv/git/r.git")]
    [InlineData("git@example.test:/srv/git/r.git", "git@example.test:/srv/git/r.git")]
    [InlineData("git@work:o/r.git", "git@work:o/r.git")]
    [InlineData(null, null)]
    public void The_page_of_a_repository_is_known_from_its_remote(string? remote, string? expected) =>
        Assert.Equal(expected, GitSource.PageOf(remote));
}
