using System.Buffers;
using System.Buffers.Text;
using System.IO.Pipelines;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Unicode;

namespace LargeJson;

/// <summary>
/// How much of a value is written at once. Kestrel's blocks are of 4,096 bytes; what asks for more comes from the shared pool, or anew where that
/// is empty. In a chunked answer Kestrel asks for 12 more than the writer, for the length of the chunk and the ends of lines, so 4,084 is the most
/// that fits.
/// </summary>
internal static class Part
{
    /// <summary>Escaped, a character takes six bytes at most: 4,080.</summary>
    public const int Characters = 680;

    /// <summary>Four bytes of base64 for three, without padding but in the last part: 4,080.</summary>
    public const int Bytes = 3060;

    public const int MostUtf8 = 3 * Characters;

    /// <summary>The beginning of a text as UTF-8; a pair of surrogates at its end stays together.</summary>
    /// <returns>Characters read and bytes written.</returns>
    public static (int Characters, int Bytes) ToUtf8(ReadOnlySpan<char> rest, Span<byte> utf8)
    {
        var part = rest[..Math.Min(rest.Length, Characters)];
        Utf8.FromUtf16(part, utf8, out var characters, out var bytes, isFinalBlock: part.Length == rest.Length);
        return (characters, bytes);
    }
}

#if NET10_0_OR_GREATER

/// <summary>
/// An object with one value, written in segments by the writer of .NET 10 (dotnet/runtime #67337), with the encoder of ASP.NET Core's serializer. The
/// writer is flushed into the pipe behind each part: where it grows with a part pending, it asks for at least 4,096 bytes. To escape, it rents an
/// array and returns it at once.
/// </summary>
internal sealed class StreamedValue : IDisposable
{
    private static readonly JsonWriterOptions s_options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private readonly PipeWriter _body;
    private readonly Utf8JsonWriter _json;

    public StreamedValue(PipeWriter body)
    {
        (_body, _json) = (body, new Utf8JsonWriter(body, s_options));
        _json.WriteStartObject();
        _json.WritePropertyName("data"u8);
    }

    /// <summary>Bytes that were written since the last flush.</summary>
    public int Unflushed { get; private set; }

    // As UTF-8, because for characters the writer asks for three bytes for each of their escaped ones: more than a block.
    public int Write(ReadOnlySpan<char> rest)
    {
        Span<byte> utf8 = stackalloc byte[Part.MostUtf8];
        var (characters, bytes) = Part.ToUtf8(rest, utf8);
        _json.WriteStringValueSegment(utf8[..bytes], isFinalSegment: characters == rest.Length);
        return Written(characters);
    }

    public int Write(ReadOnlySpan<byte> rest)
    {
        var part = rest[..Math.Min(rest.Length, Part.Bytes)];
        _json.WriteBase64StringSegment(part, isFinalSegment: part.Length == rest.Length);
        return Written(part.Length);
    }

    public ValueTask<FlushResult> FlushAsync()
    {
        Unflushed = 0;
        return _body.FlushAsync();
    }

    public void End()
    {
        _json.WriteEndObject();
        _json.Flush();
    }

    public void Dispose() => _json.Dispose();

    private int Written(int length)
    {
        Unflushed += _json.BytesPending;
        _json.Flush();
        return length;
    }
}

#else

/// <summary>An object with one value, whose parts are escaped or encoded straight into the buffers of the connection: older runtimes have nothing for
/// it.</summary>
internal sealed class StreamedValue : IDisposable
{
    /// <summary>An escaped pair of surrogates.</summary>
    private const int LongestEscape = 12;

    private readonly PipeWriter _body;

    public StreamedValue(PipeWriter body)
    {
        _body = body;
        body.Write("{\"data\":\""u8);
    }

    /// <summary>Bytes that were written since the last flush.</summary>
    public int Unflushed { get; private set; }

    // Asks for what the text needs without escapes, and goes on in the next buffer where they need more.
    public int Write(ReadOnlySpan<char> rest)
    {
        Span<byte> utf8 = stackalloc byte[Part.MostUtf8];
        var (characters, bytes) = Part.ToUtf8(rest, utf8);
        for (var at = 0; at < bytes;)
        {
            var left = utf8[at..bytes];
            JavaScriptEncoder.UnsafeRelaxedJsonEscaping.EncodeUtf8(
                left, _body.GetSpan(Math.Max(left.Length, LongestEscape)), out var read, out var written);
            Advance(written);
            at += read;
        }

        return characters;
    }

    public int Write(ReadOnlySpan<byte> rest)
    {
        var part = rest[..Math.Min(rest.Length, Part.Bytes)];
        var buffer = _body.GetSpan(Base64.GetMaxEncodedToUtf8Length(part.Length));
        Base64.EncodeToUtf8(part, buffer, out _, out var written, isFinalBlock: part.Length == rest.Length);
        Advance(written);
        return part.Length;
    }

    public ValueTask<FlushResult> FlushAsync()
    {
        Unflushed = 0;
        return _body.FlushAsync();
    }

    public void End() => _body.Write("\"}"u8);

    public void Dispose()
    {
    }

    private void Advance(int bytes)
    {
        _body.Advance(bytes);
        Unflushed += bytes;
    }
}

#endif
