using System.Net.Security;
using System.Security.Authentication;

namespace PerfMatrix.Launcher.Application;

/// <summary>Asks an application that is starting whether it answers: a bare request on a fresh connection. It runs about a thousand times a second
/// beside the application, perhaps on its CPU, so a refused connection costs no exception.</summary>
/// <param name="certificate">Hash of the only certificate that is accepted, for https; null for http.</param>
internal sealed class ReadyProbe(Uri address, string path, string? certificate = null)
{
    private readonly System.Net.IPEndPoint _endPoint = ListenAddress.Reachable(address);
    private readonly byte[] _request = Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\nHost: {address.Authority}\r\nConnection: close\r\n\r\n");
    private readonly byte[] _buffer = new byte[16 * 1024];
    private bool _hasConnected;
    private int? _lastStatus;

    /// <summary>Status of the last attempt; null when it had no answer.</summary>
    public int? Status { get; private set; }

    /// <summary>What the attempts have found so far, as the end of a sentence.</summary>
    public string Finding => (_lastStatus, _hasConnected) switch
    {
        ({ } status, _) => $"its last answer had status {status}",
        (null, true) => "it took a connection but did not answer",
        _ => "nothing listened on its address",
    };

    /// <summary>Sends one request and reads the answer to its end.</summary>
    public async Task<bool> TryAsync(CancellationToken cancellation)
    {
        Status = null;
        using var socket = new Socket(_endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        if (!await ConnectAttempt.TryAsync(socket, _endPoint, cancellation)) return false;
        _hasConnected = true;
        try
        {
            await using var stream = await OpenAsync(socket, cancellation);
            return await AskAsync(stream, cancellation);
        }
        catch (Exception exception) when (exception is SocketException or IOException or AuthenticationException)
        {
            return false;
        }
    }

    private async Task<Stream> OpenAsync(Socket socket, CancellationToken cancellation)
    {
        var plain = new NetworkStream(socket);
        if (certificate is null) return plain;
        var secure = new SslStream(plain, leaveInnerStreamOpen: false, (_, presented, _, _) => CertificateHash.Matches(certificate, presented));
        await secure.AuthenticateAsClientAsync(new SslClientAuthenticationOptions { TargetHost = address.Host }, cancellation);
        return secure;
    }

    private async Task<bool> AskAsync(Stream stream, CancellationToken cancellation)
    {
        await stream.WriteAsync(_request, cancellation);
        var answer = new ReadyAnswer();
        while (!answer.IsComplete && await stream.ReadAsync(_buffer, cancellation) is > 0 and var count)
            answer.Add(_buffer.AsSpan(0, count));
        if (answer.Status is not { } status) return false;
        _lastStatus = Status = status;
        return status is >= 200 and < 300 && !answer.IsCutShort;
    }
}

/// <summary>Whether an HTTP/1.1 answer is complete: the status and the length of its body. Without a length it ends with the connection.</summary>
internal sealed class ReadyAnswer
{
    private readonly List<byte> _head = [];
    private long? _missing;

    /// <summary>The status; null before the head is complete, and for what is not HTTP.</summary>
    public int? Status { get; private set; }

    /// <summary>Whether the whole body has come, as far as its length is known.</summary>
    public bool IsComplete => _missing <= 0;

    /// <summary>Whether the body is shorter than announced so far.</summary>
    public bool IsCutShort => _missing > 0;

    public void Add(ReadOnlySpan<byte> bytes)
    {
        if (Status is not null)
        {
            _missing -= bytes.Length;
            return;
        }

        _head.AddRange(bytes);
        var text = Encoding.Latin1.GetString([.. _head]);
        var end = text.IndexOf("\r\n\r\n", StringComparison.Ordinal);
        if (end < 0 || !text.StartsWith("HTTP/1.", StringComparison.Ordinal)) return;
        Status = int.TryParse(text.AsSpan(9, 3), out var status) ? status : null;
        _missing = Length(text[..end]) - (text.Length - end - 4);
    }

    private static long? Length(string head)
    {
        const string Header = "\r\nContent-Length:";
        var start = head.IndexOf(Header, StringComparison.OrdinalIgnoreCase);
        if (start < 0) return null;
        var value = head.AsSpan(start + Header.Length).TrimStart();
        var end = value.IndexOf('\r');
        return long.TryParse(end < 0 ? value : value[..end], out var length) ? length : null;
    }
}

/// <summary>Waits for the first successful answer of an application that has just been started.</summary>
internal static class Readiness
{
    private static readonly TimeSpan s_pollDistance = TimeSpan.FromMilliseconds(1);

    /// <returns>The time from just before the process was started to the last byte of that answer; it is up to one poll (about 1 ms) late.</returns>
    /// <exception cref="LaunchException">It ended, did not answer in time, or goes on answering what will not become 2xx.</exception>
    public static async Task<TimeSpan> WaitAsync(RunningApplication application, LaunchPlan plan, TimeProvider clock, CancellationToken cancellation)
    {
        var probe = new ReadyProbe(application.Address, plan.ReadyPath, application.Certificate);
        using var patience = new CancellationTokenSource(plan.StartTimeout, clock);
        using var any = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, application.Exited, cancellation);
        try
        {
            var refusals = new Refusals(clock);
            while (!await probe.TryAsync(any.Token))
            {
                if (refusals.AreFinal(probe.Status)) throw Refused(application, plan, probe.Status!.Value);
                await Task.Delay(s_pollDistance, clock, any.Token);
            }

            return Stopwatch.GetElapsedTime(application.StartedAt);
        }
        catch (OperationCanceledException) when (application.Exited.IsCancellationRequested)
        {
            var code = await application.WaitAsync(CancellationToken.None);
            throw application.Failure(
                LaunchFailureKind.ExitedBeforeReady, $"The application ended before its first answer, with exit code {application.Describe(code)}.");
        }
        catch (OperationCanceledException) when (patience.IsCancellationRequested)
        {
            throw application.Failure(
                LaunchFailureKind.NeverReady,
                    $"No 2xx answer to GET {plan.ReadyPath} within {plan.StartTimeout.TotalSeconds:0.###} s; {probe.Finding}.");
        }
    }

    private static LaunchException Refused(RunningApplication application, LaunchPlan plan, int status) => application.Failure(
        LaunchFailureKind.Refused,
        $"GET {plan.ReadyPath} was answered with status {status} for {Refusals.Patience.TotalSeconds:0} s, a 2xx answer was expected. Correct the "
            + "path" + (plan.ReadyPathPlace is { } place ? $" at {place}." : "."));
}

/// <summary>Tells an application that is still starting from one that will never answer 2xx: the same redirect or client error for a few seconds.
/// Some frameworks listen before their routes are mapped or their keys are fetched, and answer 404 or 401 until then, so the first such answer
/// decides nothing. Errors of the server (500, 503), a refused connection, and statuses that ask to come again are part of starting.</summary>
internal sealed class Refusals(TimeProvider clock)
{
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private int? _status;
    private long _since;

    /// <param name="status">Status of the newest attempt; null without an answer.</param>
    public bool AreFinal(int? status)
    {
        if (status != _status) (_status, _since) = (status, clock.GetTimestamp());
        // 408 Request Timeout, 425 Too Early, 429 Too Many Requests
        return status is >= 300 and < 500 and not (408 or 425 or 429) && clock.GetElapsedTime(_since) >= Patience;
    }
}

/// <summary>One attempt to connect, whose failure is a value: <see cref="Socket.ConnectAsync(EndPoint)"/> would throw it.</summary>
internal static class ConnectAttempt
{
    /// <summary>Connects; a socket that was cancelled or refused is of no more use.</summary>
    public static async Task<bool> TryAsync(Socket socket, IPEndPoint endPoint, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        try
        {
            return await ConnectAsync(socket, endPoint, cancellation) && !IsConnectedToItself(socket);
        }
        catch (SocketException)
        {
            return false; // connected, and closed by the other side already
        }
        catch (ObjectDisposedException) when (cancellation.IsCancellationRequested)
        {
            throw new OperationCanceledException(cancellation);
        }
    }

    private static async Task<bool> ConnectAsync(Socket socket, IPEndPoint endPoint, CancellationToken cancellation)
    {
        var completed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var attempt = new SocketAsyncEventArgs { RemoteEndPoint = endPoint };
        attempt.Completed += (_, _) => completed.SetResult();
        // Ends before the socket is used again: a cancellation disposes of the socket until then, and not after.
        await using (cancellation.Register(socket.Dispose))
        {
            if (socket.ConnectAsync(attempt)) await completed.Task;
        }

        cancellation.ThrowIfCancellationRequested();
        return attempt.SocketError == SocketError.Success;
    }

    // While nothing listens, the system may give us the very port we ask for as our own; TCP then connects the socket to itself (RFC 9293).
    private static bool IsConnectedToItself(Socket socket) => socket.LocalEndPoint!.Equals(socket.RemoteEndPoint);
}
