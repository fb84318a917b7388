using PerfMatrix.Runtimes;
using PerfMatrix.Shared.Builds;

namespace PerfMatrix.Tests.Runtimes;

/// <summary>Real builds of small projects that go wrong.</summary>
[Trait("kind", "processes")]
public sealed class BrokenProjects : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_project_that_does_not_compile_reports_its_errors_while_others_go_on()
    {
        var program = WriteProject("broken", "int number = \"text\";\nundefined();\n");
        using var publisher = NewPublisher();
        var good = await PublishedWorkloads.RequestAsync("MinimalApi", "net10.0");
        PublishRequest[] requests = [good with { Project = _folder.In("broken") }, good];

        // The good one goes to the cache of the repository through its own publisher: what counts is that the failure is a value, not an exception.
        var outcomes = await Task.WhenAll(
            publisher.PublishAsync(requests[0], CancellationToken.None),
            PublishGoodAsync(requests[1]));

        var failure = Assert.IsType<PublishFailure>(outcomes[0]);
        Assert.Contains("broken.csproj could not be published for net10.0", failure.Reason);
        Assert.Equal(2, failure.Errors.Count);
        Assert.StartsWith($"{program}(1,14): error CS0029:", failure.Errors[0]);
        Assert.StartsWith($"{program}(2,1): error CS0103:", failure.Errors[1]);
        Assert.IsType<Publication>(outcomes[1]);
    }

    [Fact]
    public async Task A_patch_the_feed_does_not_have_is_a_failure_with_the_answer_of_nuget()
    {
        WriteProject("sound", "return 0;\n");
        using var publisher = NewPublisher();

        var outcome = await publisher.PublishAsync(
            new PublishRequest(_folder.In("sound"), "net10.0", "10.0.9999", RuntimeIdentifiers.OfThisMachine()), CancellationToken.None);

        var failure = Assert.IsType<PublishFailure>(outcome);
        Assert.Contains(failure.Errors, error => error.Contains("10.0.9999", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_cancelled_publish_leaves_nothing_that_counts_as_complete_and_the_next_one_builds()
    {
        WriteProject("sound", "return 0;\n");
        var request = (await PublishedWorkloads.RequestAsync("MinimalApi", "net10.0")) with { Project = _folder.In("sound") };
        using var cancelled = new CancellationTokenSource();
        using (var publisher = NewPublisher())
        {
            var publishing = publisher.PublishAsync(request, cancelled.Token);
            await Eventually.IsTrueAsync(() => Directory.Exists(_folder.In("the cache", "building"))
                && Directory.EnumerateFiles(_folder.In("the cache", "building"), "*", SearchOption.AllDirectories).Any());
            await cancelled.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => publishing);
        }

        Assert.Empty(Directory.GetFiles(_folder.In("the cache"), "*.json"));
        using var next = NewPublisher();
        var publication = Assert.IsType<Publication>(await next.PublishAsync(request, CancellationToken.None));
        Assert.Equal(ContentHash.OfFolder(publication.Folder), publication.ContentHash);
    }

    private static async Task<PublishOutcome> PublishGoodAsync(PublishRequest request)
    {
        using var publisher = PublishedWorkloads.NewPublisher();
        return await publisher.PublishAsync(request, CancellationToken.None);
    }

    private Publisher NewPublisher() => new(PublishedWorkloads.NewDotnet(), _folder.In("the cache"), TimeProvider.System);

    private string WriteProject(string name, string program)
    {
        _folder.Write($"{name}/{name}.csproj", """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
              </PropertyGroup>
            </Project>
            """);
        return _folder.Write($"{name}/Program.cs", program);
    }
}
