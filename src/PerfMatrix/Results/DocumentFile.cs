using System.Text.Json.Serialization.Metadata;

namespace PerfMatrix.Results;

/// <summary>JSON of all documents: camelCase names and enum values, absent values as null (settings of a run: left out). A document without a field
/// that must be there, or with null in its place, does not read. Text is escaped as JSON needs: who embeds it in HTML must escape it.</summary>
internal static class DocumentJson
{
    public static JsonSerializerOptions Compact { get; } = new(JsonSerializerDefaults.Web)
    {
        NumberHandling = JsonNumberHandling.Strict,
        PropertyNameCaseInsensitive = false,
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { LeaveOutUnknownSettings } },
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false) },
    };

    public static JsonSerializerOptions Indented { get; } = new(Compact) { WriteIndented = true };

    /// <summary>A document as text for people, a field a line.</summary>
    public static string Text<T>(T document) => JsonSerializer.Serialize(document, Indented) + "\n";

    /// <summary>The text of a document, which may be compressed where it is kept: <c>run.json.gz</c>.</summary>
    /// <exception cref="IOException">It cannot be read, or what is compressed is damaged.</exception>
    public static string TextOf(string path)
    {
        if (!path.EndsWith(".gz", StringComparison.Ordinal)) return File.ReadAllText(path);
        using var text = new StreamReader(new GZipStream(File.OpenRead(path), CompressionMode.Decompress));
        return Errors.Or(text.ReadToEnd, (InvalidDataException problem) => throw new IOException(problem.Message, problem));
    }

    /// <summary>Reads a document of the version that this program writes.</summary>
    /// <exception cref="JsonException">Damaged.</exception>
    public static T Read<T>(ReadOnlySpan<byte> content, int expected, Func<int, Exception> refuse)
    {
        var version = VersionOf(content) ?? throw new JsonException($"found no schemaVersion, expected the number {expected}");
        if (version != expected) throw refuse(version);
        return JsonSerializer.Deserialize<T>(content, Compact) ?? throw new JsonException("found null, expected an object");
    }

    private static void LeaveOutUnknownSettings(JsonTypeInfo type)
    {
        if (!type.Type.IsAssignableTo(typeof(ScenarioSettings))) return;
        foreach (var property in type.Properties.Where(property => property.IsGetNullable))
            property.ShouldSerialize = (_, value) => value is not null;
    }

    private static int? VersionOf(ReadOnlySpan<byte> content)
    {
        var reader = new Utf8JsonReader(content);
        while (reader.Read())
        {
            if (reader.TokenType != JsonTokenType.PropertyName || reader.CurrentDepth != 1) continue;
            var isVersion = !reader.ValueIsEscaped && reader.ValueTextEquals("schemaVersion");
            reader.Read();
            if (isVersion && reader.TokenType == JsonTokenType.Number && reader.TryGetInt32(out var version)) return version;
            reader.Skip();
        }

        return null;
    }
}

/// <summary>Reads and writes a document that has a <c>schemaVersion</c>, and says what is wrong with one that does not read.</summary>
/// <param name="name">Name of the file, e.g. <c>run.json</c>.</param>
/// <param name="what">What the document is, e.g. <c>a run document</c>.</param>
/// <param name="where">What to give instead when the file cannot be read.</param>
/// <param name="again">How to come by another one, e.g. <c>measure again</c>.</param>
internal sealed class DocumentFile<T>(string name, string what, string where, string again)
    where T : class
{
    private const int Version = 1;

    public string Name => name;

    public string In(string folder) => Path.Combine(folder, name);

    /// <summary>Whether every field has a line of its own; otherwise every field or list element of the top level, for diff tools.</summary>
    public bool IsIndented { get; init; }

    /// <summary>What is wrong with a document that reads, e.g. two entries that contradict each other; null when nothing is.</summary>
    public Func<T, string?> Problem { get; init; } = _ => null;

    /// <summary>Writes the document; a reader sees the old or the new version, never a part.</summary>
    /// <returns>SHA-256 of what was written, which tells later whether somebody has changed the file.</returns>
    public string Write(string path, T document)
    {
        var content = Encoding.UTF8.GetBytes(Format(document));
        AtomicFile.Write(path, content);
        return Convert.ToHexStringLower(SHA256.HashData(content));
    }

    public string Format(T document) => IsIndented
        ? DocumentJson.Text(document)
        : JsonLines.Format(JsonSerializer.SerializeToElement(document, DocumentJson.Compact));

    /// <summary>The document in a folder; null when there is none, or none that can be read.</summary>
    public T? Beside(string folder) => Errors.Or(() => Find(In(folder)), (UsageException _) => null);

    public T? Find(string path) => File.Exists(path) ? Read(path) : null;

    public T Read(string path) => FileErrors.Explain(() => Parse(DocumentJson.TextOf(path), path),
        problem => $"{path}: cannot read {what.Replace("a ", "the ", StringComparison.Ordinal)}: {problem.Message} {where}");

    public T Parse(string text, string source) => Errors.Or(() =>
    {
        var content = Encoding.UTF8.GetBytes(text);
        var document = DocumentJson.Read<T>(content, Version, version => new UsageException(
            $"{source}: schemaVersion is {version}, this perfmatrix reads up to {Version}. Use a newer perfmatrix, or the version that wrote the "
                + $"file."));
        return (HasNullInList(content) ? "found null in a list" : Problem(document)) is { } wrong
            ? throw new UsageException($"{source}: not {what}: {wrong}; {again}") : document;
    }, (JsonException problem) => throw new UsageException($"{source}{Position(problem)}: not {what}: {Sentence(problem)}. It may have been cut off "
        + $"or edited; take another copy, or {again}.", problem));

    // The library sees to it that no field is null that must not be; into lists it does not look.
    private static bool HasNullInList(ReadOnlySpan<byte> content)
    {
        var reader = new Utf8JsonReader(content);
        for (var before = JsonTokenType.None; reader.Read(); before = reader.TokenType)
            if (reader.TokenType == JsonTokenType.Null && before != JsonTokenType.PropertyName) return true;
        return false;
    }

    private static string Position(JsonException problem) => problem.LineNumber is { } line ? $"({line + 1},{problem.BytePositionInLine + 1})" : "";

    /// <summary>The message without the position that the library appends, which counts from 0.</summary>
    private static string Sentence(JsonException problem)
    {
        var message = problem.Message.Split(" Path: ")[0].Split(" LineNumber: ")[0].TrimEnd('.');
        return problem.Path is { Length: > 1 } path && !message.Contains(path, StringComparison.Ordinal) ? $"at {path}: {message}" : message;
    }
}

/// <summary>Writes whole files: a temporary file, flushed to disk, then renamed, so that a full disk or a crash leaves the old version.</summary>
internal static class AtomicFile
{
    /// <param name="create">How the temporary file is made, where that is tested.</param>
    public static void Write(string path, byte[] content, Func<string, FileStream>? create = null) => FileErrors.Explain(
        () => Replace(path, content, create),
        problem => $"{path}: cannot write: {problem.Message} What was written before is intact. Free some space or choose another folder with "
            + "--out.");

    /// <summary>The same for a file that no option names: the exceptions are those of the system.</summary>
    /// <exception cref="IOException">The file could not be written; a previous version is intact.</exception>
    public static void Replace(string path, ReadOnlySpan<byte> content, Func<string, FileStream>? create = null, bool isFlushed = true)
    {
        var temporary = Path.Combine(Path.GetDirectoryName(path) ?? ".", $".{Path.GetFileName(path)}.{Guid.NewGuid():N}.tmp");
        try
        {
            using (var stream = create?.Invoke(temporary) ?? new FileStream(temporary, FileMode.CreateNew, FileAccess.Write, FileShare.None))
            {
                stream.Write(content);
                stream.Flush(flushToDisk: isFlushed);
            }

            File.Move(temporary, path, overwrite: true);
        }
        catch (Exception problem) when (FileErrors.Is(problem))
        {
            // The first problem is the one to report; a left-over temporary file has a name nobody reads.
            FileErrors.Ignore(() => File.Delete(temporary));
            throw;
        }
    }
}

/// <summary>Layout of documents: one field or list element a line, so that two can be compared with any diff tool.</summary>
internal static class JsonLines
{
    public static string Format(JsonElement root) =>
        "{\n" + string.Join(",\n", root.EnumerateObject().Select(field => $"  \"{field.Name}\": {Lines(field.Value)}")) + "\n}\n";

    private static string Lines(JsonElement value) =>
        value.ValueKind == JsonValueKind.Array && value.GetArrayLength() > 0
            ? "[\n    " + string.Join(",\n    ", value.EnumerateArray().Select(element => element.GetRawText())) + "\n  ]"
            : value.GetRawText();
}
