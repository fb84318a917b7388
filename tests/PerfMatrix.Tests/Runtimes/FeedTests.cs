using System.Net;
using System.Text;
using System.Text.Json;
using NuGet.Configuration;
using PerfMatrix.Runtimes;
using PerfMatrix.Shared.Os;

namespace PerfMatrix.Tests.Runtimes;

public sealed class FeedTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_feed_is_asked_with_the_credentials_of_the_users_configuration()
    {
        await using var server = new PackageServer(credentials: "me:s3cr3t");

        var feed = Configured(server, isFresh: true);

        Assert.Equal(server.Index, feed.Source);
        Assert.Equal(["10.0.12", "10.0.14"], Texts(await feed.VersionsAsync("My.Pack", CancellationToken.None)));
        Assert.Empty((await feed.VersionsAsync("Another", CancellationToken.None)).Versions);
    }

    /// <summary>Also by another process, which is what another feed of the same source stands for.</summary>
    [Fact]
    public async Task What_a_feed_said_is_kept_unless_it_has_to_be_fresh()
    {
        await using var server = new PackageServer(credentials: "me:s3cr3t");

        Assert.Equal(["10.0.12", "10.0.14"], Texts(await Configured(server, isFresh: false).VersionsAsync("My.Pack", CancellationToken.None)));
        server.Versions = ["10.0.15"];
        Assert.Equal(["10.0.12", "10.0.14"], Texts(await Configured(server, isFresh: false).VersionsAsync("My.Pack", CancellationToken.None)));
        Assert.Equal(1, server.Questions);

        Assert.Equal(["10.0.15"], Texts(await Configured(server, isFresh: true).VersionsAsync("My.Pack", CancellationToken.None)));
    }

    [Fact]
    public async Task A_feed_that_refuses_says_so()
    {
        await using var server = new PackageServer(credentials: "me:s3cr3t");
        var failure = await Assert.ThrowsAsync<FeedException>(() => Feed(server.Index).VersionsAsync("My.Pack", CancellationToken.None));
        Assert.StartsWith($"{server.Index} could not be read: ", failure.Message);
        Assert.Contains("401", failure.Message);
    }

    [Fact]
    public async Task A_folder_is_a_feed_and_one_that_does_not_exist_a_failure()
    {
        _folder.Write("full/my.pack/10.0.13/.nupkg.metadata", "");
        _folder.Write("full/my.pack/10.0.13/my.pack.nuspec", "<package><metadata><id>My.Pack</id><version>10.0.13</version></metadata></package>");
        _folder.Write("full/my.pack/10.0.13/my.pack.10.0.13.nupkg.sha512", "");

        Assert.Equal(["10.0.13"], Texts(await Feed(_folder["full"]).VersionsAsync("My.Pack", CancellationToken.None)));

        var failure = await Assert.ThrowsAsync<FeedException>(() => Feed(_folder["missing"]).VersionsAsync("My.Pack", CancellationToken.None));
        Assert.StartsWith($"{_folder["missing"]} could not be read: ", failure.Message);
    }

    [Fact]
    public void A_disabled_source_is_none()
    {
        _folder.Write("nuget.config", """
            <configuration>
              <packageSources><clear /><add key="one" value="/feeds/one" /><add key="two" value="/feeds/two" /></packageSources>
              <disabledPackageSources><add key="two" value="true" /></disabledPackageSources>
            </configuration>
            """);
        Assert.Equal(["/feeds/one"], NuGetFeed.Of(_folder.Root, isFresh: false).Select(feed => feed.Source));
    }

    private NuGetFeed Configured(PackageServer server, bool isFresh)
    {
        _folder.Write("nuget.config", $"""
            <configuration>
              <packageSources><clear /><add key="private" value="{server.Index}" allowInsecureConnections="true" /></packageSources>
              <packageSourceCredentials>
                <private><add key="Username" value="me" /><add key="ClearTextPassword" value="s3cr3t" /></private>
              </packageSourceCredentials>
            </configuration>
            """);
        return Assert.Single(NuGetFeed.Of(_folder.Root, isFresh));
    }

    private static NuGetFeed Feed(string source) => NuGetFeed.Of(new PackageSource(source) { AllowInsecureConnections = true });

    private static IEnumerable<string> Texts(PackageVersions answer) => answer.Versions.Select(version => version.ToString());

    /// <summary>A NuGet v3 feed with one package, for one user.</summary>
    private sealed class PackageServer : IAsyncDisposable
    {
        private readonly HttpListener _listener = new();
        private readonly string _authorization;
        private readonly Task _serving;

        public PackageServer(string credentials)
        {
            _authorization = $"Basic {Convert.ToBase64String(Encoding.UTF8.GetBytes(credentials))}";
            var address = $"http://127.0.0.1:{FreePorts.Find(1)[0]}/";
            // A path of its own: NuGet keeps answers by address, and ports come back.
            Index = $"{address}{Guid.NewGuid():N}/index.json";
            _listener.Prefixes.Add(address);
            _listener.Start();
            _serving = ServeAsync(address);
        }

        public string Index { get; }

        public IReadOnlyList<string> Versions { get; set; } = ["10.0.12", "1.0.0.1", "10.0.14"];

        /// <summary>How often it was asked for the versions, with the credentials.</summary>
        public int Questions { get; private set; }

        public async ValueTask DisposeAsync()
        {
            _listener.Stop();
            await _serving;
        }

        private async Task ServeAsync(string address)
        {
            try
            {
                while (true) Answer(await _listener.GetContextAsync(), address);
            }
            catch (Exception problem) when (problem is HttpListenerException or ObjectDisposedException)
            {
                // The end.
            }
        }

        private void Answer(HttpListenerContext context, string address)
        {
            var path = context.Request.Url!.AbsolutePath;
            var (status, body) = context.Request.Headers["Authorization"] != _authorization ? (401, "")
                : Index.EndsWith(path, StringComparison.Ordinal)
                    ? (200, $$"""{"version":"3.0.0","resources":[{"@id":"{{address}}flat/","@type":"PackageBaseAddress/3.0.0"}]}""")
                : path == "/flat/my.pack/index.json" ? (200, List()) : (404, "");
            context.Response.StatusCode = status;
            if (status == 401) context.Response.AddHeader("WWW-Authenticate", "Basic realm=\"feed\"");
            context.Response.Close(Encoding.UTF8.GetBytes(body), willBlock: false);
        }

        private string List()
        {
            Questions++;
            return JsonSerializer.Serialize(new { versions = Versions });
        }
    }
}
