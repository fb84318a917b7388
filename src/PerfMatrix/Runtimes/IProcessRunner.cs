namespace PerfMatrix.Runtimes;

/// <summary>Runs a process to its end.</summary>
public interface IProcessRunner
{
    /// <summary>Runs a process and captures what it writes. Cancelling kills it with everything it started.</summary>
    /// <exception cref="ProcessStartException">The program could not be started.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; no process is left.</exception>
    Task<ProcessResult> RunAsync(ProcessRequest request, CancellationToken cancellation);
}

/// <summary>A process to run.</summary>
/// <param name="FileName">Program: a path, or a name that is looked up in PATH.</param>
/// <param name="Arguments">Arguments, unquoted.</param>
/// <param name="WorkingDirectory">Folder it runs in.</param>
/// <param name="Environment">The whole environment of the process: nothing is inherited that is not in here.</param>
public sealed record ProcessRequest(
    string FileName,
    IReadOnlyList<string> Arguments,
    string WorkingDirectory,
    IReadOnlyDictionary<string, string> Environment);

/// <summary>What a process left behind.</summary>
/// <param name="ExitCode">Exit code.</param>
/// <param name="Output">Lines of standard output.</param>
/// <param name="Error">Lines of standard error.</param>
public sealed record ProcessResult(int ExitCode, IReadOnlyList<string> Output, IReadOnlyList<string> Error);

/// <summary>A program could not be started, e.g. because it does not exist.</summary>
public sealed class ProcessStartException(string message, Exception? inner = null) : Exception(message, inner);
