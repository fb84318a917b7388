namespace PerfMatrix.Shared.Processes;

/// <summary>The <c>git</c> command in a folder, never asking a question and untouched by the variables of a hook that called us.</summary>
/// <param name="settings">Configuration for these commands, through the environment: tokens in it are neither on a command line nor on disk.</param>
public sealed class Git(string folder, IReadOnlyList<KeyValuePair<string, string>>? settings = null)
{
    private const string CountOfSettings = "GIT_CONFIG_COUNT";
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(15);

    // Ends a transfer over HTTP that stands still; git by itself waits for ever.
    private static readonly string[] s_stalls = ["-c", "http.lowSpeedLimit=1", "-c", "http.lowSpeedTime=120"];
    private static readonly SystemProcessRunner s_runner = new();

    /// <summary>What points git at another repository than that of its folder: <c>git rev-parse --local-env-vars</c>, with GIT_NAMESPACE. Settings
    /// (GIT_CONFIG_PARAMETERS, GIT_CONFIG_COUNT) stay, as git itself keeps them for submodules: a container may need its safe.directory.</summary>
    public static IReadOnlySet<string> Redirecting { get; } = new HashSet<string>
    {
        "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE",
            "GIT_GRAFT_FILE", "GIT_INDEX_FILE",
        "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_PREFIX", "GIT_INTERNAL_SUPER_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR",
            "GIT_NAMESPACE",
    };

    public string Folder => folder;

    /// <summary>How long a command may take that talks to another machine.</summary>
    public TimeSpan LongestTalk { get; init; } = TimeSpan.FromMinutes(30);

    public Task<ProcessResult> RunAsync(CancellationToken cancellation, params IReadOnlyList<string> arguments) =>
        RunAsync(arguments, null, null, cancellation);

    public Task<ProcessResult> RunAsync(byte[] input, CancellationToken cancellation, params IReadOnlyList<string> arguments) =>
        RunAsync(arguments, input, null, cancellation);

    /// <summary>Runs a command that talks to another machine, such as fetch and push, and may fail.</summary>
    /// <exception cref="UsageException">It had no end within <see cref="LongestTalk"/>.</exception>
    public Task<ProcessResult> TalkAsync(CancellationToken cancellation, params IReadOnlyList<string> arguments) =>
        TalkAsync(null, cancellation, arguments);

    public async Task<ProcessResult> TalkAsync(byte[]? input, CancellationToken cancellation, params IReadOnlyList<string> arguments)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        patience.CancelAfter(LongestTalk);
        try
        {
            return await RunAsync([.. s_stalls, .. arguments], input, null, patience.Token);
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            throw new UsageException(
                $"'git {string.Join(' ', arguments)}' in {folder} had no end within {LongestTalk.TotalMinutes:0.###} min and was stopped. Check the "
                    + "network and the other machine.");
        }
    }

    /// <summary>What git answered, trimmed; null when it said no.</summary>
    public async Task<string?> AskAsync(CancellationToken cancellation, params IReadOnlyList<string> arguments)
    {
        var result = await RunAsync(cancellation, arguments);
        return result.ExitCode == 0 ? result.Text : null;
    }

    /// <summary>A short question: what git answered, trimmed; null when it said no, is missing or did not answer in 15 s.</summary>
    public string? Ask(params IReadOnlyList<string> arguments)
    {
        using var patience = new CancellationTokenSource(s_patience);
        return Errors.Or(() => AskAsync(patience.Token, arguments).GetAwaiter().GetResult(),
            problem => problem is UsageException or OperationCanceledException, _ => null);
    }

    public Task DoAsync(CancellationToken cancellation, params IReadOnlyList<string> arguments) => ReadAsync(null, cancellation, arguments);

    public async Task<byte[]> ReadAsync(byte[]? input, CancellationToken cancellation, params IReadOnlyList<string> arguments)
    {
        using var output = new MemoryStream();
        var result = await RunAsync(arguments, input, output, cancellation);
        return result.ExitCode == 0 ? output.ToArray()
            : throw new UsageException($"'git {string.Join(' ', arguments)}' in {folder} ended with code {result.ExitCode}: {result.Words}");
    }

    private Task<ProcessResult> RunAsync(IReadOnlyList<string> arguments, byte[]? input, Stream? output, CancellationToken cancellation) =>
        Errors.OrAsync(() => s_runner.RunAsync(new ProcessRequest("git", arguments, folder, Environment())
        {
            Input = input,
            Output = output,
        }, cancellation), (ProcessStartException problem) =>
            throw new UsageException($"{problem.Message} Commits are read and published with git: install it and put it into PATH.", problem));

    private Dictionary<string, string> Environment()
    {
        var environment = new Dictionary<string, string>(InheritedEnvironment.Variables());
        foreach (var name in Redirecting) environment.Remove(name);
        environment["GIT_TERMINAL_PROMPT"] = "0";
        environment["GIT_OPTIONAL_LOCKS"] = "0";
        environment["LC_ALL"] = "C";
        var count = int.TryParse(environment.GetValueOrDefault(CountOfSettings), out var inherited) ? inherited : 0;
        foreach (var (key, value) in settings ?? [])
        {
            environment[$"GIT_CONFIG_KEY_{count}"] = key;
            environment[$"GIT_CONFIG_VALUE_{count}"] = value;
            count++;
        }

        if (count > 0) environment[CountOfSettings] = $"{count}";
        return environment;
    }
}
