using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Local;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Shared.Processes;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Drivers.Local;

[Trait("kind", "processes")]
public sealed class LocalDriverFaultTests
{
    [Fact]
    public async Task A_load_job_that_fails_is_reported_with_its_code_and_last_lines()
    {
        using var scripts = new ScriptedPrograms().Launcher(ScriptedPrograms.GoodLauncher).Load("echo 'no such luck' >&2; exit 7");
        var error = await Assert.ThrowsAsync<DriverException>(() => MeasureAsync(scripts));
        Assert.Contains("ended with code 7 after 0 of 2 rounds", error.Message);
        Assert.Contains("no such luck", error.Message);
        AssertNothingLeft(scripts);
    }

    [Fact]
    public async Task A_load_job_that_ends_well_but_too_early_is_an_error()
    {
        using var scripts = new ScriptedPrograms().Launcher(ScriptedPrograms.GoodLauncher)
            .Load("echo '{\"event\":\"phase\",\"round\":1,\"phase\":\"starting\"}'; echo '{broken'");
        var error = await Assert.ThrowsAsync<DriverException>(() => MeasureAsync(scripts));
        Assert.Contains("ended with code 0 after 0 of 2 rounds", error.Message);
        AssertNothingLeft(scripts);
    }

    [Fact]
    public async Task A_launcher_that_ends_before_it_is_ready_is_an_error_with_its_last_lines()
    {
        using var scripts = new ScriptedPrograms().Launcher("echo 'cannot bind' >&2; exit 3").Load("exit 0");
        var error = await Assert.ThrowsAsync<DriverException>(() => MeasureAsync(scripts));
        Assert.Contains("ended with code 3 before it was ready", error.Message);
        Assert.Contains("cannot bind", error.Message);
    }

    [Fact]
    public async Task A_program_that_cannot_be_started_is_named()
    {
        using var scripts = new ScriptedPrograms();
        var error = await Assert.ThrowsAsync<ProcessStartException>(() => MeasureAsync(scripts));
        Assert.Contains(scripts.Programs.Launcher, error.Message);
    }

    [Fact]
    public async Task An_interrupted_block_leaves_no_process_and_no_folder()
    {
        using var scripts = new ScriptedPrograms().Launcher(ScriptedPrograms.GoodLauncher)
            .Load("echo '{\"event\":\"phase\",\"round\":1,\"phase\":\"measuring\"}'; cat > /dev/null");
        using var interrupt = new CancellationTokenSource();
        var progress = new Reports(report => { if (report.Phase == "measuring") interrupt.Cancel(); });
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => MeasureAsync(scripts, progress, interrupt.Token));
        AssertNothingLeft(scripts);
    }

    [Fact]
    public async Task A_load_job_that_ignores_its_closed_input_is_killed()
    {
        using var scripts = new ScriptedPrograms().Launcher(ScriptedPrograms.GoodLauncher)
            .Load("echo '{\"event\":\"phase\",\"round\":1,\"phase\":\"measuring\"}'; exec sleep 1000");
        using var interrupt = new CancellationTokenSource();
        var progress = new Reports(report => { if (report.Phase == "measuring") interrupt.Cancel(); });
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => MeasureAsync(scripts, progress, interrupt.Token));
        AssertNothingLeft(scripts);
    }

    [Fact]
    public async Task Plans_are_for_this_user_alone_and_gone_once_they_have_been_read()
    {
        using var scripts = new ScriptedPrograms().Launcher("stat -c %a \"$1\" \"$(dirname \"$1\")\" > \"$(dirname \"$0\")/mode\"; "
            + ScriptedPrograms.GoodLauncher)
            .Load("stat -c %a \"$2\" > \"$(dirname \"$0\")/block-mode\"; echo '{\"event\":\"phase\",\"round\":1,\"phase\":\"measuring\"}'; cat > "
                + "/dev/null");
        using var interrupt = new CancellationTokenSource();
        string[]? left = null;
        var progress = new Reports(report =>
        {
            if (report.Phase != "measuring") return;
            left = Directory.GetFiles(scripts.Work, "*.json", SearchOption.AllDirectories);
            interrupt.Cancel();
        });

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => MeasureAsync(scripts, progress, interrupt.Token));

        Assert.Empty(left!);
        var folder = Path.GetDirectoryName(scripts.Work)!;
        Assert.Equal(["600", "700"], await File.ReadAllLinesAsync(Path.Combine(folder, "mode"), TestContext.Current.CancellationToken));
        Assert.Equal(["600"], await File.ReadAllLinesAsync(Path.Combine(folder, "block-mode"), TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData("""{"event":"round","round":3,"path":"/x/round-003.json"}""", true)]
    [InlineData("warn: something", false)]
    [InlineData("{not json", false)]
    public void Only_lines_that_are_events_are_read_as_events(string line, bool isEvent) =>
    Assert.Equal(isEvent, ConductorEvent.TryParse(line) is not null);

    private static async Task MeasureAsync(
        ScriptedPrograms scripts, IProgress<BlockProgress>? progress = null, CancellationToken cancellation = default)
    {
        var driver = new LocalDriver(scripts.Programs, scripts.Work);
        await foreach (var _ in driver.MeasureAsync(Deployment(), progress ?? new Reports(_ => { }), cancellation))
        {
        }
    }

    private static void AssertNothingLeft(ScriptedPrograms scripts)
    {
        Assert.Empty(scripts.Alive());
        Assert.Empty(Directory.Exists(scripts.Work) ? Directory.EnumerateFileSystemEntries(scripts.Work) : []);
    }

    private static BlockDeployment Deployment()
    {
        var variant = new Variant(new Cell("s", "net10.0", "workstation", 1));
        var measure = MeasureSamples.Shortest with { Rounds = 2 };
        var application = new Application("/nowhere", "app", [], new Dictionary<string, string>(), "/", TimeSpan.FromSeconds(1));
        return new BlockDeployment(new Block("b", "s", 1, [variant]), [application], new LoadSettings(), measure, [], [], Seed: 1);
    }

    private sealed class Reports(Action<BlockProgress> onReport) : IProgress<BlockProgress>
    {
        public void Report(BlockProgress value) => onReport(value);
    }
}
