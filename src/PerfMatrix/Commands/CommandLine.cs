using System.CommandLine;
using System.CommandLine.Parsing;
using System.Net.Sockets;
using PerfMatrix.GitHub.Rest;
using PerfMatrix.Measurement;
using Spectre.Console;

namespace PerfMatrix.Commands;

/// <summary>Runs a command and turns what goes wrong into messages and exit codes: the only place that does.</summary>
internal static class CommandLine
{
    public const int Good = 0;

    /// <summary>The gate found a regression, or a selftest a goal that is missed.</summary>
    public const int Regressed = 1;
    public const int Usage = 2;

    /// <summary>Incomplete: a planned cell could not be measured, or what was measured could not be written.</summary>
    public const int Incomplete = 3;

    /// <summary>Interrupted; what was measured is kept.</summary>
    public const int Interrupted = 130;

    /// <summary>After Ctrl-C, a command has this long to end its processes and write what it has.</summary>
    private static readonly TimeSpan s_cleanUp = TimeSpan.FromSeconds(30);

    /// <summary>Parses the arguments, runs the command and returns the exit code of the program.</summary>
    public static async Task<int> RunAsync(RootCommand root, string[] args, TextWriter output, TextWriter error)
    {
        var known = NewerWorkflow.Known(
            root, EmptyOptions.Drop(args), Environment.GetEnvironmentVariable, warning => error.WriteLine($"perfmatrix: warning: {warning}"));
        var line = root.Parse(known);
        if (line.Errors.Count > 0)
        {
            foreach (var problem in line.Errors) await error.WriteLineAsync($"perfmatrix: {problem.Message}");
            await error.WriteLineAsync($"perfmatrix: see '{CommandOf(line.CommandResult)} --help'");
            return Usage;
        }

        try
        {
            return await line.InvokeAsync(new()
            {
                EnableDefaultExceptionHandler = false,
                ProcessTerminationTimeout = s_cleanUp,
                Output = output,
                Error = error,
            });
        }
        catch (UsageException problem)
        {
            await error.WriteLineAsync($"perfmatrix: {problem.Message}");
            return Usage;
        }
        catch (IncompleteException problem)
        {
            await error.WriteLineAsync($"perfmatrix: {problem.Message}");
            return Incomplete;
        }
        catch (GitHubException problem)
        {
            await error.WriteLineAsync($"perfmatrix: {problem.Message}");
            return problem.IsRefused ? Usage : Incomplete;
        }
        catch (ArtifactException problem)
        {
            await error.WriteLineAsync($"perfmatrix: {problem.Message}");
            return Incomplete;
        }
        catch (SideBuildException problem)
        {
            await error.WriteLineAsync($"perfmatrix: {problem.Message}");
            return problem.Side == Side.Base ? Incomplete : Usage;
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            await error.WriteLineAsync(
                $"perfmatrix: {problem.Message.TrimEnd('.')}."
                    + (IsOfNetwork(problem) ? "" : " Check that the folder exists, is writable, has free space, "
                        + "and is not used by another process."));
            return Incomplete;
        }
        catch (OperationCanceledException interruption)
        {
            var kept = interruption is RunInterruptedException ? $"; {interruption.Message}" : "";
            await error.WriteLineAsync($"perfmatrix: interrupted{kept}");
            return Interrupted;
        }
    }

    private static bool IsOfNetwork(Exception problem) => problem is HttpIOException or { InnerException: SocketException };

    private static string CommandOf(CommandResult result) =>
        result.Parent is CommandResult parent ? $"{CommandOf(parent)} {result.Command.Name}" : "perfmatrix";
}

/// <summary>The console that tables go to.</summary>
internal static class Consoles
{
    /// <summary>Width of tables that go to a file or a pipe, where there is no terminal to ask.</summary>
    private const int WidthWithoutTerminal = 120;

    /// <summary>The process's console. <c>NO_COLOR</c> is honoured by Spectre.Console itself.</summary>
    public static IAnsiConsole Create()
    {
        if (!Console.IsOutputRedirected) return AnsiConsole.Create(new AnsiConsoleSettings());
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No,
            ColorSystem = ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
        });
        console.Profile.Width = WidthWithoutTerminal;
        return console;
    }
}
