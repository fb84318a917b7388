using System.Diagnostics;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests.Processes;

public sealed class ProcessRunnerTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly SystemProcessRunner _runner = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Output_error_and_exit_code_come_back()
    {
        var result = await _runner.RunAsync(Shell("echo one; echo two >&2; echo \"$GREETING\"; exit 7"), CancellationToken.None);

        Assert.Equal(7, result.ExitCode);
        Assert.Equal(["one", "hello there"], result.Output);
        Assert.Equal(["two"], result.Error);
    }

    [Fact]
    public async Task Nothing_of_the_environment_is_inherited()
    {
        Environment.SetEnvironmentVariable("PERFMATRIX_TEST_LEAK", "1");
        var result = await _runner.RunAsync(Shell("env"), CancellationToken.None);

        Assert.DoesNotContain(result.Output, line => line.StartsWith("PERFMATRIX_TEST_LEAK", StringComparison.Ordinal));
    }

    [Fact]
    public async Task More_output_than_a_pipe_holds_does_not_block()
    {
        var result = await _runner.RunAsync(Shell("seq 1 50000; seq 1 50000 >&2"), CancellationToken.None);

        Assert.Equal(50000, result.Output.Count);
        Assert.Equal(50000, result.Error.Count);
    }

    [Fact]
    public async Task Cancelling_kills_the_process_and_what_it_started()
    {
        using var cancelled = new CancellationTokenSource();
        var running = _runner.RunAsync(
            Shell($"sleep 600 & echo $! > {_folder.In("child")}; echo $$ > {_folder.In("parent")}; wait"), cancelled.Token);
        var processes = new[] { await PidAsync("child"), await PidAsync("parent") };

        await cancelled.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
        foreach (var process in processes)
            await Eventually.IsGoneAsync(process);
    }

    [Fact]
    public async Task A_process_dies_with_the_one_that_asked_for_it()
    {
        // The runner holds the standard input of what it starts; this is what the system does to it when the runner's process is killed.
        var command = LifeLine.Command("KILL", "/bin/sh", ["-c", $"echo $$ > {_folder.In("child")}; exec sleep 600"]);
        var start = new ProcessStartInfo(command[0], command.Skip(1))
        {
            RedirectStandardInput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        using var watched = Process.Start(start)!;
        var child = await PidAsync("child");

        watched.StandardInput.Close();

        await watched.WaitForExitAsync(TestContext.Current.CancellationToken);
        await Eventually.IsGoneAsync(child);
    }

    [Fact]
    public async Task A_program_that_does_not_exist_is_told_apart()
    {
        var failure = await Assert.ThrowsAsync<ProcessStartException>(() =>
            _runner.RunAsync(new ProcessRequest("no-such-program", [], _folder.Root, new Dictionary<string, string>
            {
                ["PATH"] = "/usr/bin:/bin",
            }), CancellationToken.None));

        Assert.Contains("no-such-program", failure.Message);
    }

    [Fact]
    public async Task Input_and_output_may_be_bytes()
    {
        byte[] bytes = [0, 13, 10, 255, 10];
        using var output = new MemoryStream();

        var result = await _runner.RunAsync(Shell("cat") with { Input = bytes, Output = output }, CancellationToken.None);

        Assert.Equal((0, 0), (result.ExitCode, result.Output.Count));
        Assert.Equal(bytes, output.ToArray());
    }

    [Fact]
    public async Task A_process_that_does_not_read_its_input_answers_all_the_same() =>
        Assert.Equal(3, (await _runner.RunAsync(Shell("exit 3") with { Input = new byte[1_000_000] }, CancellationToken.None)).ExitCode);

    [Theory]
    [InlineData("sh", true)]
    [InlineData("no-such-program", false)]
    public void A_program_is_found_on_the_search_path(string program, bool isThere) =>
        Assert.Equal(isThere, SystemProcessRunner.Find(program, $"/nowhere{Path.PathSeparator}/bin") is not null);

    private ProcessRequest Shell(string script) =>
        new("/bin/sh", ["-c", script], _folder.Root, new Dictionary<string, string> { ["PATH"] = "/usr/bin:/bin", ["GREETING"] = "hello there" });

    private async Task<int> PidAsync(string file)
    {
        var pid = 0;
        await Eventually.IsTrueAsync(
            () => File.Exists(_folder.In(file)) && int.TryParse(File.ReadAllText(_folder.In(file)), out pid), $"a process id in {file}");
        return pid;
    }
}
