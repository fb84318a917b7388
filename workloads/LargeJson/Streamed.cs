namespace LargeJson;

/// <summary>
/// The same answers, to the byte, written in parts: what the experiment asks the serializer to do. No part needs more than a block of Kestrel's pool, so
/// memory does not depend on the length of the value, and nothing is rented.
/// </summary>
internal static class Streamed
{
    /// <summary>Kestrel's blocks are of 4,096 bytes; more comes from the shared pool, or anew where that is empty. A character takes six bytes at most.
    /// A multiple of three, so that no part of these values cuts a surrogate pair; others would need more care.</summary>
    private const int CharactersOfPart = 681;

    /// <summary>Four bytes of base64 for three, without padding but in the last part.</summary>
    private const int BytesOfPart = 3069;

    private const int PartsBetweenFlushes = 4;

    private delegate void WritePart<T>(StreamedValue json, ReadOnlySpan<T> part, bool isLast);

    public static void MapStreamed(this IEndpointRouteBuilder endpoints)
    {
        endpoints.MapGet("/string-streamed", context => TextAsync(context.Response, LargeValues.Plain));
        endpoints.MapGet("/escaped-string-streamed", context => TextAsync(context.Response, LargeValues.Escaped));
        endpoints.MapGet("/binary-streamed", context => AnswerAsync<byte>(
            context.Response, LargeValues.Binary, BytesOfPart, static (json, part, isLast) => json.Write(part, isLast)));
    }

    private static Task TextAsync(HttpResponse response, string value) => AnswerAsync(
        response, value.AsMemory(), CharactersOfPart, static (json, part, isLast) => json.Write(part, isLast));

    private static async Task AnswerAsync<T>(HttpResponse response, ReadOnlyMemory<T> value, int length, WritePart<T> write)
    {
        response.ContentType = "application/json; charset=utf-8";
        using var json = new StreamedValue(response.BodyWriter);
        var parts = 0;
        for (var at = 0; at < value.Length; at += length)
        {
            var end = Math.Min(at + length, value.Length);
            write(json, value.Span[at..end], end == value.Length);
            if (++parts % PartsBetweenFlushes == 0) await json.FlushAsync();
        }

        json.End();
    }
}
