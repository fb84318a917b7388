using PerfMatrix.Runtimes;

namespace PerfMatrix.Tests.Runtimes;

public sealed class PackageVersionsTests
{
    [Theory]
    [InlineData("10.0.14")]
    [InlineData("11.0.0-rc.1.25451.107")]
    [InlineData("11.0.0-preview-x")]
    public void Text_reads_and_writes_back(string text) => Assert.Equal(text, PackageVersions.Of([text]).Versions.Single().ToString());

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("10.0")]
    [InlineData("10.0.1.2")]
    [InlineData("10.0.x")]
    [InlineData("10.0.-1")]
    [InlineData("10.0.1-")]
    [InlineData("10.0.99999999999")]
    public void What_is_no_version_of_a_runtime_is_left_out(string? text) => Assert.Empty(PackageVersions.Of([text]).Versions);

    [Fact]
    public void Order_is_that_of_semantic_versions()
    {
        // The list of semver.org, section 11, with one number more.
        string[] ordered =
        [
            "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.9",
                "1.0.10", "1.1.0", "2.0.0",
        ];
        var shuffled = PackageVersions.Of(ordered).Versions.ToArray();
        for (var seed = 1; seed <= 50; seed++)
        {
            new Random(seed).Shuffle(shuffled);
            Assert.Equal(ordered, shuffled.Order().Select(version => version.ToString()));
        }
    }
}
