using System.Diagnostics;
using PerfMatrix.Launcher.Os;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Shared.Os;

namespace PerfMatrix.Launcher.Tests.Os;

/// <summary>With real control groups; skipped where none can be made.</summary>
[Trait("kind", "processes")]
public sealed class ControlGroupTests : IDisposable
{
    private static readonly Bytes s_limit = new(192 << 20);
    private static readonly ResourceLimits s_limits = new(s_limit);
    private static readonly CgroupPlace s_place = CgroupPlace.Look("/", CgroupController.Memory);

    private readonly List<int> _launchers = [];

    [Fact]
    public async Task The_application_is_in_a_group_with_its_limit_and_the_launcher_is_not()
    {
        await using var launcher = await StartAsync();
        var start = await launcher.StartApplicationAsync();

        Assert.Equal([$"{start.ProcessId}"],
            await File.ReadAllLinesAsync(Path.Combine(GroupOf(launcher), CgroupPlace.Processes), TestContext.Current.CancellationToken));
        Assert.Equal($"{s_limit.Count}", await ReadAsync(LimitFile(GroupOf(launcher))));
        Assert.DoesNotContain(Path.GetFileName(GroupOf(launcher)), await ReadAsync($"/proc/{launcher.Process.Id}/cgroup"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_application_with_both_limits_is_in_both_groups_and_says_how_long_it_was_throttled()
    {
        var both = s_limits with { Cpu = new CpuAmount(200) };
        var place = CgroupPlace.Look("/", CgroupController.Of(both));
        Assert.SkipWhen(place.Problem is not null, place.Problem ?? "");
        await using var launcher = await StartAsync(change: plan => plan with { Limits = both });
        var start = await launcher.StartApplicationAsync();

        var groups = place.Parents.Select(parent => Path.Combine(parent, $"perfmatrix-{launcher.Process.Id}-1")).ToList();
        foreach (var group in groups)
            Assert.Equal($"{start.ProcessId}", await ReadAsync(Path.Combine(group, CgroupPlace.Processes)));
        var quota = CgroupController.Cpu.LimitFiles.SelectMany(file => groups.Select(group => Path.Combine(group, file))).First(File.Exists);
        Assert.Equal("20000", (await ReadAsync(quota)).Split(' ')[0]);
        // Starting takes more than 20 ms of CPU time in 100 ms.
        Assert.True((await launcher.ReadAsync()).Throttled > TimeSpan.Zero);

        await launcher.StopApplicationAsync();
        Assert.DoesNotContain(groups, Directory.Exists);
    }

    [Theory]
    [InlineData("throttled_usec 1500", 1.5)]
    [InlineData("throttled_time 1500000", 1.5)]
    public void Either_version_of_control_groups_counts_the_throttled_time(string line, double milliseconds)
    {
        var folder = Directory.CreateTempSubdirectory("perfmatrix-").FullName;
        File.WriteAllText(Path.Combine(folder, "cpu.stat"), $"nr_periods 8\nnr_throttled 2\n{line}\n");

        Assert.Equal(TimeSpan.FromMilliseconds(milliseconds), new ControlGroup([folder], new(null, new CpuAmount(500))).Throttled);
        Assert.Null(new ControlGroup([folder], s_limits).Throttled);
        Directory.Delete(folder, recursive: true);
    }

    [Fact]
    public async Task Process_id_program_arguments_and_environment_are_what_they_are_without_a_limit()
    {
        await using var launcher = await StartAsync(change: plan => plan with
        {
            Arguments = ["two words", "$(exit)"],
            Environment = new Dictionary<string, string>
            {
                ["FAULT"] = "none",
                ["QUOTED"] = "a \"b\" 'c' $HOME",
            },
        });
        var start = await launcher.StartApplicationAsync();

        Assert.Equal([BuiltApplication, "two words", "$(exit)", ""], (await ReadAsync($"/proc/{start.ProcessId}/cmdline")).Split('\0'));
        Assert.Contains("QUOTED=a \"b\" 'c' $HOME", (await ReadAsync($"/proc/{start.ProcessId}/environ")).Split('\0'));
        Assert.Equal($"{LauncherApi.ChildProcessLine}{start.ProcessId}",
            await launcher.Process.StandardError.ReadLineAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Every_start_has_a_group_of_its_own_that_is_removed_when_the_application_has_ended()
    {
        await using var launcher = await StartAsync();
        await launcher.StartApplicationAsync();
        await launcher.StartApplicationAsync();
        Assert.False(Directory.Exists(GroupOf(launcher)));
        Assert.True(Directory.Exists(GroupOf(launcher, start: 2)));

        Assert.Equal(0, (await launcher.StopApplicationAsync()).ExitCode);
        Assert.False(Directory.Exists(GroupOf(launcher, start: 2)));
    }

    [Fact]
    public async Task The_group_is_removed_when_the_driver_is_gone()
    {
        await using var launcher = await StartAsync(change: plan => plan with { StopWithInput = true });
        await launcher.StartApplicationAsync();

        launcher.Process.StandardInput.Close();
        await launcher.Process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.False(Directory.Exists(GroupOf(launcher)));
    }

    [Fact]
    public async Task A_group_that_a_killed_launcher_has_left_is_removed_by_the_next_and_one_in_use_is_not()
    {
        SkipWithoutGroups();
        using var ended = Process.Start("true");
        await ended.WaitForExitAsync(TestContext.Current.CancellationToken);
        var (abandoned, used) = (Path.Combine(s_place.Parents[0], $"perfmatrix-{ended.Id}-1"),
            Path.Combine(s_place.Parents[0], $"perfmatrix-{Environment.ProcessId}-1"));
        Directory.CreateDirectory(abandoned);
        Directory.CreateDirectory(used);
        try
        {
            await using var launcher = await StartAsync();
            await launcher.StartApplicationAsync();
            Assert.False(Directory.Exists(abandoned));
            Assert.True(Directory.Exists(used));
        }
        finally
        {
            Directory.Delete(used);
        }
    }

    [Theory]
    [InlineData("eats-memory-after:0", LaunchFailureKind.ExitedBeforeReady, "The application ended before its first answer")]
    [InlineData("eats-memory-after:1", LaunchFailureKind.Died, "The application died while it was measured")]
    public async Task An_application_that_the_system_kills_for_its_memory_exceeded_its_limit(string fault, LaunchFailureKind kind, string when)
    {
        await using var launcher = await StartAsync(fault);
        var failure = kind == LaunchFailureKind.Died ? await FailLaterAsync(launcher) : await launcher.FailAsync(HttpMethod.Post, LauncherApi.Start);

        Assert.Equal((kind, 137), (failure.Kind, failure.ExitCode));
        Assert.Equal($"{when}, with exit code 137 (SIGKILL: killed by the system, because it exceeded its memory limit of 192MiB).", failure.Message);
    }

    [Fact]
    public async Task Without_a_limit_the_same_application_lives()
    {
        await using var launcher = await LauncherProcess.StartAsync("eats-memory-after:0");
        await launcher.StartApplicationAsync();
        Assert.True((await launcher.ReadAsync()).Rss.Count > 512 << 20);
    }

    [Fact]
    public async Task A_variable_that_a_shell_does_not_hand_on_is_named()
    {
        await using var launcher = await StartAsync(change: plan => plan with
        {
            Environment = new Dictionary<string, string> { ["Logging:Level"] = "x" },
        });
        var failure = await launcher.FailAsync(HttpMethod.Post, LauncherApi.Start);

        Assert.Equal(LaunchFailureKind.NotStarted, failure.Kind);
        Assert.Contains("does not pass on the variable 'Logging:Level'", failure.Message, StringComparison.Ordinal);
        Assert.False(Directory.Exists(GroupOf(launcher)));
    }

    private static string BuiltApplication => BuiltProgram.Path("FaultyApplication");

    // A launcher that a test kills has no time to remove its groups, and here no other comes after it.
    public void Dispose()
    {
        foreach (var group in _launchers.SelectMany(id => Directory.EnumerateDirectories(s_place.Parents[0], $"perfmatrix-{id}-*")))
            new ControlGroup([group], s_limits).Dispose();
    }

    private async Task<LauncherProcess> StartAsync(string fault = "none", Func<LaunchPlan, LaunchPlan>? change = null)
    {
        SkipWithoutGroups();
        var launcher = await LauncherProcess.StartAsync(fault, plan =>
        {
            var limited = plan with { Limits = s_limits };
            return change?.Invoke(limited) ?? limited;
        });
        _launchers.Add(launcher.Process.Id);
        return launcher;
    }

    private static void SkipWithoutGroups() => Assert.SkipWhen(s_place.Problem is not null, s_place.Problem ?? "");

    private static string GroupOf(LauncherProcess launcher, int start = 1) =>
        Path.Combine(s_place.Parents[0], $"perfmatrix-{launcher.Process.Id}-{start}");

    private static async Task<LaunchFailure> FailLaterAsync(LauncherProcess launcher)
    {
        var start = await launcher.StartApplicationAsync();
        using var http = new HttpClient();
        await Assert.ThrowsAsync<HttpRequestException>(() => http.GetStringAsync(start.Application, TestContext.Current.CancellationToken));
        return await launcher.FailAsync(HttpMethod.Get, LauncherApi.Reading);
    }

    private static string LimitFile(string group) =>
        CgroupController.Memory.LimitFiles.Select(file => Path.Combine(group, file)).First(File.Exists);

    private static async Task<string> ReadAsync(string file) =>
        (await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken)).TrimEnd('\n');
}
