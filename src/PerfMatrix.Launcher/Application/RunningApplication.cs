namespace PerfMatrix.Launcher.Application;

internal sealed class RunningApplication : IDisposable
{
    private static readonly TimeSpan s_lastOutput = TimeSpan.FromSeconds(1);

    private readonly Process _process;
    private readonly LastLines _lines = new(frames: 2, OutputDrain.LongestLine);
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

    public Uri Address { get; }

    /// <summary>Hash of the certificate it was given; null for http.</summary>
    public string? Certificate { get; init; }

    /// <summary>The group that limits it; null without a limit.</summary>
    public ControlGroup? Group { get; init; }

    /// <summary>The other user that it runs as; null when it runs as ours.</summary>
    public ApplicationUser? User { get; init; }

    /// <summary>Timestamp just before the process was started.</summary>
    public long StartedAt { get; }
    public Scheduling Scheduling { get; }
    public int Id { get; }
    public CancellationToken Exited { get; }
    public bool HasExited => _process.HasExited;

    /// <summary>What the system says of it; null when it has ended.</summary>
    public ProcessReading? TryRead() => !HasExited && ProcessReader.TryRead(Id) is { } reading ? reading with { Throttled = Group?.Throttled } : null;

    /// <summary>Waits for the end and for the last of its output.</summary>
    public async Task<int> WaitAsync(CancellationToken cancellation)
    {
        await _process.WaitForExitAsync(cancellation);
        // A process that it started may hold the pipes open; what has come by then must do.
        await Task.WhenAny(_output, Task.Delay(s_lastOutput, CancellationToken.None));
        return _process.ExitCode;
    }

    /// <summary>An exit code in words; a process that was killed for its memory exceeded its limit.</summary>
    public string Describe(int exitCode) => exitCode == ExitCode.Killed && Group is { HasKilled: true, Limits.Memory: { } memory }
        ? $"{exitCode} (SIGKILL: killed by the system, because it exceeded its memory limit of {MemorySize.Format(memory)})"
        : ExitCode.Describe(exitCode);

    public LaunchException Failure(LaunchFailureKind kind, string message)
    {
        var failure = new LaunchFailure
        {
            Kind = kind,
            Message = User is null || kind == LaunchFailureKind.Died ? message : $"{message} {User.Hint}",
            ExitCode = _process.HasExited ? _process.ExitCode : null,
            LastLines = _lines.ToList(),
        };
        return new LaunchException(failure, _lines.HaveSaidAddressInUse);
    }

    public void Terminate() => Signals.Terminate(_process);

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

    public void Dispose()
    {
        _process.Dispose();
        Group?.Dispose();
    }
}

/// <summary>Reads a stream to its end, so that the application never waits for us, and keeps its last lines, in memory of a fixed size.</summary>
internal static class OutputDrain
{
    /// <summary>Characters of a line that a report can show.</summary>
    public const int LongestLine = 500;

    public static async Task RunAsync(StreamReader output, LastLines lines)
    {
        var buffer = new char[4096];
        var line = new StringBuilder();
        while (await output.ReadAsync(buffer) is > 0 and var count) Split(buffer.AsSpan(0, count), line, lines);
        if (line.Length > 0) lines.Add(line.ToString());
    }

    private static void Split(ReadOnlySpan<char> text, StringBuilder line, LastLines lines)
    {
        for (var end = text.IndexOf('\n'); end >= 0; end = text.IndexOf('\n'))
        {
            Append(line, text[..end]);
            lines.Add(line.ToString().TrimEnd('\r'));
            line.Clear();
            text = text[(end + 1)..];
        }

        Append(line, text);
    }

    // One character more than is kept shows that the line was longer.
    private static void Append(StringBuilder line, ReadOnlySpan<char> text) =>
        line.Append(text[..Math.Min(text.Length, Math.Max(0, LongestLine + 1 - line.Length))]);
}
