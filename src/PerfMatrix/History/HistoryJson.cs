namespace PerfMatrix.History;

/// <summary>Reads and writes the documents of the history, without white space.</summary>
internal static class HistoryJson
{
    /// <summary>The schema version that this program writes and reads, of every document of the history but runs.</summary>
    public const int SchemaVersion = 1;
    public const int RunSchemaVersion = 2;

    public static byte[] Write<T>(T document) => JsonSerializer.SerializeToUtf8Bytes(document, DocumentJson.Compact);

    /// <summary>Reads a document of the version that this program writes.</summary>
    /// <exception cref="HistoryException">Damaged, or of another version.</exception>
    public static T Read<T>(string path, byte[] content)
    {
        var expected = typeof(T) == typeof(StoredRun) ? RunSchemaVersion : SchemaVersion;
        return Errors.Or(
            () => DocumentJson.Read<T>(content, expected, version => new HistoryException(
                path,
                $"schemaVersion is {version}, this perfmatrix reads {expected}. "
                    + (version > expected ? "Use a newer perfmatrix." : "Remove the file, and publish its document again"),
                isNewer: version > expected)),
            problem => problem is JsonException or InvalidOperationException or KeyNotFoundException or FormatException,
            problem => throw new HistoryException(path, $"is damaged: {problem.Message}", isNewer: false, problem));
    }

    /// <summary>A document, once changes are made; null when there is none, or none that can be read, which <c>history verify</c> tells.</summary>
    public static T? Find<T>(IHistoryFiles files, string path, FileChanges? changes = null)
        where T : class => Errors.Or<T?, HistoryException>(
            () => (changes is null ? files.Read(path) : changes.Read(files, path)) is { } content ? Read<T>(path, content) : null, _ => null);

    /// <summary>Twelve hexadecimal digits of SHA-256, for names.</summary>
    public static string Hash(ReadOnlySpan<byte> content) => Convert.ToHexStringLower(SHA256.HashData(content))[..12];

    public static string Hash(string text) => Sha256(text)[..12];

    public static string Sha256(string text) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)));
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
