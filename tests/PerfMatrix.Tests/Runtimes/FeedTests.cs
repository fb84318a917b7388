using System.Net;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Tests.Runtimes;

public sealed class FeedTests : IDisposable
{
    private const string Index = "https://feed.example/v3/index.json";
    private const string ServiceIndex = """{"resources":[{"@id":"https://feed.example/flat/","@type":"PackageBaseAddress/3.0.0"}]}""";

    private readonly TemporaryFolder _folder = new();
    private readonly Dictionary<string, (HttpStatusCode Status, string Body)> _answers = new() { [Index] = (HttpStatusCode.OK, ServiceIndex) };

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task An_http_feed_reads_versions_from_the_flat_container()
    {
        _answers["https://feed.example/flat/my.pack/index.json"] = (HttpStatusCode.OK, """{"versions":["10.0.12","1.0.0.1","10.0.14"]}""");

        Assert.Equal(["10.0.12", "10.0.14"], Texts(await HttpFeed().VersionsAsync("My.Pack", CancellationToken.None)));
    }

    [Fact]
    public async Task An_http_feed_that_does_not_know_the_package_has_none() =>
        Assert.Empty((await HttpFeed().VersionsAsync("My.Pack", CancellationToken.None)).Versions);

    [Theory]
    [InlineData(HttpStatusCode.Unauthorized, "", $"{Index} answered 401 Unauthorized")]
    [InlineData(HttpStatusCode.NotFound, "", $"{Index} answered 404 Not Found")]
    [InlineData(HttpStatusCode.OK, "<html>", $"{Index} could not be read: ")]
    [InlineData(HttpStatusCode.OK, "[]", $"{Index} is not a NuGet v3 feed")]
    [InlineData(HttpStatusCode.OK, "{}", $"{Index} is not a NuGet v3 feed")]
    public async Task An_http_feed_that_cannot_be_read_says_what_it_answered(HttpStatusCode status, string body, string message)
    {
        _answers[Index] = (status, body);

        var failure = await Assert.ThrowsAsync<FeedException>(() => HttpFeed().VersionsAsync("My.Pack", CancellationToken.None));

        Assert.StartsWith(message, failure.Message);
    }

    [Fact]
    public async Task A_feed_that_nobody_listens_for_says_so()
    {
        using var http = new HttpClient();
        var feed = PackageSources.Open("http://127.0.0.1:1/v3/index.json", http);

        var failure = await Assert.ThrowsAsync<FeedException>(() => feed.VersionsAsync("My.Pack", CancellationToken.None));

        Assert.Contains("http://127.0.0.1:1/v3/index.json could not be read: Connection refused", failure.Message);
    }

    [Fact]
    public async Task A_folder_is_a_feed_whether_flat_or_unpacked()
    {
        _folder.Write("My.Pack.10.0.12.nupkg", "");
        _folder.Write("my.pack/10.0.13/.nupkg.metadata", "");
        _folder.Write("my.pack/10.0.14/half-unpacked", "");
        _folder.Write("My.Pack.More.10.0.15.nupkg", "");
        using var http = new HttpClient();

        var answer = await PackageSources.Open(_folder.Root, http).VersionsAsync("My.Pack", CancellationToken.None);

        Assert.Equal(["10.0.12", "10.0.13"], Texts(answer));
    }

    [Fact]
    public async Task A_folder_that_does_not_exist_is_a_failure()
    {
        var failure = await Assert.ThrowsAsync<FeedException>(
            () => new FolderFeed(_folder.In("missing")).VersionsAsync("My.Pack", CancellationToken.None));

        Assert.Equal($"the folder {_folder.In("missing")} does not exist", failure.Message);
    }

    [Fact]
    public void Enabled_sources_are_read_from_the_list_of_nuget() =>
        Assert.Equal(
            ["https://api.nuget.org/v3/index.json", "/my feeds/local"],
            PackageSources.Parse(["E https://api.nuget.org/v3/index.json", "D https://disabled.example/index.json", "", "EM /my feeds/local"]));

    private HttpFeed HttpFeed() => new(new Uri(Index), new HttpClient(new Scripted(_answers)));

    private static IEnumerable<string> Texts(PackageVersions answer) => answer.Versions.Select(version => version.ToString());

    private sealed class Scripted(IReadOnlyDictionary<string, (HttpStatusCode Status, string Body)> answers) : HttpMessageHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            var (status, body) = answers.GetValueOrDefault(request.RequestUri!.ToString(), (HttpStatusCode.NotFound, ""));
            return Task.FromResult(new HttpResponseMessage(status) { Content = new StringContent(body) });
        }
    }
}
