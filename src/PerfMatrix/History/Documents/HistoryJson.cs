using System.Security.Cryptography;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using PerfMatrix.Contract;
using PerfMatrix.Metrics;
using PerfMatrix.Results;

namespace PerfMatrix.History;

/// <summary>JSON of the history: camelCase, no white space. A document with a missing field that must be there does not read.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    NumberHandling = JsonNumberHandling.Strict,
    PropertyNameCaseInsensitive = false,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    Converters = [typeof(VariantStatusText), typeof(DirectionText)])]
[JsonSerializable(typeof(StoredRun))]
[JsonSerializable(typeof(RunTable))]
[JsonSerializable(typeof(StoredTimelines))]
[JsonSerializable(typeof(ProbeProof))]
[JsonSerializable(typeof(IndexDocument))]
[JsonSerializable(typeof(RunListDocument))]
[JsonSerializable(typeof(CatalogueDocument))]
[JsonSerializable(typeof(ReferencesDocument))]
[JsonSerializable(typeof(ShardDocument))]
[JsonSerializable(typeof(LatestDocument))]
[JsonSerializable(typeof(EventsDocument))]
[JsonSerializable(typeof(ChangesDocument))]
[JsonSerializable(typeof(Envelope))]
[JsonSerializable(typeof(VerdictList))]
[JsonSerializable(typeof(SelftestList))]
[JsonSerializable(typeof(ToolInfo))]
[JsonSerializable(typeof(SourceInfo))]
[JsonSerializable(typeof(MachineInfo))]
public sealed partial class HistoryJson : JsonSerializerContext
{
    /// <summary>The newest schema version that this program writes and reads, of every document of the history but runs.</summary>
    public const int SchemaVersion = 1;

    /// <summary>The newest schema version of a <see cref="StoredRun"/>.</summary>
    public const int RunSchemaVersion = 2;

    /// <summary>There is only one version of the others.</summary>
    private static readonly IReadOnlyDictionary<int, Action<JsonObject>> s_noMigrations = new Dictionary<int, Action<JsonObject>>();

    /// <summary>Text is not escaped beyond what JSON needs: who embeds a document in HTML must escape it there.</summary>
    public static HistoryJson Compact => Relaxed.Json;

    /// <summary>The bytes of a document.</summary>
    public static byte[] Write<T>(T document, JsonTypeInfo<T> type) => JsonSerializer.SerializeToUtf8Bytes(document, type);

    /// <summary>Reads a document of this or an older version.</summary>
    /// <exception cref="HistoryException">Damaged, or of a newer version.</exception>
    public static T Read<T>(string path, byte[] content, JsonTypeInfo<T> type) => typeof(T) == typeof(StoredRun)
        ? Read(path, content, type, RunSchemaVersion, StoredRunMigrations.Steps)
        : Read(path, content, type, SchemaVersion, s_noMigrations);

    internal static T Read<T>(string path, byte[] content, JsonTypeInfo<T> type, int newest, IReadOnlyDictionary<int, Action<JsonObject>> migrations)
    {
        try
        {
            var version = VersionOf(content);
            if (version > newest)
                throw new HistoryException(path, $"schemaVersion is {version}, this perfmatrix reads up to {newest}. Use a newer perfmatrix.", isNewer: true);
            var document = version == newest ? JsonSerializer.Deserialize(content, type) : Migrate(content, version, newest, migrations).Deserialize(type);
            return document is not null ? document : throw new JsonException("found null, expected an object");
        }
        catch (Exception problem) when (problem is JsonException or InvalidOperationException or KeyNotFoundException or FormatException)
        {
            throw new HistoryException(path, $"is damaged: {problem.Message}", isNewer: false, problem);
        }
    }

    /// <summary>Twelve hexadecimal digits of SHA-256, for names.</summary>
    public static string Hash(ReadOnlySpan<byte> content) => Convert.ToHexStringLower(SHA256.HashData(content))[..12];

    /// <summary>In a class of its own, because <c>Default</c> is set in another part of this one, at a time that the language leaves open.</summary>
    private static class Relaxed
    {
        public static HistoryJson Json { get; } = new(new JsonSerializerOptions(Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
    }

    private static JsonObject Migrate(byte[] content, int version, int newest, IReadOnlyDictionary<int, Action<JsonObject>> migrations)
    {
        var document = JsonNode.Parse(content)!.AsObject();
        for (var from = version; from < newest; from++)
        {
            migrations[from](document);
            document["schemaVersion"] = from + 1;
        }

        return document;
    }

    private static int VersionOf(byte[] content)
    {
        var reader = new Utf8JsonReader(content);
        while (reader.Read())
        {
            if (reader.TokenType != JsonTokenType.PropertyName || reader.CurrentDepth != 1) continue;
            var isVersion = reader.ValueTextEquals("schemaVersion");
            reader.Read();
            if (isVersion) return reader.GetInt32() is > 0 and var version ? version : throw new JsonException("schemaVersion is below 1");
            reader.Skip();
        }

        throw new JsonException("found no schemaVersion");
    }
}

/// <summary>Writes higherIsBetter or lowerIsBetter.</summary>
public sealed class DirectionText() : JsonStringEnumConverter<Direction>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);

/// <summary>A file of the history that cannot be used.</summary>
/// <param name="path">The file.</param>
/// <param name="problem">Why not.</param>
/// <param name="isNewer">Whether a newer program wrote it: then it must not be overwritten.</param>
/// <param name="inner">The cause.</param>
public sealed class HistoryException(string path, string problem, bool isNewer, Exception? inner = null) : Exception($"{path}: {problem}", inner)
{
    /// <summary>The file and what is wrong with it.</summary>
    public HistoryProblem Problem { get; } = new(path, problem);

    /// <summary>Whether a newer program wrote it.</summary>
    public bool IsNewer { get; } = isNewer;

    /// <summary>What a command says that cannot go on without the file.</summary>
    public UsageException ToUsage() => new(IsNewer ? Message : $"{Message}. Run `perfmatrix history rebuild` first.", this);
}
