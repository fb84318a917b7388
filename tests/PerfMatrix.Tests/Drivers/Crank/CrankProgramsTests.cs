using PerfMatrix.Drivers.Crank;
using PerfMatrix.Measurement.Doctor;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Drivers.Crank;

public sealed class CrankProgramsTests
{
    [Fact]
    public void Without_the_tools_one_line_says_how_to_get_them()
    {
        var error = Assert.Throws<UsageException>(() => Without().Controller);
        Assert.Contains("dotnet tool restore", error.Message);
        Assert.Contains(CrankPrograms.ControllerVariable + " and " + CrankPrograms.AgentVariable, error.Message);
        Assert.DoesNotContain('\n', error.Message);
    }

    [Fact]
    public void The_doctor_says_so_in_one_line_with_both_alternatives()
    {
        var finding = ToolChecks.Crank(Without());

        Assert.Equal((Health.Limited, "not installed: --driver crank cannot be used"), (finding.Health, finding.Found));
        Assert.Contains(CrankPrograms.ControllerVariable + " and " + CrankPrograms.AgentVariable, finding.Advice);
    }

    [Theory]
    [InlineData("local", false, true)]
    [InlineData("hosted", false, true)]
    [InlineData("local", true, false)]
    [InlineData("lab", false, false)]
    public async Task An_agent_that_has_to_be_started_and_is_not_installed_is_named_before_anything_is_published(
    string profile, bool runs, bool isError)
    {
        using var agent = SmallEndpoint.LikeAgent();
        var lane = RealCrank.Lane(runs ? agent.Address : RealCrank.FreeAgent());

        var error = await Record.ExceptionAsync(
            () => LocalAgents.CheckAsync(Without(), Profile(profile, lane), TestContext.Current.CancellationToken));

        Assert.Equal(isError, error is not null);
        if (isError)
            Assert.Contains("crank-agent is not installed", Assert.IsType<UsageException>(error).Message);
    }

    [Fact]
    public async Task Something_else_in_the_place_of_an_agent_is_named_as_early()
    {
        using var endpoint = new SmallEndpoint(_ => (200, "<html>"));
        var check = () => LocalAgents.CheckAsync(
            Without(), Profile("local", RealCrank.Lane(endpoint.Address)), TestContext.Current.CancellationToken);

        Assert.Contains("is not a crank agent", (await Assert.ThrowsAsync<UsageException>(check)).Message);
    }

    [Fact]
    public void A_path_of_ones_own_has_to_exist() =>
        Assert.Contains("found no file /nowhere/crank-agent",
            Assert.Throws<UsageException>(() => new CrankPrograms(Checkout.Root, _ => "/nowhere/crank-agent").Agent).Message);

    [Fact]
    public void The_manifest_pins_the_version_that_agents_should_have() =>
        Assert.Equal("0.2.0-alpha.26316.1", new CrankPrograms(Checkout.Root, _ => null).ControllerVersion);

    private static CrankPrograms Without() => new(Checkout.Root, name => name == "NUGET_PACKAGES" ? "/nowhere" : null);

    private static CrankProfile Profile(string name, CrankLane lane) => new(name, [lane], new Dictionary<string, string>());
}
