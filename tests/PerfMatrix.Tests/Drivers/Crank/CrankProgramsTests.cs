using PerfMatrix.Drivers.Crank;

namespace PerfMatrix.Tests.Drivers.Crank;

public sealed class CrankProgramsTests
{
    [Fact]
    public void Without_the_tools_one_line_says_how_to_get_them()
    {
        var error = Assert.Throws<UsageException>(() => new CrankPrograms(Checkout.Root, name => name == "NUGET_PACKAGES" ? "/nowhere" : null).Controller);
        Assert.Contains("dotnet tool restore", error.Message);
        Assert.Contains(CrankPrograms.ControllerVariable, error.Message);
        Assert.DoesNotContain('\n', error.Message);
    }

    [Fact]
    public void A_path_of_ones_own_has_to_exist() =>
        Assert.Contains("found no file /nowhere/crank-agent", Assert.Throws<UsageException>(() => new CrankPrograms(Checkout.Root, _ => "/nowhere/crank-agent").Agent).Message);

    [Fact]
    public void The_manifest_pins_the_version_that_agents_should_have() =>
        Assert.Equal("0.2.0-alpha.26316.1", new CrankPrograms(Checkout.Root, _ => null).ControllerVersion);
}
