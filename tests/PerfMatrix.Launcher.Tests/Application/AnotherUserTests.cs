using PerfMatrix.Launcher.Os;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Launcher.Tests.Application;

[Trait("kind", "processes")]
public sealed class AnotherUserTests
{
    [Fact]
    public void A_user_is_found_by_the_whole_name()
    {
        string[] users = ["root:x:0:0:root:/root:/bin/bash", "perf:x:998:997::/home/perf:/usr/sbin/nologin", "perfmatrix:x:999:996::/:/bin/false"];
        Assert.Equal(new ApplicationUser("perfmatrix", 999, 996), ApplicationUser.Find("perfmatrix", users));
        Assert.Null(ApplicationUser.Find("matrix", users));
    }

    [Theory]
    [InlineData("http")]
    [InlineData("https")]
    public async Task An_application_runs_as_another_user_and_can_gain_no_right_again(string scheme)
    {
        RequireRoot();
        await using var launcher = await LauncherProcess.StartAsync(
            change: plan => plan with { Application = new Uri($"{scheme}://127.0.0.1:0") }, parent: $"env {ApplicationUser.Variable}=nobody");

        var start = await launcher.StartApplicationAsync();

        var status = await File.ReadAllLinesAsync($"/proc/{start.ProcessId}/status", TestContext.Current.CancellationToken);
        Assert.Contains("NoNewPrivs:\t1", status);
        Assert.Contains("CapEff:\t0000000000000000", status);
        Assert.DoesNotContain(status, line => line.StartsWith("Uid:", StringComparison.Ordinal) && line.Split('\t').Skip(1).Contains("0"));
        Assert.True(start.Startup > TimeSpan.Zero);
        Assert.NotNull(await launcher.ReadAsync());
    }

    /// <summary>Files that it could replace by links would be ours to follow at the next start.</summary>
    [Fact]
    public async Task What_the_user_may_read_stays_ours()
    {
        RequireRoot();
        using var folder = new TemporaryFolder();
        folder.Write("certificate.pfx", "secret");

        ApplicationUser.Find("nobody", await File.ReadAllLinesAsync("/etc/passwd", TestContext.Current.CancellationToken))!.Admit(folder.Root);

        foreach (var path in Directory.GetFiles(folder.Root).Append(folder.Root))
            Assert.StartsWith("0 65534 ", await StatAsync(path), StringComparison.Ordinal);
        Assert.Equal("0 65534 750", await StatAsync(folder.Root));
        Assert.Equal("0 65534 640", await StatAsync(Directory.GetFiles(folder.Root)[0]));

        static async Task<string> StatAsync(string path)
        {
            var start = new System.Diagnostics.ProcessStartInfo("stat", ["--format", "%u %g %a", path]) { RedirectStandardOutput = true };
            using var stat = System.Diagnostics.Process.Start(start)!;
            return (await stat.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken)).Trim();
        }
    }

    /// <summary>It runs on a laptop, and on GitHub not: a file of SQLite, a folder of logs.</summary>
    [Fact]
    public async Task An_application_that_writes_beside_its_program_is_told_what_to_write_into_the_workflow()
    {
        RequireRoot();
        await using (var ours = await LauncherProcess.StartAsync("writes-beside")) await ours.StartApplicationAsync();
        await using var launcher = await LauncherProcess.StartAsync("writes-beside", parent: $"env {ApplicationUser.Variable}=nobody");

        var failure = await launcher.FailAsync(HttpMethod.Post, LauncherApi.Start);

        Assert.Equal(LaunchFailureKind.ExitedBeforeReady, failure.Kind);
        Assert.EndsWith(
            " It ran as the user nobody, who may not write beside its program; an application that has to needs `isolate: false` in the workflow "
                + "(docs/github.md).", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_user_that_does_not_exist_is_said()
    {
        RequireRoot();
        await using var launcher = await LauncherProcess.StartAsync(parent: $"env {ApplicationUser.Variable}=nobody-of-this-name");
        var failure = await launcher.FailAsync(HttpMethod.Post, LauncherApi.Start);
        Assert.Contains("PERFMATRIX_APPLICATION_USER=nobody-of-this-name: /etc/passwd has no such user; add one", failure.Message,
            StringComparison.Ordinal);
    }

    private static void RequireRoot() =>
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess, "only root can start programs as another user");
}
