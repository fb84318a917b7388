using PerfMatrix.Measurement;
using PerfMatrix.Measurement.Doctor;
using PerfMatrix.Runtimes;
using PerfMatrix.Shared.Processes;
using PerfMatrix.Tests.Runtimes;

namespace PerfMatrix.Tests.Measurement.Doctor;

public sealed class DoctorChecksTests : IDisposable
{
    private readonly TemporaryFolder _root = new();

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
        var findings = await Find(cpus: 4, ["8.0.33", "10.0.12"]);

        string[] ofThisMachine = ["Disk", "Pinning", "Scheduling", "Memory limits", "CPU limits"];
        Assert.DoesNotContain(findings, finding => finding.Health != Health.Good && !ofThisMachine.Contains(finding.What));
        // No folder can stand for a group that limits: the kernel makes its files.
        Assert.Contains(
            findings, finding => finding.What == "Memory limits" && finding.Found.Contains("has no limit of memory", StringComparison.Ordinal));
        Assert.Contains(findings, finding => finding is { What: "cgroups", Found: "v2, groups can be created" });
        Assert.Equal(["cgroup.controllers"], Directory.EnumerateFileSystemEntries(_root["sys/fs/cgroup"]).Select(Path.GetFileName));
    }

    [Fact]
    public async Task A_machine_with_nothing_is_told_what_is_missing_and_what_to_do()
    {
        var findings = await Find(cpus: 1, [], isInstalled: false);

        Assert.Equal(["SDK", "Runtime net8.0", "Runtime net10.0"], findings.Where(finding => finding.Health == Health.Impossible)
            .Select(finding => finding.What).Except(["Disk"]));
        Assert.All(findings.Where(finding => finding.Health != Health.Good && finding.What != "Disk"), finding => Assert.NotNull(finding.Advice));
    }

    [Theory]
    [InlineData(true, Health.Good)]
    [InlineData(false, Health.Limited)]
    public void Without_real_time_scheduling_results_are_noisier_and_the_check_says_how_to_permit_it(bool isPermitted, Health health)
    {
        var finding = MachineChecks.Scheduling(isPermitted);

        Assert.Equal(health, finding.Health);
        Assert.Equal(isPermitted, finding.Advice is null);
    }

    [Fact]
    public async Task One_missing_runtime_limits_and_does_not_prevent()
    {
        var findings = await Find(cpus: 2, ["10.0.12"]);

        Assert.Equal(Health.Limited, findings.Single(finding => finding.What == "Runtime net8.0").Health);
        Assert.EndsWith("https://feed has none of 8.0", findings.Single(finding => finding.What == "Runtime net8.0").Found, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Noise_is_found()
    {
        Put("proc/loadavg", "1.90 0.2 0.3 1/100 5");
        Put("proc/stat", "cpu  100 0 100 1000 0 0 0 120 0 0\n");
        Put("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
        Put("sys/devices/system/cpu/cpufreq/boost", "1\n");
        var findings = await Find(cpus: 2, ["10.0.12"]);

        Assert.Equal("load average 1.90 on 2 CPUs", Limited(findings, "Other work"));
        Assert.Equal("9.1 % of CPU time stolen by the host since boot", Limited(findings, "Neighbours"));
        Assert.Equal("powersave", Limited(findings, "CPU governor"));
        Assert.Equal("on", Limited(findings, "Turbo"));
    }

    [Fact]
    public async Task This_machine_can_be_looked_at()
    {
        foreach (var check in DoctorChecks.All(
            MachineRecord.Current, PublishedWorkloads.NewDotnet(), Environment.GetEnvironmentVariable("PATH"), "/", _root.Root, null))
            Assert.NotEmpty(await check(TestContext.Current.CancellationToken));
    }

    private static string Limited(IEnumerable<Finding> findings, string what) =>
        findings.Single(finding => finding.What == what && finding.Health == Health.Limited).Found;

    private async Task<IReadOnlyList<Finding>> Find(int cpus, string[] patches, bool isInstalled = true)
    {
        if (isInstalled)
        {
            foreach (var program in new[] { "git", "g++", "wrk" })
                Put($"bin/{program}", "");
        }

        IProcessRunner runner = isInstalled ? new InstantSdk() : new SystemProcessRunner();
        var dotnet = new Dotnet(runner, new Dictionary<string, string>(), _root.Root);
        var feed = new FakeFeed("https://feed", patches);
        var catalogue = new RuntimeCatalogue([feed], [feed], new FakeFeed("/packages"), "linux-x64", "10.0.401");
        var machine = RunSamples.AgentMachine with { CpuModel = "Example CPU", Cpus = [.. Enumerable.Range(0, cpus)] };
        var findings = new List<Finding>();
        var feeds = ToolChecks.Feeds(_ => Task.FromResult(catalogue), ["net8.0", "net10.0"]);
        foreach (var check in DoctorChecks.All(machine, dotnet, _root["bin"], _root.Root, _root.Root, feeds))
            findings.AddRange(await check(TestContext.Current.CancellationToken));
        return findings;
    }

    private void Put(string file, string content)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_root[file])!);
        File.WriteAllText(_root[file], content);
    }
}
