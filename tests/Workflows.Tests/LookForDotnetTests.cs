using Workflows.Tests.Policy;

namespace Workflows.Tests;

/// <summary>The script by which a job that only runs the tool sees whether its runner has a .NET for it.</summary>
public sealed class LookForDotnetTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("perfmatrix-dotnet-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData("8.0.414 [/usr/share/dotnet/sdk]\n9.0.310 [/usr/share/dotnet/sdk]\n10.0.102 [/usr/share/dotnet/sdk]", true)]
    [InlineData("10.0.100-rc.2.25502.107 [/usr/share/dotnet/sdk]", false)]
    [InlineData("8.0.110 [/usr/share/dotnet/sdk]\n9.0.100 [/opt/10.0.1/sdk]", false)]
    [InlineData("11.0.100 [/usr/share/dotnet/sdk]", false)]
    [InlineData("", false)]
    public async Task Another_SDK_is_installed_where_there_is_none_of_10(string installed, bool isFound)
    {
        ProgramFile.Write(Path.Combine(_folder.FullName, "dotnet"), $"#!/bin/sh\ncat <<'END'\n{installed}\nEND\n");

        Assert.Equal(isFound ? "found=true\n" : "", await OutputAsync());
    }

    [Fact]
    public async Task A_runner_without_dotnet_gets_one()
    {
        ProgramFile.Write(Path.Combine(_folder.FullName, "dotnet"), "#!/bin/sh\necho 'dotnet: not found' >&2\nexit 127\n");

        Assert.Equal("", await OutputAsync());
    }

    private async Task<string> OutputAsync()
    {
        var output = Path.Combine(_folder.FullName, "output");
        File.WriteAllText(output, "");
        var script = Workflow.AllSteps.First(step => step.Name == "Look for .NET").Run!;
        var (code, said) = await Tool.RunAsync("env", $"PATH={_folder.FullName}:{Environment.GetEnvironmentVariable("PATH")}",
            $"GITHUB_OUTPUT={output}", "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script);
        Assert.True(code == 0, said);
        return File.ReadAllText(output);
    }
}
