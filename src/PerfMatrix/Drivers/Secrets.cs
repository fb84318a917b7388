using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace PerfMatrix.Drivers;

/// <summary>
/// Values that must not be seen: those of variables whose name says so, wherever they come from. They reach the application, and nothing that is
/// printed or kept.
/// </summary>
public sealed partial class Secrets
{
    /// <summary>What stands in place of a secret.</summary>
    public const string Mask = "***";

    /// <summary>A shorter value would mask half of a text, and hides nothing.</summary>
    private const int ShortestValue = 4;

    private readonly string[] _values;

    // As they stand in a JSON file: crank's writer escapes less than that of .NET.
    private readonly string[] _escapedValues;

    private Secrets(IEnumerable<string> values)
    {
        _values = Longest(values.Where(value => value.Length >= ShortestValue));
        _escapedValues = Longest(_values.SelectMany(value => new[] { value, Escaped(value, JavaScriptEncoder.Default), Escaped(value, JavaScriptEncoder.UnsafeRelaxedJsonEscaping) }));
    }

    /// <summary>Whether there are none.</summary>
    public bool IsEmpty => _values.Length == 0;

    /// <summary>The secrets among variables.</summary>
    public static Secrets Of(params IEnumerable<IReadOnlyDictionary<string, string>> variables) =>
        new(variables.SelectMany(each => each).Where(variable => IsSecret(variable.Key)).Select(variable => variable.Value));

    /// <summary>Whether the name of a variable says that its value is secret: it holds password, secret, token, key, credential or connectionString.</summary>
    public static bool IsSecret(string name) => Words().IsMatch(name);

    /// <summary>A text without them.</summary>
    public string Masked(string text) => Masked(text, _values);

    /// <summary>An error of the user without them; the same where it holds none.</summary>
    public UsageException Masked(UsageException error) => Masked(error.Message) is var message && message == error.Message ? error : new UsageException(message);

    /// <summary>A JSON file in UTF-8 without them.</summary>
    public byte[] Masked(byte[] file) => IsEmpty ? file : Encoding.UTF8.GetBytes(Masked(Encoding.UTF8.GetString(file), _escapedValues));

    /// <summary>A JSON value without them: neither its texts hold one, nor its names.</summary>
    public JsonElement Masked(JsonElement json) => IsEmpty ? json : JsonSerializer.SerializeToElement(Masked(JsonNode.Parse(json.GetRawText())));

    private JsonNode? Masked(JsonNode? json) => json switch
    {
        JsonObject map => new JsonObject(map.Select(entry => KeyValuePair.Create(Masked(entry.Key), Masked(entry.Value)))),
        JsonArray list => new JsonArray([.. list.Select(Masked)]),
        JsonValue value when value.TryGetValue<string>(out var text) => JsonValue.Create(Masked(text)),
        _ => json?.DeepClone(),
    };

    private static string Masked(string text, string[] values) => values.Aggregate(text, (masked, value) => masked.Replace(value, Mask, StringComparison.Ordinal));

    private static string Escaped(string value, JavaScriptEncoder encoder) => JsonEncodedText.Encode(value, encoder).ToString();

    // A secret may begin with another one.
    private static string[] Longest(IEnumerable<string> values) => [.. values.Distinct().OrderByDescending(value => value.Length)];

    [GeneratedRegex("password|passwd|secret|token|(^|_|-)key|apikey|accesskey|privatekey|(?-i:[a-z0-9]Key)|credential|connectionString", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Words();
}
