namespace PerfMatrix.Measurement;

/// <summary>What applications need beside them, such as a database: the commands <c>before</c> of their jobs, run once before the first block, and
/// <c>after</c>, run at the end whatever happened.</summary>
/// <param name="root">Folder that the commands are run in.</param>
internal sealed class ServiceCommands(string root, IEnumerable<ApplicationJob> jobs, IProcessRunner runner) : IAsyncDisposable
{
    private const int LinesShown = 20;
    private readonly List<ApplicationJob> _jobs = [.. jobs.DistinctBy(job => (job.Name, string.Join('\n', job.Before.Concat(job.After))))];
    private readonly Lock _turn = new();
    private Task? _started;

    /// <summary>Runs the commands <c>before</c>, each when the one before it has ended; only the first call does.</summary>
    /// <exception cref="UsageException">A command fails.</exception>
    public Task StartAsync(CancellationToken cancellation)
    {
        lock (_turn) return _started ??= RunAllAsync(cancellation);
    }

    public async ValueTask DisposeAsync()
    {
        if (_started is null) return;
        // Best effort: what a command could not end is not ours to end.
        foreach (var job in _jobs)
            foreach (var command in job.After) await RunAsync(job, command, CancellationToken.None);
    }

    private async Task RunAllAsync(CancellationToken cancellation)
    {
        foreach (var (job, command) in _jobs.SelectMany(job => job.Before, (job, command) => (job, command)))
        {
            var result = await RunAsync(job, command, cancellation);
            if (result.ExitCode == 0) continue;
            throw new UsageException(
                $"job '{job.Name}': the command '{command}' under 'before' ended with code {result.ExitCode}. It wrote:\n"
                    + string.Join('\n', result.Output.Concat(result.Error).TakeLast(LinesShown)));
        }
    }

    private Task<ProcessResult> RunAsync(ApplicationJob job, string command, CancellationToken cancellation)
    {
        var environment = new Dictionary<string, string>(InheritedEnvironment.Variables());
        foreach (var (name, value) in job.EnvironmentVariables) environment[name] = value;
        return runner.RunAsync(new ProcessRequest("/bin/sh", ["-c", command], root, environment), cancellation);
    }
}
