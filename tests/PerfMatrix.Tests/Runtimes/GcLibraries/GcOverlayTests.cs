using PerfMatrix.Runtimes;
using PerfMatrix.Runtimes.GcLibraries;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Runtimes.GcLibraries;

public sealed class GcOverlayTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly string _publication;
    private readonly GcLibrary _library;
    private readonly GcOverlay _overlay;

    public GcOverlayTests()
    {
        _folder.Write("publish/app-1/App", "program");
        _folder.Write("publish/app-1/wwwroot/index.html", "page");
        _publication = _folder.In("publish", "app-1");
        _library = new GcLibrary(_folder.Write("gc/zero.so", "library"), "key1");
        _overlay = new GcOverlay(_folder.In("overlay"));
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_place_holds_the_publication_and_the_library_and_the_publication_stays_as_it_is()
    {
        var before = ContentHash.OfFolder(_publication);

        var place = _overlay.Place(_publication, _library, "libgc.so");

        Assert.Equal(["App", "index.html", "libgc.so"], Directory.GetFiles(place, "*", SearchOption.AllDirectories).Select(Path.GetFileName)
            .Order(StringComparer.Ordinal));
        Assert.Equal("page", File.ReadAllText(Path.Combine(place, "wwwroot", "index.html")));
        Assert.Equal("library", File.ReadAllText(Path.Combine(place, "libgc.so")));
        Assert.Equal(before, ContentHash.OfFolder(_publication));
    }

    [Fact]
    public void The_same_pair_has_the_same_place_and_another_library_another()
    {
        var place = _overlay.Place(_publication, _library, "libgc.so");

        Assert.Equal(place, _overlay.Place(_publication, _library, "libgc.so"));
        Assert.NotEqual(place, _overlay.Place(_publication, _library with { Key = "key2" }, "libgc.so"));
    }

    [Fact]
    public void Places_of_publications_that_are_gone_are_removed()
    {
        var place = _overlay.Place(_publication, _library, "libgc.so");
        _overlay.Prune(_folder.In("publish"));
        Assert.True(Directory.Exists(place));

        Directory.Delete(_publication, recursive: true);
        _overlay.Prune(_folder.In("publish"));

        Assert.False(Directory.Exists(place));
    }

    [Fact]
    public void Several_may_remove_the_same_places_at_once()
    {
        string[] places = [.. Enumerable.Range(0, 50).Select(key => _overlay.Place(_publication, _library with { Key = $"key{key}" }, "libgc.so"))];
        Directory.Delete(_publication, recursive: true);

        Parallel.For(0, 8, _ => _overlay.Prune(_folder.In("publish")));
        // What they left to each other.
        _overlay.Prune(_folder.In("publish"));

        Assert.DoesNotContain(places, Directory.Exists);
    }

    [Fact]
    public void A_folder_that_cannot_be_written_is_said()
    {
        var error = Assert.Throws<UsageException>(() => new GcOverlay(_folder.Write("file", "")).Place(_publication, _library, "libgc.so"));

        Assert.Contains("GC library: ", error.Message);
    }
}
