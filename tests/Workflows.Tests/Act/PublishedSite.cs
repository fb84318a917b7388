using System.Text.Json;
using System.Text.RegularExpressions;
using PerfMatrix.GitHub.StandIn;

namespace Workflows.Tests.Act;

/// <summary>The site that <c>perfmatrix site build</c> makes of the published branch, on a server that knows nothing but files, as GitHub Pages
/// is.</summary>
internal sealed partial class PublishedSite : IAsyncDisposable
{
    private readonly DirectoryInfo _folder;
    private readonly PagesServer _pages;
    private readonly HttpClient _client;

    private PublishedSite(DirectoryInfo folder, PagesServer pages)
    {
        (_folder, _pages) = (folder, pages);
        _client = new() { BaseAddress = pages.Address };
    }

    private string Branch => BranchIn(_folder);

    private string Site => SiteIn(_folder);

    /// <summary>Builds it from the branch in the repository's origin.</summary>
    public static async Task<PublishedSite> BuildAsync(ActRepository repository)
    {
        var folder = Directory.CreateTempSubdirectory("perfmatrix-published-");
        GitTool.Run(folder.FullName, "clone", "--quiet", "--branch", "gh-pages", repository.Origin, BranchIn(folder));
        var (code, said) = await Tool.RunAsync(Checkout.Program, "site", "build", "--history", BranchIn(folder), "--out", SiteIn(folder));
        Assert.True(code == 0, said);
        return new(folder, await PagesServer.StartAsync(SiteIn(folder)));
    }

    /// <summary>Asserts that the branch is all of the site, that each file is served as it is, and that the page's own files are among
    /// them.</summary>
    public async Task AssertWholeAsync()
    {
        var files = FilesOf(Site);
        Assert.Equal(FilesOf(Branch), files);
        foreach (var file in files)
            Assert.Equal(await File.ReadAllBytesAsync(Path.Combine(Site, file)), await _client.GetByteArrayAsync(file));
        var assets = Assets().Matches(await _client.GetStringAsync("")).Select(match => match.Groups["path"].Value).ToList();
        Assert.NotEmpty(assets);
        Assert.Subset(files.ToHashSet(), assets.ToHashSet());
    }

    /// <summary>Ids of the runs, found as the pages find them: from index.json through the lists to the documents.</summary>
    public async Task<IReadOnlyList<string>> RunsAsync()
    {
        var index = await ReadAsync("index.json");
        var ids = new List<string>();
        for (var chunk = 0; chunk < index.GetProperty("chunks").GetInt32(); chunk++)
        {
            foreach (var run in (await ReadAsync($"index/{chunk}.json")).GetProperty("runs").EnumerateArray())
            {
                ids.Add(run.GetProperty("id").GetString()!);
                Assert.Equal(ids[^1], (await ReadAsync(run.GetProperty("path").GetString()!)).GetProperty("id").GetString());
            }
        }

        Assert.Equal((index.GetProperty("runs").GetInt32(), index.GetProperty("newest").GetProperty("id").GetString()), (ids.Count, ids[^1]));
        return ids;
    }

    /// <summary>What a browser makes of a view, as HTML; null where there is no browser.</summary>
    /// <param name="route">The part of the address behind the number sign.</param>
    public async Task<string?> ShownAsync(string route)
    {
        var browser = Environment.GetEnvironmentVariable("PERFMATRIX_CHROMIUM") ?? "/usr/bin/chromium";
        if (!File.Exists(browser)) return null;
        // In virtual time, which stands still while something loads, so that a slow machine changes nothing.
        var (code, said) = await Tool.RunAsync(
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", $"--user-data-dir={Path.Combine(_folder.FullName, "browser")}",
                "--virtual-time-budget=20000", "--dump-dom", $"{_pages.Address}#{route}");
        Assert.True(code == 0, said);
        return said;
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await _pages.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    private static string BranchIn(DirectoryInfo folder) => Path.Combine(folder.FullName, "branch");

    private static string SiteIn(DirectoryInfo folder) => Path.Combine(folder.FullName, "site");

    private static List<string> FilesOf(string folder) =>
    [
        .. Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(folder, file))
            .Where(file => !file.StartsWith('.'))
            .Order(StringComparer.Ordinal),
    ];

    private async Task<JsonElement> ReadAsync(string path) => JsonElement.Parse(await _client.GetStringAsync(path));

    [GeneratedRegex("""(src|href)="(?<path>assets/[^"?]+)""", RegexOptions.ExplicitCapture)]
    private static partial Regex Assets();
}
