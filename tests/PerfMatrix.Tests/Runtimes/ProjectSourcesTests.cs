using PerfMatrix.Runtimes;
using PerfMatrix.Shared;

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
        _folder.Write("elsewhere/bin/Made.cs", "");
        _folder.Write("odd/odd.csproj", "<Project>\n  <ItemGroup>\n    <Compile Include=\"$(Elsewhere)/*.cs\" />\n  </ItemGroup>\n</Project>");

        Assert.Contains("elsewhere/Shared.cs", SourcesOf("odd"));
        Assert.DoesNotContain("elsewhere/bin/Made.cs", SourcesOf("odd"));
    }

    [Fact]
    public void A_project_that_is_not_xml_is_wrong_usage()
    {
        var project = _folder.Write("odd/odd.csproj", "<Project>\n  <ItemGroup>\n");

        Assert.StartsWith($"{project}(3,1): the project file is not XML: ", Assert.Throws<UsageException>(() => ProjectSources.Of(project)).Message);
    }

    private IEnumerable<string> Sources() => SourcesOf("app");

    private IEnumerable<string> SourcesOf(string project) =>
        ProjectSources.Of(_folder.In(project, project + ".csproj")).Select(file => Path.GetRelativePath(_folder.Root, file));
}
