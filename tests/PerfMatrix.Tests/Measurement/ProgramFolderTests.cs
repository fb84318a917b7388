using System.IO.Compression;
using PerfMatrix.Measurement;
using PerfMatrix.Runtimes;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Builds;

namespace PerfMatrix.Tests.Measurement;

public sealed class ProgramFolderTests : IDisposable
{
    private const string Patch = "10.0.1";

    private static readonly string s_rid = RuntimeIdentifiers.OfThisMachine();
    private static readonly string s_package = $"microsoft.netcore.app.runtime.{s_rid}";

    private readonly TemporaryFolder _folder = new();

    private string Feed => _folder["feed"];
    private string Packages => _folder["packages"];
    private RuntimePackages Runtime => new(Packages, Feed);

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Files_of_a_public_package_are_left_out_and_fetched_where_they_are_missing()
    {
        AddPackage(("runtimes/RID/lib/net10.0/System.Big.dll", "big"), ("runtimes/RID/native/libcore.so", "core"),
            ("runtimes/RID/lib/net10.0/Other.dll", "not used"));
        await Runtime.CompleteAsync(_folder["nothing"], [new(s_package, Patch, $"runtimes/{s_rid}/native", [])],
            TestContext.Current.CancellationToken);
        var built = Build(("App", "app"), ("System.Big.dll", "big"), ("libcore.so", "core"), ("data/System.Big.dll", "big"));

        var list = ProgramExport.Write(_folder["out"], [Of(Side.Head, built)], [], Runtime);

        var program = Assert.Single(list.Programs);
        Assert.Equal(["runtimes/RID/native: libcore.so", "runtimes/RID/lib/net10.0: System.Big.dll"],
            program.FromPackages.Select(package => $"{package.Folder.Replace(s_rid, "RID", StringComparison.Ordinal)}: "
                + $"{string.Join(' ', package.Files)}"));
        Assert.Equal(["App", "data/System.Big.dll"], Files(_folder[$"out/{program.Folder}"]));
        Directory.Delete(Packages, recursive: true); // another machine
        Assert.Equal(built.ContentHash, (await FindAsync(_folder["out"], Side.Head)).ContentHash);
        Assert.Equal(["App", "System.Big.dll", "data/System.Big.dll", "libcore.so"], Files(_folder[$"out/{program.Folder}"]));
    }

    [Fact]
    public async Task Files_that_differ_or_come_from_somewhere_else_are_kept()
    {
        AddPackage(("runtimes/RID/lib/net10.0/System.Big.dll", "big"));
        await Runtime.CompleteAsync(_folder["nothing"], [new(s_package, Patch, $"runtimes/{s_rid}/lib/net10.0", [])],
            TestContext.Current.CancellationToken);

        Assert.Empty(Runtime.FilesOf(Build(("System.Big.dll", "BIG"))));
        Assert.Empty(new RuntimePackages(Packages, "https://feed.example/index.json").FilesOf(Build(("System.Big.dll", "big"))));
        Assert.Single(Runtime.FilesOf(Build(("System.Big.dll", "big"))));
    }

    [Fact]
    public async Task A_package_that_is_gone_is_said()
    {
        Directory.CreateDirectory(Feed);
        var problem = await Assert.ThrowsAsync<UsageException>(() => Runtime.CompleteAsync(
            _folder.Root, [new(s_package, "10.0.99", $"runtimes/{s_rid}/native", ["libcore.so"])], TestContext.Current.CancellationToken));
        Assert.Equal(
            $"{s_package} 10.0.99: cannot be had, and the programs need files of it: {Feed} does not have it. Run the job again, or name a feed that "
                + "has it in nuget.config.", problem.Message);
    }

    /// <summary>Behind a mirror the public feed may be out of reach. Who fetched from the mirror uploads whole: nobody knows who else reaches
    /// it.</summary>
    [Fact]
    public async Task A_package_that_the_public_feed_does_not_give_comes_from_a_feed_of_the_configuration()
    {
        AddPackage(("runtimes/RID/native/libcore.so", "core"));
        _folder.Write("nuget.config", $"""
            <configuration><packageSources><clear /><add key="mirror" value="{Feed}" /></packageSources></configuration>
            """);
        var settings = NuGet.Configuration.Settings.LoadSpecificSettings(_folder.Root, "nuget.config");
        var behind = new RuntimePackages(Packages, _folder["out-of-reach"]) { Configuration = settings };
        Directory.CreateDirectory(_folder["program"]);

        await behind.CompleteAsync(_folder["program"], [new(s_package, Patch, $"runtimes/{s_rid}/native", ["libcore.so"])],
            TestContext.Current.CancellationToken);

        Assert.Equal("core", await File.ReadAllTextAsync(_folder["program/libcore.so"], TestContext.Current.CancellationToken));
        Assert.Empty(behind.FilesOf(Build(("libcore.so", "core"))));
    }

    [Fact]
    public async Task The_sides_of_two_jobs_are_measured_together()
    {
        var (old, now) = (Build(("App", "old")), Build(("App", "new")));
        ProgramExport.Write(_folder["both/base"], [Of(Side.Base, old)], [new("net10.0", Patch, null)], Runtime);
        ProgramExport.Write(_folder["both/head"], [Of(Side.Head, now)], [new("net10.0", Patch, null)], Runtime);

        Assert.Equal(old.ContentHash, (await FindAsync(_folder["both"], Side.Base)).ContentHash);
        Assert.Equal(now.ContentHash, (await FindAsync(_folder["both"], Side.Head)).ContentHash);
    }

    [Fact]
    public void The_SDK_of_each_side_is_known_where_it_is_measured()
    {
        ProgramExport.Write(_folder["both/base"], [Of(Side.Base, Build(("App", "old"))) with { Sdk = "10.0.400" }], [], Runtime);
        ProgramExport.Write(_folder["both/head"], [Of(Side.Head, Build(("App", "new"))) with { Sdk = "10.0.401" }], [], Runtime);

        var programs = ProgramFolder.Open(_folder["both"], Runtime);

        Assert.Equal(("10.0.400", "10.0.401"), (programs.SdkOf(Side.Base), programs.SdkOf(Side.Head)));
    }

    /// <summary>The job of head runs head's code, which could also write a list for base.</summary>
    [Fact]
    public void A_job_says_nothing_of_the_other_side()
    {
        ProgramExport.Write(_folder["both/base"], [Of(Side.Base, Build(("App", "old")))], [], Runtime);
        ProgramExport.Write(_folder["both/head"], [Of(Side.Head, Build(("App", "new"))), Of(Side.Base, Build(("App", "slow")))],
            [], Runtime);

        Assert.EndsWith("head has programs of base, expected those of head alone; build again", Refusal(_folder["both"]), StringComparison.Ordinal);
    }

    [Fact]
    public void A_patch_that_came_out_between_two_jobs_is_said()
    {
        ProgramExport.Write(_folder["both/base"], [Of(Side.Base, Build(("App", "old")))], [new("net10.0", "10.0.1", null)], Runtime);
        ProgramExport.Write(_folder["both/head"], [Of(Side.Head, Build(("App", "new")))], [new("net10.0", "10.0.2", null)], Runtime);

        Assert.Contains("one side was built for 10.0.1 and another for 10.0.2: a new patch came out in between", Refusal(_folder["both"]),
            StringComparison.Ordinal);
    }

    /// <summary>Whoever completes it would follow.</summary>
    [Fact]
    public async Task A_program_has_no_links()
    {
        var program = ProgramExport.Write(_folder["out"], [Of(Side.Head, Build(("App", "app")))], [], Runtime).Programs.Single();
        File.CreateSymbolicLink(_folder[$"out/{program.Folder}/libcore.so"], _folder["elsewhere"]);

        var problem = await Assert.ThrowsAsync<UsageException>(() => FindAsync(_folder["out"], Side.Head));

        Assert.Contains("libcore.so: is a link, which no program", problem.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("PACKAGE", "1.0.0+a", "runtimes/RID/native", "a.so")]
    [InlineData("newtonsoft.json", "1.0.0", "runtimes/RID/native", "a.so")]
    [InlineData("PACKAGE", "../1.0.0", "runtimes/RID/native", "a.so")]
    [InlineData("PACKAGE", "1.0.0", "runtimes/RID/../../../..", "a.so")]
    [InlineData("PACKAGE", "1.0.0", "tools", "a.so")]
    [InlineData("PACKAGE", "1.0.0", "runtimes/RID/native", "../a.so")]
    public void A_list_names_nothing_but_files_of_a_runtime(string id, string version, string folder, string file)
    {
        ProgramList.File.Write(_folder["programs.json"], new()
        {
            Rid = s_rid,
            Sides = [],
            Runtimes = [],
            Programs =
            [
                new("head", "src/App.csproj", "net10.0", Patch, "one", "App", "hash", null)
                {
                    FromPackages = [new(id.Replace("PACKAGE", s_package, StringComparison.Ordinal), version,
                        folder.Replace("RID", s_rid, StringComparison.Ordinal), [file])],
                },
            ],
        });

        Assert.EndsWith("src/App.csproj points out of the folder; build again", Refusal(_folder.Root), StringComparison.Ordinal);
    }

    private string Refusal(string folder) => Assert.Throws<UsageException>(() => ProgramFolder.Open(folder, Runtime)).Message;

    private async Task<Publication> FindAsync(string folder, Side side)
    {
        using var publisher = ProgramFolder.Open(folder, Runtime).Publisher(side, _folder.Root);
        return Assert.IsType<Publication>(Assert.Single(await publisher.PublishAllAsync([Request], TestContext.Current.CancellationToken)));
    }

    private PublishRequest Request => new(_folder["src/App.csproj"], "net10.0", Patch, s_rid);

    private BuiltSide Of(Side side, Publication program) => new(
        side, new SideTree(_folder.Root, side.Name(), new SourceInfo(null, null, null, false), null),
            new Dictionary<PublishRequest, PublishOutcome> { [Request] = program });

    private Publication Build(params (string Name, string Text)[] files)
    {
        var folder = _folder[$"built/{Guid.NewGuid():N}"];
        foreach (var (name, text) in files)
        {
            var file = Path.Combine(folder, name);
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, text);
        }

        return new Publication(folder, "App", ContentHash.OfFolder(folder), Patch);
    }

    private void AddPackage(params (string Name, string Text)[] files)
    {
        Directory.CreateDirectory(Feed);
        using var package = ZipFile.Open(Path.Combine(Feed, $"{s_package}.{Patch}.nupkg"), ZipArchiveMode.Create);
        Write($"{s_package}.nuspec", $"""
            <package><metadata><id>{s_package}</id><version>{Patch}</version><authors>tests</authors><description>tests</description></metadata></package>
            """);
        foreach (var (name, text) in files) Write(name.Replace("RID", s_rid, StringComparison.Ordinal), text);

        void Write(string name, string text)
        {
            using var writer = new StreamWriter(package.CreateEntry(name).Open());
            writer.Write(text);
        }
    }

    private static IEnumerable<string> Files(string folder) => Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories)
        .Select(file => Path.GetRelativePath(folder, file)).Order(StringComparer.Ordinal);
}
