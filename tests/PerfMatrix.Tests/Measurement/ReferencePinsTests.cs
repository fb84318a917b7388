using PerfMatrix.Measurement;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Measurement;

public sealed class ReferencePinsTests : IDisposable
{
    private static readonly PlanRequest s_plan = new("smoke", new AxisChoice(), new MeasureDefaults());

    private readonly ScratchRepository _repository = new();

    public void Dispose() => _repository.Dispose();

    [Fact]
    public void An_option_wins_over_the_file_and_none_is_none()
    {
        var sha = _repository.Run("rev-parse", "HEAD");
        _repository.Commit($"commit: {sha}", ReferenceFile.Name);

        Assert.Equal([sha], Revisions(null));
        Assert.Equal(["v1"], Revisions("v1"));
        Assert.Empty(Revisions("none"));
    }

    [Fact]
    public async Task Both_pins_are_checked_out_the_newest_last_and_go_away()
    {
        var (old, pinned) = (_repository.Run("rev-parse", "HEAD"), _repository.Commit("two"));
        _repository.Commit("three");

        await using var checkouts = Checkouts(_repository.Root, old, pinned);
        await checkouts.RequireAsync(CancellationToken.None);
        var opened = await checkouts.OpenAsync(CancellationToken.None);

        Assert.Equal(
            [(Side.OlderReference, old), (Side.Reference, pinned)], opened.Skip(1).Select(reference => (reference.Side, reference.Tree.Source.Sha!)));
        Assert.Equal(["three", "one", "two"], opened.Select(side => File.ReadAllText(Path.Combine(side.Tree.Root, "file"))));
        await checkouts.DisposeAsync();
        Assert.DoesNotContain("worktrees", _repository.Run("worktree", "list"));
    }

    [Fact]
    public async Task Two_sides_of_one_commit_share_a_worktree()
    {
        var old = new SideSource(_repository.Run("rev-parse", "HEAD"));
        _repository.Commit("two");
        await using var checkouts = Checkouts(_repository.Root, new MeasurementRequest(s_plan, old, old));

        var sides = await checkouts.OpenAsync(CancellationToken.None);

        Assert.Equal([Side.Base, Side.Head], sides.Select(side => side.Side));
        Assert.Same(sides[0].Tree, sides[1].Tree);
        Assert.Equal("one", File.ReadAllText(Path.Combine(sides[0].Tree.Root, "file")));
    }

    [Fact]
    public async Task A_pin_that_a_shallow_clone_lacks_is_an_error_with_its_place_and_the_command_to_run()
    {
        var old = _repository.Run("rev-parse", "HEAD");
        var here = _repository.Commit("two");
        var clone = _repository.Clone("clone", "--depth=1", "--branch=main");

        var problem = (await Assert.ThrowsAsync<UsageException>(() => Checkouts(clone, here, old).RequireAsync(CancellationToken.None))).Message;

        Assert.StartsWith("crank/reference.yml:9:9: commit: the reference of the trend: ", problem);
        Assert.Contains($"'git fetch origin {old} --depth=1'.", problem);
        Assert.Contains("fetch-depth: 0", problem);
        Assert.EndsWith("Or measure without it: --reference none.", problem);
        Assert.False(Directory.Exists(Path.Combine(clone, "artifacts", "worktrees")));
    }

    private static SideCheckouts Checkouts(string root, params string[] commits) =>
        Checkouts(root, new MeasurementRequest(s_plan, SideSource.WorkingTree)
        {
            Job = new JobPart { References = [.. commits.Select(commit => new ReferencePin(commit, "crank/reference.yml:9:9: commit"))] },
        });

    private static SideCheckouts Checkouts(string root, MeasurementRequest request) => new(root, new SideTrees(root), request);

    private IEnumerable<string> Revisions(string? option) => ReferencePins.Of(_repository.Root, option).Select(pin => pin.Revision);
}
