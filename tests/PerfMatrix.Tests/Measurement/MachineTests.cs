using PerfMatrix.Measurement;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Shared.Os;

namespace PerfMatrix.Tests.Measurement;

public sealed class MachineTests
{
    [Theory]
    [InlineData("0", new[] { 0 })]
    [InlineData("0-3,8", new[] { 0, 1, 2, 3, 8 })]
    [InlineData("1,3-4\n", new[] { 1, 3, 4 })]
    [InlineData("", new int[0])]
    public void Lists_of_cpus_are_read(string text, int[] expected) => Assert.Equal(expected, MachineFacts.ParseCpus(text));

    [Theory]
    [InlineData("3-1")]
    [InlineData("a")]
    [InlineData("1-2-3")]
    public void What_is_no_list_of_cpus_is_refused(string text) => Assert.Throws<FormatException>(() => MachineFacts.ParseCpus(text));

    [Fact]
    public void Linux_tells_the_model_the_allowed_cpus_and_the_memory()
    {
        using var proc = new TemporaryFolder();
        Directory.CreateDirectory(proc["self"]);
        Directory.CreateDirectory(proc["sys/kernel"]);
        File.WriteAllText(proc["cpuinfo"], "processor\t: 0\nmodel name\t: Example CPU @ 2.50GHz: rev 2\nprocessor\t: 1\nmodel name\t: Other\n");
        File.WriteAllText(proc["self/status"], "Name:\tx\nCpus_allowed:\td\nCpus_allowed_list:\t0,2-3\n");
        File.WriteAllText(proc["meminfo"], "MemTotal:        8131372 kB\nMemFree: 1 kB\n");
        File.WriteAllText(proc["sys/kernel/osrelease"], "6.1.0-18-amd64\n");
        var machine = MachineFacts.Read(proc.Root);

        Assert.Equal("Example CPU @ 2.50GHz: rev 2", machine.CpuModel);
        Assert.Equal([0, 2, 3], machine.Cpus);
        Assert.Equal(Bytes.FromKibibytes(8131372), machine.Memory);
        Assert.Equal("6.1.0-18-amd64", machine.Kernel);
    }

    [Fact]
    public void Without_proc_the_portable_reading_answers()
    {
        var machine = MachineFacts.Read("/nowhere");

        Assert.NotEmpty(machine.CpuModel);
        Assert.NotEmpty(machine.Cpus);
        Assert.True(machine.Memory.Count > 0);
    }

    [Fact]
    public void This_machine_can_be_read()
    {
        var machine = MachineRecord.Read(MachineRecord.Current, "local", _ => null);

        Assert.Matches("^[0-9a-f]{12}$", machine.Fingerprint);
        Assert.True(machine.Cores >= 1);
        Assert.Equal(OperatingSystem.IsLinux(), machine.Instance is not null);
        Assert.Null(machine.RunnerImage);
    }

    [Fact]
    public void The_fingerprint_ignores_what_changes_every_week_and_sees_what_matters()
    {
        var machine = RunSamples.AgentMachine with { Memory = new Bytes(8_100_000_000) };
        var fingerprint = FingerprintOf(machine);

        Assert.Equal(fingerprint, FingerprintOf(machine with { Kernel = "6.1.1", Memory = new Bytes(8_090_000_000) }));
        Assert.Equal(fingerprint, FingerprintOf(machine, image: "20261114.1"));
        Assert.NotEqual(fingerprint, FingerprintOf(machine with { CpuModel = "Other CPU" }));
        Assert.NotEqual(fingerprint, FingerprintOf(machine with { Cpus = [0] }));
        Assert.NotEqual(fingerprint, FingerprintOf(machine with { Os = "Debian 13" }));
        Assert.NotEqual(fingerprint, FingerprintOf(machine, driver: "crank"));
    }

    [Fact]
    public void Machines_that_look_alike_are_told_apart_by_their_boot()
    {
        var machine = RunSamples.AgentMachine with { Memory = new Bytes(8_100_000_000) };
        string? InstanceOf(string? boot) => MachineRecord.Read(machine with { BootId = boot }, "local", _ => null).Instance;

        Assert.NotEqual(InstanceOf("a"), InstanceOf("b"));
        Assert.Equal(InstanceOf("a"), InstanceOf("a"));
        Assert.Null(InstanceOf(null));
    }

    [Fact]
    public void A_hosted_runner_names_its_image() =>
        Assert.Equal("ubuntu24 20261114.1", MachineRecord.Read(
            RunSamples.AgentMachine, "local", name => name == "ImageOS" ? "ubuntu24" : "20261114.1").RunnerImage);

    private static string FingerprintOf(MachineReading machine, string driver = "local", string? image = null) =>
        MachineRecord.Read(machine, driver, name => image is null ? null : name).Fingerprint;
}
