using System.Security.Cryptography;
using System.Text.Json;
using PerfMatrix.Results;

namespace PerfMatrix.History;

/// <summary>Reads and writes the documents of the history, without white space.</summary>
internal static class HistoryJson
{
    /// <summary>The schema version that this program writes and reads, of every document of the history but runs.</summary>
    public const int SchemaVersion = 1;

    /// <summary>The schema version of a <see cref="StoredRun"/>.</summary>
    public const int RunSchemaVersion = 2;

    public static byte[] Write<T>(T document) => JsonSerializer.SerializeToUtf8Bytes(document, DocumentJson.Compact);

    /// <summary>Reads a document of the version that this program writes.</summary>
    /// <exception cref="HistoryException">Damaged, or of another version.</exception>
    public static T Read<T>(string path, byte[] content)
    {
        var expected = typeof(T) == typeof(StoredRun) ? RunSchemaVersion : SchemaVersion;
        try
        {
            var version = VersionOf(content);
            if (version > expected)
                throw new HistoryException(
                    path, $"schemaVersion is {version}, this perfmatrix reads {expected}. Use a newer perfmatrix.", isNewer: true);
            if (version < expected)
                throw new HistoryException(
                    path, $"schemaVersion is {version}, this perfmatrix reads {expected}. Remove the file, and publish its document again",
                        isNewer: false);
            return JsonSerializer.Deserialize<T>(content, DocumentJson.Compact) ?? throw new JsonException("found null, expected an object");
        }
        catch (Exception problem) when (problem is JsonException or InvalidOperationException or KeyNotFoundException or FormatException)
        {
            throw new HistoryException(path, $"is damaged: {problem.Message}", isNewer: false, problem);
        }
    }

    /// <summary>Twelve hexadecimal digits of SHA-256, for names.</summary>
    public static string Hash(ReadOnlySpan<byte> content) => Convert.ToHexStringLower(SHA256.HashData(content))[..12];

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
/// <param name="isNewer">Whether a newer program wrote it: then it must not be overwritten.</param>
internal sealed class HistoryException(string path, string problem, bool isNewer, Exception? inner = null) : Exception($"{path}: {problem}", inner)
{
    public HistoryProblem Problem { get; } = new(path, problem);
    public bool IsNewer { get; } = isNewer;

    /// <summary>What a command says that cannot go on without the file.</summary>
    public UsageException ToUsage() => new(IsNewer ? Message : $"{Message}. Run `perfmatrix history rebuild` first.", this);
}
