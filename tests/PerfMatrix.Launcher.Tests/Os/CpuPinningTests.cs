using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Launcher.Tests.Os;

[Trait("kind", "processes")]
public sealed class CpuPinningTests
{
    [Fact]
    public async Task The_application_is_on_its_cpus_and_the_launcher_is_not()
    {
        await using var launcher = await LauncherProcess.StartAsync(change: plan => plan with { Cpus = [0] });
        var before = AllowedCpus(launcher.Process.Id);
        var start = await launcher.StartApplicationAsync();
        Assert.Equal("0", AllowedCpus(start.ProcessId));
        Assert.All(Directory.GetDirectories($"/proc/{launcher.Process.Id}/task"),
            task => Assert.Equal(before, FileErrors.Or(() => AllowedCpus(launcher.Process.Id, Path.GetFileName(task)), before))); // some end
    }

    [Theory]
    [InlineData(1023, "some of them are not there")]
    [InlineData(1024, "1024 is not the number of a CPU")]
    [InlineData(-1, "-1 is not the number of a CPU")]
    public async Task Cpus_that_are_not_there_are_refused_even_beside_good_ones(int cpu, string reason)
    {
        await using var launcher = await LauncherProcess.StartAsync(change: plan => plan with { Cpus = [0, cpu] });
        var failure = await launcher.FailAsync(HttpMethod.Post, LauncherApi.Start);
        Assert.Equal(LaunchFailureKind.NotStarted, failure.Kind);
        Assert.Contains($"pinned to CPUs 0,{cpu}: {reason}", failure.Message, StringComparison.Ordinal);
    }

    private static string AllowedCpus(int process, string? task = null) =>
        File.ReadLines(task is null ? $"/proc/{process}/status" : $"/proc/{process}/task/{task}/status")
            .Single(line => line.StartsWith("Cpus_allowed_list:", StringComparison.Ordinal)).Split('\t')[1];
}
