using System.Net;
using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Crank;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Matrix;

namespace PerfMatrix.Tests.Drivers.Crank;

public sealed class CrankProfileTests
{
    private static readonly Dictionary<string, string> s_addresses = new() { ["applicationAddress"] = "10.0.0.2", ["loadAddress"] = "10.0.0.3" };

    [Theory]
    [InlineData("local")]
    [InlineData("hosted")]
    public void A_profile_of_this_machine_has_one_agent_for_both_and_may_start_it(string name)
    {
        var profile = Read(name);
        var lane = Assert.Single(profile.Lanes);
        Assert.Equal(new Uri("http://localhost:5010"), Assert.Single(lane.Agents));
        Assert.True(profile.MayStartAgents && lane.IsLocal);
        Assert.Equal(("127.0.0.1", IPAddress.Loopback, 0), (lane.ServerAddress, lane.ListenAddress, lane.LauncherPort));
    }

    [Fact]
    public void The_lab_takes_its_addresses_from_variables()
    {
        var profile = Read("lab", s_addresses);
        var lane = Assert.Single(profile.Lanes);
        Assert.Equal(["http://10.0.0.2:5010/", "http://10.0.0.3:5010/"], lane.Agents.Select(agent => agent.AbsoluteUri));
        Assert.Equal(("10.0.0.2", IPAddress.Any, 5100), (lane.ServerAddress, lane.ListenAddress, lane.LauncherPort));
        Assert.False(profile.MayStartAgents || lane.IsLocal);
    }

    [Fact]
    public void An_address_that_is_missing_is_named() =>
        Assert.Contains("applicationAddress", Assert.Throws<UsageException>(() => Read("lab")).Message);

    [Fact]
    public void An_unknown_profile_is_an_error_with_a_suggestion() =>
        Assert.Contains("unknown profile 'labb'; did you mean 'lab'", Assert.Throws<UsageException>(() => Read("labb")).Message);

    [Fact]
    public void An_address_that_is_no_address_is_an_error_with_its_place() =>
        Assert.Contains("crank/profiles.yml:", Assert.Throws<UsageException>(() => Read("lab", new()
        {
            ["applicationAddress"] = "not an address",
            ["loadAddress"] = "x",
        })).Message);

    private static CrankProfile Read(string name, Dictionary<string, string>? variables = null) =>
        CrankProfile.Read(Checkout.Root, Definitions.Checkout.Scenarios, new ProfileChoice(name) { Variables = variables ?? [] });
}
