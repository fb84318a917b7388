using System.ComponentModel;
using System.Diagnostics;
using PerfMatrix.Protocol;

namespace PerfMatrix.Launcher;

/// <summary>One process of the application, from its start to its end.</summary>
internal sealed class RunningApplication : IDisposable
{
    private readonly Process _process;
    private readonly LastLines _lines = new();
    private readonly Task _output;

    private RunningApplication(Process process, Uri address, long startedAt)
    {
        (_process, Address, StartedAt) = (process, address, startedAt);
        _output = Task.WhenAll(KeepAsync(process.StandardOutput), KeepAsync(process.StandardError));
    }

    /// <summary>Where it was told to listen.</summary>
    public Uri Address { get; }

    /// <summary>Timestamp just before the process was started.</summary>
    public long StartedAt { get; }

    /// <summary>Process id.</summary>
    public int Id => _process.Id;

    /// <summary>Whether it has ended.</summary>
    public bool HasExited => _process.HasExited;

    /// <summary>Starts the process, pinned to its CPUs.</summary>
    /// <exception cref="LaunchException">It could not be started.</exception>
    public static RunningApplication Start(LaunchPlan plan, Uri address, string token)
    {
        var start = new ProcessStartInfo(plan.Executable, plan.Arguments.Select(argument => argument.Replace("{url}", address.GetLeftPart(UriPartial.Authority))))
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
            WorkingDirectory = Path.GetDirectoryName(plan.Executable),
        };
        var environment = ChildEnvironment.Compose([.. start.Environment], plan, address, token);
        start.Environment.Clear();
        foreach (var (name, value) in environment)
            start.Environment[name] = value;
        try
        {
            return CpuAffinity.Run(plan.Cpus, () =>
            {
                var startedAt = Stopwatch.GetTimestamp();
                return new RunningApplication(Process.Start(start)!, address, startedAt);
            });
        }
        catch (Exception exception) when (exception is Win32Exception or PlatformNotSupportedException)
        {
            throw new LaunchException(new LaunchFailure { Kind = LaunchFailureKind.NotStarted, Message = $"{plan.Executable} could not be started: {exception.Message}" });
        }
    }

    /// <summary>Waits for the end and for the last of its output.</summary>
    public async Task<int> WaitAsync(CancellationToken cancellation)
    {
        await _process.WaitForExitAsync(cancellation);
        // A grandchild may hold the pipes open; what has come by then must do.
        await Task.WhenAny(_output, Task.Delay(TimeSpan.FromSeconds(1), CancellationToken.None));
        return _process.ExitCode;
    }

    /// <summary>A failure of this process, with what it wrote last.</summary>
    public LaunchException Failure(LaunchFailureKind kind, string message) => new(new LaunchFailure
    {
        Kind = kind,
        Message = message,
        ExitCode = _process.HasExited ? _process.ExitCode : null,
        LastLines = _lines.ToList(),
    });

    /// <summary>Whether it said that its address is taken.</summary>
    public bool LostItsPort() => _lines.ToList().Any(line => line.Contains("address already in use", StringComparison.OrdinalIgnoreCase));

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
    public void Dispose() => _process.Dispose();

    private async Task KeepAsync(StreamReader reader)
    {
        while (await reader.ReadLineAsync() is { } line)
            _lines.Add(line);
    }
}
