using PerfMatrix.Runtimes;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Runtimes;

/// <summary>What the cache keeps and when it builds, with an SDK that writes its output at once. <see cref="PublishingWorkloads"/> has the real
/// one.</summary>
public sealed class PublisherTests : IDisposable
{
    private static readonly Bytes s_unlimited = new(long.MaxValue);

    private readonly TemporaryFolder _folder = new();
    private readonly InstantSdk _sdk = new();
    private readonly Publisher _publisher;
    private readonly PublishRequest _request;

    public PublisherTests()
    {
        _folder.Write("source/.git", "");
        _folder.Write("source/app/app.csproj", "<Project />");
        _folder.Write("source/app/Program.cs", "one");
        _publisher = NewPublisher();
        _request = new PublishRequest(_folder.In("source", "app"), "net10.0", "10.0.12", "linux-x64");
    }

    public void Dispose()
    {
        _publisher.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task The_name_of_an_entry_says_what_is_in_it()
    {
        var publication = await PublishAsync(_publisher);

        Assert.Matches("^app-10.0.12-linux-x64-[0-9a-f]{16}$", Path.GetFileName(publication.Folder));
        Assert.Equal(("app", "10.0.12"), (publication.Executable, publication.RuntimeVersion));
    }

    [Fact]
    public async Task Unchanged_sources_are_built_once()
    {
        var first = await PublishAsync(_publisher);
        using var next = NewPublisher();

        Assert.Equal(first, await PublishAsync(next));
        Assert.Equal(1, _sdk.Builds);
    }

    [Fact]
    public async Task The_same_sources_in_another_folder_are_the_same_publication()
    {
        var first = await PublishAsync(_publisher);
        _folder.Write("worktree/.git", "");
        _folder.Write("worktree/app/app.csproj", "<Project />");
        _folder.Write("worktree/app/Program.cs", "one");

        Assert.Equal(first, await PublishAsync(_publisher, _request with { Project = _folder.In("worktree", "app") }));
    }

    [Theory]
    [InlineData("source/app/Program.cs")]
    [InlineData("source/app/New.cs")]
    [InlineData("source/Directory.Packages.props")]
    [InlineData("source/global.json")]
    public async Task A_touched_source_is_another_publication(string file)
    {
        var first = await PublishAsync(_publisher);
        _folder.Write(file, "<Project/>");

        Assert.NotEqual(first.Folder, (await PublishAsync(_publisher)).Folder);
    }

    [Fact]
    public async Task Framework_patch_identifier_arguments_and_sdk_are_part_of_the_key()
    {
        var requests = new[]
        {
            _request, _request with { Patch = "10.0.13" }, _request with { Rid = "linux-arm64" }, _request with { Framework = "net9.0" },
            _request with { Arguments = ["-p:TieredPGO=false"] },
        };
        var folders = new HashSet<string>();
        foreach (var request in requests)
            folders.Add((await PublishAsync(_publisher, request)).Folder);
        using var other = NewPublisher(new InstantSdk { Version = "10.0.500" });
        folders.Add((await PublishAsync(other)).Folder);

        Assert.Equal(6, folders.Count);
    }

    [Fact]
    public async Task Two_publishers_that_want_the_same_at_once_build_once()
    {
        using var other = NewPublisher();

        var publications = await Task.WhenAll(Enumerable.Range(0, 8).Select(number => PublishAsync(number % 2 == 0 ? _publisher : other)));

        Assert.Single(publications.Distinct());
        Assert.Equal(1, _sdk.Builds);
    }

    [Fact]
    public async Task Different_publications_are_built_at_the_same_time_within_the_means_of_the_machine()
    {
        var requests = Enumerable.Range(1, 3 * Publisher.ParallelBuilds).Select(patch => _request with { Patch = $"10.0.{patch}" }).ToList();

        var outcomes = await _publisher.PublishAllAsync(requests, CancellationToken.None);

        Assert.Equal(requests.Select(request => request.Patch), outcomes.Cast<Publication>().Select(publication => publication.RuntimeVersion));
        Assert.InRange(_sdk.MostAtOnce, 1, Publisher.ParallelBuilds);
    }

    [Fact]
    public async Task A_failure_is_one_outcome_among_others()
    {
        _sdk.Errors = ["/src/app/Program.cs(1,2): error CS0103: no such name [/src/app/app.csproj]"];

        var outcomes = await _publisher.PublishAllAsync([_request with
        {
            Patch = InstantSdk.Broken,
        }, _request], CancellationToken.None);

        var failure = Assert.IsType<PublishFailure>(outcomes[0]);
        Assert.Equal("app.csproj could not be published for net10.0 10.0.666", failure.Reason);
        Assert.Equal(["/src/app/Program.cs(1,2): error CS0103: no such name"], failure.Errors);
        Assert.IsType<Publication>(outcomes[1]);
    }

    [Fact]
    public async Task Files_without_their_marker_are_built_again()
    {
        var folder = (await PublishAsync(_publisher)).Folder;
        _publisher.Dispose();
        File.Delete(folder + ".json");
        _folder.Write(Path.Combine(folder, "half-written"), "");

        using var next = NewPublisher();
        await PublishAsync(next);

        Assert.Equal(2, _sdk.Builds);
        Assert.False(File.Exists(Path.Combine(folder, "half-written")));
    }

    [Fact]
    public async Task An_entry_whose_files_were_deleted_while_in_use_is_built_again()
    {
        var first = await PublishAsync(_publisher);
        Directory.Delete(first.Folder, recursive: true);

        Assert.Equal(first, await PublishAsync(_publisher));
        Assert.Equal(2, _sdk.Builds);
    }

    [Fact]
    public async Task An_output_with_another_runtime_is_refused()
    {
        _sdk.Published = "10.0.11";

        var failure = Assert.IsType<PublishFailure>(await _publisher.PublishAsync(_request, CancellationToken.None));

        Assert.Equal("the output contains Microsoft.NETCore.App 10.0.11, Microsoft.AspNetCore.App 10.0.11; 10.0.12 was asked for", failure.Reason);
        Assert.Empty(Directory.GetFiles(_folder.In("cache"), "*.json"));
    }

    [Fact]
    public async Task Pruning_removes_the_longest_unused_first_and_never_one_in_use()
    {
        var time = new SteppingTime();
        string[] folders;
        using (var earlier = new Publisher(NewDotnet(_sdk), _folder.In("cache"), time))
        {
            folders = [await FolderAsync(earlier, "10.0.1"), await FolderAsync(earlier, "10.0.2"), await FolderAsync(earlier, "10.0.3")];
        }

        var inUse = await FolderAsync(_publisher, "10.0.1");
        Directory.CreateDirectory(_folder.In("cache", "building", "left-over"));
        File.SetLastWriteTimeUtc(inUse + ".json", DateTime.UnixEpoch);

        _publisher.Prune(s_unlimited);
        Assert.All(folders, folder => Assert.True(Directory.Exists(folder)));
        Assert.False(Directory.Exists(_folder.In("cache", "building", "left-over")));

        _publisher.Prune(new Bytes(2 * InstantSdk.OutputSize + 2000));
        Assert.Equal([true, false, true], folders.Select(Directory.Exists));

        _publisher.Prune(new Bytes(0));
        Assert.Equal([true, false, false], folders.Select(Directory.Exists));
    }

    [Fact]
    public async Task A_cache_that_cannot_be_written_is_wrong_usage()
    {
        var file = _folder.Write("not-a-folder", "");
        using var publisher = new Publisher(NewDotnet(_sdk), file, TimeProvider.System);

        var failure = await Assert.ThrowsAsync<UsageException>(() => publisher.PublishAsync(_request, CancellationToken.None));

        Assert.StartsWith($"publish cache {file}: ", failure.Message);
    }

    [Fact]
    public async Task A_project_that_is_not_there_is_wrong_usage() =>
        Assert.StartsWith(
            $"project: '{_folder.In("nowhere")}' does not exist",
            (await Assert.ThrowsAsync<UsageException>(() => PublishAsync(_publisher, _request with { Project = _folder.In("nowhere") }))).Message);

    /// <summary>From the answer of the SDK to the publication. The catalogue says the same of previews
    /// (<see cref="RuntimeCatalogueTests"/>).</summary>
    [Theory]
    [InlineData("10.0.401", null)]
    [InlineData("11.0.100", "11.0.0")]
    public async Task A_runtime_of_the_next_SDK_is_planned_and_built_with_it_alone(string version, string? patch)
    {
        var sdk = new InstantSdk { Version = version };
        FakeFeed[] feeds = [new("https://feed", "10.0.12", "11.0.0-rc.2.1", "11.0.0")];
        var catalogue = new RuntimeCatalogue(
            feeds, feeds, new FakeFeed("/packages"), "linux-x64", await NewDotnet(sdk).SdkVersionAsync(CancellationToken.None));

        var resolution = await catalogue.ResolveAsync(new("net11.0", null), CancellationToken.None);

        Assert.Equal(patch, resolution.Patch);
        if (patch is null)
        {
            Assert.StartsWith("needs SDK 11.0; this machine has 10.0.401", resolution.Reason, StringComparison.Ordinal);
            return;
        }

        using var publisher = NewPublisher(sdk);
        var publication = await PublishAsync(publisher, _request with { Framework = "net11.0", Patch = patch });
        Assert.Equal(("11.0.0", 1), (publication.RuntimeVersion, sdk.Builds));
    }

    private async Task<string> FolderAsync(Publisher publisher, string patch) =>
        (await PublishAsync(publisher, _request with { Patch = patch })).Folder;

    private async Task<Publication> PublishAsync(Publisher publisher, PublishRequest? request = null) =>
        Assert.IsType<Publication>(await publisher.PublishAsync(request ?? _request, CancellationToken.None));

    /// <summary>Each keeps a shared lock on what it uses, so one that waited for an exclusive lock to build it would wait for ever.</summary>
    [Fact]
    public async Task Publishers_on_several_threads_that_miss_the_same_entry_all_get_it()
    {
        var publishers = Enumerable.Range(0, 4).Select(_ => NewPublisher()).ToList();
        for (var patch = 0; patch < 25; patch++)
        {
            var request = _request with { Patch = $"10.0.{patch}" };
            using var start = new Barrier(publishers.Count);
            var publications = await Task.WhenAll(publishers.Select(publisher => Task.Run(() =>
            {
                start.SignalAndWait();
                return PublishAsync(publisher, request);
            })));

            Assert.Single(publications.Distinct());
        }

        Assert.Equal(25, _sdk.Builds);
        publishers.ForEach(publisher => publisher.Dispose());
    }

    private Publisher NewPublisher(InstantSdk? sdk = null) => new(NewDotnet(sdk ?? _sdk), _folder.In("cache"), TimeProvider.System);

    private Dotnet NewDotnet(InstantSdk sdk) => new(sdk, new Dictionary<string, string>(), _folder.Root);

    /// <summary>A clock that is later at every look.</summary>
    private sealed class SteppingTime : TimeProvider
    {
        private DateTimeOffset _now = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

        public override DateTimeOffset GetUtcNow() => _now += TimeSpan.FromMinutes(1);
    }
}
