using PerfMatrix.Runtimes;
using PerfMatrix.Shared.Builds;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests.Runtimes;

/// <summary>The workloads of this repository, published for the newest patch of a framework by the code under test, into the repository's own
/// cache.</summary>
internal static class PublishedWorkloads
{
    public static readonly string[] Frameworks = ["net8.0", "net9.0", "net10.0"];

    public static readonly string CacheFolder = Checkout.File("artifacts", "cache");

    private static readonly Publisher s_publisher = NewPublisher();
    private static readonly Lazy<Task<RuntimeCatalogue>> s_catalogue = new(() => RuntimeCatalogue.OpenAsync(NewDotnet(), CancellationToken.None));

    public static Dotnet NewDotnet() => new(new SystemProcessRunner(), DotnetEnvironment.OfThisProcess(), Checkout.Root);

    public static Publisher NewPublisher() => new(NewDotnet(), Path.Combine(CacheFolder, "publish"), TimeProvider.System);

    public static async Task<Publication> PublishAsync(string workload, string framework, params string[] arguments) =>
        Assert.IsType<Publication>(await s_publisher.PublishAsync(
            await RequestAsync(workload, framework) with { Arguments = arguments }, TestContext.Current.CancellationToken));

    public static async Task<PublishRequest> RequestAsync(string workload, string framework)
    {
        var catalogue = await s_catalogue.Value;
        var resolution = await catalogue.ResolveAsync(new RuntimeSelector(framework, null), TestContext.Current.CancellationToken);
        Assert.True(resolution.Patch is not null, resolution.Reason);
        return new PublishRequest(Checkout.File("workloads", workload), framework, resolution.Patch, RuntimeIdentifiers.OfThisMachine());
    }
}
