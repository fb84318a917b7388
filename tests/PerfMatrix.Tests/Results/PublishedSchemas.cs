using System.Reflection;
using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Results;

/// <summary>The JSON Schema of a document, from its type: descriptions are the doc comments, required is what is always written.</summary>
internal static partial class PublishedSchemas
{
    /// <summary>Our converters that write a text, by their names, because some are of programs that not all who compile this file know.</summary>
    private static readonly string[] s_ofText = ["InjectionKindName"];

    private static readonly Dictionary<Assembly, Dictionary<string, XElement>> s_comments = [];

    public static string Of(Type document, string name)
    {
        var options = new JsonSchemaExporterOptions { TreatNullObliviousAsNonNullable = true, TransformSchemaNode = Transform };
        var schema = DocumentJson.Compact.GetJsonSchemaAsNode(document, options).AsObject();
        schema["properties"]!["schemaVersion"] = new JsonObject { ["const"] = 1 };
        schema.Insert(0, "$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.Insert(1, "$id", $"{name}.v1.schema.json");
        return Inlined(schema, schema)!.ToJsonString(DocumentJson.Indented) + "\n";
    }

    /// <summary>For a type that is there twice the library refers to the first place.</summary>
    private static JsonNode? Inlined(JsonNode? node, JsonNode root) => node switch
    {
        JsonObject one when one["$ref"] is { } pointer =>
            Inlined(pointer.GetValue<string>().Split('/')[1..].Aggregate(root, (at, step) => at[step]!), root),
        JsonObject one => new JsonObject(one.Select(field => KeyValuePair.Create(field.Key, Inlined(field.Value, root)))),
        JsonArray list => new JsonArray([.. list.Select(item => Inlined(item, root))]),
        _ => node?.DeepClone(),
    };

    private static JsonObject Transform(JsonSchemaExporterContext context, JsonNode node)
    {
        var type = Nullable.GetUnderlyingType(context.TypeInfo.Type) ?? context.TypeInfo.Type;
        var schema = node as JsonObject ?? OfConverter(type, isNullable: type != context.TypeInfo.Type);
        if (context.TypeInfo.Kind == JsonTypeInfoKind.Object && schema["properties"] is JsonObject)
            schema["required"] = new JsonArray([.. context.TypeInfo.Properties.Where(IsAlwaysWritten).Select(field => JsonValue.Create(field.Name))]);
        var text = context.PropertyInfo is { AttributeProvider: MemberInfo member } ? OfMember(member) : context.Path.IsEmpty ? OfType(type) : null;
        if (text is not null && schema["description"] is null) schema.Insert(0, "description", text);
        return schema;
    }

    /// <summary>What our own converters write, which the library cannot know.</summary>
    private static JsonObject OfConverter(Type type, bool isNullable)
    {
        var json = type == typeof(Bytes) || type == typeof(CpuAmount) ? "integer" : type == typeof(TimeSpan) ? "number"
            : type.GetCustomAttribute<JsonConverterAttribute>()?.ConverterType?.Name is not { } converter ? null
            : s_ofText.Contains(converter) ? "string"
            : throw new InvalidOperationException($"{type}: nobody has said here what {converter} writes");
        return json is null ? [] : new() { ["type"] = isNullable ? new JsonArray(json, "null") : json };
    }

    private static bool IsAlwaysWritten(JsonPropertyInfo property) =>
        property.ShouldSerialize is null && property.AttributeProvider!.GetCustomAttributes(typeof(JsonIgnoreAttribute), inherit: false)
            is not [JsonIgnoreAttribute { Condition: not JsonIgnoreCondition.Never }];

    private static string? OfType(Type type) =>
        Comments(type).GetValueOrDefault($"T:{type.FullName}")?.Element("summary") is { } summary ? Text(summary) : null;

    /// <summary>A property of a positional record has its comment as a parameter of the type.</summary>
    private static string? OfMember(MemberInfo member)
    {
        var (comments, owner) = (Comments(member.DeclaringType!), member.DeclaringType!.FullName!.Replace('+', '.'));
        var own = comments.GetValueOrDefault($"P:{owner}.{member.Name}")?.Element("summary")
            ?? comments.GetValueOrDefault($"T:{owner}")?.Elements("param").FirstOrDefault(one => one.Attribute("name")!.Value == member.Name);
        return own is null ? null : Text(own);
    }

    private static Dictionary<string, XElement> Comments(Type type)
    {
        if (s_comments.TryGetValue(type.Assembly, out var known)) return known;
        var file = Path.ChangeExtension(type.Assembly.Location, ".xml");
        return s_comments[type.Assembly] = XDocument.Load(file).Descendants("member").ToDictionary(member => member.Attribute("name")!.Value);
    }

    /// <summary>A reference reads as the last part of its name.</summary>
    private static string Text(XElement comment) => Spaces().Replace(string.Concat(comment.Nodes().Select(node => node switch
    {
        XElement { Name.LocalName: "see" or "paramref" } reference =>
            (reference.Attribute("cref") ?? reference.Attribute("name"))!.Value.Split('.', ':')[^1],
        XElement element => element.Value,
        _ => node.ToString(),
    })), " ").Trim();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();
}
