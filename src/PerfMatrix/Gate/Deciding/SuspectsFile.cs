using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using PerfMatrix.Results;

namespace PerfMatrix.Gate;

/// <summary>Reads and writes <c>suspects.json</c>.</summary>
public static class SuspectsFile
{
    /// <summary>Name of the file beside others of a run.</summary>
    public const string Name = "suspects.json";

    private static readonly SuspectsJson s_json = new(new JsonSerializerOptions(SuspectsJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });

    private static readonly VersionedJson<SuspectsDocument> s_reader = new(
        "a list of suspects", 1, "Give the path of a suspects.json, which `gate --stage screen` writes.", "screen again", s_json.SuspectsDocument);

    /// <summary>Writes the document.</summary>
    /// <exception cref="UsageException">The file could not be written; a previous version is intact.</exception>
    public static void Write(string path, SuspectsDocument document) => AtomicFile.Write(path, Encoding.UTF8.GetBytes(Format(document)));

    /// <summary>The text of the document.</summary>
    public static string Format(SuspectsDocument document) => JsonSerializer.Serialize(document, s_json.SuspectsDocument) + "\n";

    /// <summary>Reads a document.</summary>
    /// <exception cref="UsageException">Missing, damaged (with the position), or written by a newer version.</exception>
    public static SuspectsDocument Read(string path) => s_reader.Read(path);
}

[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    WriteIndented = true,
    NumberHandling = JsonNumberHandling.Strict,
    PropertyNameCaseInsensitive = false,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    Converters = [typeof(SuspicionText)])]
[JsonSerializable(typeof(SuspectsDocument))]
internal sealed partial class SuspectsJson : JsonSerializerContext;

internal sealed class SuspicionText() : JsonStringEnumConverter<Suspicion>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);
