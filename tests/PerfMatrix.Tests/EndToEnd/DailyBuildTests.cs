using System.IO.Compression;
using PerfMatrix.Configuration;
using PerfMatrix.Runtimes;
using PerfMatrix.Shared.Builds;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary><c>--runtime main</c> from a feed that is a folder. Its builds are released packs under other names, which an application without a
/// probe runs on.</summary>
[Collection("end to end")]
[Trait("kind", "measures")]
public sealed class DailyBuildTests : IDisposable
{
    private const string Newest = "10.0.99-daily.10";
    private static readonly string s_packages = Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");
    private static readonly string[] s_packs = [.. new[] { "netcore.app.runtime", "aspnetcore.app.runtime", "netcore.app.host" }.Select(name =>
        $"microsoft.{name}.{RuntimeIdentifiers.OfThisMachine()}")];

    private readonly ForeignRepository _repository = new();
    private readonly TheProgram _program = new();
    private readonly TemporaryFolder _folder = new();

    public void Dispose()
    {
        _program.Dispose();
        _repository.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Main_is_the_newest_build_of_the_feed_is_built_from_it_and_named_with_its_commit()
    {
        var released = s_packs.Select(pack => Directory.GetDirectories(Path.Combine(s_packages, pack), "10.0.*")
            .Select(folder => Path.GetFileName(folder)!))
            .Aggregate(Enumerable.Intersect).First();
        Directory.CreateDirectory(_folder["feed"]);
        foreach (var pack in s_packs)
        {
            Rename(pack, released, "10.0.99-daily.9");
            Rename(pack, released, Newest);
        }

        _repository.AddProject("src/Shop", "Shop");
        _repository.Write(ConfigurationFiles.Own, """
            runtimes: [net10.0]
            jobs: { shop: { project: src/Shop/Shop.csproj, variables: { readyPath: /products } } }
            scenarios: { products: { application: { job: shop }, load: { variables: { path: /products } } } }
            """);
        _repository.Commit();

        var outcome = await _program.RunAsync("run --runtime main --gc workstation --rounds 1 --slices 8 --warmup 100ms".Split(' '), _repository.Root,
            (DailyFeed.Variable, _folder["feed"]), ("NUGET_PACKAGES", _folder["packages"]), ("NUGET_FALLBACK_PACKAGES", s_packages));

        Assert.True(Directory.Exists(_program.Out), outcome.Error);
        var variant = Assert.Single(_program.Run.Variants);
        Assert.Equal(("net10.0@main", Newest), (variant.Cell.Runtime, variant.Cell.RuntimeVersion));
        Assert.Matches("^https://github.com/dotnet/dotnet/commit/[0-9a-f]{40}$", variant.RuntimeCommit);
        Assert.Equal((VariantStatus.Measured, null), (variant.Status, variant.Reason));
    }

    private void Rename(string pack, string released, string version)
    {
        var file = Path.Combine(_folder["feed"], $"{pack}.{version}.nupkg");
        File.Copy(Path.Combine(s_packages, pack, released, $"{pack}.{released}.nupkg"), file);
        using var package = ZipFile.Open(file, ZipArchiveMode.Update);
        package.GetEntry(".signature.p7s")?.Delete();
        var old = package.Entries.Single(entry => entry.FullName.EndsWith(".nuspec", StringComparison.Ordinal));
        using var reader = new StreamReader(old.Open());
        var text = reader.ReadToEnd().Replace($"<version>{released}</version>", $"<version>{version}</version>", StringComparison.Ordinal);
        reader.Dispose();
        var name = old.FullName;
        old.Delete();
        using var writer = new StreamWriter(package.CreateEntry(name).Open());
        writer.Write(text);
    }
}
