using PerfMatrix.Shared.Builds;

namespace PerfMatrix.Tests.Builds;

public sealed class DotnetEnvironmentTests
{
    [Theory]
    [InlineData("DOTNET_gcServer")]
    [InlineData("DOTNET_GCHeapHardLimit")]
    [InlineData("DOTNET_TieredCompilation")]
    [InlineData("DOTNET_PROCESSOR_COUNT")]
    [InlineData("COMPlus_gcServer")]
    [InlineData("MSBuildSDKsPath")]
    [InlineData("MSBUILD_EXE_PATH")]
    [InlineData("PERFMATRIX_TOKEN")]
    public void What_would_change_a_build_is_not_passed_on(string name) =>
        Assert.DoesNotContain(name, DotnetEnvironment.From([KeyValuePair.Create(name, "1")]));

    [Theory]
    [InlineData("PATH")]
    [InlineData("HOME")]
    [InlineData("NUGET_PACKAGES")]
    [InlineData("DOTNET_ROOT")]
    [InlineData("https_proxy")]
    public void What_a_build_needs_is_passed_on(string name) => Assert.Equal("x", DotnetEnvironment.From([KeyValuePair.Create(name, "x")])[name]);

    [Fact]
    public void No_server_and_no_node_stays_behind()
    {
        var environment = DotnetEnvironment.From(
            [KeyValuePair.Create("DOTNET_CLI_USE_MSBUILD_SERVER", "1"), KeyValuePair.Create("MSBUILDDISABLENODEREUSE", "0"),
                KeyValuePair.Create("DOTNET_TieredPGO", "1")]);

        Assert.Equal("0", environment["DOTNET_CLI_USE_MSBUILD_SERVER"]);
        Assert.Equal("1", environment["MSBUILDDISABLENODEREUSE"]);
        Assert.Equal("false", environment["UseSharedCompilation"]);
        Assert.Equal("0", environment["DOTNET_TieredPGO"]);
    }

    [Fact]
    public void Who_asks_for_a_compiler_server_gets_it() =>
        Assert.Equal("true", DotnetEnvironment.From([KeyValuePair.Create("UseSharedCompilation", "true")])["UseSharedCompilation"]);
}
