namespace PerfMatrix.Load.Http;

/// <summary>Counts the bytes of a chunked body as they arrive, in any pieces (RFC 9112, section 7.1). Trailers are skipped.</summary>
internal struct ChunkedBody
{
    private enum Expect
    {
        Size,
        Extension,
        SizeLineFeed,
        Data,
        DataReturn,
        DataLineFeed,
        TrailerStart,
        TrailerLine,
        TrailerLineFeed,
        LastLineFeed,
        End,
    }

    private Expect _expect;
    private long _remaining;
    private int _digits;

    /// <summary>Bytes of data seen so far, without the framing.</summary>
    public long Length { get; private set; }
    public readonly bool IsComplete => _expect == Expect.End;

    /// <returns>How many bytes belong to this body, or -1 when they are not a chunked body.</returns>
    public int Read(ReadOnlySpan<byte> bytes)
    {
        var at = 0;
        while (at < bytes.Length && _expect != Expect.End)
        {
            if (_expect == Expect.Data)
                at += TakeData(bytes.Length - at);
            else if (!Step(bytes[at++]))
                return -1;
        }

        return at;
    }

    private int TakeData(int available)
    {
        var taken = (int)Math.Min(_remaining, available);
        _remaining -= taken;
        Length += taken;
        if (_remaining == 0) _expect = Expect.DataReturn;
        return taken;
    }

    private bool Step(byte value)
    {
        switch (_expect)
        {
            case Expect.Size:
                return StepSize(value);
            case Expect.Extension:
                if (value == '\r') _expect = Expect.SizeLineFeed;
                return true;
            case Expect.SizeLineFeed:
                _expect = _remaining > 0 ? Expect.Data : Expect.TrailerStart;
                _digits = 0;
                return value == '\n';
            case Expect.DataReturn:
                _expect = Expect.DataLineFeed;
                return value == '\r';
            case Expect.DataLineFeed:
                _expect = Expect.Size;
                return value == '\n';
            case Expect.TrailerStart:
                _expect = value == '\r' ? Expect.LastLineFeed : Expect.TrailerLine;
                return true;
            case Expect.TrailerLine:
                if (value == '\r') _expect = Expect.TrailerLineFeed;
                return true;
            case Expect.TrailerLineFeed:
                _expect = Expect.TrailerStart;
                return value == '\n';
            default:
                _expect = Expect.End;
                return value == '\n';
        }
    }

    private bool StepSize(byte value)
    {
        if (char.IsAsciiHexDigit((char)value))
        {
            _remaining = _remaining * 16 + (value <= '9' ? value - '0' : (value | 0x20) - 'a' + 10);
            return ++_digits <= 15;
        }

        _expect = value == '\r' ? Expect.SizeLineFeed : Expect.Extension;
        return _digits > 0 && value is (byte)'\r' or (byte)';' or (byte)' ' or (byte)'\t';
    }
}
