using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Shared.Os;

namespace PerfMatrix.Tests.Os;

/// <summary>Folders stand for what lacks something; a group that really limits is made in the tests of the launcher.</summary>
public sealed class CgroupControllerTests : IDisposable
{
    private readonly TemporaryFolder _root = new();

    [Fact]
    public void Without_control_groups_that_is_what_is_missing() =>
        Assert.Equal("control groups are not mounted", Look().Problem);

    [Fact]
    public void Without_the_controller_of_memory_that_is_what_is_missing()
    {
        Directory.CreateDirectory(_root["sys/fs/cgroup/cpu"]);

        Assert.Equal($"the memory controller is not mounted at {_root["sys/fs/cgroup/memory"]}", Look().Problem);
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

        var found = Look();

        Assert.Empty(found.Parents);
        Assert.Equal($"a group in {_root[tree]} has no limit of memory, because the memory controller is not delegated to it", found.Problem);
        Assert.Equal(["session.scope"], Directory.GetFileSystemEntries(_root[$"{tree}/user.slice"]).Select(Path.GetFileName));
        Assert.Empty(Directory.GetFileSystemEntries(_root[$"{tree}/user.slice/session.scope"]));
    }

    [Theory]
    [InlineData("memory.max memory.swap.max cpu.max", "memory.max=268435456 memory.swap.max=0 cpu.max=50000 100000")]
    [InlineData("memory.limit_in_bytes memory.memsw.limit_in_bytes", "memory.limit_in_bytes=268435456 memory.memsw.limit_in_bytes=268435456")]
    [InlineData("cpu.cfs_period_us cpu.cfs_quota_us", "cpu.cfs_period_us=100000 cpu.cfs_quota_us=50000")]
    [InlineData("memory.limit_in_bytes", "memory.limit_in_bytes=268435456")]
    public void A_limit_is_written_into_the_files_that_the_version_of_the_groups_has(string files, string expected)
    {
        foreach (var file in files.Split(' '))
            File.WriteAllText(_root[file], "");
        var limits = new ResourceLimits(new Bytes(256 << 20), new CpuAmount(500));

        foreach (var controller in CgroupController.Of(limits).Where(controller => controller.IsIn(_root.Root)))
            controller.Write(_root.Root, limits);

        Assert.Equal(expected, string.Join(' ', files.Split(' ').Select(file => $"{file}={File.ReadAllText(_root[file])}")));
        Assert.Equal(files.Split(' ').Order(), Directory.GetFiles(_root.Root).Select(Path.GetFileName).Order());
    }

    [Fact]
    public void Limits_need_the_controllers_of_what_they_limit()
    {
        Assert.Empty(CgroupController.Of(default));
        Assert.Equal([CgroupController.Cpu], CgroupController.Of(new ResourceLimits(null, new CpuAmount(500))));
        Assert.Equal("memory limit of 256MiB and CPU limit of 500m", $"{new ResourceLimits(new Bytes(256 << 20), new CpuAmount(500))}");
    }

    [Fact]
    public void Under_v1_each_controller_has_a_tree_and_the_problem_of_either_counts()
    {
        Directory.CreateDirectory(_root["sys/fs/cgroup/memory"]);
        Directory.CreateDirectory(_root["sys/fs/cgroup/cpu"]);

        Assert.Equal($"a group in {_root["sys/fs/cgroup/cpu"]} has no limit of cpu, because the cpu controller is not delegated to it",
            CgroupPlace.Look(_root.Root, CgroupController.Cpu).Problem);
        Assert.Empty(CgroupPlace.Look(_root.Root, CgroupController.All).Parents);
    }

    public void Dispose() => _root.Dispose();

    private CgroupPlace Look() => CgroupPlace.Look(_root.Root, CgroupController.Memory);
}
