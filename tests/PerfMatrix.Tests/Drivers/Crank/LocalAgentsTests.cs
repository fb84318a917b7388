using PerfMatrix.Drivers.Crank;

namespace PerfMatrix.Tests.Drivers.Crank;

/// <summary>Agents that the driver starts itself. A script stands for the program, and an endpoint of ours answers in its place.</summary>
public sealed class LocalAgentsTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>MSBuild, the SDK and NuGet look for their files in every folder above.</summary>
    [Fact]
    public async Task What_an_agent_builds_is_outside_of_the_checkout_and_removed_with_it()
    {
        var agent = RealCrank.FreeAgent();
        var left = Directory.CreateTempSubdirectory($"perfmatrix-agent-{agent.Port}-").FullName;
        File.WriteAllText(Path.Combine(left, "left-by-a-killed-program"), "");
        string builds;
        await using (var agents = Agents("echo $6 > $(dirname $0)/builds; echo \"$@\" > $6/arguments; echo ready > $(dirname $0)/started; exec "
            + "sleep 60"))
        {
            using var endpoint = await AnswerAsync(agents, agent);

            builds = File.ReadAllText(_folder["builds"]).Trim();
            Assert.False(Directory.Exists(left));
            Assert.Contains($"--build-path {builds}", File.ReadAllText(Path.Combine(builds, "arguments")), StringComparison.Ordinal);
            Assert.StartsWith($"..{Path.DirectorySeparatorChar}", Path.GetRelativePath(_folder.Root, builds), StringComparison.Ordinal);
            Assert.StartsWith($"..{Path.DirectorySeparatorChar}", Path.GetRelativePath(Checkout.Root, builds), StringComparison.Ordinal);
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(builds));
        }

        Assert.False(Directory.Exists(builds));
    }

    [Fact]
    public async Task An_agent_of_ours_that_ends_is_reported_with_its_own_last_lines_not_with_how_to_start_one()
    {
        var agent = RealCrank.FreeAgent();
        await using var agents = Agents("echo '[CRIT] no disk'; echo ready > $(dirname $0)/started; exec sleep 60");
        using var endpoint = await AnswerAsync(agents, agent);

        var ours = agents.Gone(agent, "crank did not measure block b");
        var theirs = agents.Gone(new Uri("http://10.0.0.3:5010"), "crank did not measure block b");

        Assert.Contains("[CRIT] no disk", ours.Message, StringComparison.Ordinal);
        Assert.EndsWith("crank did not measure block b", ours.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("Start it there", ours.Message, StringComparison.Ordinal);
        Assert.Contains("Start it there with 'crank-agent --url http://*:5010'", theirs.Message, StringComparison.Ordinal);
    }

    private LocalAgents Agents(string script)
    {
        var program = ProgramFile.Write(_folder["crank-agent"], $"#!/bin/sh\n{script}\n");
        return new LocalAgents(
            new CrankPrograms(Checkout.Root, name => name == CrankPrograms.AgentVariable ? program : null), _folder.Root, mayStart: true);
    }

    /// <summary>Has the driver start the script, and answers in its place once it runs.</summary>
    private async Task<SmallEndpoint> AnswerAsync(LocalAgents agents, Uri agent)
    {
        var info = agents.EnsureAsync(agent, TestContext.Current.CancellationToken);
        while (!info.IsCompleted && !File.Exists(_folder["started"])) await Task.Delay(20, TestContext.Current.CancellationToken);
        var endpoint = SmallEndpoint.LikeAgent(agent);
        await info;
        return endpoint;
    }
}
