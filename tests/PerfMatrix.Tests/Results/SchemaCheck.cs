using System.Text.Json;

namespace PerfMatrix.Tests.Results;

/// <summary>
/// The part of JSON Schema 2020-12 that our schemas use: type, const, enum, required, properties, additionalProperties (a schema), items. Annotations
/// are skipped; any other keyword is an error, so that a schema never says more than is checked.
/// </summary>
internal static class SchemaCheck
{
    private static readonly HashSet<string> s_annotations = ["$schema", "$id", "description", "format", "default"];

    /// <summary>A written document is what its published schema says, and has no field that the schema does not name.</summary>
    /// <param name="name">The document: run, comparison, verdict, ...</param>
    public static void AssertFits(string name, string text)
    {
        var (schema, written) = (Published(name), JsonElement.Parse(text));
        Assert.Empty(Problems(schema, written));
        Assert.Empty(Unnamed(schema, written));
    }

    /// <summary>A schema of <c>reports/schema</c>, version 1.</summary>
    public static JsonElement Published(string name) => JsonElement.Parse(File.ReadAllText(Checkout.File($"reports/schema/{name}.v1.schema.json")));

    /// <summary>Where and how the value differs from the schema; empty when it does not.</summary>
    public static IReadOnlyList<string> Problems(JsonElement schema, JsonElement value) => [.. Check(schema, value, "$")];

    /// <summary>Fields of the value that the schema does not name.</summary>
    public static IReadOnlyList<string> Unnamed(JsonElement schema, JsonElement value, string path = "$")
    {
        if (value.ValueKind == JsonValueKind.Array && schema.TryGetProperty("items", out var items))
            return [.. value.EnumerateArray().SelectMany(item => Unnamed(items, item, path + "[]"))];
        if (value.ValueKind != JsonValueKind.Object || !schema.TryGetProperty("properties", out var properties)) return [];
        return
        [
            .. value.EnumerateObject().SelectMany(field => properties.TryGetProperty(field.Name, out var own)
                ? Unnamed(own, field.Value, $"{path}.{field.Name}")
                : [$"{path}.{field.Name}"]),
        ];
    }

    private static IEnumerable<string> Check(JsonElement schema, JsonElement value, string path) =>
        schema.EnumerateObject().SelectMany(keyword => Check(keyword, value, path));

    private static IEnumerable<string> Check(JsonProperty keyword, JsonElement value, string path) => keyword.Name switch
    {
        _ when s_annotations.Contains(keyword.Name) => [],
        "type" => Expect(Strings(keyword.Value).Any(type => IsOfType(value, type)), $"{path}: {value.ValueKind} is not of type {keyword.Value}"),
        "const" => Expect(JsonElement.DeepEquals(keyword.Value, value), $"{path}: is not {keyword.Value}"),
        "enum" => Expect(
            keyword.Value.EnumerateArray().Any(allowed => JsonElement.DeepEquals(allowed, value)), $"{path}: {value} is none of {keyword.Value}"),
        "required" when value.ValueKind == JsonValueKind.Object =>
            Strings(keyword.Value).Where(name => !value.TryGetProperty(name, out _)).Select(name => $"{path}: has no {name}"),
        "properties" when value.ValueKind == JsonValueKind.Object => keyword.Value.EnumerateObject()
            .Where(property => value.TryGetProperty(property.Name, out _))
            .SelectMany(property => Check(property.Value, value.GetProperty(property.Name), $"{path}.{property.Name}")),
        "additionalProperties" when value.ValueKind == JsonValueKind.Object =>
            value.EnumerateObject().SelectMany(field => Check(keyword.Value, field.Value, $"{path}.{field.Name}")),
        "items" when value.ValueKind == JsonValueKind.Array =>
            value.EnumerateArray().SelectMany((item, index) => Check(keyword.Value, item, $"{path}[{index}]")),
        "required" or "properties" or "additionalProperties" or "items" => [],
        _ => [$"{path}: the check does not know the keyword {keyword.Name}"],
    };

    private static IEnumerable<string> Expect(bool holds, string problem) => holds ? [] : [problem];

    private static IEnumerable<string> Strings(JsonElement value) =>
        value.ValueKind == JsonValueKind.Array ? value.EnumerateArray().Select(item => item.GetString()!) : [value.GetString()!];

    private static bool IsOfType(JsonElement value, string type) => type switch
    {
        "integer" => value.ValueKind == JsonValueKind.Number && value.TryGetInt64(out _),
        "boolean" => value.ValueKind is JsonValueKind.True or JsonValueKind.False,
        _ => value.ValueKind.ToString().Equals(type, StringComparison.OrdinalIgnoreCase),
    };
}
