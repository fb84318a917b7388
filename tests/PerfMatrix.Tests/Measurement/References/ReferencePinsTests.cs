using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Runtimes;
using PerfMatrix.Tests.Measurement.Sides;

namespace PerfMatrix.Tests.Measurement.References;

public sealed class ReferencePinsTests : IDisposable
{
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

        var opened = await OpenAsync(_repository.Root, old, pinned);

        Assert.Equal([(Side.OlderReference, old), (Side.Reference, pinned)], opened.Select(reference => (reference.Side, reference.Tree.Source.Sha!)));
        Assert.Equal(["one", "two"], opened.Select(reference => File.ReadAllText(Path.Combine(reference.Tree.Root, "file"))));
        foreach (var reference in opened) await reference.DisposeAsync();
        Assert.DoesNotContain("worktrees", _repository.Run("worktree", "list"));
    }

    [Fact]
    public async Task A_pin_that_a_shallow_clone_lacks_is_an_error_with_its_place_and_the_command_to_run()
    {
        var old = _repository.Run("rev-parse", "HEAD");
        var here = _repository.Commit("two");
        var clone = _repository.Clone("clone", "--depth=1", "--branch=main");

        var problem = (await Assert.ThrowsAsync<UsageException>(() => OpenAsync(clone, here, old))).Message;

        Assert.StartsWith("crank/reference.yml:9:9: commit: the reference of the trend: ", problem);
        Assert.Contains($"'git fetch origin {old} --depth=1'.", problem);
        Assert.Contains("fetch-depth: 0", problem);
        Assert.EndsWith("Or measure without it: --reference none.", problem);
        Assert.Empty(Directory.GetDirectories(Path.Combine(clone, "artifacts", "worktrees")));
    }

    private static Task<IReadOnlyList<ReferenceSide>> OpenAsync(string root, params string[] commits) => ReferenceSide.OpenAsync(
        root, new SideTrees(root, new SystemProcessRunner()), [.. commits.Select(commit => new ReferencePin(commit, "crank/reference.yml:9:9: commit"))], CancellationToken.None);

    private IEnumerable<string> Revisions(string? option) => ReferencePins.Of(_repository.Root, option).Select(pin => pin.Revision);
}
