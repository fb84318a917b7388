using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Nodes;
using PerfMatrix.Results;

namespace PerfMatrix.History;

/// <summary>Reads and writes the documents of the history, without white space.</summary>
public static class HistoryJson
{
    /// <summary>The newest schema version that this program writes and reads, of every document of the history but runs.</summary>
    public const int SchemaVersion = 1;

    /// <summary>The newest schema version of a <see cref="StoredRun"/>.</summary>
    public const int RunSchemaVersion = 2;

    /// <summary>There is only one version of the others.</summary>
    private static readonly IReadOnlyDictionary<int, Action<JsonObject>> s_noMigrations = new Dictionary<int, Action<JsonObject>>();

    /// <summary>The bytes of a document.</summary>
    public static byte[] Write<T>(T document) => JsonSerializer.SerializeToUtf8Bytes(document, DocumentJson.Compact);

    /// <summary>Reads a document of this or an older version.</summary>
    /// <exception cref="HistoryException">Damaged, or of a newer version.</exception>
    public static T Read<T>(string path, byte[] content) => typeof(T) == typeof(StoredRun)
        ? Read<T>(path, content, RunSchemaVersion, StoredRunMigrations.Steps)
        : Read<T>(path, content, SchemaVersion, s_noMigrations);

    internal static T Read<T>(string path, byte[] content, int newest, IReadOnlyDictionary<int, Action<JsonObject>> migrations)
    {
        try
        {
            var version = VersionOf(content);
            if (version > newest)
                throw new HistoryException(path, $"schemaVersion is {version}, this perfmatrix reads up to {newest}. Use a newer perfmatrix.", isNewer: true);
            var document = version == newest
                ? JsonSerializer.Deserialize<T>(content, DocumentJson.Compact)
                : Migrate(content, version, newest, migrations).Deserialize<T>(DocumentJson.Compact);
            return document is not null ? document : throw new JsonException("found null, expected an object");
        }
        catch (Exception problem) when (problem is JsonException or InvalidOperationException or KeyNotFoundException or FormatException)
        {
            throw new HistoryException(path, $"is damaged: {problem.Message}", isNewer: false, problem);
        }
    }

    /// <summary>Twelve hexadecimal digits of SHA-256, for names.</summary>
    public static string Hash(ReadOnlySpan<byte> content) => Convert.ToHexStringLower(SHA256.HashData(content))[..12];

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
