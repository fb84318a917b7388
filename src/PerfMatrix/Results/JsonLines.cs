using System.Text.Json;

namespace PerfMatrix.Results;

/// <summary>Layout of documents: one field or list element a line, so that two can be compared with any diff tool.</summary>
internal static class JsonLines
{
    /// <summary>The text of an object.</summary>
    public static string Format(JsonElement root) =>
        "{\n" + string.Join(",\n", root.EnumerateObject().Select(field => $"  \"{field.Name}\": {Lines(field.Value)}")) + "\n}\n";

    private static string Lines(JsonElement value) =>
        value.ValueKind == JsonValueKind.Array && value.GetArrayLength() > 0
            ? "[\n    " + string.Join(",\n    ", value.EnumerateArray().Select(element => element.GetRawText())) + "\n  ]"
            : value.GetRawText();
}
