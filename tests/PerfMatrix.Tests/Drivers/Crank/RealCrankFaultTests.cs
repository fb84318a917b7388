using System.Diagnostics;
using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Crank;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Drivers.Crank;

/// <summary>Faults in the middle of a block, with the real controller and agent.</summary>
[Trait("kind", "processes")]
public sealed class RealCrankFaultTests(RealCrank crank) : IClassFixture<RealCrank>
{
    [Fact]
    public async Task An_agent_killed_in_the_middle_fails_the_block_keeps_what_it_wrote_leaves_no_orphan_and_the_next_block_gets_a_new_one()
    {
        RealCrank.Need();
        var rounds = new List<RoundObservation>();
        var error = await Assert.ThrowsAsync<AgentGoneException>(() => RealCrank.MeasureAsync(crank.Driver, crank.Deployment(["none", "none"]),
            report => KillWhenMeasuring(report, "crank-agent", crank.Agent.Port.ToString(), round: 2), rounds: rounds));

        Assert.Contains("does not answer", error.Message);
        Assert.Equal(1, rounds[0].Round);
        Assert.All(rounds[0].Variants, variant => Assert.Null(variant.Failure));
        Assert.Empty(crank.Processes());
        Assert.Equal(2, (await crank.MeasureAsync(["none"])).Count);
    }

    [Fact]
    public async Task A_controller_killed_in_the_middle_fails_the_block_keeps_what_it_wrote_and_leaves_nothing_on_the_agent()
    {
        RealCrank.Need();
        var rounds = new List<RoundObservation>();
        var error = await Assert.ThrowsAsync<DriverException>(() => RealCrank.MeasureAsync(
            crank.Driver, crank.Deployment(["none"]), report => KillWhenMeasuring(report, "crank", crank.Work, round: 2), rounds: rounds));

        Assert.Contains("wrote no result", error.Message);
        Assert.Equal(1, rounds[0].Round);
        Assert.Null(rounds[0].Variants[0].Failure);
        Assert.Empty(crank.Processes());
        Assert.Empty(crank.Files());
    }

    [Fact]
    public async Task A_port_that_is_taken_on_the_agent_is_named()
    {
        RealCrank.Need();
        using var holder = new SilentListener();
        await using var driver = crank.Create(new CrankProfile(CrankProfile.Local, [RealCrank.Lane(crank.Agent) with
        {
            LauncherPort = holder.Port,
        }], new Dictionary<string, string>()));

        var error = await Assert.ThrowsAsync<DriverException>(() => RealCrank.MeasureAsync(driver, crank.Deployment(["none"])));

        Assert.Contains("address already in use", error.Message);
        Assert.Contains(holder.Port.ToString(), error.Message);
    }

    [Fact]
    public async Task An_application_that_was_built_again_in_the_same_folder_is_deployed_anew()
    {
        RealCrank.Need();
        var folder = Directory.CreateTempSubdirectory("perfmatrix-rebuilt-");
        try
        {
            var block = crank.Deployment(["none"], rounds: 1);
            Write(folder, "the old build");
            Assert.Contains("the old build", await LastLineAsync(block, folder));
            Write(folder, "the new build");
            Assert.Contains("the new build", await LastLineAsync(block, folder));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Fact]
    public async Task A_block_with_another_application_on_the_same_agent_is_deployed_with_what_the_agent_has_already()
    {
        RealCrank.Need();
        var folder = Directory.CreateTempSubdirectory("perfmatrix-other-");
        try
        {
            Write(folder, "another application");
            var block = crank.Deployment(["none"], rounds: 1);
            await using var driver = crank.Create(
                new CrankProfile(CrankProfile.Local, [RealCrank.Lane(crank.Agent)], new Dictionary<string, string>()));

            Assert.All(await RealCrank.MeasureAsync(driver, block), round => Assert.Null(round.Variants[0].Failure));
            Assert.Contains("another application", await LastLineAsync(block with
            {
                Applications = [block.Applications[0] with { Folder = folder.FullName, Executable = "app" }],
            }, driver));
            Assert.All(await RealCrank.MeasureAsync(driver, block), round => Assert.Null(round.Variants[0].Failure));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Fact]
    public async Task Two_controllers_on_one_agent_wait_for_each_other()
    {
        RealCrank.Need();
        await using var other = crank.Create(new CrankProfile(CrankProfile.Local, [RealCrank.Lane(crank.Agent)], new Dictionary<string, string>()));
        await crank.MeasureAsync(["none"]);

        var both = await Task.WhenAll(crank.MeasureAsync(["none"]), RealCrank.MeasureAsync(other, crank.Deployment(["none"], "second-1c")));

        Assert.All(both, rounds => Assert.All(rounds, round => Assert.Null(round.Variants[0].Failure)));
        Assert.False(
            Overlap(both[0][0].StartedAt, both[0][^1].FinishedAt, both[1][0].StartedAt, both[1][^1].FinishedAt), "the blocks ran at the same time");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(500)]
    public async Task An_upload_that_is_cut_or_refused_for_a_full_disk_fails_the_block(int status)
    {
        RealCrank.Need();
        // The endpoint plays an agent up to the upload: a real one answers 500 when it cannot save the file.
        using var agent = new SmallEndpoint(request => request.Url!.AbsolutePath switch
        {
            "/info" => (200, SmallEndpoint.Info),
            "/jobs/1/state" => (200, "Initializing"),
            "/jobs/1/touch" => (200, ""),
            "/jobs/1" => (200,
                """{"id":1,"serverVersion":4,"operatingSystem":1,"state":2,"sources":{"launcher":{"localFolder":"/usr/share/dotnet/host"}}}"""),
            "/jobs" when request.HttpMethod == "GET" => (200, "[]"),
            "/jobs" => (202, ""),
            _ => (status, "Error while saving file"),
        });
        await using var driver = crank.Create(
            new CrankProfile(CrankProfile.Local, [RealCrank.Lane(agent.Address)], new Dictionary<string, string>()));

        var error = await Assert.ThrowsAsync<DriverException>(() => RealCrank.MeasureAsync(driver, crank.Deployment(["none"])));

        Assert.Contains("wrote no result", error.Message);
    }

    private static async Task<string> LastLineAsync(BlockDeployment block, CrankDriver driver) =>
        (await RealCrank.MeasureAsync(driver, block))[0].Variants[0].Failure!.LastLines[^1];

    private async Task<string> LastLineAsync(BlockDeployment block, DirectoryInfo folder)
    {
        // A driver of its own, as the next run has: within a run nothing is built twice.
        await using var driver = crank.Create(new CrankProfile(CrankProfile.Local, [RealCrank.Lane(crank.Agent)], new Dictionary<string, string>()));
        return await LastLineAsync(block with
        {
            Applications = [block.Applications[0] with { Folder = folder.FullName, Executable = "app" }],
        }, driver);
    }

    private static void Write(DirectoryInfo folder, string says) =>
        ProgramFile.Write(Path.Combine(folder.FullName, "app"), $"#!/bin/sh\necho {says}\nexit 3\n");

    private static bool Overlap(DateTimeOffset start, DateTimeOffset end, DateTimeOffset otherStart, DateTimeOffset otherEnd) =>
        start < otherEnd && otherStart < end;

    private static void KillWhenMeasuring(BlockProgress report, string program, string argument, int round = 1)
    {
        if (report.Phase != "measuring" || report.Round < round)
            return;
        foreach (var folder in Directory.EnumerateDirectories("/proc")
            .Where(folder => int.TryParse(Path.GetFileName(folder), out _) && IsRunning(folder, program, argument)))
            Process.GetProcessById(int.Parse(Path.GetFileName(folder))).Kill();
    }

    private static bool IsRunning(string folder, string program, string argument)
    {
        try
        {
            var words = File.ReadAllText($"{folder}/cmdline").Split('\0');
            return Path.GetFileName(words[0]) == program && words.Any(word => word.Contains(argument, StringComparison.Ordinal));
        }
        catch (IOException)
        {
            return false;
        }
    }
}
