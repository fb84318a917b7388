namespace LargeJson;

/// <summary>
/// The same answers, to the byte, written in parts: what the experiment asks the serializer to do. Every part fits into a block of Kestrel's pool, so
/// memory does not depend on the length of the value, and no part goes into an array that is rented.
/// </summary>
internal static class Streamed
{
    /// <summary>Four blocks of Kestrel's pool: about what the serializer flushes a pipe at.</summary>
    private const int BytesBetweenFlushes = 4 * 4096;

    /// <summary>Writes the beginning of what is left of a value, and returns how much that was.</summary>
    private delegate int WritePart<T>(StreamedValue json, ReadOnlySpan<T> rest);

    public static void MapStreamed(this IEndpointRouteBuilder endpoints)
    {
        endpoints.MapGet("/string-streamed", context => TextAsync(context.Response, LargeValues.Plain));
        endpoints.MapGet("/escaped-string-streamed", context => TextAsync(context.Response, LargeValues.Escaped));
        endpoints.MapGet("/binary-streamed", context => AnswerAsync<byte>(
            context.Response, LargeValues.Binary, static (json, rest) => json.Write(rest)));
    }

    private static Task TextAsync(HttpResponse response, string value) =>
        AnswerAsync(response, value.AsMemory(), static (json, rest) => json.Write(rest));

    private static async Task AnswerAsync<T>(HttpResponse response, ReadOnlyMemory<T> value, WritePart<T> write)
    {
        response.ContentType = "application/json; charset=utf-8";
        using var json = new StreamedValue(response.BodyWriter);
        var rest = value;
        while (!rest.IsEmpty)
        {
            rest = rest[write(json, rest.Span)..];
            if (json.Unflushed >= BytesBetweenFlushes) await json.FlushAsync();
        }

        json.End();
    }
}
