using System.ComponentModel;
using PerfMatrix.Protocol;

namespace PerfMatrix.Launcher.Tests.Os;

public sealed class SchedulingTests
{
    private const string WithoutThePermission = "setpriv --bounding-set=-sys_nice --inh-caps=-sys_nice";

    private static readonly string s_normal = "0";
    private static readonly string s_roundRobin = "2";

    [Fact]
    public async Task Real_time_is_for_the_application_with_all_its_threads_and_not_for_the_launcher()
    {
        Assert.SkipUnless(RealtimeScheduling.IsPermitted, "real-time scheduling is not permitted here");
        await using var launcher = await LauncherProcess.StartAsync(change: plan => plan with { Scheduling = Scheduling.Realtime });
        var start = await launcher.StartApplicationAsync();
        Assert.Equal(Scheduling.Realtime, start.Scheduling);
        Assert.All(Policies(start.ProcessId), policy => Assert.Equal(s_roundRobin, policy));
        Assert.All(Policies(launcher.Process.Id), policy => Assert.Equal(Policy("/proc/self"), policy));
    }

    [Fact]
    public async Task Auto_says_which_it_is()
    {
        await using var launcher = await LauncherProcess.StartAsync(change: plan => plan with { Scheduling = Scheduling.Auto });
        var start = await launcher.StartApplicationAsync();
        Assert.Equal(RealtimeScheduling.IsPermitted ? Scheduling.Realtime : Scheduling.Normal, start.Scheduling);
        Assert.All(Policies(start.ProcessId), policy => Assert.Equal(RealtimeScheduling.IsPermitted ? s_roundRobin : s_normal, policy));
    }

    [Fact]
    public async Task Auto_is_normal_where_the_system_does_not_permit_real_time()
    {
        Assert.SkipUnless(File.Exists("/usr/bin/setpriv") && Environment.IsPrivilegedProcess, "needs setpriv and root");
        await using var launcher = await LauncherProcess.StartAsync(change: plan => plan with { Scheduling = Scheduling.Auto }, parent: WithoutThePermission);
        var start = await launcher.StartApplicationAsync();
        Assert.Equal(Scheduling.Normal, start.Scheduling);
        Assert.All(Policies(start.ProcessId), policy => Assert.Equal(s_normal, policy));
    }

    [Fact]
    public async Task Asking_for_real_time_where_it_is_not_permitted_is_refused_with_what_to_do()
    {
        Assert.SkipUnless(File.Exists("/usr/bin/setpriv") && Environment.IsPrivilegedProcess, "needs setpriv and root");
        await using var launcher = await LauncherProcess.StartAsync(change: plan => plan with { Scheduling = Scheduling.Realtime }, parent: WithoutThePermission);
        var failure = await launcher.FailAsync(HttpMethod.Post, LauncherApi.Start);
        Assert.Equal(LaunchFailureKind.NotStarted, failure.Kind);
        Assert.Contains($"permit it with '{RealtimeScheduling.HowToPermit}', or measure with --scheduling normal", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_thread_comes_back_to_what_it_was_even_from_an_action_that_throws()
    {
        Assert.SkipUnless(RealtimeScheduling.IsPermitted, "real-time scheduling is not permitted here");
        var thread = new Thread(() =>
        {
            Assert.Equal(s_roundRobin, RealtimeScheduling.Run(() => Policy("/proc/thread-self")));
            Assert.Throws<Win32Exception>(() => RealtimeScheduling.Run<int>(() => throw new Win32Exception(2)));
            Assert.Equal(Policy("/proc/self"), Policy("/proc/thread-self"));
        });
        thread.Start();
        thread.Join();
    }

    private static IReadOnlyList<string> Policies(int process) => [.. Directory.GetDirectories($"/proc/{process}/task").Select(Policy)];

    // Field 41 of stat, counted from the name in parentheses, which may hold anything (proc_pid_stat(5)).
    private static string Policy(string folder)
    {
        var stat = File.ReadAllText(Path.Combine(folder, "stat"));
        return stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[41 - 3];
    }
}
