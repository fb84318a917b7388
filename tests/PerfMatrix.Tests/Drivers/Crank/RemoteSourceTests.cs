using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Crank;
using PerfMatrix.Runtimes;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Runtimes;

namespace PerfMatrix.Tests.Drivers.Crank;

/// <summary>Commits of a bare repository, fetched, built and measured by the real agent.</summary>
[Trait("kind", "processes")]
public sealed class RemoteSourceTests(RealCrank crank, TinyRepository repository) : IClassFixture<RealCrank>, IClassFixture<TinyRepository>
{
    [Fact]
    public async Task Base_and_head_are_fetched_built_and_measured_and_the_next_block_builds_nothing()
    {
        RealCrank.Need();
        var block = await BlockAsync("commits-1c", (Side.Base, repository.First), (Side.Head, repository.Second));
        var phases = new List<string>();

        var rounds = await RealCrank.MeasureAsync(crank.Driver, block, report => phases.Add(report.Phase));
        var again = await RealCrank.MeasureAsync(crank.Driver, block);

        Assert.All(rounds.Concat(again).SelectMany(round => round.Variants), variant => Assert.Null(variant.Failure));
        Assert.All(rounds.Concat(again).SelectMany(round => round.Variants), variant => Assert.True(variant.Requests > 0));
        Assert.Equal((1, 1), (rounds.Count, again.Count));
        Assert.Contains(ConductorEvent.Publishing, phases);
        Assert.Empty(crank.Files());
    }

    /// <summary>Where launchers and load are one job, StageTests have a side that does not build, base and head.</summary>
    [Fact]
    public async Task Launchers_with_an_agent_of_their_own_publish_before_the_load_begins_and_tell_what_does_not_build_with_its_errors()
    {
        RealCrank.Need();
        var lane = RealCrank.Lane(crank.Agent) with { Load = RealCrank.FreeAgent() };
        await using var driver = crank.Create(new CrankProfile(CrankProfile.Local, [lane], new Dictionary<string, string>()));

        var rounds = await RealCrank.MeasureAsync(driver, await BlockAsync("apart-1c", (Side.Base, repository.First), (Side.Head, repository.First)));
        var error = await Assert.ThrowsAsync<ApplicationBuildException>(
            async () => await RealCrank.MeasureAsync(driver, await BlockAsync("apart-broken-1c", (Side.Base, repository.Broken))));

        Assert.All(rounds.SelectMany(round => round.Variants), variant => Assert.Null(variant.Failure));
        Assert.Equal(Side.Base, error.Variant.Side);
        Assert.StartsWith("Tiny/Tiny.csproj could not be published for net10.0 10.", error.Message);
        Assert.Contains($"on the agent{Environment.NewLine}Tiny/Program.cs(1,", error.Message);
        Assert.Contains("error CS", error.Message);
        Assert.DoesNotContain("checkouts", error.Message);
    }

    [Fact]
    public async Task A_commit_that_cannot_be_fetched_fails_the_block_with_the_words_of_crank()
    {
        RealCrank.Need();
        var block = await BlockAsync("nowhere-1c", (Side.Head, new string('0', 40)));

        var error = await Assert.ThrowsAsync<DriverException>(() => RealCrank.MeasureAsync(crank.Driver, block));

        Assert.IsNotType<ApplicationBuildException>(error);
        Assert.Contains("crank did not measure block nowhere-1c", error.Message);
    }

    private async Task<BlockDeployment> BlockAsync(string name, params (Side Side, string Sha)[] sides)
    {
        var block = crank.Deployment([.. sides.Select(_ => "none")], name, rounds: 1);
        var request = (await PublishedWorkloads.RequestAsync("MinimalApi", "net10.0")) with { Project = "Tiny/Tiny.csproj" };
        return block with
        {
            Block = block.Block with
            {
                Variants = [.. block.Block.Variants.Zip(sides, (variant, side) => variant with { Side = side.Side, Twin = 0 })],
            },
            Applications = [.. block.Applications.Zip(sides, (application, side) => application with
            {
                Folder = "",
                Executable = "",
                Remote = new RemoteBuild(new RemoteCommit(repository.Address, side.Sha, ""), request),
            })],
        };
    }
}
