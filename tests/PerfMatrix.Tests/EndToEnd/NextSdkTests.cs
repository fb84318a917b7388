using System.IO.Compression;
using PerfMatrix.Configuration;
using PerfMatrix.Measurement;
using PerfMatrix.Shared.Builds;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary>An application for .NET 11 is planned and built where <c>dotnet</c> answers as SDK 11 does, from a feed that is a folder.</summary>
[Collection("end to end")]
[Trait("kind", "processes")]
public sealed class NextSdkTests : IDisposable
{
    private readonly ForeignRepository _repository = new();
    private readonly TheProgram _program = new();
    private readonly TemporaryFolder _folder = new();

    public NextSdkTests()
    {
        _repository.AddProject("src/Shop", "Shop", "net11.0");
        _repository.Write(ConfigurationFiles.Own, """
            runtimes: [net11.0]
            jobs: { shop: { project: src/Shop/Shop.csproj, variables: { readyPath: /products } } }
            scenarios: { products: { application: { job: shop }, load: { variables: { path: /products } } } }
            """);
        _repository.Write("nuget.config", """
            <configuration><packageSources><clear /><add key="feed" value="feed" /></packageSources></configuration>
            """);
        foreach (var pack in new[] { "NETCore", "AspNetCore" })
            AddPackage($"Microsoft.{pack}.App.Runtime.{RuntimeIdentifiers.OfThisMachine()}", "11.0.0");
        _repository.Commit();
    }

    public void Dispose()
    {
        _program.Dispose();
        _repository.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task With_SDK_11_the_application_is_built_for_the_newest_patch_of_the_feed()
    {
        var built = await BuildAsync("11.0.100");

        Assert.True(built.ExitCode == 0, built.Error + built.Output);
        var list = ProgramList.File.Read(ProgramList.File.In(_folder["out"]));
        Assert.Equal(("net11.0", "11.0.0", null), (list.Runtimes[0].Runtime, list.Runtimes[0].Patch, list.Runtimes[0].Reason));
        Assert.Equal("11.0.100", Assert.Single(list.Sides).Sdk);
        var program = Assert.Single(list.Programs);
        Assert.Equal(("src/Shop/Shop.csproj", "net11.0", "11.0.0", "Shop", null),
            (program.Project, program.Framework, program.Patch, program.Executable, program.Failure));
    }

    [Fact]
    public async Task With_SDK_10_it_says_what_is_missing()
    {
        var refused = await BuildAsync("10.0.401");

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("needs SDK 11.0; this machine has 10.0.401", refused.Error, StringComparison.Ordinal);
    }

    private Task<TheProgram.Outcome> BuildAsync(string sdk)
    {
        var dotnet = ProgramFile.Write(_folder["bin/dotnet"], $$"""
            #!/bin/sh
            if [ "$1" = --version ]; then echo {{sdk}}; exit; fi
            while [ $# -gt 0 ]; do
              case "$1" in
                --output) output=$2 ;;
                -p:RuntimeFrameworkVersion=*) patch=${1#*=} ;;
              esac
              shift
            done
            mkdir -p "$output"
            printf '#!/bin/sh\n' > "$output/Shop"
            cat > "$output/Shop.runtimeconfig.json" <<END
            { "runtimeOptions": { "includedFrameworks": [
              { "name": "Microsoft.NETCore.App", "version": "$patch" }, { "name": "Microsoft.AspNetCore.App", "version": "$patch" } ] } }
            END
            """);
        return _program.RunAsync(["github", "build", "--gc", "workstation", "--out", _folder["out"]], _repository.Root,
            ("PATH", $"{Path.GetDirectoryName(dotnet)}:{Environment.GetEnvironmentVariable("PATH")}"));
    }

    private void AddPackage(string id, string version)
    {
        var path = _repository[$"feed/{id}.{version}.nupkg"];
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        using var package = ZipFile.Open(path, ZipArchiveMode.Create);
        using var writer = new StreamWriter(package.CreateEntry($"{id}.nuspec").Open());
        writer.Write(
            $"<package><metadata><id>{id}</id><version>{version}</version><authors>a</authors><description>d</description></metadata></package>");
    }
}
