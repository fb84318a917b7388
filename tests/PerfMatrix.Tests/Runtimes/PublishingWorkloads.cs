using System.Text.Json.Nodes;
using PerfMatrix.Runtimes;
using PerfMatrix.Shared.Builds;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests.Runtimes;

/// <summary>Real publishes of the workloads of this repository; the first run of the tests makes them, later ones find them in the cache.</summary>
[Trait("kind", "processes")]
public sealed class PublishingWorkloads
{
    private static readonly CancellationToken s_never = CancellationToken.None;

    public static TheoryData<string> Frameworks => new(PublishedWorkloads.Frameworks);

    [Theory, MemberData(nameof(Frameworks))]
    public async Task The_output_names_exactly_the_patch_for_both_frameworks(string framework)
    {
        var request = await PublishedWorkloads.RequestAsync("MinimalApi", framework);
        var publication = await PublishedWorkloads.PublishAsync("MinimalApi", framework);

        var configuration = JsonNode.Parse(await File.ReadAllTextAsync(Path.Combine(publication.Folder, "MinimalApi.runtimeconfig.json"), s_never))!;
        var included = configuration["runtimeOptions"]!["includedFrameworks"]!.AsArray();
        Assert.Equal(
            [("Microsoft.AspNetCore.App", request.Patch), ("Microsoft.NETCore.App", request.Patch)],
            included.Select(item => ($"{item!["name"]}", $"{item["version"]}")).Order());
        Assert.Equal(request.Patch, publication.RuntimeVersion);
        Assert.Equal("MinimalApi", publication.Executable);
    }

    [Theory, MemberData(nameof(Frameworks))]
    public async Task The_output_keeps_what_its_sdk_chose_for_the_mode_default_and_the_others_are_set_by_the_environment(string framework)
    {
        var publication = await PublishedWorkloads.PublishAsync("MinimalApi", framework);

        var configuration = await File.ReadAllTextAsync(Path.Combine(publication.Folder, "MinimalApi.runtimeconfig.json"), s_never);
        Assert.Contains("\"System.GC.Server\": true", configuration);
        Assert.DoesNotContain("Tiered", configuration);
    }

    [Fact]
    public async Task A_second_publisher_takes_it_from_the_cache_without_building()
    {
        var first = await PublishedWorkloads.PublishAsync("MinimalApi", "net10.0");
        var runner = new NoBuilds();
        using var publisher = new Publisher(
            new Dotnet(runner, DotnetEnvironment.OfThisProcess(), Checkout.Root), Path.Combine(PublishedWorkloads.CacheFolder, "publish"),
                TimeProvider.System);

        var second = await publisher.PublishAsync(await PublishedWorkloads.RequestAsync("MinimalApi", "net10.0"), s_never);

        Assert.Equal(first, second);
    }

    [Fact]
    public async Task The_content_hash_is_that_of_the_files()
    {
        var publication = await PublishedWorkloads.PublishAsync("MinimalApi", "net10.0");

        Assert.Equal(ContentHash.OfFolder(publication.Folder), publication.ContentHash);
        Assert.Matches("^[0-9a-f]{64}$", publication.ContentHash);
    }

    /// <summary>Passes questions on to the real SDK, and refuses to build.</summary>
    private sealed class NoBuilds : IProcessRunner
    {
        private readonly SystemProcessRunner _real = new();

        public Task<ProcessResult> RunAsync(ProcessRequest request, CancellationToken cancellation) =>
            request.Arguments[0] == "publish" ? throw new InvalidOperationException("Nothing should have been built.")
            : _real.RunAsync(request, cancellation);
    }
}
