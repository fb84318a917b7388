using PerfMatrix.Commands;
using PerfMatrix.Commands.GitHub;
using PerfMatrix.GitHub.Workflows;
using PerfMatrix.Matrix;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.GitHub;

public sealed class SyncTests : IAsyncLifetime
{
    private GitHubWorld _world = null!;

    public async ValueTask InitializeAsync()
    {
        _world = await GitHubWorld.StartAsync();
        foreach (var file in new[] { "crank/matrix.yml", "crank/profiles.yml", DispatchInputs.Workflow })
        {
            Directory.CreateDirectory(Path.GetDirectoryName(_world.Folder[file])!);
            File.Copy(Checkout.File(file), _world.Folder[file]);
        }
    }

    public ValueTask DisposeAsync() => _world.DisposeAsync();

    [Fact]
    public void The_choices_of_the_workflow_are_those_of_the_matrix() => Assert.Equal(
        File.ReadAllText(Checkout.File(DispatchInputs.Workflow)),
        MarkedRegion.Replace(File.ReadAllText(Checkout.File(DispatchInputs.Workflow)), DispatchInputs.Load(Checkout.Root), DispatchInputs.Workflow));

    [Fact]
    public void Every_name_of_the_matrix_is_a_choice()
    {
        var region = DispatchInputs.Load(Checkout.Root);
        var matrix = MatrixDefinition.Load(Checkout.Root);
        Assert.All(
            [.. matrix.Subsets.Select(subset => subset.Name), .. matrix.Scenarios.Select(scenario => scenario.Name), .. matrix.Runtimes.Select(
                runtime => runtime.Framework), .. matrix.GcLegs.Select(leg => leg.Name), "all", "hosted", "server-heaps-2"],
            name => Assert.Contains($"          - \"{name}\"\n", region, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Drift_is_found_and_mended_and_the_rest_of_the_file_left_alone()
    {
        var before = await File.ReadAllTextAsync(_world.Folder[DispatchInputs.Workflow], TestContext.Current.CancellationToken);
        var matrix = await File.ReadAllTextAsync(_world.Folder["crank/matrix.yml"], TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(_world.Folder["crank/matrix.yml"], matrix.Replace(
            "  compare:\n    description", "  quick:\n    description", StringComparison.Ordinal), TestContext.Current.CancellationToken);

        Assert.Equal(2, await SyncAsync("--check"));
        Assert.Contains("its choices are not those of crank/", _world.Error.ToString(), StringComparison.Ordinal);
        Assert.Equal(0, await SyncAsync());
        Assert.Equal(0, await SyncAsync("--check"));

        Assert.Equal(before.Replace("- \"compare\"", "- \"quick\"", StringComparison.Ordinal),
            await File.ReadAllTextAsync(_world.Folder[DispatchInputs.Workflow], TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData("no marks", "found the line '# perfmatrix github sync: generated from crank/, begin' 0 times")]
    [InlineData("  # perfmatrix github sync: end\n# perfmatrix github sync: generated from crank/, begin", "the region ends before it begins")]
    public void A_file_without_the_region_is_an_error(string text, string expected) =>
        Assert.Contains(expected, Assert.Throws<UsageException>(() => MarkedRegion.Replace(text, "x\n", "a.yml")).Message, StringComparison.Ordinal);

    private async Task<int> SyncAsync(params string[] options)
    {
        var connection = _world.Connection with { Root = () => _world.Folder.Root };
        return await CommandLine.RunAsync(new() { GitHubCommand.Create(connection) }, ["github", "sync", .. options], _world.Output, _world.Error);
    }
}
