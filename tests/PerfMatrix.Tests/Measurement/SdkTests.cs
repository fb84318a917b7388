using System.Text.Json;
using PerfMatrix.Shared.Builds;

namespace PerfMatrix.Tests.Measurement;

/// <summary>Which SDK builds what is measured.</summary>
public sealed class SdkTests
{
    [Fact]
    public void The_global_json_of_the_workloads_chooses_the_SDK()
    {
        using var root = new TemporaryFolder();
        Directory.CreateDirectory(root["workloads"]);
        File.WriteAllText(root["workloads/global.json"], "{}");

        Assert.Equal(root["workloads"], SdkFolder.Of(root.Root));
    }

    [Fact]
    public void Without_one_that_of_the_root_does()
    {
        using var root = new TemporaryFolder();
        Directory.CreateDirectory(root["workloads"]);

        Assert.Equal(root.Root, SdkFolder.Of(root.Root));
    }

    [Fact]
    public void The_workloads_of_this_repository_are_built_with_the_newest_SDK_so_that_a_new_runtime_needs_no_change_here()
    {
        using var json = JsonDocument.Parse(File.ReadAllText(Path.Combine(Checkout.Root, "workloads", "global.json")));
        var sdk = json.RootElement.GetProperty("sdk");

        Assert.Equal("latestMajor", sdk.GetProperty("rollForward").GetString());
        Assert.False(sdk.GetProperty("allowPrerelease").GetBoolean());
    }
}
