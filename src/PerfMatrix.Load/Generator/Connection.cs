using System.Security.Authentication;

namespace PerfMatrix.Load.Generator;

/// <summary>One keep-alive connection to a target, driven by the thread that owns it.</summary>
internal sealed class Connection(Target target, IReadiness readiness, int token) : IDisposable
{
    private readonly byte[] _request = target.Request;
    private readonly ResponseReader _reader = new(target.AnswersHead);
    private Socket? _socket;
    private TlsChannel? _tls;
    private int _unsent;

    public long Intended { get; private set; }
    public bool InFlight { get; private set; }

    /// <summary>The response read last; valid after <see cref="Receive"/> has answered <see cref="ReadState.Complete"/>.</summary>
    public Response Response { get; private set; }

    /// <exception cref="SocketException">The server does not accept.</exception>
    /// <exception cref="AuthenticationException">It presents another certificate.</exception>
    /// <exception cref="IOException">It ended the TLS handshake.</exception>
    public void Open()
    {
        if (_socket is not null) return;
        var socket = new Socket(target.EndPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            socket.Connect(target.EndPoint);
            _tls = target.Certificate is { } certificate ? TlsChannel.Connect(socket, target.Host, certificate) : null;
            socket.Blocking = false;
            readiness.Add(socket, token);
            _socket = socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <returns>False when the connection failed; it is closed then.</returns>
    public bool TrySend(long intended)
    {
        (Intended, InFlight, _unsent) = (intended, true, _request.Length);
        _reader.Reset();
        try
        {
            Open();
        }
        catch (Exception exception) when (exception is SocketException or AuthenticationException or IOException)
        {
            Close();
            return false;
        }

        return TrySendRest();
    }

    /// <param name="buffer">Scratch space of the thread.</param>
    /// <param name="failure">Set when the connection failed or closed with the request in flight.</param>
    public ReadState Receive(Span<byte> buffer, ResponseMemory memory, out SocketError failure)
    {
        failure = SocketError.Success;
        if (_unsent > 0 && !TrySendRest()) return Fail(SocketError.ConnectionReset, out failure);
        var count = Take(buffer, out var error);
        if (error == SocketError.WouldBlock) return ReadState.Incomplete;
        if (error != SocketError.Success) return Fail(error, out failure);
        return count > 0 ? Read(buffer[..count], memory) : ReadEnd(out failure);
    }

    /// <summary>Closes the connection; the next <see cref="TrySend"/> opens it again.</summary>
    public void Close()
    {
        InFlight = false;
        if (_socket is null) return;
        readiness.Remove(_socket, token);
        _tls?.Dispose();
        _socket.Dispose();
        (_socket, _tls) = (null, null);
    }

    public void Dispose() => Close();

    private int Take(Span<byte> buffer, out SocketError error)
    {
        if (_tls is null) return _socket!.Receive(buffer, SocketFlags.None, out error);
        try
        {
            return _tls.Receive(buffer, out error);
        }
        catch (IOException)
        {
            error = SocketError.ConnectionReset;
            return 0;
        }
    }

    private ReadState Read(ReadOnlySpan<byte> bytes, ResponseMemory memory)
    {
        if (!InFlight) return ReadState.Malformed;
        if (_reader.IsAtStart && memory.TryRecall(bytes, out var recalled)) return Complete(recalled);

        var whole = _reader.IsAtStart;
        var state = _reader.Read(bytes);
        if (state != ReadState.Complete) return state;
        if (whole) memory.Remember(bytes, _reader.Response);
        return Complete(_reader.Response);
    }

    private ReadState ReadEnd(out SocketError failure)
    {
        if (InFlight && _reader.Close() == ReadState.Complete)
        {
            failure = SocketError.Success;
            return Complete(_reader.Response);
        }

        return Fail(SocketError.ConnectionReset, out failure);
    }

    private ReadState Complete(Response response)
    {
        Response = response;
        if (!response.KeepAlive) Close();
        InFlight = false;
        return ReadState.Complete;
    }

    private ReadState Fail(SocketError error, out SocketError failure)
    {
        failure = error;
        Close();
        return ReadState.Malformed;
    }

    private bool TrySendRest()
    {
        var sent = Give(_request.AsSpan(^_unsent..), out var error);
        if (error is not SocketError.Success and not SocketError.WouldBlock)
        {
            Close();
            return false;
        }

        var wasWaiting = _unsent < _request.Length || error == SocketError.WouldBlock;
        _unsent -= error == SocketError.Success ? sent : 0;
        if (_unsent > 0 || wasWaiting) readiness.WatchWritable(_socket!, token, _unsent > 0);
        return true;
    }

    private int Give(ReadOnlySpan<byte> bytes, out SocketError error)
    {
        error = SocketError.Success;
        if (_tls is null) return _socket!.Send(bytes, SocketFlags.None, out error);
        try
        {
            _tls.Send(bytes);
            return bytes.Length;
        }
        catch (IOException)
        {
            error = SocketError.ConnectionReset;
            return 0;
        }
    }
}
