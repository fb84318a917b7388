using System.Buffers;
using System.Buffers.Text;
using System.IO.Pipelines;
using System.Text.Encodings.Web;
using System.Text.Unicode;

namespace LargeJson;

/// <summary>
/// The same answers, to the byte, written in parts: what the experiment asks the serializer to do. Each part is escaped or encoded straight into the buffers of
/// the connection and flushed, so memory does not depend on the length of the value. Works on every runtime; .NET 10 has methods of Utf8JsonWriter for it.
/// </summary>
internal static class Streamed
{
    /// <summary>A multiple of three, so that base64 of a part has no padding; and small enough for buffers below 85,000 bytes when every character takes six.</summary>
    private const int Part = 9_000;

    private const int MostBytesPerCharacter = 6;

    private const int MostUtf8PerCharacter = 3;

    private delegate int WritePart<T>(ReadOnlySpan<T> part, Span<byte> buffer, bool isLast);

    public static void MapStreamed(this IEndpointRouteBuilder endpoints)
    {
        endpoints.MapGet("/string-streamed", context => AnswerAsync<char>(context.Response, LargeValues.Plain.AsMemory(), Escape));
        endpoints.MapGet("/escaped-string-streamed", context => AnswerAsync<char>(context.Response, LargeValues.Escaped.AsMemory(), Escape));
        endpoints.MapGet("/binary-streamed", context => AnswerAsync<byte>(context.Response, LargeValues.Binary.AsMemory(), Encode));
    }

    private static async Task AnswerAsync<T>(HttpResponse response, ReadOnlyMemory<T> value, WritePart<T> write)
    {
        response.ContentType = "application/json; charset=utf-8";
        var body = response.BodyWriter;
        body.Write("{\"data\":\""u8);
        for (var at = 0; at < value.Length; at += Part)
        {
            var part = value.Slice(at, Math.Min(Part, value.Length - at));
            Write(body, part, at + part.Length == value.Length, write);
            await body.FlushAsync();
        }

        body.Write("\"}"u8);
    }

    private static void Write<T>(PipeWriter body, ReadOnlyMemory<T> part, bool isLast, WritePart<T> write) =>
        body.Advance(write(part.Span, body.GetSpan(part.Length * MostBytesPerCharacter), isLast));

    // With the encoder that ASP.NET Core gives its serializer. The parts of these values never cut a surrogate pair; others would need more care.
    private static int Escape(ReadOnlySpan<char> part, Span<byte> buffer, bool isLast)
    {
        var text = ArrayPool<byte>.Shared.Rent(part.Length * MostUtf8PerCharacter);
        Utf8.FromUtf16(part, text, out _, out var length, isFinalBlock: isLast);
        JavaScriptEncoder.UnsafeRelaxedJsonEscaping.EncodeUtf8(text.AsSpan(0, length), buffer, out _, out var bytes, isLast);
        ArrayPool<byte>.Shared.Return(text);
        return bytes;
    }

    private static int Encode(ReadOnlySpan<byte> part, Span<byte> buffer, bool isLast)
    {
        Base64.EncodeToUtf8(part, buffer, out _, out var bytes, isLast);
        return bytes;
    }
}
