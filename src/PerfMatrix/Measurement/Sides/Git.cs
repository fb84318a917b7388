using PerfMatrix.Runtimes;

namespace PerfMatrix.Measurement;

/// <summary>The <c>git</c> command in a folder, never asking a question and untouched by the variables of a hook that may have called this program.</summary>
/// <param name="runner">Runs it.</param>
/// <param name="folder">The folder.</param>
public sealed class Git(IProcessRunner runner, string folder)
{
    /// <summary>Variables that point git at another repository than the one of its folder (<c>git rev-parse --local-env-vars</c>); hooks set them.</summary>
    private static readonly string[] s_redirecting =
    [
        "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_SHALLOW_FILE",
    ];

    /// <summary>The folder it runs in.</summary>
    public string Folder => folder;

    /// <summary>Runs git with the arguments.</summary>
    /// <exception cref="UsageException">There is no git.</exception>
    public async Task<ProcessResult> RunAsync(CancellationToken cancellation, params string[] arguments)
    {
        try
        {
            return await runner.RunAsync(new ProcessRequest("git", arguments, folder, Environment()), cancellation);
        }
        catch (ProcessStartException problem)
        {
            throw new UsageException($"{problem.Message} Commits are read with git: install it and put it into PATH.", problem);
        }
    }

    /// <summary>What git answered, trimmed; null when it said no.</summary>
    /// <exception cref="UsageException">There is no git.</exception>
    public async Task<string?> AskAsync(CancellationToken cancellation, params string[] arguments)
    {
        var result = await RunAsync(cancellation, arguments);
        return result.ExitCode == 0 ? string.Join('\n', result.Output).Trim() : null;
    }

    /// <summary>Has git do something.</summary>
    /// <exception cref="UsageException">It could not; the message holds its own words.</exception>
    public async Task DoAsync(CancellationToken cancellation, params string[] arguments)
    {
        var result = await RunAsync(cancellation, arguments);
        if (result.ExitCode != 0)
            throw new UsageException($"'git {string.Join(' ', arguments)}' in {folder} ended with code {result.ExitCode}: {Words(result)}");
    }

    /// <summary>What git said of its failure, in one line.</summary>
    public static string Words(ProcessResult result) => string.Join(' ', result.Error.Concat(result.Output).Select(line => line.Trim()).Where(line => line.Length > 0));

    private static Dictionary<string, string> Environment()
    {
        var environment = System.Environment.GetEnvironmentVariables()
            .Cast<System.Collections.DictionaryEntry>()
            .Where(variable => !s_redirecting.Contains((string)variable.Key))
            .ToDictionary(variable => (string)variable.Key, variable => variable.Value as string ?? "");
        environment["GIT_TERMINAL_PROMPT"] = "0";
        environment["LC_ALL"] = "C";
        return environment;
    }
}
