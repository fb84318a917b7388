using PerfMatrix.Measurement;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Measurement;

public sealed class WorktreesTests : IDisposable
{
    private static readonly CancellationToken s_never = CancellationToken.None;

    private readonly ScratchRepository _repository = new();

    private string Folder => Path.Combine(_repository.Root, "artifacts", "worktrees");

    private Worktrees Worktrees => new(_repository.Git, Folder);

    public void Dispose() => _repository.Dispose();

    [Fact]
    public async Task A_worktree_holds_the_files_of_its_commit_and_goes_away()
    {
        var first = _repository.Run("rev-parse", "HEAD");
        _repository.Commit("two");

        await using (var worktree = await Worktrees.AddAsync(first, s_never))
        {
            Assert.Equal("one", await File.ReadAllTextAsync(Path.Combine(worktree.Folder, "file"), s_never));
            Assert.Equal("two", await File.ReadAllTextAsync(Path.Combine(_repository.Root, "file"), s_never));
        }

        AssertNothingLeft();
    }

    /// <summary>Otherwise a branch that introduces central package management, say, would build base with it.</summary>
    [Fact]
    [Trait("kind", "processes")]
    public async Task A_commit_is_built_without_the_files_of_the_checkout_around_it()
    {
        var commit = _repository.Commit("<Project Sdk=\"Microsoft.NET.Sdk\" />", "app.csproj");
        foreach (var name in new[] { "Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props" })
            await File.WriteAllTextAsync(
                Path.Combine(_repository.Root, name), "<Project><PropertyGroup><Around>yes</Around></PropertyGroup></Project>", s_never);
        await using var worktree = await Worktrees.AddAsync(commit, s_never);

        async Task<string> AroundAsync(string folder) =>
            (await new Sdk(folder).Dotnet.RunAsync(
                ["msbuild", Path.Combine(folder, "app.csproj"), "-nologo", "-getProperty:Around"], s_never)).Text;
        Assert.Equal("yes", await AroundAsync(_repository.Root));
        Assert.Equal("", await AroundAsync(worktree.Folder));
    }

    [Fact]
    public async Task Two_of_the_same_commit_live_side_by_side()
    {
        await using var one = await Worktrees.AddAsync(_repository.Run("rev-parse", "HEAD"), s_never);
        await using var other = await Worktrees.AddAsync(_repository.Run("rev-parse", "HEAD"), s_never);

        Assert.NotEqual(one.Folder, other.Folder);
    }

    [Fact]
    public async Task What_a_killed_process_left_is_pruned_and_what_is_in_use_stays()
    {
        await using var used = await Worktrees.AddAsync(_repository.Run("rev-parse", "HEAD"), s_never);
        var stale = Path.Combine(Folder, "0123456789ab-deadbeef");
        _repository.Run("worktree", "add", "--quiet", "--detach", stale, "HEAD");
        await File.WriteAllTextAsync(stale + ".lock", "", s_never);
        await File.WriteAllTextAsync(Path.Combine(stale, "built"), "", s_never);

        await Worktrees.PruneAsync();

        Assert.False(Directory.Exists(stale));
        Assert.True(Directory.Exists(used.Folder));
        Assert.Equal(2, _repository.Run("worktree", "list").Split('\n').Length);
    }

    [Fact]
    public async Task A_commit_that_does_not_exist_is_an_error_in_gits_own_words_and_leaves_nothing()
    {
        var problem = await Assert.ThrowsAsync<UsageException>(() => Worktrees.AddAsync(new string('1', 40), s_never));

        Assert.Contains("worktree add", problem.Message);
        AssertNothingLeft();
    }

    [Fact]
    public async Task Cancelled_on_the_way_nothing_is_left()
    {
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => Worktrees.AddAsync(_repository.Run("rev-parse", "HEAD"), new CancellationToken(canceled: true)));

        AssertNothingLeft();
    }

    [Fact]
    public async Task A_project_below_the_root_of_its_repository_is_found_in_the_worktree()
    {
        _repository.Commit("deep", "project/file");
        var trees = new SideTrees(Path.Combine(_repository.Root, "project"));

        await using var tree = await trees.OpenAsync(new SideSource("main"), s_never);

        Assert.Equal("deep", await File.ReadAllTextAsync(Path.Combine(tree.Root, "file"), s_never));
        Assert.Equal(Path.Combine(tree.Root, "a", "b"),
            tree.Locate(Path.Combine(_repository.Root, "project"))(Path.Combine(_repository.Root, "project", "a", "b")));
        Assert.Equal($"main ({tree.Source.Sha![..8]})", tree.Title);
    }

    [Fact]
    public async Task The_working_tree_is_used_in_place_and_its_changes_are_said()
    {
        await File.WriteAllTextAsync(Path.Combine(_repository.Root, "file"), "changed", s_never);

        await using var tree = await new SideTrees(_repository.Root).OpenAsync(SideSource.WorkingTree, s_never);

        Assert.Equal(_repository.Root, tree.Root);
        Assert.Equal($"the working tree ({tree.Source.Sha![..8]} and changes)", tree.Title);
    }

    private void AssertNothingLeft()
    {
        Assert.Empty(Directory.GetFileSystemEntries(Folder, "*-*"));
        Assert.Single(_repository.Run("worktree", "list").Split('\n'));
    }
}
