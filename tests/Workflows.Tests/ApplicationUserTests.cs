using System.Diagnostics;
using Workflows.Tests.Policy;

namespace Workflows.Tests;

/// <summary>The script that a measuring job puts in the place of perfmatrix, so that it runs as root and still hears when its time is over.</summary>
public sealed class ApplicationUserTests : IDisposable
{
    // Notes that it was told to end, as perfmatrix does by its documents.
    private const string Tool = """
        #!/usr/bin/env bash
        trap 'echo told > told; exit 7' TERM
        echo "started $*"
        while :; do sleep 0.1; done

        """;

    private const string SudoStandIn = """
        #!/usr/bin/env bash
        while [[ $1 == --* ]]; do shift; done
        exec "$@"

        """;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("perfmatrix-wrapper-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_end_of_its_time_reaches_perfmatrix_through_sudo(bool hasRealSudo)
    {
        if (hasRealSudo) Assert.SkipUnless(await CanAsync("sudo", "--non-interactive", "true"), "sudo asks for a password, or is not here");
        Write("perfmatrix", Wrapper());
        Write("perfmatrix-itself", Tool);
        if (!hasRealSudo) Write("sudo", SudoStandIn);
        // In a session of its own, as the runner has no terminal.
        using var process = Start("setsid", "--wait", Path.Combine(_folder.FullName, "perfmatrix"), "compare", "two words");
        Assert.Equal("started compare two words", await process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken));

        Assert.True(await CanAsync("pkill", "--signal", "INT", "--full", $"^bash {_folder.FullName}/perfmatrix compare"));

        var (code, _, error) = await Eventually.EndsAsync(process);
        Assert.True(code == 7, $"{code}: {error}");
        Assert.True(File.Exists(Path.Combine(_folder.FullName, "told")));
    }

    [Fact]
    public async Task Its_exit_code_is_that_of_perfmatrix()
    {
        Write("perfmatrix", Wrapper());
        Write("perfmatrix-itself", "#!/usr/bin/env bash\nexit 3\n");
        Write("sudo", SudoStandIn);
        using var process = Start(Path.Combine(_folder.FullName, "perfmatrix"));
        Assert.Equal(3, (await Eventually.EndsAsync(process)).ExitCode);
    }

    /// <summary>What the step writes between its two marks.</summary>
    private static string Wrapper()
    {
        var step = Workflow.AllSteps.Single(step => step.Name == "Give the applications a user of their own");
        return step.Run!.Split("<<'END'\n")[1].Split("\nEND\n")[0] + "\n";
    }

    private async Task<bool> CanAsync(string program, params string[] arguments)
    {
        try
        {
            using var process = Start(program, arguments);
            return (await Eventually.EndsAsync(process)).ExitCode == 0;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return false; // it is not here
        }
    }

    private Process Start(string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = _folder.FullName,
        };
        start.Environment["PATH"] = $"{_folder.FullName}:{Environment.GetEnvironmentVariable("PATH")}";
        return Process.Start(start)!;
    }

    private void Write(string name, string text) => ProgramFile.Write(Path.Combine(_folder.FullName, name), text);
}
