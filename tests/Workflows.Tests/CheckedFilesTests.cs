using System.Diagnostics;
using System.Security.Cryptography;
using Workflows.Tests.Policy;

namespace Workflows.Tests;

/// <summary>The script between measuring and uploading: what has no hash, or another one than when it was written, is not uploaded.</summary>
public sealed class CheckedFilesTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("perfmatrix-checked-");

    public CheckedFilesTests()
    {
        File.WriteAllText(PathOf("run.json"), "{}");
        File.WriteAllText(PathOf("SHA256SUMS"), $"{HashOf("run.json")}  run.json\n");
    }

    public void Dispose() => _folder.Delete(recursive: true);

    /// <summary>In pieces of three digits, so that no hidden value, such as a port, is in it: the runner would hand on nothing.</summary>
    [Fact]
    public async Task Files_that_nobody_changed_are_uploaded_and_their_hash_is_handed_on()
    {
        Assert.Equal(0, await CheckAsync(HashOf("SHA256SUMS")));
        Assert.Equal([$"seal-3={string.Join('~', HashOf("SHA256SUMS").Chunk(3).Select(piece => new string(piece)))}", "sealed=true"], Outputs());
    }

    [Theory]
    [InlineData("run.json")]
    [InlineData("SHA256SUMS")]
    public async Task A_changed_file_fails_the_job(string file)
    {
        var seal = HashOf("SHA256SUMS");
        File.AppendAllText(PathOf(file), " ");

        Assert.Equal(1, await CheckAsync(seal));
        Assert.Empty(Outputs());
    }

    [Fact]
    public async Task What_lies_there_although_nothing_was_sealed_is_not_uploaded()
    {
        Assert.Equal(0, await CheckAsync(null));
        Assert.Empty(Outputs());
    }

    private async Task<int> CheckAsync(string? seal)
    {
        var script = Workflow.AllSteps.Single(step => step.Name == "Check what was measured").Run!;
        var start = new ProcessStartInfo("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["SEAL"] = seal is null ? "" : $"{seal}  {PathOf("SHA256SUMS")}";
        start.Environment["GROUP"] = "3";
        start.Environment["GITHUB_OUTPUT"] = PathOf("outputs");
        using var process = Process.Start(start)!;
        return (await Eventually.EndsAsync(process)).ExitCode;
    }

    private string[] Outputs() => File.Exists(PathOf("outputs")) ? File.ReadAllLines(PathOf("outputs")) : [];

    private string PathOf(string name) => Path.Combine(_folder.FullName, name);

    private string HashOf(string name) => Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(PathOf(name))));
}
