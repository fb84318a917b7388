using System.ComponentModel;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Shared.Os;

namespace PerfMatrix.Launcher.Tests.Os;

[Trait("kind", "processes")]
public sealed class SchedulingTests
{
    private const string WithoutThePermission = "setpriv --bounding-set=-sys_nice --inh-caps=-sys_nice";

    private static readonly string s_first = "-20";

    [Fact]
    public async Task Priority_is_for_the_application_with_all_its_threads_and_not_for_the_launcher()
    {
        Assert.SkipUnless(PriorityScheduling.IsPermitted, "priority is not permitted here");
        await using var launcher = await LauncherProcess.StartAsync(change: plan => plan with { Scheduling = Scheduling.Priority });
        var start = await launcher.StartApplicationAsync();
        Assert.Equal(Scheduling.Priority, start.Scheduling);
        Assert.All(NiceValues(start.ProcessId), nice => Assert.Equal(s_first, nice));
        Assert.All(NiceValues(launcher.Process.Id), nice => Assert.Equal(Nice("/proc/self"), nice));
    }

    [Fact]
    public async Task Priority_is_of_the_session_as_well_because_the_kernel_looks_at_that_first()
    {
        Assert.SkipUnless(
            PriorityScheduling.IsPermitted && File.Exists(Autogroup("self")), "priority is not permitted here, or the kernel has no autogroups");
        // In one of its own, so that nothing else that runs in this one has a say.
        await using var launcher = await LauncherProcess.StartAsync(change: plan => plan with
        {
            Scheduling = Scheduling.Priority,
        }, parent: "setsid --wait");
        var start = await launcher.StartApplicationAsync();
        Assert.EndsWith("nice -20\n", File.ReadAllText(Autogroup($"{start.ProcessId}")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Auto_says_which_it_is()
    {
        await using var launcher = await LauncherProcess.StartAsync(change: plan => plan with { Scheduling = Scheduling.Auto });
        var start = await launcher.StartApplicationAsync();
        Assert.Equal(PriorityScheduling.IsPermitted ? Scheduling.Priority : Scheduling.Normal, start.Scheduling);
        Assert.All(NiceValues(start.ProcessId), nice => Assert.Equal(PriorityScheduling.IsPermitted ? s_first : Nice("/proc/self"), nice));
    }

    [Fact]
    public async Task Auto_is_normal_where_the_system_does_not_permit_priority()
    {
        Assert.SkipUnless(File.Exists("/usr/bin/setpriv") && Environment.IsPrivilegedProcess, "needs setpriv and root");
        await using var launcher = await LauncherProcess.StartAsync(change: plan => plan with
        {
            Scheduling = Scheduling.Auto,
        }, parent: WithoutThePermission);
        var start = await launcher.StartApplicationAsync();
        Assert.Equal(Scheduling.Normal, start.Scheduling);
        Assert.All(NiceValues(start.ProcessId), nice => Assert.Equal(Nice("/proc/self"), nice));
    }

    [Fact]
    public async Task Asking_for_priority_where_it_is_not_permitted_is_refused_with_what_to_do()
    {
        Assert.SkipUnless(File.Exists("/usr/bin/setpriv") && Environment.IsPrivilegedProcess, "needs setpriv and root");
        await using var launcher = await LauncherProcess.StartAsync(change: plan => plan with
        {
            Scheduling = Scheduling.Priority,
        }, parent: WithoutThePermission);
        var failure = await launcher.FailAsync(HttpMethod.Post, LauncherApi.Start);
        Assert.Equal(LaunchFailureKind.NotStarted, failure.Kind);
        Assert.Contains(
            $"permit it with '{PriorityScheduling.HowToPermit}', or measure with --scheduling normal", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_thread_comes_back_to_what_it_was_even_from_an_action_that_throws()
    {
        Assert.SkipUnless(PriorityScheduling.IsPermitted, "priority is not permitted here");
        var thread = new Thread(() =>
        {
            Assert.Equal(s_first, PriorityScheduling.Run(() => Nice("/proc/thread-self")));
            Assert.Throws<Win32Exception>(() => PriorityScheduling.Run<int>(() => throw new Win32Exception(2)));
            Assert.Equal(Nice("/proc/self"), Nice("/proc/thread-self"));
        });
        thread.Start();
        Assert.True(thread.Join(PatienceAttribute.Limit));
    }

    private static string Autogroup(string process) => $"/proc/{process}/autogroup";

    /// <summary>Those of its threads; a thread may end before it is looked at.</summary>
    private static IReadOnlyList<string> NiceValues(int process) =>
        [.. Directory.GetDirectories($"/proc/{process}/task").Select(thread => FileErrors.Or(() => Nice(thread), "")).Where(nice => nice.Length > 0)];

    // Field 19 of stat, counted from the name in parentheses, which may hold anything (proc_pid_stat(5)).
    private static string Nice(string folder)
    {
        var stat = File.ReadAllText(Path.Combine(folder, "stat"));
        return stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[19 - 3];
    }
}
