using System.CommandLine;
using System.Net.Sockets;
using PerfMatrix.Commands;
using PerfMatrix.Drivers;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests.Commands;

public sealed class CommandLineTests
{
    public static TheoryData<Exception, int, string> Problems => new()
    {
        { new UsageException("run.json: found no run"), CommandLine.Usage, "perfmatrix: run.json: found no run" },
        { new IncompleteException("2 cells are missing"), CommandLine.Incomplete, "perfmatrix: 2 cells are missing" },
        { new DriverException("PerfMatrix.Launcher is not built: expected /x/PerfMatrix.Launcher."), CommandLine.Incomplete,
            "perfmatrix: PerfMatrix.Launcher is not built: expected /x/PerfMatrix.Launcher." },
        { new ProcessStartException("'dotnet' could not be started: there is no such program."), CommandLine.Incomplete,
            "perfmatrix: 'dotnet' could not be started: there is no such program." },
        { new DirectoryNotFoundException("Could not find a part of the path '/gone/block.json'."), CommandLine.Incomplete,
            "perfmatrix: Could not find a part of the path '/gone/block.json'. Check" },
        { new IOException("No space left on device : '/x/run.json'"), CommandLine.Incomplete,
            "perfmatrix: No space left on device : '/x/run.json'. Check" },
        { new IOException("The connection was reset.", new SocketException()), CommandLine.Incomplete, "perfmatrix: The connection was reset." },
        { new UnauthorizedAccessException("Access to the path '/root/x' is denied."), CommandLine.Incomplete,
            "perfmatrix: Access to the path '/root/x' is denied. Check" },
        { new OperationCanceledException(), CommandLine.Interrupted, "perfmatrix: interrupted" },
    };

    [Theory]
    [MemberData(nameof(Problems))]
    public async Task What_goes_wrong_is_one_line_and_an_exit_code(Exception problem, int code, string text)
    {
        var (output, error) = (new StringWriter(), new StringWriter());
        var command = new Command("fail");
        command.SetAction((_, _) => Task.FromException<int>(problem));

        Assert.Equal(code, await CommandLine.RunAsync(new RootCommand { command }, ["fail"], output, error));

        Assert.StartsWith(text, Assert.Single(error.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries)), StringComparison.Ordinal);
        Assert.Empty(output.ToString());
    }
}
