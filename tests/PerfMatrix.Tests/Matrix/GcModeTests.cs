using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Matrix;

/// <summary>Which modes are to have DATAS; that they have it is seen by the events of real processes (<c>TracedPairTests</c>).</summary>
public sealed class GcModeTests
{
    [Theory]
    [InlineData("DOTNET_GCDynamicAdaptationMode=1", "net8.0", false, "0", true)]
    [InlineData("DOTNET_GCDynamicAdaptationMode=0", "net10.0", true, "1", false)]
    [InlineData("", "net10.0", true, "1", true)]
    [InlineData("SHOP=1", "net9.0", true, "1", true)]
    [InlineData("", "net8.0", true, "1", false)]
    [InlineData("", "net10.0", false, "1", false)]
    [InlineData("", "net10.0", true, "0", false)]
    [InlineData("DOTNET_gcServer=1", "net10.0", true, "1", false)]
    [InlineData("DOTNET_GCHeapCount=2", "net10.0", true, "1", false)]
    public void A_mode_that_asks_for_DATAS_or_leaves_all_to_what_ships_is_to_have_it(
        string variable, string runtime, bool isServer, string reported, bool expected)
    {
        var environment = variable.Split('=') is [var name, var value] ? new Dictionary<string, string> { [name] = value } : [];
        var proof = RunSamples.ProofOf("10.0.12") with
        {
            IsServerGc = isServer,
            GcConfiguration = new Dictionary<string, string> { ["GCDynamicAdaptationMode"] = reported },
        };

        Assert.Equal(expected, GcMode.IsToHaveDatas(environment, new(runtime, null), proof));
    }

    [Fact]
    public void What_ships_is_not_known_without_a_probe() =>
        Assert.False(GcMode.IsToHaveDatas(new Dictionary<string, string>(), new("net10.0", null), proof: null));
}
