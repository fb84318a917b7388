using System.CommandLine.Parsing;
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

    public static async Task<int> RunAsync(RootCommand root, string[] args, TextWriter output, TextWriter error)
    {
        var known = NewerWorkflow.Known(
            root, EmptyOptions.Drop(args), Environment.GetEnvironmentVariable, warning => error.WriteLine(Warning(warning)));
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
        catch (Exception problem) when (EndOf(problem) is { } end)
        {
            await error.WriteLineAsync($"perfmatrix: {end.Message}");
            return end.ExitCode;
        }
    }

    /// <summary>What a command says on standard error, and goes on.</summary>
    public static string Warning(string text) => $"perfmatrix: warning: {text}";

    /// <summary>The exit code of a problem, and what to say; null for one that nobody expects, which is a mistake of ours.</summary>
    private static (int ExitCode, string Message)? EndOf(Exception problem) => problem switch
    {
        UsageException => (Usage, problem.Message),
        IncompleteException or ArtifactException or DriverException or ProcessStartException => (Incomplete, problem.Message),
        GitHubException answer => (answer.IsRefused ? Usage : Incomplete, problem.Message),
        SideBuildException unbuilt => (unbuilt.Side == Side.Base ? Incomplete : Usage, problem.Message),
        HttpIOException or IOException { InnerException: SocketException } => (Incomplete, $"{problem.Message.TrimEnd('.')}."),
        IOException or UnauthorizedAccessException => (Incomplete, $"{problem.Message.TrimEnd('.')}. Check that the folder exists, is writable, "
            + "has free space, and is not used by another process."),
        RunInterruptedException => (Interrupted, $"interrupted; {problem.Message}"),
        OperationCanceledException => (Interrupted, "interrupted"),
        _ => null,
    };

    private static string CommandOf(CommandResult result) =>
        result.Parent is CommandResult parent ? $"{CommandOf(parent)} {result.Command.Name}" : "perfmatrix";
}

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

/// <summary>Options that this version does not know yet. A pull request that brings a newer perfmatrix runs with the workflows of head and the tool
/// of base; with <c>PERFMATRIX_UNKNOWN_OPTIONS=warn</c> what the workflow says more than the tool knows is left out, and said.</summary>
internal static class NewerWorkflow
{
    public const string Variable = "PERFMATRIX_UNKNOWN_OPTIONS";

    /// <summary>The arguments without such options and their values.</summary>
    public static IReadOnlyList<string> Known(
        RootCommand root, IReadOnlyList<string> arguments, Func<string, string?> environment, Action<string> warn) =>
        environment(Variable) == "warn" ? [.. Kept(Options(root, arguments), arguments, warn)] : arguments;

    private static IEnumerable<string> Kept(HashSet<string> known, IReadOnlyList<string> arguments, Action<string> warn)
    {
        for (var at = 0; at < arguments.Count; at++)
        {
            var name = arguments[at].Split('=')[0];
            if (!EmptyOptions.IsOption(name) || known.Contains(name))
            {
                yield return arguments[at];
                continue;
            }
            warn($"{name}: not known to this version; left out, because the workflow that gives it is newer");
            // Every option of a workflow has a value.
            if (name == arguments[at] && at + 1 < arguments.Count && !EmptyOptions.IsOption(arguments[at + 1])) at++;
        }
    }

    private static HashSet<string> Options(RootCommand root, IReadOnlyList<string> arguments)
    {
        Command command = root;
        foreach (var argument in arguments)
        {
            if (command.Subcommands.FirstOrDefault(one => one.Name == argument) is not { } next) break;
            command = next;
        }
        return [.. root.Options.Concat(command.Options).SelectMany(option => option.Aliases.Prepend(option.Name))];
    }
}

/// <summary>Options with an empty value, which count as not given: so a workflow hands its inputs on as they are, <c>--rounds "$ROUNDS"</c>, and
/// needs no logic for those that were left out. No option of ours has a meaning for an empty text.</summary>
internal static class EmptyOptions
{
    /// <summary>The arguments without such options, written as two arguments or as <c>--name=</c>.</summary>
    public static string[] Drop(IReadOnlyList<string> arguments) => [.. arguments.Where((argument, at) => !(IsOption(argument)
        ? argument.IndexOf('=') == argument.Length - 1 || arguments.ElementAtOrDefault(at + 1) is ""
        : argument.Length == 0 && at > 0 && IsOption(arguments[at - 1])))];

    internal static bool IsOption(string argument) => argument.StartsWith("--", StringComparison.Ordinal) && argument.Length > 2;
}
