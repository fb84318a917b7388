using System.ComponentModel;
using System.Diagnostics;
using PerfMatrix.Contract;
using PerfMatrix.Processes;

namespace PerfMatrix.Launcher;

/// <summary>One process of the application, from its start to its end.</summary>
internal sealed class RunningApplication : IDisposable
{
    private static readonly TimeSpan s_lastOutput = TimeSpan.FromSeconds(1);

    private readonly Process _process;
    private readonly LastLines _lines = new();
    private readonly CancellationTokenSource _exited = new();
    private readonly Task _output;

    /// <summary>Follows a process that has just been started with its streams redirected.</summary>
    public RunningApplication(Process process, Uri address, long startedAt, Scheduling scheduling)
    {
        (_process, Address, StartedAt, Scheduling, Id, Exited) = (process, address, startedAt, scheduling, process.Id, _exited.Token);
        _process.StandardInput.Close();
        _output = Task.WhenAll(OutputDrain.RunAsync(process.StandardOutput, _lines), OutputDrain.RunAsync(process.StandardError, _lines));
        _process.Exited += (_, _) => _exited.Cancel();
        _process.EnableRaisingEvents = true;
    }

    /// <summary>Where it was told to listen.</summary>
    public Uri Address { get; }

    /// <summary>Hash of the certificate it was given; null for http.</summary>
    public string? Certificate { get; init; }

    /// <summary>The group that limits its memory; null without a limit.</summary>
    public CgroupMemoryGroup? MemoryGroup { get; init; }

    /// <summary>Timestamp just before the process was started.</summary>
    public long StartedAt { get; }

    /// <summary>The scheduling in force.</summary>
    public Scheduling Scheduling { get; }

    /// <summary>Process id.</summary>
    public int Id { get; }

    /// <summary>Cancelled when it ends.</summary>
    public CancellationToken Exited { get; }

    /// <summary>Whether it has ended.</summary>
    public bool HasExited => _process.HasExited;

    /// <summary>Waits for the end and for the last of its output.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> WaitAsync(CancellationToken cancellation)
    {
        await _process.WaitForExitAsync(cancellation);
        // A process that it started may hold the pipes open; what has come by then must do.
        await Task.WhenAny(_output, Task.Delay(s_lastOutput, CancellationToken.None));
        return _process.ExitCode;
    }

    /// <summary>An exit code in words; a process that was killed for its memory exceeded its limit.</summary>
    public string Describe(int exitCode) => exitCode == ExitCode.Killed && MemoryGroup is { HasKilled: true } group
        ? $"{exitCode} (SIGKILL: killed by the system, because it exceeded its memory limit of {MemorySize.Format(group.Limit)})"
        : ExitCode.Describe(exitCode);

    /// <summary>A failure of this process, with what it wrote last.</summary>
    public LaunchException Failure(LaunchFailureKind kind, string message)
    {
        var failure = new LaunchFailure { Kind = kind, Message = message, ExitCode = _process.HasExited ? _process.ExitCode : null, LastLines = _lines.ToList() };
        return new LaunchException(failure, _lines.HaveSaidAddressInUse);
    }

    /// <summary>Asks it to end.</summary>
    public void Terminate() => Signals.Terminate(_process);

    /// <summary>Ends it and everything it has started.</summary>
    public void Kill()
    {
        try
        {
            _process.Kill(entireProcessTree: true);
        }
        catch (Exception exception) when (exception is InvalidOperationException or Win32Exception or AggregateException)
        {
            // It has ended meanwhile, which is all that was wanted.
        }
    }

    /// <inheritdoc />
    public void Dispose()
    {
        _process.Dispose();
        MemoryGroup?.Dispose();
    }
}
