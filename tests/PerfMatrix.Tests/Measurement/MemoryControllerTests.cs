using PerfMatrix.Shared.Os;

namespace PerfMatrix.Tests.Measurement;

/// <summary>Folders stand for what lacks something; a group that really limits is made in the tests of the launcher.</summary>
public sealed class MemoryControllerTests : IDisposable
{
    private readonly TemporaryFolder _root = new();

    [Fact]
    public void Without_control_groups_that_is_what_is_missing() =>
        Assert.Equal(new MemoryController(null, "control groups are not mounted"), MemoryController.Look(_root.Root));

    [Fact]
    public void Without_the_controller_of_memory_that_is_what_is_missing()
    {
        Directory.CreateDirectory(_root["sys/fs/cgroup/cpu"]);

        Assert.Equal($"the memory controller is not mounted at {_root["sys/fs/cgroup/memory"]}", MemoryController.Look(_root.Root).Problem);
    }

    [Theory]
    [InlineData("0::/user.slice/session.scope\n", "sys/fs/cgroup", "cgroup.controllers")]
    [InlineData("7:cpu:/elsewhere\n4:memory:/user.slice/session.scope\n", "sys/fs/cgroup/memory", "cgroup.procs")]
    public void Where_no_parent_hands_the_controller_on_the_topmost_is_named_and_no_trial_is_left(string own, string tree, string file)
    {
        Directory.CreateDirectory(_root[$"{tree}/user.slice/session.scope"]);
        Directory.CreateDirectory(_root["proc/self"]);
        File.WriteAllText(_root["proc/self/cgroup"], own);
        File.WriteAllText(_root[$"{tree}/{file}"], "");

        var found = MemoryController.Look(_root.Root);

        Assert.Null(found.Parent);
        Assert.Equal($"a group in {_root[tree]} has no limit of memory, because the memory controller is not delegated to it", found.Problem);
        Assert.Equal(["session.scope"], Directory.GetFileSystemEntries(_root[$"{tree}/user.slice"]).Select(Path.GetFileName));
        Assert.Empty(Directory.GetFileSystemEntries(_root[$"{tree}/user.slice/session.scope"]));
    }

    public void Dispose() => _root.Dispose();
}
