extern alias probe;
using CpuQuota = probe::PerfMatrix.Probe.CpuQuota;

namespace PerfMatrix.Probe.Tests;

public sealed class CpuQuotaTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("perfmatrix-");

    [Theory]
    [InlineData("0::/app/one", "app/one/cpu.max=50000 100000", 50_000)]
    [InlineData("0::/app/one", "app/one/cpu.max=max 100000", null)]
    [InlineData("0::/host/of/app", "app/cpu.max=50000 100000", 50_000)]
    [InlineData("4:memory:/m\n1:cpu,cpuacct:/app", "cpu/app/cpu.cfs_quota_us=50000;cpu/app/cpu.cfs_period_us=100000", 50_000)]
    [InlineData("1:cpu:/app", "cpu/app/cpu.cfs_quota_us=-1;cpu/app/cpu.cfs_period_us=100000", null)]
    [InlineData("1:cpu:/app\n0::/", "cpu/app/cpu.cfs_quota_us=50000;cpu/app/cpu.cfs_period_us=100000", 50_000)]
    [InlineData("1:cpu:/app", "", null)]
    public void It_is_that_of_the_own_group_of_either_version(string own, string files, int? quota)
    {
        Put("proc/self/cgroup", own + "\n");
        foreach (var file in files.Split(';', StringSplitOptions.RemoveEmptyEntries).Select(file => file.Split('=')))
            Put($"sys/fs/cgroup/{file[0]}", file[1] + "\n");

        Assert.Equal(quota is { } time ? (time, 100_000L) : null, CpuQuota.OfThisProcess(_root.FullName));
    }

    [Fact]
    public void Where_the_system_does_not_tell_there_is_none() => Assert.Null(CpuQuota.OfThisProcess(_root.FullName));

    public void Dispose() => _root.Delete(recursive: true);

    private void Put(string path, string text)
    {
        var file = Path.Combine(_root.FullName, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }
}
