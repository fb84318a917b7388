using PerfMatrix.Commands;
using PerfMatrix.Commands.GitHub;
using PerfMatrix.GitHub.Workflows;
using PerfMatrix.Shared;
using PerfMatrix.Tests.GitHub;

namespace PerfMatrix.Tests.Commands.GitHub;

public sealed class GitHubSyncCommandTests : IAsyncLifetime
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
    public void The_choices_of_the_workflow_are_those_of_the_matrix()
    {
        var workflow = File.ReadAllText(Checkout.File(DispatchInputs.Workflow));
        Assert.True(
            workflow == MarkedRegion.Replace(workflow, DispatchInputs.Load(Checkout.Root), DispatchInputs.Workflow),
            $"{DispatchInputs.Workflow} does not offer what crank/matrix.yml and crank/profiles.yml have. Run: scripts/perfmatrix github sync");
    }

    [Fact]
    public void Every_name_of_the_matrix_is_a_choice()
    {
        var region = DispatchInputs.Load(Checkout.Root);
        var matrix = MatrixDefinition.Load(Checkout.Root);
        Assert.All(
            [.. matrix.Subsets.Select(subset => subset.Name), .. matrix.Scenarios.Select(scenario => scenario.Name), .. matrix.Runtimes.Select(
                runtime => runtime.Framework), .. matrix.GcModes.Select(mode => mode.Name), "all", "hosted", "server-heaps-2"],
            name => Assert.Contains($"          - \"{name}\"\n", region, StringComparison.Ordinal));
    }

    /// <summary>GitHub cannot take a list of inputs from a file: an axis is an input of three workflows, and an option of each of their
    /// steps.</summary>
    [Fact]
    public void Every_axis_is_handed_on_by_the_workflows()
    {
        foreach (var file in new[] { "dispatch.yml", "pull-request.yml", "_measure.yml" })
        {
            var text = File.ReadAllText(Checkout.File($".github/workflows/{file}"));
            var steps = text.Split("--scenario \"$SCENARIO\"").Length;
            foreach (var axis in Axis.All)
            {
                var option = $"{axis.Option} \"${DispatchInputs.Name(axis).ToUpperInvariant().Replace('-', '_')}\"";
                Assert.True(text.Split(option).Length == steps, $"{file}: expected {option} beside every --scenario");
                Assert.True(text.Contains($"inputs.{DispatchInputs.Name(axis)} ", StringComparison.Ordinal), $"{file}: hand the input {axis} on");
            }
        }
    }

    [Fact]
    public async Task Drift_is_found_and_mended_and_the_rest_of_the_file_left_alone()
    {
        Assert.Equal(0, await SyncAsync());
        var before = await File.ReadAllTextAsync(_world.Folder[DispatchInputs.Workflow], TestContext.Current.CancellationToken);
        var matrix = await File.ReadAllTextAsync(_world.Folder["crank/matrix.yml"], TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(_world.Folder["crank/matrix.yml"], matrix.Replace(
            "  compare:\n    description", "  renamed:\n    description", StringComparison.Ordinal), TestContext.Current.CancellationToken);

        Assert.Equal(2, await SyncAsync("--check"));
        Assert.Contains("its choices are not those of crank/", _world.Error.ToString(), StringComparison.Ordinal);
        Assert.Equal(0, await SyncAsync());
        Assert.Equal(0, await SyncAsync("--check"));

        Assert.Equal(before.Replace("- \"compare\"", "- \"renamed\"", StringComparison.Ordinal),
            await File.ReadAllTextAsync(_world.Folder[DispatchInputs.Workflow], TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData("no marks", "found the line '# perfmatrix github sync: generated from crank/, begin' 0 times")]
    [InlineData("  # perfmatrix github sync: end\n# perfmatrix github sync: generated from crank/, begin", "the region ends before it begins")]
    public void A_file_without_the_region_is_an_error(string text, string expected) =>
        Assert.Contains(expected, Assert.Throws<UsageException>(() => MarkedRegion.Replace(text, "x\n", "a.yml")).Message, StringComparison.Ordinal);

    private async Task<int> SyncAsync(params string[] options)
    {
        var context = _world.Context with { Root = () => _world.Folder.Root };
        return await CommandLine.RunAsync(new() { GitHubCommand.Create(context) }, ["github", "sync", .. options], _world.Output, _world.Error);
    }
}
