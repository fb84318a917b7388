using PerfMatrix.Measurement;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests.Measurement;

public sealed class RevisionsTests : IDisposable
{
    private static readonly CancellationToken s_never = CancellationToken.None;

    private readonly ScratchRepository _repository = new();

    public void Dispose() => _repository.Dispose();

    [Fact]
    public async Task Branches_tags_relative_and_short_names_are_commits()
    {
        var first = _repository.Run("rev-parse", "HEAD");
        var second = _repository.Commit("two");
        _repository.Run("tag", "v1");

        Assert.Equal(second, await CommitAsync("main"));
        Assert.Equal(second, await CommitAsync("v1"));
        Assert.Equal(first, await CommitAsync("HEAD~1"));
        Assert.Equal(first, await CommitAsync(first[..9]));
    }

    [Theory]
    [InlineData("mian", "git knows no commit 'mian' here; did you mean 'main'?")]
    [InlineData("HEAD~7", "branches and tags: main")]
    [InlineData("0123456789", "'git fetch' brings it")]
    public async Task An_unknown_name_is_an_error_with_a_near_one(string name, string expected) =>
    Assert.Contains(expected, await ProblemAsync(_repository.Root, name));

    [Theory]
    [InlineData("topic")]
    [InlineData("tpoic")]
    public async Task A_branch_that_only_the_remote_has_is_suggested_with_its_remote(string name)
    {
        _repository.Run("branch", "topic");

        Assert.Contains("did you mean 'origin/topic'?", await ProblemAsync(_repository.Clone("clone"), name));
    }

    [Theory]
    [InlineData("HEAD~1", "'git fetch --deepen=50'")]
    [InlineData("topic", "'git fetch origin topic --depth=1' and compare with FETCH_HEAD")]
    [InlineData("origin/topic", "'git fetch origin topic --depth=1' and compare with FETCH_HEAD")]
    public async Task A_shallow_clone_without_the_commit_says_which_command_to_run(string name, string expected)
    {
        _repository.Commit("two");
        _repository.Run("branch", "topic");
        var clone = _repository.Clone("clone", "--depth=1", "--branch=main");

        var problem = await ProblemAsync(clone, name);

        Assert.Contains("this clone, which is shallow", problem);
        Assert.Contains("'git fetch --unshallow'", problem);
        Assert.Contains(expected, problem);
        Assert.Contains("fetch-depth: 0", problem);
    }

    [Fact]
    public async Task Outside_a_repository_that_is_what_is_said()
    {
        using var folder = new TemporaryFolder();

        Assert.Contains("is not a git repository that can be read", await ProblemAsync(folder.Root, "main"));
    }

    [Fact]
    public async Task First_parents_are_listed_oldest_first_without_the_commits_of_merged_branches()
    {
        var first = _repository.Run("rev-parse", "HEAD");
        _repository.Run("checkout", "-q", "-b", "side");
        _repository.Commit("side", "other");
        _repository.Run("checkout", "-q", "main");
        var second = _repository.Commit("two");
        _repository.Run("-c", "user.name=Test", "-c", "user.email=test@example.test", "merge", "-q", "--no-edit", "side");
        var merge = _repository.Run("rev-parse", "HEAD");
        var revisions = new Revisions(_repository.Git);

        Assert.Equal([second, merge], await revisions.FirstParentsAsync(first, "main", s_never));
        Assert.Equal(0, await revisions.CommitsOnlyInAsync("side", "main", s_never));
        Assert.Equal(2, await revisions.CommitsOnlyInAsync("main", "side", s_never));
        Assert.Equal("two", await revisions.SubjectAsync(second, s_never));
    }

    private Task<string> CommitAsync(string name) => new Revisions(_repository.Git).CommitAsync(name, s_never);

    private static async Task<string> ProblemAsync(string root, string name) =>
        (await Assert.ThrowsAsync<UsageException>(() => new Revisions(new Git(root)).CommitAsync(name, s_never))).Message;
}
