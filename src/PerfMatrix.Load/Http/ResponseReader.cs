namespace PerfMatrix.Load.Http;

internal enum ReadState
{
    Incomplete,
    Complete,

    /// <summary>These bytes are not an HTTP/1.x response.</summary>
    Malformed,
}

/// <param name="BodyLength">Bytes of the body without transfer framing.</param>
internal readonly record struct Response(int Status, long BodyLength, bool KeepAlive);

/// <summary>Reads the responses of one connection, one at a time, from bytes that arrive in any pieces. Bodies are counted, not kept. Requests are
/// not pipelined, so bytes after the end of a response are malformed.</summary>
internal sealed class ResponseReader(bool answersHead = false)
{
    private const int LongestHead = 64 * 1024;
    private byte[] _partialHead = [];
    private bool _inBody;
    private ResponseHead _head;
    private ChunkedBody _chunks;
    private long _bodyLength;

    /// <summary>The response, once <see cref="Read"/> has answered <see cref="ReadState.Complete"/>.</summary>
    public Response Response => new(_head.Status, _bodyLength, _head.KeepAlive);

    /// <summary>Whether nothing of the next response has been read yet.</summary>
    public bool IsAtStart => !_inBody && _partialHead.Length == 0;

    public void Reset()
    {
        _partialHead = [];
        _inBody = false;
        _chunks = default;
        _bodyLength = 0;
    }

    public ReadState Read(ReadOnlySpan<byte> bytes)
    {
        if (_inBody) return ReadBody(bytes);
        return _partialHead.Length == 0 ? ReadHead(bytes) : ReadHead([.. _partialHead, .. bytes]);
    }

    /// <summary>The server has closed the connection: the end of a body that says no length, an error otherwise.</summary>
    public ReadState Close() => _inBody && _head.Framing == BodyFraming.Close ? ReadState.Complete : ReadState.Malformed;

    private ReadState ReadHead(ReadOnlySpan<byte> bytes)
    {
        var end = bytes.IndexOf("\r\n\r\n"u8);
        if (end < 0)
        {
            _partialHead = bytes.ToArray();
            return bytes.Length > LongestHead ? ReadState.Malformed : ReadState.Incomplete;
        }

        if (!ResponseHead.TryParse(bytes[..(end + 2)], answersHead, out _head)) return ReadState.Malformed;
        var rest = bytes[(end + 4)..];
        if (_head.Status is >= 100 and < 200) return ReadAfterInterim(rest);
        _inBody = true;
        return ReadBody(rest);
    }

    private ReadState ReadAfterInterim(ReadOnlySpan<byte> rest)
    {
        _partialHead = [];
        return rest.IsEmpty ? ReadState.Incomplete : ReadHead(rest);
    }

    private ReadState ReadBody(ReadOnlySpan<byte> bytes)
    {
        if (_head.Framing == BodyFraming.Chunked) return ReadChunks(bytes);
        _bodyLength += bytes.Length;
        if (_head.Framing == BodyFraming.Close || _bodyLength < _head.Length) return ReadState.Incomplete;
        return _bodyLength == _head.Length ? ReadState.Complete : ReadState.Malformed;
    }

    private ReadState ReadChunks(ReadOnlySpan<byte> bytes)
    {
        var used = _chunks.Read(bytes);
        _bodyLength = _chunks.Length;
        if (used < bytes.Length) return ReadState.Malformed;
        return _chunks.IsComplete ? ReadState.Complete : ReadState.Incomplete;
    }
}

/// <summary>Remembers the last response that came in one piece. A server under test answers the same bytes again and again (the Date header changes
/// once a second), and comparing 200 bytes is several times cheaper than parsing them. One for each target and thread.</summary>
internal sealed class ResponseMemory
{
    private const int Longest = 4096;
    private readonly byte[] _bytes = new byte[Longest];
    private int _length = -1;
    private Response _response;

    public bool TryRecall(ReadOnlySpan<byte> bytes, out Response response)
    {
        response = _response;
        return bytes.Length == _length && bytes.SequenceEqual(_bytes.AsSpan(0, _length));
    }

    public void Remember(ReadOnlySpan<byte> bytes, Response response)
    {
        if (bytes.Length > Longest) return;
        bytes.CopyTo(_bytes);
        _length = bytes.Length;
        _response = response;
    }
}
