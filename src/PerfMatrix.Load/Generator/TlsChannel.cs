using System.Buffers.Binary;
using System.Net.Security;

namespace PerfMatrix.Load.Generator;

/// <summary>TLS over one non-blocking socket. <see cref="SslStream"/> wants a stream that waits for data, and the event loop must not wait; so it is
/// given whole records (RFC 8446, section 5.1), one at a time. It waits for nothing but a session ticket before the first answer.</summary>
internal sealed class TlsChannel : Stream
{
    private const int RecordHead = 5;
    private const int LongestRecord = RecordHead + 16 * 1024 + 256;
    private const int MicrosecondsToWait = 15_000_000;
    private readonly byte[] _cipher = new byte[8 * LongestRecord];
    private readonly SslStream _tls;
    private readonly Socket _socket;
    private int _start;
    private int _end;
    private int _leftOfRecord;

    private TlsChannel(Socket socket, string certificate)
    {
        _socket = socket;
        _tls = new SslStream(this, leaveInnerStreamOpen: true, (_, presented, _, _) => CertificateHash.Matches(certificate, presented));
    }

    public override bool CanRead => true;
    public override bool CanSeek => false;
    public override bool CanWrite => true;
    public override long Length => throw new NotSupportedException();
    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }
    private int Buffered => _end - _start;
    private bool HasWholeRecord => Buffered >= RecordHead && Buffered >= RecordLength();

    /// <summary>Shakes hands over a connected socket, which may still block.</summary>
    /// <exception cref="System.Security.Authentication.AuthenticationException">The certificate is another.</exception>
    /// <exception cref="IOException">The server ended the connection.</exception>
    public static TlsChannel Connect(Socket socket, string host, string certificate)
    {
        var channel = new TlsChannel(socket, certificate);
        channel._tls.AuthenticateAsClient(new SslClientAuthenticationOptions
        {
            TargetHost = host,
            ApplicationProtocols = [SslApplicationProtocol.Http11],
        });
        return channel;
    }

    /// <summary>Encrypts and sends; waits while the socket has no room, which a request is too short for.</summary>
    public void Send(ReadOnlySpan<byte> bytes) => _tls.Write(bytes);

    /// <param name="buffer">Receives it; at least as large as all records that are buffered here.</param>
    /// <param name="error"><see cref="SocketError.WouldBlock"/> when no whole record has come.</param>
    /// <returns>Bytes; 0 without an error when the server has closed the connection.</returns>
    public int Receive(Span<byte> buffer, out SocketError error)
    {
        var isOpen = TryFill(out error);
        if (error is not SocketError.Success and not SocketError.WouldBlock) return 0;
        var count = 0;
        while (HasWholeRecord)
        {
            var read = _tls.Read(buffer[count..]);
            if (read == 0) isOpen = false;
            count += read;
        }

        error = count == 0 && isOpen ? SocketError.WouldBlock : SocketError.Success;
        return count;
    }

    /// <summary>Gives encrypted bytes to the TLS layer, never beyond the record at hand.</summary>
    public override int Read(Span<byte> buffer)
    {
        while (_leftOfRecord == 0 && !HasWholeRecord)
        {
            if (!WaitForMore()) return 0;
        }

        if (_leftOfRecord == 0) _leftOfRecord = RecordLength();
        var count = Math.Min(buffer.Length, _leftOfRecord);
        _cipher.AsSpan(_start, count).CopyTo(buffer);
        (_start, _leftOfRecord) = (_start + count, _leftOfRecord - count);
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        while (buffer.Length > 0)
        {
            var sent = _socket.Send(buffer, SocketFlags.None, out var error);
            if (error == SocketError.WouldBlock ? !_socket.Poll(MicrosecondsToWait, SelectMode.SelectWrite) : error != SocketError.Success)
                throw new IOException($"TLS: sending failed: {error}", new SocketException((int)error));
            buffer = buffer[(error == SocketError.Success ? sent : 0)..];
        }
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing) _tls.Dispose();
        base.Dispose(disposing);
    }

    private int RecordLength() => RecordHead + BinaryPrimitives.ReadUInt16BigEndian(_cipher.AsSpan(_start + 3));

    private bool WaitForMore()
    {
        if (!_socket.Poll(MicrosecondsToWait, SelectMode.SelectRead))
            throw new IOException("TLS: no data within 15 s", new SocketException((int)SocketError.TimedOut));
        return TryFill(out _);
    }

    /// <summary>Takes what the socket has; false at its end.</summary>
    private bool TryFill(out SocketError error)
    {
        _cipher.AsSpan(_start, Buffered).CopyTo(_cipher);
        (_start, _end) = (0, Buffered);
        var count = _socket.Receive(_cipher.AsSpan(_end), SocketFlags.None, out error);
        _end += error == SocketError.Success ? count : 0;
        return error != SocketError.Success || count > 0;
    }
}
