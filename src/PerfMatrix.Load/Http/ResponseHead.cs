using System.Buffers.Text;

namespace PerfMatrix.Load.Http;

internal enum BodyFraming
{
    Length,
    Chunked,
    Close,
}

/// <summary>What the head of a response says about reading on (RFC 9112).</summary>
internal readonly record struct ResponseHead(int Status, BodyFraming Framing, long Length, bool KeepAlive)
{
    /// <summary>Reads a complete head, from the status line to the last header line (without the empty line).</summary>
    /// <returns>False when it is not an HTTP/1.x head.</returns>
    public static bool TryParse(ReadOnlySpan<byte> bytes, bool answersHead, out ResponseHead head)
    {
        head = default;
        if (bytes.Length < 12 || !bytes.StartsWith("HTTP/1."u8) || !Utf8Parser.TryParse(bytes.Slice(9, 3), out int status, out var digits)
            || digits != 3)
            return false;

        long? length = null;
        var chunked = false;
        var keepAlive = bytes[7] == '1';
        var lines = bytes;
        while (NextLine(ref lines, out var line))
        {
            if (Value(line, "content-length"u8) is { IsEmpty: false } lengthText)
            {
                if (!Utf8Parser.TryParse(lengthText, out long value, out var used) || used != lengthText.Length || value < 0)
                    return false;
                length = value;
            }
            else if (Value(line, "transfer-encoding"u8) is { IsEmpty: false } encoding)
                chunked = Ascii.EqualsIgnoreCase(encoding, "chunked"u8);
            else if (Value(line, "connection"u8) is { IsEmpty: false } connection)
                keepAlive = !Ascii.EqualsIgnoreCase(connection, "close"u8) && (keepAlive || Ascii.EqualsIgnoreCase(connection, "keep-alive"u8));
        }

        head = Frame(status, length, chunked, keepAlive, answersHead);
        return true;
    }

    private static ResponseHead Frame(int status, long? length, bool chunked, bool keepAlive, bool answersHead) =>
        answersHead || status is 204 or 304 or < 200 ? new ResponseHead(status, BodyFraming.Length, 0, keepAlive)
        : chunked ? new ResponseHead(status, BodyFraming.Chunked, 0, keepAlive)
        : length is { } known ? new ResponseHead(status, BodyFraming.Length, known, keepAlive)
        : new ResponseHead(status, BodyFraming.Close, 0, false);

    private static bool NextLine(ref ReadOnlySpan<byte> rest, out ReadOnlySpan<byte> line)
    {
        var end = rest.IndexOf((byte)'\n');
        if (end < 0)
        {
            line = default;
            return false;
        }

        rest = rest[(end + 1)..];
        var next = rest.IndexOf((byte)'\r');
        line = next < 0 ? rest : rest[..next];
        return true;
    }

    private static ReadOnlySpan<byte> Value(ReadOnlySpan<byte> line, ReadOnlySpan<byte> lowerName) =>
        line.Length > lowerName.Length + 1 && line[lowerName.Length] == ':' && Ascii.EqualsIgnoreCase(line[..lowerName.Length], lowerName)
            ? line[(lowerName.Length + 1)..].Trim(" \t"u8)
            : default;
}
