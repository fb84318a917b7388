using System.Diagnostics;
using System.Text.Json;
using PerfMatrix.Drivers.Local;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Shared.Os;

namespace PerfMatrix.Tests.Drivers.Crank;

/// <summary>What the driver finds out of agents: an endpoint of ours is the agent, a script the controller, and the machine is what the launcher's
/// own survey says.</summary>
public sealed class AgentSurveyTests : IDisposable
{
    private const string BringMachine = "mkdir -p $rounds; cp $kept/machine.json $rounds/$(grep -o 'machine-[0-9a-f]*.json' $config | head -1)";

    private readonly ScriptedController _controller = new();
    private readonly TemporaryFolder _folder = new();

    public void Dispose()
    {
        _controller.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task The_survey_of_the_launcher_says_what_this_machine_is()
    {
        var machine = JsonSerializer.Deserialize(await SurveyAsync(), ContractJson.Default.MachineReading)!;

        Assert.Equal(Environment.ProcessorCount, machine.Cpus.Count);
        Assert.True(machine.Memory.Count > 1 << 20 && machine.FreeDisk?.Count > 0);
        Assert.False(
            string.IsNullOrWhiteSpace(machine.CpuModel) || string.IsNullOrWhiteSpace(machine.Os) || string.IsNullOrWhiteSpace(machine.Kernel));
        Assert.Equal(Cgroups.Look("/").Version, machine.Cgroups);
    }

    [Fact]
    public async Task Every_agent_is_examined_whatever_the_others_are()
    {
        using var good = SmallEndpoint.LikeAgent();
        using var other = SmallEndpoint.LikeAgent(SmallEndpoint.Info.Replace("1.0.0+e5f71f4", "0.2.0-alpha.1"));
        using var page = new SmallEndpoint(_ => (200, "<html>"));
        _controller.With("machine.json", await SurveyAsync()).Script(BringMachine);

        var reports = await _controller.ExamineAsync("lab", good.Address, RealCrank.FreeAgent(), other.Address, page.Address);

        Assert.Equal([true, false, true, false], reports.Select(report => report.Info is not null));
        Assert.Equal([true, false, true, false], reports.Select(report => report.Machine is not null));
        Assert.Null(reports[0].Problem);
        Assert.True(reports[0].Info!.ClockAhead!.Value.Duration() < TimeSpan.FromMinutes(1));
        Assert.Contains("does not answer", reports[1].Problem);
        Assert.Contains("has version 0.2.0-alpha.1, the controller 1.0.0+e5f71f4", reports[2].Problem);
        Assert.Contains("is not a crank agent", reports[3].Problem);
    }

    [Fact]
    public async Task An_agent_that_does_not_run_the_survey_is_reported_with_what_crank_said()
    {
        using var agent = SmallEndpoint.LikeAgent();

        var report = Assert.Single(await _controller.Script("echo 'no such job'; exit 255").ExamineAsync("lab", agent.Address));

        Assert.NotNull(report.Info);
        Assert.Contains("could not be surveyed (exit code 255)", report.Problem);
        Assert.Contains("no such job", report.Problem);
    }

    private async Task<string> SurveyAsync()
    {
        var file = _folder["machine.json"];
        using var survey = Process.Start(new ProcessStartInfo(LocalPrograms.Find().Launcher, ["survey", file]))!;
        await survey.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal(0, survey.ExitCode);
        return await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken);
    }
}
