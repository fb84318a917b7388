namespace LargeJson;

/// <summary>
/// Answers whose one value is large, written by the framework's serializer. It holds a whole value in memory before any of it goes out, and buffers of that size
/// come from the large object heap. After the experiment "Serializing large values with System.Text.Json lead to large memory allocations in LOH".
/// </summary>
internal static class Serialized
{
    public static void MapSerialized(this IEndpointRouteBuilder endpoints)
    {
        endpoints.MapGet("/string", () => new TextValue(LargeValues.Plain));
        endpoints.MapGet("/escaped-string", () => new TextValue(LargeValues.Escaped));
        endpoints.MapGet("/binary", () => new BinaryValue(LargeValues.Binary));
    }
}

/// <summary>Answer with a text.</summary>
internal sealed record TextValue(string Data);

/// <summary>Answer with bytes, which JSON carries as base64.</summary>
internal sealed record BinaryValue(byte[] Data);
