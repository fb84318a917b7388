using System.Threading.Channels;

namespace PerfMatrix.Shared.Processes;

/// <summary>A launcher or load job of ours. Its standard input is held open for as long as it may live: it ends by itself when the input closes,
/// which the system does for us even if this program is killed.</summary>
public sealed class ChildProcess : IAsyncDisposable
{
    /// <summary>For ending by itself. A load job gets it and then its launchers, and GitHub Actions gives a step 7.5 s.</summary>
    internal static readonly TimeSpan Grace = TimeSpan.FromSeconds(3);

    private readonly Process _process;
    private readonly Channel<string> _lines = Channel.CreateUnbounded<string>(new UnboundedChannelOptions { SingleReader = true });
    private readonly LastLines _lastLines = new(frames: 1);
    private readonly Task _reading;
    private ProcessIdentity? _application;

    private ChildProcess(Process process)
    {
        _process = process;
        _reading = Task.WhenAll(ReadOutputAsync(), ReadErrorAsync());
    }

    /// <summary>The lines of standard output, as they come; completes when the output closes.</summary>
    public ChannelReader<string> Lines => _lines.Reader;

    /// <summary>What it wrote last, to standard output and error.</summary>
    public string LastLines => string.Join(Environment.NewLine, _lastLines.ToList());

    public bool HasExited => _process.HasExited;

    /// <exception cref="ProcessStartException">It could not be started.</exception>
    public static ChildProcess Start(
        string program, IEnumerable<string> arguments, IReadOnlyDictionary<string, string> environment, string? folder = null)
    {
        var start = SystemProcessRunner.Redirected(program, arguments, folder);
        foreach (var inherited in start.Environment.Keys.Where(InheritedEnvironment.IsLeak).ToList())
            start.Environment.Remove(inherited);
        foreach (var (name, value) in environment) start.Environment[name] = value;
        return Errors.Or(() => new ChildProcess(Process.Start(start)!), (Win32Exception exception) =>
            throw new ProcessStartException($"{program} could not be started: {exception.Message}", exception));
    }

    /// <summary>Starts a program that does not watch its input, on a life line: so neither controller nor agent of crank survives us.</summary>
    /// <exception cref="ProcessStartException">It could not be started.</exception>
    public static ChildProcess StartForeign(
        string program, IEnumerable<string> arguments, string folder, IReadOnlyDictionary<string, string>? environment = null)
    {
        var command = LifeLine.Command("TERM", program, arguments);
        return Start(command[0], command.Skip(1), environment ?? new Dictionary<string, string>(), folder);
    }

    public async Task<int> WaitAsync(CancellationToken cancellation)
    {
        await _process.WaitForExitAsync(cancellation);
        await _reading.WaitAsync(cancellation);
        return _process.ExitCode;
    }

    /// <summary>What it wrote last, once its output closes, or after a moment where something it started holds that open.</summary>
    public async Task<string> LastWordsAsync()
    {
        await _reading.WaitAsync(Grace).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return LastLines;
    }

    /// <summary>Closes standard input and gives the process a moment to end by itself, with the last of its output; then kills it.</summary>
    public async Task EndAsync()
    {
        _process.StandardInput.Close();
        using var patience = new CancellationTokenSource(Grace);
        try
        {
            await _process.WaitForExitAsync(patience.Token);
        }
        catch (OperationCanceledException)
        {
            _process.Kill(entireProcessTree: true);
            await _process.WaitForExitAsync(CancellationToken.None);
        }
    }

    /// <summary>Ends the process. Nothing it has started is left, even when it was killed itself.</summary>
    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        // A launcher ends its application however it ends, unless it was killed: then nobody but us knows of it.
        if (_process.ExitCode != 0) _application?.Kill(Grace);
        _process.Dispose();
    }

    private async Task ReadOutputAsync()
    {
        while (await _process.StandardOutput.ReadLineAsync() is { } line)
        {
            _lastLines.Add(line);
            _lines.Writer.TryWrite(line);
        }

        _lines.Writer.Complete();
    }

    private async Task ReadErrorAsync()
    {
        while (await _process.StandardError.ReadLineAsync() is { } line)
        {
            if (line.StartsWith(LauncherApi.ChildProcessLine, StringComparison.Ordinal)
                && int.TryParse(line.AsSpan(LauncherApi.ChildProcessLine.Length), out var id))
                _application = ProcessIdentity.Of(id);
            else
                _lastLines.Add(line);
        }
    }
}

/// <summary>What a process wrote last. Of a stack only the first frames are kept: those below would crowd out the line that says what happened.
/// An ASP.NET Core application that cannot start writes more of them than all that is kept.</summary>
/// <param name="longest">Characters after which a line is cut.</param>
public sealed class LastLines(int frames, int longest = int.MaxValue)
{
    private const int MostLines = 20;
    private readonly Queue<string> _lines = new();
    private int _frames;

    /// <summary>Whether any line, kept or not, said that an address to listen on is taken.</summary>
    public bool HaveSaidAddressInUse { get; private set; }

    public void Add(string line)
    {
        lock (_lines)
        {
            HaveSaidAddressInUse |= line.Contains("address already in use", StringComparison.OrdinalIgnoreCase);
            _frames = StackFrame.Is(line) ? _frames + 1 : 0;
            if (_frames > frames) return;
            _lines.Enqueue(line.Length <= longest ? line : line[..longest] + "...");
            if (_lines.Count > MostLines) _lines.Dequeue();
        }
    }

    public IReadOnlyList<string> ToList()
    {
        lock (_lines)
            return [.. _lines];
    }
}

internal static class StackFrame
{
    private const string Border = "--- End of";

    /// <summary>Whether it is a frame, e.g. <c>   at System.Net.Http.HttpClient.Send(HttpRequestMessage)</c>, or the line between traces.</summary>
    public static bool Is(string line)
    {
        var text = line.TrimStart();
        return text.StartsWith(Border, StringComparison.Ordinal)
            || (text.Length < line.Length && text.StartsWith("at ", StringComparison.Ordinal) && text.Contains('(', StringComparison.Ordinal));
    }
}
