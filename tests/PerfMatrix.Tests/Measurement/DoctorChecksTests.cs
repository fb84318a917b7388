using PerfMatrix.Contract;
using PerfMatrix.Measurement;

namespace PerfMatrix.Tests.Measurement;

public sealed class DoctorChecksTests : IDisposable
{
    private readonly TemporaryFolder _root = new();
    private readonly KnownTools _tools = new();

    public void Dispose() => _root.Dispose();

    [Fact]
    public async Task A_good_machine_has_no_limits()
    {
        Put("proc/self/status", "");
        Put("proc/loadavg", "0.10 0.2 0.3 1/100 5");
        Put("proc/stat", "cpu  100 0 100 1000 0 0 0 0 0 0\n");
        Put("sys/fs/cgroup/cgroup.controllers", "cpu");
        Put("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
        Put("sys/devices/system/cpu/intel_pstate/no_turbo", "1\n");
        _tools.Present = true;
        var findings = await Find(cpus: 4, new Feed("10.0.12"));

        Assert.DoesNotContain(findings, finding => finding.Health != Health.Good && finding.What is not ("Disk" or "Pinning" or "Scheduling" or "Memory limits"));
        // No folder can stand for a group that limits: the kernel makes its files.
        Assert.Contains(findings, finding => finding.What == "Memory limits" && finding.Found.Contains("has no limit of memory", StringComparison.Ordinal));
        Assert.Contains(findings, finding => finding is { What: "cgroups", Found: "v2, groups can be created" });
        Assert.Equal(["cgroup.controllers"], Directory.EnumerateFileSystemEntries(_root["sys/fs/cgroup"]).Select(Path.GetFileName));
    }

    [Fact]
    public async Task A_machine_with_nothing_is_told_what_is_missing_and_what_to_do()
    {
        var findings = await Find(cpus: 1, new Feed(null));

        Assert.Equal(["SDK", "Runtime net8.0", "Runtime net10.0"], findings.Where(finding => finding.Health == Health.Impossible).Select(finding => finding.What).Except(["Disk"]));
        Assert.All(findings.Where(finding => finding.Health != Health.Good && finding.What != "Disk"), finding => Assert.NotNull(finding.Advice));
    }

    [Theory]
    [InlineData(true, Health.Good)]
    [InlineData(false, Health.Limited)]
    public async Task Without_real_time_scheduling_results_are_noisier_and_the_check_says_how_to_permit_it(bool isPermitted, Health health)
    {
        var finding = (await new SchedulingCheck(() => isPermitted).CheckAsync(TestContext.Current.CancellationToken)).Single();

        Assert.Equal(health, finding.Health);
        Assert.Equal(isPermitted, finding.Advice is null);
    }

    [Fact]
    public async Task One_missing_runtime_limits_and_does_not_prevent()
    {
        _tools.Present = true;
        var findings = await Find(cpus: 2, new Feed("10.0.12", only: "net10.0"));

        Assert.Equal(Health.Limited, findings.Single(finding => finding.What == "Runtime net8.0").Health);
        Assert.Equal("the feed has none", findings.Single(finding => finding.What == "Runtime net8.0").Found);
    }

    [Fact]
    public async Task Noise_is_found()
    {
        Put("proc/loadavg", "1.90 0.2 0.3 1/100 5");
        Put("proc/stat", "cpu  100 0 100 1000 0 0 0 120 0 0\n");
        Put("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
        Put("sys/devices/system/cpu/cpufreq/boost", "1\n");
        var findings = await Find(cpus: 2, new Feed("1"));

        Assert.Equal("load average 1.90 on 2 CPUs", Limited(findings, "Other work"));
        Assert.Equal("9.1 % of CPU time stolen by the host since boot", Limited(findings, "Neighbours"));
        Assert.Equal("powersave", Limited(findings, "CPU governor"));
        Assert.Equal("on", Limited(findings, "Turbo"));
    }

    [Fact]
    public async Task This_machine_can_be_looked_at()
    {
        foreach (var check in DoctorChecks.All(MachineRecord.Current, new Tools(_root.Root), "/", _root.Root, null, []))
            Assert.NotEmpty(await check.CheckAsync(TestContext.Current.CancellationToken));
    }

    private static string Limited(IEnumerable<Finding> findings, string what) => findings.Single(finding => finding.What == what && finding.Health == Health.Limited).Found;

    private async Task<IReadOnlyList<Finding>> Find(int cpus, IRuntimeFeed feed)
    {
        var machine = new FixedMachine("Example CPU", [.. Enumerable.Range(0, cpus)], new Bytes(1), "o", "k");
        var findings = new List<Finding>();
        foreach (var check in DoctorChecks.All(machine, _tools, _root.Root, _root.Root, feed, ["net8.0", "net10.0"]))
            findings.AddRange(await check.CheckAsync(TestContext.Current.CancellationToken));
        return findings;
    }

    private void Put(string file, string content)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_root[file])!);
        File.WriteAllText(_root[file], content);
    }

    private sealed class KnownTools : ITools
    {
        public bool Present { get; set; }

        public string? Ask(string program, params string[] arguments) => Present ? "10.0.401" : null;

        public string? Find(string program) => Present ? $"/usr/bin/{program}" : null;
    }

    private sealed class Feed(string? version, string? only = null) : IRuntimeFeed
    {
        public Task<FeedAnswer> AskAsync(string framework, CancellationToken cancellation) =>
            Task.FromResult(only is null || only == framework ? new FeedAnswer(version, version is null ? "the feed has none" : null) : new FeedAnswer(null, "the feed has none"));
    }
}
