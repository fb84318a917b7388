using System.Diagnostics;
using Workflows.Tests.Policy;

namespace Workflows.Tests;

/// <summary>The script by which applications get what no file may hold.</summary>
public sealed class VariablesTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("perfmatrix-variables-");

    public void Dispose() => _folder.Delete(recursive: true);

    /// <summary>The runner replaces a masked text wherever it stands, in words too.</summary>
    [Fact]
    public async Task Values_are_hidden_in_the_log_unless_they_are_so_short_that_the_log_would_be()
    {
        var file = Path.Combine(_folder.FullName, "environment");
        var start = new ProcessStartInfo("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", Script()])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["VARIABLES"] = "Flag=1\nToken=s3%25t\r\nEmpty=\nno variable\nDatabase=Host=db";
        start.Environment["GITHUB_ENV"] = file;
        using var process = Process.Start(start)!;

        var (code, output, error) = await Eventually.EndsAsync(process);

        Assert.True(code == 0, error);
        Assert.Equal("::add-mask::s3%2525t\n::add-mask::Host=db\n", output);
        Assert.Equal(["PERFMATRIX_VARIABLE_Flag=1", "PERFMATRIX_VARIABLE_Token=s3%25t", "PERFMATRIX_VARIABLE_Database=Host=db"],
            await File.ReadAllLinesAsync(file, TestContext.Current.CancellationToken));
    }

    private static string Script() => Workflow.AllSteps.First(step => step.Name == "Give the applications their variables").Run!;
}
