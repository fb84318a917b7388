using PerfMatrix.Measurement;
using PerfMatrix.Runtimes;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests.Measurement;

public sealed class RemoteCommitsTests : IDisposable
{
    private readonly ScratchRepository _remote = new();
    private readonly string _clone;

    public RemoteCommitsTests()
    {
        _remote.Commit("two");
        _clone = _remote.Clone("clone");
    }

    public void Dispose() => _remote.Dispose();

    [Fact]
    public async Task Revisions_and_a_clean_working_tree_are_commits_of_the_remote()
    {
        var head = _remote.Run("rev-parse", "HEAD");

        Assert.Equal(new RemoteCommit(Repository, head, ""), await RequireAsync(SideSource.WorkingTree));
        Assert.Equal(_remote.Run("rev-parse", "HEAD~1"), (await RequireAsync(new SideSource("HEAD~1"))).Sha);
    }

    [Fact]
    public async Task A_project_below_the_root_of_its_repository_is_named()
    {
        Directory.CreateDirectory(Path.Combine(_clone, "perf", "matrix"));

        Assert.Equal("perf/matrix", (await RequireAsync(SideSource.WorkingTree, "perf/matrix")).Root);
    }

    [Fact]
    public async Task A_commit_in_the_history_of_a_tag_that_is_not_here_is_found()
    {
        var first = _remote.Run("rev-parse", "HEAD~1");
        _remote.Run("checkout", "-q", "--detach");
        _remote.Commit("three");
        _remote.Run("-c", "user.name=Test", "-c", "user.email=test@example.test", "tag", "-a", "v1", "-m", "v1");
        _remote.Run("branch", "-D", "main");

        Assert.Equal(first, (await RequireAsync(new SideSource("HEAD~1"))).Sha);
        Assert.Equal("", Git().Ask("tag"));
    }

    [Fact]
    public async Task A_commit_that_was_not_pushed_is_an_error_that_names_it()
    {
        await File.WriteAllTextAsync(Path.Combine(_clone, "file"), "mine", TestContext.Current.CancellationToken);
        Git().Ask("-c", "user.name=Test", "-c", "user.email=test@example.test", "commit", "-q", "-a", "-m", "mine");

        var problem = await ProblemAsync(SideSource.WorkingTree);

        Assert.StartsWith(
            $"--remote-source: no branch and no tag of {Repository} holds the working tree ({Git().Ask("rev-parse", "HEAD")})", problem);
        Assert.Contains("push it, or name a commit that is there", problem);
    }

    [Fact]
    public async Task A_working_tree_with_changes_is_an_error_that_names_one()
    {
        await File.WriteAllTextAsync(Path.Combine(_clone, "new.txt"), "", TestContext.Current.CancellationToken);

        Assert.StartsWith("--remote-source: the working tree has 1 changed or new file, which agents cannot fetch (new.txt); commit and push",
            await ProblemAsync(SideSource.WorkingTree));
        Assert.NotNull(await RequireAsync(new SideSource("HEAD")));
    }

    [Fact]
    public async Task A_repository_that_cannot_be_read_is_an_error_with_the_words_of_git()
    {
        var problem = await ProblemAsync(new SideSource("HEAD"), RemoteRepository.Parse("file:///nowhere/at.git"));

        Assert.StartsWith("--remote-source: file:///nowhere/at.git cannot be read from here", problem);
        Assert.Contains("git says: fatal:", problem);
    }

    private RemoteRepository Repository => RemoteRepository.Parse($"file://{_remote.Root}");

    private Task<RemoteCommit> RequireAsync(SideSource source, string folder = "") =>
        new RemoteCommits(Path.Combine(_clone, folder), Repository).RequireAsync(source, TestContext.Current.CancellationToken);

    private async Task<string> ProblemAsync(SideSource source, RemoteRepository? repository = null) => (await Assert.ThrowsAsync<UsageException>(() =>
        new RemoteCommits(_clone, repository ?? Repository).RequireAsync(source, TestContext.Current.CancellationToken))).Message;

    private Git Git() => new(_clone);
}
