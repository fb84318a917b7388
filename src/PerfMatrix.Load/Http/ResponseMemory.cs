namespace PerfMatrix.Load.Http;

/// <summary>
/// Remembers the last response that came in one piece. A server under test answers the same bytes again and again (the Date header changes once a second),
/// and comparing 200 bytes is several times cheaper than parsing them. One for each target and thread.
/// </summary>
internal sealed class ResponseMemory
{
    private const int Longest = 4096;

    private readonly byte[] _bytes = new byte[Longest];
    private int _length = -1;
    private Response _response;

    /// <summary>Whether these bytes are the response remembered.</summary>
    public bool TryRecall(ReadOnlySpan<byte> bytes, out Response response)
    {
        response = _response;
        return bytes.Length == _length && bytes.SequenceEqual(_bytes.AsSpan(0, _length));
    }

    /// <summary>Remembers a complete response.</summary>
    public void Remember(ReadOnlySpan<byte> bytes, Response response)
    {
        if (bytes.Length > Longest)
            return;
        bytes.CopyTo(_bytes);
        _length = bytes.Length;
        _response = response;
    }
}
