using PerfMatrix.Runtimes;
using PerfMatrix.Shared;
using PerfMatrix.Tests.EndToEnd;

namespace PerfMatrix.Tests.Runtimes;

public sealed class ProjectSourcesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public ProjectSourcesTests()
    {
        _folder.Write(".git", "");
        _folder.Write("Directory.Build.props", """<Project><Import Project="build/common.props" /></Project>""");
        _folder.Write("build/common.props", "<Project />");
        _folder.Write("global.json", "{}");
        _folder.Write("app/app.csproj", """
            <Project Sdk="Microsoft.NET.Sdk">
              <Import Project="$([MSBuild]::GetPathOfFileAbove('x.props'))" />
              <ItemGroup>
                <ProjectReference Include="..\lib\lib.csproj" />
                <Compile Include="../shared/**/*.cs" LinkBase="Shared" />
                <Content Include="$(MSBuildThisFileDirectory)../data/values.json" />
              </ItemGroup>
            </Project>
            """);
        _folder.Write("app/Program.cs", "");
        _folder.Write("app/obj/generated.cs", "");
        _folder.Write("app/bin/app.dll", "");
        _folder.Write("app/.vs/state", "");
        _folder.Write("lib/lib.csproj", """<Project><ItemGroup><ProjectReference Include="../app/app.csproj" /></ItemGroup></Project>""");
        _folder.Write("lib/inner/Code.cs", "");
        _folder.Write("shared/Linked.cs", "");
        _folder.Write("shared/deep/Linked.cs", "");
        _folder.Write("shared/notes.txt", "");
        _folder.Write("data/values.json", "");
        _folder.Write("other/other.csproj", "<Project />");
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_sources_are_those_of_the_project_its_references_and_the_settings_above() =>
        Assert.Equal(
            [
                "Directory.Build.props", "app/Program.cs", "app/app.csproj", "build/common.props", "data/values.json", "global.json",
                "lib/inner/Code.cs", "lib/lib.csproj", "shared/Linked.cs", "shared/deep/Linked.cs",
            ],
            Sources().Order(StringComparer.Ordinal));

    [Fact]
    public void Settings_outside_the_repository_are_not_read()
    {
        _folder.Write("inner/.git", "gitdir: elsewhere");
        _folder.Write("inner/inner.csproj", "<Project />");

        Assert.Equal(["inner/inner.csproj"], SourcesOf("inner"));
    }

    [Fact]
    public void Behind_a_path_that_cannot_be_followed_may_be_anything_of_the_repository()
    {
        _folder.Write("elsewhere/Shared.cs", "");
        _folder.Write("odd/odd.csproj", "<Project>\n  <ItemGroup>\n    <Compile Include=\"$(Elsewhere)/*.cs\" />\n  </ItemGroup>\n</Project>");

        Assert.Contains("elsewhere/Shared.cs", SourcesOf("odd"));
    }

    /// <summary>Not ours to judge: it may be no MSBuild file at all.</summary>
    [Fact]
    public void A_file_that_should_be_XML_and_is_not_may_name_anything()
    {
        _folder.Write("elsewhere/values.props", "a=b");
        AssertCounts("anywhere/at/all.txt", "<ItemGroup><Content Include=\"../elsewhere/*.props\" /></ItemGroup>");
    }

    [Fact]
    public void A_project_that_is_not_xml_is_wrong_usage()
    {
        var project = _folder.Write("odd/odd.csproj", "<Project>\n  <ItemGroup>\n");

        Assert.StartsWith($"{project}(3,1): the project file is not XML: ", Assert.Throws<UsageException>(() => ProjectSources.Of(project)).Message);
    }

    /// <summary>Only what a build has made is passed over; a folder of the domain may have the same name.</summary>
    [Theory]
    [InlineData("app/Features/Artifacts/Code.cs")]
    [InlineData("app/Warehouse/Bin/Code.cs")]
    [InlineData("app/Lab/TestResults/Code.cs")]
    [InlineData("app/Lab/obj/Code.cs")]
    public void A_folder_named_like_an_output_counts(string file) => AssertCounts(file);

    [Theory]
    [InlineData("artifacts/made.cs")]
    [InlineData("app/node_modules/made.cs")]
    [InlineData("app/Bin/made.cs")]
    public void What_a_build_has_made_does_not_count(string file)
    {
        _folder.Write(file, "");
        _folder.Write("odd/odd.csproj", """<Project><ItemGroup><Compile Include="$(Elsewhere)" /></ItemGroup></Project>""");

        Assert.DoesNotContain(file, Sources().Concat(SourcesOf("odd")));
    }

    /// <summary>Whatever the folder is called: somebody put it there, and a project may compile it.</summary>
    [Fact]
    public void What_git_keeps_counts_in_any_folder()
    {
        using var folder = new TemporaryFolder();
        folder.Write("app/app.csproj", """<Project><ItemGroup><Compile Include="../lib/**/*.cs" /></ItemGroup></Project>""");
        string[] files = ["app/bin/Code.cs", "app/node_modules/Code.cs", "lib/.hidden/Code.cs", "lib/obj/Code.cs"];
        foreach (var file in files) folder.Write(file, "");
        folder.Write("lib/lib.csproj", "<Project />");
        var git = new PerfMatrix.Shared.Processes.Git(folder.Root);
        git.Ask("init", "--quiet");
        git.Ask("add", "--all", "--force");
        folder.Write("lib/.made/Code.cs", "");

        var sources = ProjectSources.Of(folder.In("app", "app.csproj")).Select(file => Path.GetRelativePath(folder.Root, file)).ToList();

        Assert.Superset(files.ToHashSet(), sources.ToHashSet());
        Assert.DoesNotContain("lib/.made/Code.cs", sources);
    }

    [Theory]
    [InlineData("<Protobuf Include=\"../protos/shop.proto\" />", "protos/shop.proto")]
    [InlineData("<Protobuf Include=\"../protos/shop.proto\" />", "protos/what-it-imports.proto")]
    [InlineData("<Reference Include=\"x\" HintPath=\"../libs/x.dll\" />", "libs/x.dll")]
    [InlineData("<Reference Include=\"x\"><HintPath>..\\libs\\x.dll</HintPath></Reference>", "libs/what-x-needs.dll")]
    [InlineData("<Analyzer Include=\"../libs/x.dll\" />", "libs/x.dll")]
    [InlineData("<Resource Include=\"../libs/icon.png\" />", "libs/icon.png")]
    [InlineData("<Whatever Include=\"../libs/x.txt\" />", "libs/x.txt")]
    [InlineData("<Compile Include=\"%2e%2e/libs/Code.cs\" />", "libs/Code.cs")]
    [InlineData("<Compile Update=\"../libs/Code.cs\" />", "libs/Code.cs")]
    [InlineData("<Compile Include=\"../**/Code.cs\" />", "libs/Code.cs")]
    [InlineData("<Compile Include=\"../lib?/Code.cs\" />", "libs/Code.cs")]
    [InlineData("<Compile Include=\"$(MSBuildProjectDirectory)/../libs/Code.cs\" />", "libs/Code.cs")]
    [InlineData("<ProjectReference Include=\"../l*/*.csproj\" />", "libs/inner/Code.cs")]
    public void A_file_elsewhere_counts_whatever_names_it(string item, string file)
    {
        _folder.Write("libs/libs.csproj", "<Project />");
        foreach (var there in new[] { "protos/shop.proto", "libs/x.dll" }) _folder.Write(there, "");
        AssertCounts(file, $"<ItemGroup>{item}</ItemGroup>");
    }

    [Theory]
    [InlineData("<PropertyGroup><AssemblyOriginatorKeyFile>../keys/shop.snk</AssemblyOriginatorKeyFile></PropertyGroup>", "keys/shop.snk")]
    [InlineData("<PropertyGroup><Fast Condition=\"Exists('../keys/fast.txt')\">true</Fast></PropertyGroup>", "keys/fast.txt")]
    [InlineData("<PropertyGroup><RestoreSources>../feed</RestoreSources></PropertyGroup>", "feed/x.1.0.0.nupkg")]
    [InlineData("<Import Project=\"$([MSBuild]::GetPathOfFileAbove('Common.props'))\" />", "Common.props")]
    [InlineData("<Import Project=\"$([MSBuild]::GetPathOfFileAbove('Common.props', '$(MSBuildThisFileDirectory)../'))\" />", "Common.props")]
    public void What_a_project_reads_beside_its_items_counts(string content, string file) => AssertCounts(file, content);

    [Fact]
    public void What_is_imported_from_above_is_read_too_and_its_items_count_from_the_project()
    {
        _folder.Write("Common.props", """<Project><ItemGroup><Compile Include="../odd-files/*.cs" /></ItemGroup></Project>""");
        AssertCounts("odd-files/Code.cs", "<Import Project=\"$([MSBuild]::GetPathOfFileAbove('Common.props'))\" />");
    }

    [Fact]
    public void A_feed_in_the_repository_counts()
    {
        _folder.Write("nuget.config", """<configuration><packageSources><add key="ours" value="./packages" /></packageSources></configuration>""");
        AssertCounts("packages/x.1.0.0.nupkg");
    }

    /// <summary>What runs while it builds may read anything, and so may be read what only MSBuild can name.</summary>
    [Theory]
    [InlineData("<Target Name=\"T\"><Exec Command=\"tools/generate\" /></Target>")]
    [InlineData("<Target Name=\"T\"><Generate /></Target>")]
    [InlineData("<UsingTask TaskName=\"T\" AssemblyFile=\"t.dll\" />")]
    [InlineData("<ItemGroup><ProjectReference Include=\"../g/g.csproj\" OutputItemType=\"Analyzer\" /></ItemGroup>")]
    [InlineData("<ItemGroup><Compile Include=\"$(Elsewhere)\" /></ItemGroup>")]
    [InlineData("<ItemGroup><Compile Include=\"@(Named->'../%(Filename).cs')\" /></ItemGroup>")]
    [InlineData("<Import Project=\"$(Elsewhere)\" />")]
    [InlineData("<ItemGroup><Reference Include=\"x\"><HintPath>$(Elsewhere)/x.dll</HintPath></Reference></ItemGroup>")]
    [InlineData("<PropertyGroup><ApplicationIcon>$(Elsewhere)icon.ico</ApplicationIcon></PropertyGroup>")]
    [InlineData("<PropertyGroup><Text>$([System.IO.File]::ReadAllText('x'))</Text></PropertyGroup>")]
    [InlineData("<PropertyGroup><DefaultItemExcludesInProjectFolder></DefaultItemExcludesInProjectFolder></PropertyGroup>")]
    [InlineData("<ItemGroup><Compile Include=\"$(NuGetPackageRoot)/../../x.cs\" /></ItemGroup>")]
    [InlineData("<PropertyGroup><NuGetPackageRoot>../x/</NuGetPackageRoot></PropertyGroup>")]
    [InlineData("<PropertyGroup><defaultItemExcludes>x</defaultItemExcludes></PropertyGroup>")]
    [InlineData("<PropertyGroup><CustomBeforeMicrosoftCommonProps>x</CustomBeforeMicrosoftCommonProps></PropertyGroup>")]
    [InlineData("<PropertyGroup><Icon>$([System.IO.Path]::Combine('..', 'x.ico'))</Icon></PropertyGroup>")]
    [InlineData("<ItemGroup><Service Include=\"../x.cs\" /><Compile Include=\"@(Service)\" /></ItemGroup>")]
    [InlineData("<ItemGroup><ProjectReference Include=\"../g/g.csproj\"><OutputItemType>analyzer</OutputItemType></ProjectReference></ItemGroup>")]
    [InlineData("<Target Name=\"T\"><ReadLinesFromFile File=\"x\"><Output TaskParameter=\"Lines\" ItemName=\"C\" /></ReadLinesFromFile></Target>")]
    public void Where_anything_may_be_read_the_whole_repository_counts(string content) => AssertCounts("anywhere/at/all.txt", content);

    /// <summary>Otherwise no change of documentation would be a fast green.</summary>
    [Theory]
    [InlineData("<ItemGroup><InternalsVisibleTo Include=\"$(AssemblyName).Tests\" /></ItemGroup>")]
    [InlineData("<ItemGroup><PackageReference Include=\"A.B\" Version=\"$(Version).1\" /></ItemGroup>")]
    [InlineData("<PropertyGroup><NoWarn>$(NoWarn);CS1591</NoWarn><RootNamespace>Shop.$(MSBuildProjectName)</RootNamespace></PropertyGroup>")]
    [InlineData("<PropertyGroup><RepositoryUrl>https://github.com/$(Owner)/shop</RepositoryUrl><OutputPath>$(Root)/out</OutputPath></PropertyGroup>")]
    [InlineData("<PropertyGroup><DockerfileContext>..\\..</DockerfileContext><RepoRoot>..\\</RepoRoot></PropertyGroup>")]
    [InlineData("<Import Project=\"$(MSBuildExtensionsPath)/x.props\" Condition=\"Exists('$(MSBuildExtensionsPath)/x.props')\" />")]
    [InlineData("<Target Name=\"T\" DependsOnTargets=\"$(Before)\"><Error Condition=\"'$(A)' == ''\" Text=\"$(B) is/was bad\" /></Target>")]
    public void What_names_no_file_makes_nothing_count(string content)
    {
        _folder.Write("anywhere/at/all.txt", "");
        _folder.Write("odd/odd.csproj", $"<Project>{content}</Project>");

        Assert.DoesNotContain("anywhere/at/all.txt", SourcesOf("odd"));
    }

    /// <summary>The documentation of this repository is in no workload.</summary>
    [Fact]
    public void The_workloads_of_this_repository_are_built_from_few_files() =>
        Assert.All(Directory.GetFiles(Checkout.File("workloads"), "*.csproj", SearchOption.AllDirectories), project =>
            Assert.All(ProjectSources.Of(project).Select(file => Path.GetRelativePath(Checkout.Root, file).Split('/')), path =>
                Assert.True(path is ["workloads" or "src", ..] or [_], string.Join('/', path))));

    /// <summary>Otherwise each test in one would publish anew what others have published.</summary>
    [Fact]
    public void A_scratch_checkout_has_every_file_that_its_workloads_are_built_from()
    {
        using var checkout = new ScratchCheckout();
        Assert.All(Directory.GetFiles(Checkout.File("workloads"), "*.csproj", SearchOption.AllDirectories), project =>
            Assert.Equal(SourcesBelow(Checkout.Root, project),
                SourcesBelow(checkout.Root, Path.Combine(checkout.Root, Path.GetRelativePath(Checkout.Root, project)))));
    }

    private static IEnumerable<string> SourcesBelow(string root, string project) =>
        ProjectSources.Of(project).Select(file => Path.GetRelativePath(root, file));

    private void AssertCounts(string file, string content = "")
    {
        if (!File.Exists(_folder.In(file.Split('/')))) _folder.Write(file, "");
        _folder.Write("odd/odd.csproj", $"<Project>{content}</Project>");

        Assert.Contains(file, SourcesOf(content.Length > 0 || !file.StartsWith("app/", StringComparison.Ordinal) ? "odd" : "app"));
    }

    private IEnumerable<string> Sources() => SourcesOf("app");

    private IEnumerable<string> SourcesOf(string project) =>
        ProjectSources.Of(_folder.In(project, project + ".csproj")).Select(file => Path.GetRelativePath(_folder.Root, file));
}
