using System.Buffers;
using System.Buffers.Text;
using System.IO.Pipelines;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Unicode;

namespace LargeJson;

#if NET10_0_OR_GREATER

/// <summary>An object with one value, written in segments by the writer of .NET 10 (dotnet/runtime #67337), with the encoder of ASP.NET Core's serializer.</summary>
internal sealed class StreamedValue : IDisposable
{
    private const int MostUtf8PerCharacter = 3;

    private static readonly JsonWriterOptions s_options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private readonly PipeWriter _body;
    private readonly Utf8JsonWriter _json;

    public StreamedValue(PipeWriter body)
    {
        (_body, _json) = (body, new Utf8JsonWriter(body, s_options));
        _json.WriteStartObject();
        _json.WritePropertyName("data"u8);
    }

    // As UTF-8, because for characters the writer asks for three bytes for each of their escaped ones: more than a block.
    public void Write(ReadOnlySpan<char> part, bool isLast)
    {
        Span<byte> text = stackalloc byte[part.Length * MostUtf8PerCharacter];
        _json.WriteStringValueSegment(text[..Encoding.UTF8.GetBytes(part, text)], isLast);
    }

    public void Write(ReadOnlySpan<byte> part, bool isLast) => _json.WriteBase64StringSegment(part, isLast);

    public async Task FlushAsync()
    {
        _json.Flush();
        await _body.FlushAsync();
    }

    public void End()
    {
        _json.WriteEndObject();
        _json.Flush();
    }

    public void Dispose() => _json.Dispose();
}

#else

/// <summary>An object with one value, whose parts are escaped or encoded straight into the buffers of the connection: older runtimes have nothing for it.</summary>
internal sealed class StreamedValue : IDisposable
{
    private const int MostBytesPerCharacter = 6;
    private const int MostUtf8PerCharacter = 3;

    private readonly PipeWriter _body;

    public StreamedValue(PipeWriter body)
    {
        _body = body;
        body.Write("{\"data\":\""u8);
    }

    public void Write(ReadOnlySpan<char> part, bool isLast)
    {
        Span<byte> text = stackalloc byte[part.Length * MostUtf8PerCharacter];
        Utf8.FromUtf16(part, text, out _, out var length, isFinalBlock: isLast);
        var buffer = _body.GetSpan(part.Length * MostBytesPerCharacter);
        JavaScriptEncoder.UnsafeRelaxedJsonEscaping.EncodeUtf8(text[..length], buffer, out _, out var bytes, isLast);
        _body.Advance(bytes);
    }

    public void Write(ReadOnlySpan<byte> part, bool isLast)
    {
        Base64.EncodeToUtf8(part, _body.GetSpan(Base64.GetMaxEncodedToUtf8Length(part.Length)), out _, out var bytes, isLast);
        _body.Advance(bytes);
    }

    public async Task FlushAsync() => await _body.FlushAsync();

    public void End() => _body.Write("\"}"u8);

    public void Dispose()
    {
    }
}

#endif
